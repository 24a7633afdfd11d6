#include "engine/lesson/code_task.h"

#include "engine/base/error.h"
#include "engine/check/fault.h"
#include "engine/check/listed_kernel.h"
#include "engine/lesson/launch_words.h"
#include "engine/lesson/question_kind.h"
#include "engine/session.h"

namespace lanescope {
namespace {

Run compiled_run(const RunRequest& request, Progress& progress) {
  compile_if_needed(request.kernel, progress);
  return run(request, progress);
}

std::string shape_of(const RunRequest& goal) {
  return words_of_launch(goal).substr(goal.kernel.size() + 1);
}

/// What a run that ended without a mistake still lacks.
Sentence missing_in(const CodeTask& task, const Run& run, const RunRequest& goal, Progress& progress) {
  if (!run.result) return Sentence("there is no result.");
  if (!run.result->correct)
    return Sentence("the result is {}, and {} is right.", lesson_number(run.result->value),
                    lesson_number(run.result->reference));
  if (task.bars.empty()) return {};
  const Run counted = compiled_run(copied_request(goal), progress);
  for (const CountedBar& bar : task.bars) {
    const double has = bar.quantity->of(run, {}).number, enough = bar.quantity->of(counted, {}).number;
    if (has > enough)
      return Sentence("the result is right. {}: {}, and {} are enough.", bar.name, lesson_number(has),
                      lesson_number(enough));
  }
  return {};
}

Sentence missing_at(const CodeTask& task, const RunRequest& goal, const OwnSource& source, Progress& progress) {
  try {
    const Run run = compiled_run(request_like(goal, source), progress);
    return run.findings.empty() ? missing_in(task, run, goal, progress) : run.findings.front().sentence;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unavailable) throw;
    return error.sentence();
  }
}

}  // namespace

RunRequest request_like(const RunRequest& goal, const OwnSource& source) {
  const OwnSource copy = copied_source(goal);
  OwnSource judged = source;
  judged.workload = copy.workload;
  judged.like = copy.like;
  RunRequest request = copied_request(goal);
  request.kernel = know_own_source(judged).id;
  return request;
}

OwnSource beginning_of(const CodeTask& task) {
  RunRequest request = task.goals.front();
  request.kernel = task.from;
  request.coarse_factor = 1;
  request.combining.reset();
  OwnSource source = copied_source(request);
  if (!task.fault.empty()) source.text = require_fault(source.text, task.from, fault_named(task.fault)).text;
  source.like = copied_source(task.goals.front()).like;
  return source;
}

CodeVerdict judge_code(const CodeTask& task, const OwnSource& source, Progress& progress) {
  CodeVerdict verdict;
  for (const RunRequest& goal : task.goals) {
    verdict.goals.push_back({shape_of(goal), missing_at(task, goal, source, progress)});
    if (!verdict.missing().empty()) return verdict;
  }
  verdict.done = true;
  return verdict;
}

void require_solvable(const CodeTask& task, Progress& progress) {
  const CodeVerdict verdict = judge_code(task, copied_source(task.goals.front()), progress);
  if (!verdict.done)
    throw Error(ErrorKind::failed, Sentence("the goal itself does not do it: {}", verdict.missing()));
  if (judge_code(task, beginning_of(task), progress).done)
    throw Error(ErrorKind::failed, "what it begins with does it already.");
}

}  // namespace lanescope
