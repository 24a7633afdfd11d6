// Whole programs on a GPU: what they tell of their launches, and what they are kept from. tests/own/on_gpu.sh runs
// one.
#include "engine/source/nvcc/gpu_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/base/error.h"
#include "engine/source/child_process.h"
#include "engine/source/scratch_folder.h"
#include "engine/source/toolchain.h"

namespace lanescope {
namespace {

std::vector<GpuProgramLaunch> told_launches(const std::string& told) {
  std::uint64_t unlisted = 0;
  return launches_in(told, unlisted);
}

TEST(GpuProgram, ReadsWhatAProgramTellsOfItsLaunches) {
  const auto launches =
      told_launches("_Z3sumPKfPfi 8 2 1 128 1 4 64 2.500\n_Z3addILi128EEvPfi 1 1 1 32 1 1 0 -1.000\n");
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].launch.name, "sum");
  EXPECT_EQ(launches[0].launch.grid, (std::array<unsigned, 3>{8, 2, 1}));
  EXPECT_EQ(launches[0].launch.block, (std::array<unsigned, 3>{128, 1, 4}));
  EXPECT_EQ(launches[0].launch.shared_bytes, 64u);
  EXPECT_EQ(launches[0].time_us, 2.5);
  EXPECT_EQ(launches[1].launch.name, "add<128>");
  EXPECT_FALSE(launches[1].time_us);
  EXPECT_TRUE(told_launches("").empty());
  std::uint64_t unlisted = 0;
  EXPECT_EQ(launches_in("k 1 1 1 1 1 1 0 1\n17\n", unlisted).size(), 1u);
  EXPECT_EQ(unlisted, 17u);
}

TEST(GpuProgram, NamesOfKernelsAreThoseOfTheFile) {
  const auto name = [](const std::string& symbol) {
    return told_launches(symbol + " 1 1 1 1 1 1 0 1\n")[0].launch.name;
  };
  EXPECT_EQ(name("plain"), "plain");                                          // extern "C"
  EXPECT_EQ(name("_ZN4mine3sumEPf"), "mine::sum");                            // of a namespace
  EXPECT_EQ(name("_ZN12_GLOBAL__N_13sumEPf"), "(anonymous namespace)::sum");  // of one without a name
  EXPECT_EQ(name("_Z4foldIfLi256EEvPKT_PS0_i"), "fold<float, 256>");          // of a template
}

TEST(GpuProgram, RefusesLaunchesThatCannotBe) {
  for (const char* told :
       {"sum\n", "sum 1 1 1 1 1 1 0\n", "sum 0 1 1 1 1 1 0 1\n", "sum 1 1 1 2048 1 1 0 1\n",
        "sum 1 1 1 32 32 32 0 1\n", "sum 4294967295 4294967295 1 1 1 1 0 1\n", "sum 1 1 1 1 1 1 0 nan\n",
        "sum 1 1 1 1 1 1 0 1 more\n", "sum -1 1 1 1 1 1 0 1\n", "sum 1 1 1 1 1 1 99999999999 1\n", "\n"})
    EXPECT_THROW(told_launches(told), Error) << told;
}

/// What a program says that tries everything which it should not.
constexpr const char* kCurious = R"(
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
static bool reads(const char* name) { return bool(std::ifstream(name)); }
int main(int count, char** words) {
  std::cout << "words " << count - 1 << " " << words[1] << '\n'
            << "beside " << reads("data.txt") << '\n'
            << "password " << reads("/etc/passwd") << '\n'
            << "write " << bool(std::ofstream("written.txt")) << '\n'
            << "temporary " << bool(std::ofstream("/tmp/lanescope-written.txt")) << '\n'
            << "network " << (socket(AF_INET, SOCK_STREAM, 0) >= 0) << '\n'
            << "shell " << (std::system("true") == 0) << '\n';
}
)";

TEST(GpuProgram, MayReadFilesBesideItsSourceAndNothingElse) {
  const auto compiler = find_program({"g++", "g++-12", "g++-13", "g++-14"});
  if (!compiler) GTEST_SKIP() << "no g++ in PATH";
  const ScratchFolder beside, elsewhere;
  std::ofstream(beside.file("data.txt")) << "1";
  std::ofstream(elsewhere.file("curious.cpp")) << kCurious;
  Progress progress;
  const ChildLimits limits{.seconds = 60};
  const std::string program = elsewhere.file("curious");
  ASSERT_EQ(
      run_child({*compiler, elsewhere.file("curious.cpp"), "-o", program}, limits, {}, elsewhere.path(), progress)
          .exit_code,
      0);
  const auto run = [&](const std::string& how) {
    return run_child({file_beside_this("lanescope_kernel"), how, beside.path(), program, "one"}, limits, {},
                     elsewhere.path(), progress);
  };
  const ChildEnd confined = run("confined");
  if (confined.exit_code == 125) GTEST_SKIP() << "this system has no Landlock";
  EXPECT_EQ(confined.exit_code, 0);
  EXPECT_EQ(confined.output, "words 1 one\nbeside 1\npassword 0\nwrite 0\ntemporary 0\nnetwork 0\nshell 0\n");
  EXPECT_TRUE(run("trusted").output.find("password 1") != std::string::npos);
  std::filesystem::remove("/tmp/lanescope-written.txt");
}

}  // namespace
}  // namespace lanescope
