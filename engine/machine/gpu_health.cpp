#include "engine/machine/gpu_health.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kUnusable[] = {"cudaErrorNoDevice", "cudaErrorInsufficientDriver",
                                          "cudaErrorNoKernelImageForDevice", "cudaErrorUnsupportedPtxVersion"};

/// Errors that the kernel caused.
constexpr std::string_view kBrokenOff[] = {"cudaErrorIllegalAddress",      "cudaErrorLaunchFailure",
                                           "cudaErrorMisalignedAddress",   "cudaErrorIllegalInstruction",
                                           "cudaErrorInvalidAddressSpace", "cudaErrorInvalidPc",
                                           "cudaErrorHardwareStackError",  "cudaErrorAssert",
                                           "cudaErrorTensorMemoryLeak"};

/// The device itself failed, or was removed.
constexpr std::string_view kDeviceGone[] = {"cudaErrorECCUncorrectable",    "cudaErrorNvlinkUncorrectable",
                                            "cudaErrorContained",           "cudaErrorExternalDevice",
                                            "cudaErrorContextIsDestroyed",  "cudaErrorMpsClientTerminated",
                                            "cudaErrorDeviceUninitialized", "cudaErrorUnknown"};

template <std::size_t N>
bool among(std::string_view name, const std::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr const char* kStartAgain = " No GPU run is possible until the program is started again.";

std::string advice_for(std::string_view name, GpuVerdict verdict) {
  if (name == "cudaErrorMemoryAllocation") return " The GPU has too little free memory: choose a smaller --n.";
  if (name == "cudaErrorNoKernelImageForDevice" || name == "cudaErrorUnsupportedPtxVersion") {
    return " This build holds no code for this GPU: rebuild on this machine, or with "
           "-DLANESCOPE_CUDA_ARCHITECTURES "
           "set to it.";
  }
  if (name == "cudaErrorInsufficientDriver") return " Update the NVIDIA driver.";
  if (name == "cudaErrorDevicesUnavailable") return " Another program holds the GPU for itself.";
  if (name == "cudaErrorLaunchTimeout")
    return std::string(" The kernel outlasted the display's time limit: choose a smaller --n.") + kStartAgain;
  if (among(name, kBrokenOff)) return std::string(" The kernel broke off.") + kStartAgain;
  if (verdict == GpuVerdict::lost) return std::string(" The GPU is lost.") + kStartAgain;
  return "";
}

}  // namespace

GpuVerdict verdict_of(std::string_view error_name) {
  if (among(error_name, kUnusable)) return GpuVerdict::unusable;
  const bool lost =
      among(error_name, kBrokenOff) || among(error_name, kDeviceGone) || error_name == "cudaErrorLaunchTimeout";
  return lost ? GpuVerdict::lost : GpuVerdict::failed;
}

std::string sentence_of(const GpuError& error, GpuVerdict verdict) {
  return "CUDA failed while " + error.doing + ": " + error.text + " (" + error.name + ")." +
         advice_for(error.name, verdict);
}

void GpuHealth::lose(const GpuError& error) {
  const std::lock_guard lock(mutex_);
  if (loss_.empty()) {
    loss_ =
        Sentence("the GPU was lost in an earlier run ({}), and cannot be used until the program is started again.",
                 error.text);
  }
}

Sentence GpuHealth::loss() const {
  const std::lock_guard lock(mutex_);
  return loss_;
}

GpuHealth& gpu_health() {
  static GpuHealth health;
  return health;
}

}  // namespace lanescope
