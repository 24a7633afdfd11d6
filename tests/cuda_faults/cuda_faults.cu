// cuda_faults FAULT: plants a fault on the GPU and asks the session for runs after it. 0: it says and does what it
// must, 77: there is no GPU here.
#include <cuda_runtime.h>

#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/session.h"

namespace {

using namespace lanescope;

__global__ void write_to_nowhere(int* where) {
  *where = 1;
}
__global__ void trap() {
  __trap();
}
__global__ void fail_an_assertion(int zero) {
  assert(zero);
}
__global__ void do_nothing() {}

struct Answer {
  int exit_code = 0;     // as the command line's; 0: a run came back
  std::string sentence;  // why not, or the run's notice
  std::string backend;
  bool correct = false;
};

Answer ask(BackendChoice backend, std::uint64_t n = 1 << 20) {
  RunRequest request;
  request.kernel = "segmented";
  request.n = n;
  request.backend = backend;
  request.repeats = 2;
  request.detail = Detail::masks;
  Progress progress;
  Answer answer;
  try {
    const Run run = lanescope::run(request, progress);
    answer = {0, run.notice.text(), run.provenance.backend, run.result->correct};
  } catch (const Error& error) {
    answer = {static_cast<int>(error.kind()), error.what(), "", false};
  }
  std::printf("  exit code %d, backend '%s', says: %s\n", answer.exit_code, answer.backend.c_str(),
              answer.sentence.c_str());
  return answer;
}

int failures = 0;
void expect(bool holds, const char* what) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
  failures += !holds;
}

/// The context is dead: one sentence, then the emulator, for good.
void expect_lost(const std::string& name) {
  const Answer first = ask(BackendChoice::cuda);
  expect(first.exit_code == 1 && first.sentence.find(name) != std::string::npos,
         "the run that meets the fault fails");
  for (int again = 0; again < 2; ++again) {
    const Answer cuda = ask(BackendChoice::cuda);
    expect(cuda.exit_code == 3 && cuda.sentence.find("lost in an earlier run") != std::string::npos,
           "later runs on the GPU are refused, with the reason");
    const Answer automatic = ask(BackendChoice::automatic);
    expect(automatic.exit_code == 0 && automatic.backend == "emulator" && automatic.correct &&
               !automatic.sentence.empty(),
           "auto is the emulator, and says so");
  }
  expect(!backend_status().cuda_available && !backend_status().reason.empty(),
         "the window is told that it is gone");
}

void expect_works() {
  const Answer answer = ask(BackendChoice::cuda);
  expect(answer.exit_code == 0 && answer.backend == "cuda" && answer.correct && answer.sentence.empty(),
         "the GPU runs as before");
}

std::size_t free_gpu_bytes() {
  std::size_t free_bytes = 0, total_bytes = 0;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  return free_bytes;
}

/// Piece by piece: what another program gives back or takes meanwhile must not leave room for the run.
std::vector<void*> hoard_all_but(std::size_t rest_bytes) {
  std::vector<void*> hoard;
  for (std::size_t piece = free_gpu_bytes(); piece >= rest_bytes; piece = std::min(piece, free_gpu_bytes())) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, piece) == cudaSuccess) {
      hoard.push_back(memory);
    } else {
      cudaGetLastError();  // not the session's
      piece /= 2;
    }
  }
  return hoard;
}

void exhaust_memory() {
  constexpr std::size_t kRest = 64 << 20;
  const std::vector<void*> hoard = hoard_all_but(kRest);
  const Answer answer = ask(BackendChoice::cuda, 1 << 27);
  expect(free_gpu_bytes() < 2 * kRest, "the GPU's memory is taken (else another program has just given some back)");
  expect(answer.exit_code == 1 && answer.sentence.find("choose a smaller --n") != std::string::npos,
         "an input that does not fit is refused");
  for (void* memory : hoard) cudaFree(memory);
  expect_works();
}

/// Its error must not be blamed on the run that follows.
void launch_badly() {
  do_nothing<<<1, 4096>>>();
  expect_works();
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::function<void()>> faults = {{"illegal_address",
                                                                [] {
                                                                  write_to_nowhere<<<1, 1>>>(nullptr);
                                                                  expect_lost("cudaErrorIllegalAddress");
                                                                }},
                                                               {"trap",
                                                                [] {
                                                                  trap<<<1, 1>>>();
                                                                  expect_lost("cudaError");
                                                                }},
                                                               {"device_assert",
                                                                [] {
                                                                  fail_an_assertion<<<1, 1>>>(0);
                                                                  expect_lost("cudaErrorAssert");
                                                                }},
                                                               {"out_of_memory", exhaust_memory},
                                                               {"bad_launch", launch_badly}};
  const auto fault = faults.find(argc > 1 ? argv[1] : "");
  if (fault == faults.end())
    return std::puts("usage: cuda_faults illegal_address|trap|device_assert|out_of_memory|bad_launch"), 2;
  if (!backend_status().cuda_available)
    return std::printf("skipped: %s\n", backend_status().reason.text().c_str()), 77;
  expect_works();
  fault->second();
  return failures > 0;
}
