// What the process is asked that compiles a user's kernel by NVRTC and runs it on a GPU, and what it answers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/machine/resources.h"
#include "engine/source/argument_value.h"

namespace lanescope {

/// An array of the kernel, in the memory that both processes share.
struct GpuArray {
  std::uint64_t begin = 0, bytes = 0;
  bool is_written =
      false;  ///< by the kernel, as far as its parameter tells: it is fetched when the first launch is done
  bool is_restored = false;  ///< if that launch changed it, it is as before again for each of the others
};

struct GpuJob {
  std::string text;                                          ///< as NVRTC compiles it
  std::string kernel;                                        ///< with its template arguments
  std::vector<std::pair<std::string, std::string>> headers;  ///< as the text includes them, and their texts
  std::string
      architecture;  ///< "sm_90": it is compiled for that, and that is all; empty: for the GPU, and run there
  bool is_launched = true;  ///< else it is loaded on the GPU, which says what it needs, and that is all
  std::array<unsigned, 3> block = {1, 1, 1}, grid = {1, 1, 1};
  unsigned dynamic_bytes = 0;  ///< of extern __shared__
  unsigned repeats = 0;        ///< that are timed, at most
  unsigned seconds = 10;       ///< after which a launch is not waited for any more
  std::vector<GpuArray> arrays;
  std::vector<ArgumentValue> arguments;
};

/// How it ended.
enum class GpuEnd {
  done,
  no_driver,
  no_device,
  no_compiler,  ///< NVRTC is not there, or has not what is asked of it
  refused,      ///< by the compiler: `log` says why
  no_memory,    ///< of the GPU: the arrays need `wanted_bytes`
  endless,      ///< a launch was not done in time
  failed        ///< a call of CUDA, in `step`
};
inline constexpr std::string_view kGpuEndNames[] = {"done",    "no_driver", "no_device", "no_compiler",
                                                    "refused", "no_memory", "endless",   "failed"};

/// What was being done.
enum class GpuStep { begin, load, copy_in, launch, run, time, copy_out };
inline constexpr std::string_view kGpuStepNames[] = {"begin", "load", "copy_in", "launch",
                                                     "run",   "time", "copy_out"};

struct GpuAnswer {
  GpuEnd end = GpuEnd::failed;
  GpuStep step = GpuStep::begin;
  std::string error_name, error_text;  ///< CUDA's, of what failed
  std::string log;                     ///< of the compiler
  std::string compiler;                ///< "NVRTC 13.0"
  std::uint64_t code_bytes = 0;
  std::string device, driver;  ///< driver: the CUDA version that it supports
  std::uint64_t wanted_bytes = 0, free_bytes = 0;
  KernelResources resources;
  unsigned blocks_per_sm = 0;  ///< resident at once, as CUDA's occupancy calculation has it
  double median_us = 0, min_us = 0, max_us = 0;
  unsigned repeats = 0;  ///< that were timed
};

std::string gpu_job_text(const GpuJob& job);
GpuJob gpu_job_from_text(std::string_view text);

std::string gpu_answer_text(const GpuAnswer& answer);
/// Throws Error(failed) if the text is none.
GpuAnswer gpu_answer_from_text(std::string_view text);

/// Descriptors of the process: what it is asked, its arrays, and where its answer goes.
inline constexpr int kGpuJobDescriptor = 3, kGpuArraysDescriptor = 4, kGpuAnswerDescriptor = 5;
inline constexpr std::uint64_t kMostGpuAnswerBytes = 1 << 20;

}  // namespace lanescope
