#include "viz/views/timing/time_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/workload/sections.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// What is worked out, on which input where its values matter for the time.
struct Problem {
  Workload workload = {};
  std::uint64_t n = 0;
  MatrixSizes matrices;
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  InputSpec input;
  std::uint64_t section = 0;  ///< that each block works out by itself

  bool operator==(const Problem&) const = default;
};

Problem problem_of(const ViewInput& input, const TimedRun& run) {
  const LaunchConfig& launch = run.launch;
  Problem problem{.workload = launch.workload, .n = launch.n, .matrices = launch.matrices, .input = {}};
  InputSpec values;
  if (run.variant) {
    const RunRequest& request = input.variants[*run.variant]->request;
    problem.op = request.op;
    problem.type = request.type;
    values = request.input;
  } else if (run.row) {
    problem.op = run.row->op;
    problem.type = run.row->type;
    values = run.row->input;
  }
  if (has_array_result(launch.workload)) problem.input = values;
  if (works_in_sections(launch.workload)) problem.section = launch.elements_per_block;
  return problem;
}

std::string size_words(const Problem& problem) {
  const MatrixSizes& m = problem.matrices;
  if (m.rows == m.inner && m.inner == m.columns) return "N " + grouped(problem.n);
  return fmt::format("N {} × {} × {}", grouped(m.rows), grouped(m.inner), grouped(m.columns));
}

std::string words_of(const Problem& problem) {
  std::string words = size_words(problem);
  const std::string type(name_of(problem.type));
  if (!has_array_result(problem.workload))
    return words + " · " + tr(name_of(problem.op)) + " · " + type;
  words += " · " + type;
  if (problem.section > 0) words += " · " + tr_format("sections of {}", grouped(problem.section));
  if (problem.input.kind != InputKind::uniform) words += " · " + tr(name_of(problem.input.kind));
  return words;
}

struct Sorted {
  Problem problem;
  TimeGroup group;
  const TimingRow* row() const {
    for (const TimedRun& run : group.runs)
      if (run.row) return &*run.row;
    return nullptr;
  }
};

bool belongs(const Sorted& sorted, const Problem& problem, const TimedRun& run) {
  if (!(sorted.problem == problem)) return false;
  const TimingRow* row = sorted.row();
  return !row || !run.row || comparable(*row, *run.row);
}

}  // namespace

std::vector<TimeGroup> time_groups(const ViewInput& input) {
  std::vector<Sorted> sorted;
  for (TimedRun& run : timed_runs(input)) {
    const Problem problem = problem_of(input, run);
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
