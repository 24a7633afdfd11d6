// GPUs whose SM limits the program knows without having the GPU: the table of technical specifications per compute
// capability in the CUDA C++ Programming Guide, and NVIDIA's number of SMs of each product.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/machine/occupancy.h"

namespace lanescope {

struct GpuModel {
  std::string_view name;
  unsigned major, minor;  ///< compute capability
  SmLimits limits;
};

inline constexpr std::uint64_t kKib = 1024;
inline constexpr GpuModel kGpuModels[] = {{"NVIDIA H200", 9, 0, {132, 2048, 32, 228 * kKib, 1024, 65536, 128}},
                                          {"NVIDIA H100 SXM", 9, 0, {132, 2048, 32, 228 * kKib, 1024, 65536, 128}},
                                          {"NVIDIA A100", 8, 0, {108, 2048, 32, 164 * kKib, 1024, 65536, 128}},
                                          {"NVIDIA RTX 4090", 8, 9, {128, 1536, 24, 100 * kKib, 1024, 65536, 128}},
                                          {"NVIDIA RTX 3090", 8, 6, {82, 1536, 16, 100 * kKib, 1024, 65536, 128}},
                                          {"NVIDIA T4", 7, 5, {40, 1024, 16, 64 * kKib, 0, 65536, 256}}};

/// The first whose name holds `text`, in any case: "H200", "rtx 4090". Throws Error(usage) that names the option
/// and lists the names.
const GpuModel& gpu_model(std::string_view option, std::string_view text);

}  // namespace lanescope
