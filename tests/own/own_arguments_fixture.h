// Kernels without a main() of which nobody says what they compute, as tests launch them.
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include "engine/check/settled_run.h"
#include "tests/own/own_kernel_fixture.h"

namespace lanescope {

class OwnArgumentsTest : public OwnKernelTest {
 protected:
  /// `kernel`: the name of one of several.
  RunRequest request_of(const std::string& text, std::uint64_t n, std::optional<Workload> workload = std::nullopt,
                        const std::string& kernel = "") {
    const std::string path = scratch_.file("settled.cu");
    std::ofstream(path) << text;
    RunRequest request;
    request.kernel = load_own_kernel(path + (kernel.empty() ? "" : ":" + kernel), workload, progress_).id;
    request.n = n;
    request.block_dim = 64;
    request.own.checks = true;
    request.backend = BackendChoice::emulator;
    return request;
  }

  /// Runs it with the arguments that settle for it, every access checked.
  lanescope::Run run_settled(const std::string& text, std::uint64_t n = 4096, const std::string& kernel = "") {
    return lanescope::run_settled(request_of(text, n, std::nullopt, kernel), progress_);
  }

  std::string words_of(const lanescope::Run& run) {
    std::string words;
    for (const std::string& word : run.request.own.arguments) words += (words.empty() ? "" : ",") + word;
    return words;
  }

  ScratchFolder scratch_;
  Progress progress_;
};

}  // namespace lanescope
