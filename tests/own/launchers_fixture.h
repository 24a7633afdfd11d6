// Functions of the host that launch kernels: written into a file, called, and looked at.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "engine/check/settled_run.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"

namespace lanescope {

class LaunchersTest : public ::testing::Test {
 protected:
  RunRequest request_of(const std::string& text, const std::string& function, std::uint64_t n = 4096) {
    const std::string path = folder_.file("launcher.cu");
    std::ofstream(path) << text;
    RunRequest request;
    request.kernel = load_own_launcher(path + ":" + function, function, progress_).id;
    request.n = n;
    request.own.checks = true;
    request.backend = BackendChoice::emulator;
    return request;
  }
  lanescope::Run run_text(const std::string& text, const std::string& function, std::uint64_t n = 4096) {
    return run_settled(request_of(text, function, n), progress_);
  }
  std::string error_of(const std::string& text, const std::string& function) {
    try {
      request_of(text, function);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  ScratchFolder folder_;
  Progress progress_;
};

inline constexpr const char* kAdd =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n";

}  // namespace lanescope
