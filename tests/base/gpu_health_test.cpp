// What the program says and does when the GPU fails: every kind of error, without a GPU.
#include "engine/machine/gpu_health.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/base/error.h"
#include "engine/session.h"

namespace lanescope {
namespace {

GpuError error_of(const std::string& name) {
  return {name, "words of CUDA", "copying to the GPU"};
}

std::string said_of(const std::string& name) {
  return sentence_of(error_of(name), verdict_of(name));
}

TEST(GpuHealth, errors_that_break_the_context_off_are_told_from_those_that_do_not) {
  for (const char* name : {"cudaErrorIllegalAddress", "cudaErrorLaunchFailure", "cudaErrorMisalignedAddress",
                           "cudaErrorIllegalInstruction", "cudaErrorInvalidPc", "cudaErrorHardwareStackError",
                           "cudaErrorAssert", "cudaErrorLaunchTimeout", "cudaErrorECCUncorrectable",
                           "cudaErrorNvlinkUncorrectable", "cudaErrorContextIsDestroyed", "cudaErrorUnknown"}) {
    EXPECT_EQ(verdict_of(name), GpuVerdict::lost) << name;
    EXPECT_NE(said_of(name).find("No GPU run is possible until the program is started again."), std::string::npos)
        << name;
  }
  for (const char* name : {"cudaErrorMemoryAllocation", "cudaErrorInvalidConfiguration", "cudaErrorInvalidValue",
                           "cudaErrorDevicesUnavailable", "cudaErrorLaunchOutOfResources"}) {
    EXPECT_EQ(verdict_of(name), GpuVerdict::failed) << name;
    EXPECT_EQ(said_of(name).find("started again"), std::string::npos) << name;
  }
  for (const char* name : {"cudaErrorNoDevice", "cudaErrorInsufficientDriver", "cudaErrorNoKernelImageForDevice"})
    EXPECT_EQ(verdict_of(name), GpuVerdict::unusable) << name;
}

TEST(GpuHealth, the_sentence_says_what_was_done_what_cuda_says_and_what_to_do) {
  EXPECT_EQ(
      said_of("cudaErrorMemoryAllocation"),
      "CUDA failed while copying to the GPU: words of CUDA (cudaErrorMemoryAllocation). The GPU has too little "
      "free memory: choose a smaller --n.");
  EXPECT_EQ(
      said_of("cudaErrorIllegalAddress"),
      "CUDA failed while copying to the GPU: words of CUDA (cudaErrorIllegalAddress). The kernel broke off. No "
      "GPU run is possible until the program is started again.");
  EXPECT_EQ(said_of("cudaErrorInvalidValue"),
            "CUDA failed while copying to the GPU: words of CUDA (cudaErrorInvalidValue).");
}

TEST(GpuHealth, the_first_loss_is_the_one_that_is_told) {
  GpuHealth health;
  EXPECT_FALSE(health.lost());
  EXPECT_EQ(health.loss().text(), "");
  health.lose({"cudaErrorIllegalAddress", "an illegal memory access was encountered", "waiting for the kernel"});
  health.lose({"cudaErrorUnknown", "unknown error", "freeing GPU memory"});
  EXPECT_TRUE(health.lost());
  EXPECT_EQ(
      health.loss().text(),
      "the GPU was lost in an earlier run (an illegal memory access was encountered), and cannot be used until the "
      "program is started again.");
}

/// 0 where the session behaves as it must after a loss. In a process of its own: a loss is for good.
int session_after_a_loss() {
  RunRequest request;
  request.n = 1000;
  Progress progress;
  if (!run(request, progress).notice.empty()) return 1;
  gpu_health().lose(error_of("cudaErrorIllegalAddress"));
  if (backend_status().cuda_available || backend_status().reason != gpu_health().loss()) return 2;
  for (int again = 0; again < 2; ++again) {
    const Run emulated = run(request, progress);
    if (emulated.provenance.backend != "emulator" || !emulated.result->correct) return 3;
    if (emulated.notice.text() != "This is a run of the emulator: " + gpu_health().loss().text()) return 4;
  }
  request.backend = BackendChoice::emulator;
  if (!run(request, progress).notice.empty()) return 5;  // that is what was asked for
  request.backend = BackendChoice::cuda;
  try {
    run(request, progress);
    return 6;
  } catch (const Error& error) {
    const bool told =
        error.kind() == ErrorKind::unavailable && error.what() == "--backend cuda: " + gpu_health().loss().text();
    return told ? 0 : 7;
  }
}

TEST(GpuHealthDeathTest, after_a_loss_auto_is_the_emulator_and_says_so) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";  // the session starts threads
  EXPECT_EXIT(std::exit(session_after_a_loss()), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanescope
