// A kernel of the program as a file that a user brings: its plain CUDA, compiled and launched in the same shape. So it is
// checked at every access, and can be given a fault.
#pragma once

#include <string>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/source/scratch_folder.h"

namespace lanescope {

/// The plain CUDA of the request's kernel, as it would be launched. Throws Error(usage) for one that has none: a library,
/// a loop of the host, a kernel of several entries.
std::string listing_text(const RunRequest& request);

class ListedKernel {
 public:
  /// `text`: the listing, or an edit of it. Throws as load_own_kernel().
  ListedKernel(const RunRequest& request, const std::string& text, Progress& progress);

  /// Of the first launch, as one of the user's kernel.
  const RunRequest& request() const { return request_; }

 private:
  ScratchFolder folder_;
  RunRequest request_;
};

}  // namespace lanescope
