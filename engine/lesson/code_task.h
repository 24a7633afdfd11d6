// A task of a lesson that is answered with code: a kernel to begin with, and launches of a kernel of the ladder
// that does what is asked for. Nothing that is right is stored: the student's kernel is launched in the same shape,
// its result is judged, and what it costs is counted beside the plain CUDA of the ladder's kernel.
#pragma once

#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/lesson/quantity.h"
#include "engine/source/own_source.h"

namespace lanescope {

/// The kernel must not have more of it than the goal has at the same launch.
struct CountedBar {
  const Quantity* quantity = nullptr;  ///< of a launch: without an index, worked out from the trace
  std::string name;                    ///< in the lesson's words
};

struct CodeTask {
  std::string text;
  std::string from;               ///< id of the kernel whose plain CUDA is the beginning
  std::string fault;              ///< that is put into it; empty: none
  std::vector<RunRequest> goals;  ///< launches of one kernel of the ladder; the first is what is shown
  std::vector<CountedBar> bars;
  std::string why;                 ///< said when it is done
  std::vector<std::string> hints;  ///< two at most, the second says more
};

/// The text to begin with: of no file, to be launched as the goal is. Throws Error(usage) where the kernel has no
/// plain CUDA, or the fault does not apply to it.
OwnSource beginning_of(const CodeTask& task);

/// The source's kernel in the shape of a goal's launch.
RunRequest request_like(const RunRequest& goal, const OwnSource& source);

/// What one launch shows.
struct GoalVerdict {
  std::string launch;  ///< "--n 2048 --block 1024"
  Sentence missing;    ///< empty: nothing
};
struct CodeVerdict {
  std::vector<GoalVerdict> goals;  ///< up to the first that is missed
  bool done = false;
  const Sentence& missing() const { return goals.back().missing; }
};

/// Runs the source at each launch until one shows what is missing: it must compile, be without findings, have the
/// right result, and not count more than the goal. Throws Error (unavailable: there is no compiler), Cancelled.
CodeVerdict judge_code(const CodeTask& task, const OwnSource& source, Progress& progress);

/// Whether the task can be asked: the goal's own plain CUDA must do it, and the beginning must not. Throws
/// Error(failed) in one sentence, and as judge_code().
void require_solvable(const CodeTask& task, Progress& progress);

}  // namespace lanescope
