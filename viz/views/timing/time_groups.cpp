#include "viz/views/timing/time_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// The problem that a time belongs to; with the input, if its values affect the time.
struct TimedProblem {
  Problem problem;
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  InputSpec input;

  bool operator==(const TimedProblem&) const = default;
};

TimedProblem problem_of(const ViewInput& input, const TimedRun& run) {
  TimedProblem timed{.problem = problem_of(run.launch), .input = {}};
  InputSpec values;
  if (run.variant) {
    const RunRequest& request = input.variants[*run.variant]->request;
    timed.op = request.op;
    timed.type = request.type;
    values = request.input;
  } else if (run.row) {
    timed.op = run.row->op;
    timed.type = run.row->type;
    values = run.row->input;
  }
  if (has_array_result(run.launch.workload)) timed.input = values;
  return timed;
}

std::string size_words(const Problem& problem) {
  const Shape shape = facts_of(problem.workload).shape;
  if (shape == Shape::vector || is_square(shape, problem.matrices)) return "N " + grouped(problem.n);
  std::string words = "N";
  for (const std::uint64_t size : listed(shape, problem.matrices))
    words += (words.size() > 1 ? " × " : " ") + grouped(size);
  return words;
}

std::string words_of(const TimedProblem& timed) {
  std::string words = size_words(timed.problem);
  const std::string type(name_of(timed.type));
  if (!has_array_result(timed.problem.workload)) return words + " · " + tr(name_of(timed.op)) + " · " + type;
  words += " · " + type;
  if (const auto section = timed.problem.section; section > 0)
    words += " · " + tr_format("sections of {}", grouped(section));
  if (timed.input.kind != InputKind::uniform) words += " · " + tr(name_of(timed.input.kind));
  return words;
}

struct Sorted {
  TimedProblem problem;
  TimeGroup group;
  const TimingRow* row() const {
    for (const TimedRun& run : group.runs)
      if (run.row) return &*run.row;
    return nullptr;
  }
};

bool belongs(const Sorted& sorted, const TimedProblem& problem, const TimedRun& run) {
  if (!(sorted.problem == problem)) return false;
  const TimingRow* row = sorted.row();
  return !row || !run.row || comparable(*row, *run.row);
}

}  // namespace

std::vector<TimeGroup> time_groups(const ViewInput& input) {
  std::vector<Sorted> sorted;
  for (TimedRun& run : timed_runs(input)) {
    const TimedProblem problem = problem_of(input, run);
    auto found = std::find_if(sorted.begin(), sorted.end(),
                              [&](const Sorted& other) { return belongs(other, problem, run); });
    if (found == sorted.end()) found = sorted.insert(found, {problem, {words_of(problem), {}}});
    found->group.runs.push_back(std::move(run));
  }
  std::vector<TimeGroup> groups;
  for (Sorted& one : sorted) {
    const bool alone = std::count_if(sorted.begin(), sorted.end(),
                                     [&](const Sorted& other) { return other.problem == one.problem; }) == 1;
    if (const TimingRow* row = one.row(); row && !alone) one.group.name += " · " + kind_text(row->provenance, true);
    groups.push_back(one.group);
  }
  return groups;
}

}  // namespace lanescope
