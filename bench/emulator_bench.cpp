// How fast the emulator records: elements a second of one kernel at one launch, best of five, for each detail, and
// the ratio to Oclgrind (an OpenCL simulator without warps) on the same kernel in the same run, where it is
// installed.
//   emulator_bench [KERNEL [N [BLOCK_DIM]]]        default: segmented 1048576 256
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"

namespace {

using namespace lanescope;

constexpr int kRounds = 5;

double best_seconds(const std::function<void()>& work) {
  double best = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

double emulator_rate(RunRequest request, Detail detail) {
  request.detail = detail;
  const Input input = std::vector<float>(request.n, 1.0f);
  const auto launch = launch_config(request);
  Progress progress;
  return static_cast<double>(request.n) / best_seconds([&] { emulate(request, launch, input, progress); });
}

/// Seconds that Oclgrind takes for the segmented kernel with blockDim 256, its start included; negative without it.
double oclgrind_seconds(unsigned n) {
  const auto folder = std::filesystem::temp_directory_path() / "lanescope_bench";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(LANESCOPE_SOURCE_DIR "/bench/oclgrind/segmented.cl", folder / "segmented.cl",
                             std::filesystem::copy_options::overwrite_existing);
  std::ofstream(folder / "segmented.sim")
      << "segmented.cl\nsegmented\n"
      << n / 2 << " 1 1\n256 1 1\n<size=" << 4 * n << " float fill=1>\n<size=4 float fill=0>\n<size=1024>\n";
  const std::string command = "cd '" + folder.string() + "' && oclgrind-kernel segmented.sim > /dev/null 2>&1";
  if (std::system(command.c_str()) != 0) return -1;
  return best_seconds([&] { (void)!std::system(command.c_str()); });
}

}  // namespace

int main(int argc, char** argv) {
  RunRequest request;
  request.kernel = argc > 1 ? argv[1] : "segmented";
  request.n = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1 << 20;
  request.block_dim = argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 256;
  std::printf("%s, N = %llu, blockDim %u, best of %d\n", request.kernel.c_str(),
              static_cast<unsigned long long>(request.n), request.block_dim, kRounds);
  const double full = emulator_rate(request, Detail::full);
  std::printf("  result only          %9.3g elements/s\n", emulator_rate(request, Detail::none));
  std::printf("  masks                %9.3g elements/s\n", emulator_rate(request, Detail::masks));
  std::printf("  everything recorded  %9.3g elements/s\n", full);

  constexpr unsigned kSmall = 512, kLarge = 1 << 17;
  const double start = oclgrind_seconds(kSmall);
  if (start < 0) {
    std::printf("  Oclgrind             not installed (package oclgrind)\n");
    return 0;
  }
  const double rate = (kLarge - kSmall) / (oclgrind_seconds(kLarge) - start);
  std::printf("  Oclgrind, segmented  %9.3g elements/s, its start not counted; ours is %.0f times as fast\n", rate,
              full / rate);
  return 0;
}
