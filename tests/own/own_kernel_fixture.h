// Files of CUDA that a test writes, compiled and run.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"

namespace lanescope {

/// Compiles and runs text as a reduction of N ones.
class OwnKernelTest : public ::testing::Test {
 protected:
  lanescope::Run run_text(const std::string& text, std::uint64_t n = 1000, unsigned block_dim = 64) {
    const std::string path = folder_.file("own.cu");
    std::ofstream(path) << text;
    const KernelInfo& kernel = load_own_kernel(path, Workload::reduction, progress_);
    RunRequest request;
    request.kernel = kernel.id;
    request.n = n;
    request.block_dim = block_dim;
    request.input.kind = InputKind::ones;
    request.type = own_type(*kernel.own);
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    return lanescope::run(request, progress_);
  }

  /// The same of a kernel of which nobody says what it computes, every access checked.
  lanescope::Run run_free(const std::string& text, const std::string& kernel = "",
                          const std::vector<std::string>& arguments = {}) {
    const std::string path = folder_.file("free.cu");
    std::ofstream(path) << text;
    RunRequest request;
    request.kernel = load_own_kernel(path + (kernel.empty() ? "" : ":" + kernel), std::nullopt, progress_).id;
    request.own.arguments = arguments;
    request.n = 1000;
    request.block_dim = 64;
    request.own.checks = true;
    request.backend = BackendChoice::emulator;
    return lanescope::run(request, progress_);
  }

  /// The sentence that it ends with, and the exit code that goes with it.
  std::pair<ErrorKind, std::string> error_of(const std::string& text) {
    try {
      run_text(text);
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
    return {ErrorKind::failed, "no error"};
  }

  void expect_wrong(const std::string& text, const std::string& words, ErrorKind kind = ErrorKind::failed) {
    const auto [seen_kind, seen] = error_of(text);
    EXPECT_NE(seen.find(words), std::string::npos) << seen;
    EXPECT_EQ(seen_kind, kind);
  }

  /// The sentence with which a whole program is refused.
  std::string error_of_program(const std::string& text) {
    const std::string path = folder_.file("program.cu");
    std::ofstream(path) << text;
    try {
      load_own_program(path, progress_);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  void write_beside(const std::string& name, const std::string& text) { std::ofstream(folder_.file(name)) << text; }

  ScratchFolder folder_;
  Progress progress_;
};

inline constexpr const char* kHead = "__global__ void f(const int* in, int* out, int n) {\n";

}  // namespace lanescope
