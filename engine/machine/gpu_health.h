// What an error of the GPU means for the program. It needs no CUDA, so it can be tested without a GPU;
// engine/cuda/check.cpp reports the errors.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "engine/base/sentence.h"

namespace lanescope {

/// What still works after an error.
enum class GpuVerdict {
  unusable,  ///< there is no GPU that this program can use
  failed,    ///< this run failed; the next one may succeed
  lost,      ///< nothing runs on the GPU any more until the program is started again
};

struct GpuError {
  std::string name;   ///< as CUDA spells it: "cudaErrorMemoryAllocation"
  std::string text;   ///< CUDA's own words for it
  std::string doing;  ///< what was tried, such as "copying to the GPU"
};

/// The verdict for an error's name. Errors that destroy the context are `lost`: CUDA answers every later call with
/// the same error.
GpuVerdict verdict_of(std::string_view error_name);

/// What failed, what CUDA says, and what the user can do about it.
std::string sentence_of(const GpuError& error, GpuVerdict verdict);

/// Whether the GPU that was there can still be used. Threads may share it.
class GpuHealth {
 public:
  /// Called with the error that destroyed the context. The first one is kept: later errors are its consequence.
  void lose(const GpuError& error);

  /// Why the GPU cannot be used any more, in one sentence that begins in lower case; empty while it can.
  Sentence loss() const;
  bool lost() const { return !loss().empty(); }

 private:
  mutable std::mutex mutex_;
  Sentence loss_;
};

/// Of this process.
GpuHealth& gpu_health();

}  // namespace lanescope
