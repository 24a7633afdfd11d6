// A kernel of the program as one that a user brings: its plain CUDA, compiled and launched in the same shape. So it
// is checked at every access, can be given a fault, and runs in any order of its warps.
#pragma once

#include <vector>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/source/own_source.h"

namespace lanescope {

struct Fault;

/// Whether the request's kernel has plain CUDA that a file could hold.
bool has_plain_cuda(const RunRequest& request);

/// Those that the kernel's plain CUDA has lines for. Throws Error(usage) as listed_request().
std::vector<const Fault*> applicable_faults(const RunRequest& request);

/// The first launch of the request's kernel, by a kernel that is added to the catalogue. Throws Error(usage) for
/// one that has no plain CUDA: a library, a loop of the host, a kernel of several entries; and where the fault does
/// not apply.
RunRequest listed_request(const RunRequest& request, const Fault* fault, Progress& progress);

/// The plain CUDA of the request's kernel as a text of one's own. Throws Error(usage) as listed_request().
OwnSource copied_source(const RunRequest& request);

/// The request's kernel as a text of one's own, which is launched in the same shape and is compiled when it first
/// runs. Throws Error(usage) as listed_request().
RunRequest copied_request(const RunRequest& request);

}  // namespace lanescope
