#include "engine/check/odd_size.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/settled_run.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_extents.h"
#include "engine/request/parameter_names.h"
#include "engine/session.h"
#include "engine/source/argument_words.h"
#include "engine/trace/finding.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kOddN = 4 * 31 * 31;  // of sides that are the root of N/4, too

/// What sizes that no block divides may bring to light, and those that differ, too; and how it is told: with N, the
/// arguments, the array and the line.
struct OddRemark {
  FindingKind kind;
  const char* of_odd;
  const char* of_differing;
};
constexpr OddRemark kRemarks[] = {
    {FindingKind::bounds,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) an index leaves {} (line {}): a check of "
         "it is missing, if such sizes are meant."),
     pattern("Of sizes that differ (--n {} --arguments {}) an index leaves {} (line {}): one size may be taken for "
             "another there.")},
    {FindingKind::race,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) two threads come to one element of "
         "{} (line {}), as where rows end in the midst of a block: a check of the index is missing, if such sizes "
         "are meant."),
     pattern(
         "Of sizes that differ (--n {} --arguments {}) two threads come to one element of {} (line {}): one size "
         "may be taken for another there.")},
    {FindingKind::barrier,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) not all threads come to a barrier (line "
         "{}): it may not stand in the branch that checks the index, if such sizes are meant."),
     pattern("Of sizes that differ (--n {} --arguments {}) not all threads come to a barrier (line {}): it may not "
             "stand in a branch that not all of them take.")},
    {FindingKind::uninitialised,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) elements of {} are read that nobody "
         "has written (line {}): threads beyond the size must write theirs, too, or not be asked, if such sizes "
         "are meant."),
     pattern("Of sizes that differ (--n {} --arguments {}) elements of {} are read that nobody has written (line "
             "{}): one size may be taken for another there.")}};

std::optional<std::uint64_t> side_in(const std::string& word) {
  constexpr std::uint64_t kLeast = 16;
  const std::optional<std::uint64_t> number = number_in_word(word);
  return number.value_or(0) >= kLeast ? number : std::nullopt;
}

/// Of so many that are alike those that stand for them in an order: a third less, a third more and twice as much,
/// where arrays and the grid have room for any two; else each a little less than the one before. Odd, all of them.
std::vector<std::uint64_t> differing_sides(std::uint64_t side, std::uint64_t count, bool have_room) {
  if (have_room && count == 2) return {side * 2 / 3 | 1, side * 2 - 1};
  if (have_room && count == 3) return {side * 2 / 3 | 1, side * 4 / 3 | 1, side * 2 - 1};
  constexpr std::uint64_t kStep = 2;
  std::vector<std::uint64_t> sides;
  for (std::uint64_t i = 0; i < count; ++i) sides.push_back(side - std::min(side - 1, kStep * (count - 1 - i)));
  return sides;
}

/// The same where rows, columns and the like differ, too, so that one taken for another shows: each is larger than
/// the one before, or smaller. Nothing where there are not two of them.
std::optional<RunRequest> with_sides_that_differ(RunRequest request, bool ascend) {
  const std::vector<std::string>& words = request.own.arguments;
  const OwnKernel& own = *kernel_info(request.kernel).own;
  const std::vector<OwnParameter> leaves = leaves_of(own.parameters);
  // A launcher makes its grid itself.
  const bool have_room = own.is_launcher && std::none_of(leaves.begin(), leaves.end(), is_called_pitch) &&
                         std::none_of(words.begin(), words.end(),
                                      [](const std::string& word) { return word.find(':') != std::string::npos; });
  const bool have_sizes =
      std::any_of(leaves.begin(), leaves.end(), [](const OwnParameter& one) { return one.has_size; });
  std::map<std::uint64_t, std::uint64_t> counts, seen;
  for (const std::string& word : words)
    if (const auto side = side_in(word)) ++counts[*side];
  bool differ = false;
  for (std::string& word : request.own.arguments) {
    const auto side = side_in(word);
    if (!side || counts[*side] < 2) continue;
    if (have_sizes && counts[*side] > 2) return std::nullopt;  // nobody knows which two are an array's
    std::vector<std::uint64_t> sides = differing_sides(*side, counts[*side], have_room);
    if (!ascend) std::reverse(sides.begin(), sides.end());
    word = std::to_string(sides[seen[*side]++]);
    differ = true;
  }
  return differ ? std::optional(request) : std::nullopt;
}

/// An output that `whole` writes without a gap, and of which elements are left out here, between others or, of N,
/// at the end: too few threads are launched, or not where they are needed.
Sentence remark_of_gaps(const Run& whole, const Run& run) {
  const std::vector<OwnParameter> pointers = pointers_of(kernel_info(run.request.kernel).own->parameters);
  const std::size_t count = std::min({pointers.size(), whole.array_uses.size(), run.array_uses.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const ArrayUse &before = whole.array_uses[i], &use = run.array_uses[i];
    if (before.is_read || before.is_updated || before.written == 0 || before.written != before.end) continue;
    const std::uint64_t expected = before.end == whole.request.n ? run.request.n : use.end;
    if (use.written == 0 || use.written >= expected) continue;
    return Sentence(
        "Of other sizes (--n {} --arguments {}) {} of {} elements of {} are written: there are too few threads, or "
        "they are not where they are needed.",
        run.request.n, arguments_text(run.request), use.written, expected, pointers[i].name);
  }
  return {};
}

/// How large a shared array is does not follow from a size; which of its elements are written may.
const OddRemark* remark_of(const Finding& finding) {
  if (finding.lines.empty()) return nullptr;
  const bool is_barrier = finding.kind == FindingKind::barrier;
  if (!is_barrier && finding.array_name.empty()) return nullptr;
  if (!is_barrier && finding.kind != FindingKind::uninitialised && finding.array == ArrayId::shared) return nullptr;
  const auto* found = std::find_if(std::begin(kRemarks), std::end(kRemarks),
                                   [&](const OddRemark& one) { return one.kind == finding.kind; });
  return found == std::end(kRemarks) ? nullptr : found;
}

/// Whether an index leaves the array with a block that divides the sizes, too: then it has too little room, as a
/// halo has around sizes so small. Not asked of kernels that have their block's size in them.
bool leaves_without_a_rest(const RunRequest& odd, const Finding& found, Progress& progress) {
  const OwnKernel& own = *kernel_info(odd.kernel).own;
  if (found.kind != FindingKind::bounds || own.is_launcher || odd.own.has_settled_grid ||
      odd.own.has_settled_block || own.spans[0] > 0)
    return false;
  constexpr unsigned kOfRow = 4 * 31;  // divides kOddN
  const unsigned directions = own.directions();
  const auto side = static_cast<unsigned>(threads_in_a_direction(own, odd.n));
  RunRequest even = odd;
  even.block_dim = 1;
  for (unsigned i = 0; i < directions; ++i) {
    even.own.block[i] = directions == 1 ? kOfRow : side;
    even.block_dim *= even.own.block[i];
  }
  if (even.block_dim > kMaxBlockDim) return false;
  const Run run = lanescope::run(even, progress);
  return std::any_of(run.findings.begin(), run.findings.end(), [&](const Finding& one) {
    return one.kind == found.kind && one.array_name == found.array_name;
  });
}

Sentence remark_of_run(const Run& run, const char* OddRemark::*words, Progress& progress) {
  const auto found = std::find_if(run.findings.begin(), run.findings.end(), remark_of);
  if (found == run.findings.end() || follows_its_input(run.request, progress) ||
      finding_that_moves(run.request, progress) || leaves_without_a_rest(run.request, *found, progress))
    return {};
  std::vector<Sentence> values = {Sentence::word(std::to_string(run.request.n)),
                                  Sentence::word(arguments_text(run.request))};
  if (found->kind != FindingKind::barrier) values.push_back(Sentence::word(found->array_name));
  values.push_back(Sentence::word(std::to_string(found->lines.front())));
  return Sentence::of(remark_of(*found)->*words, std::move(values));
}

/// As it was before small launches settled it.
RunRequest unsettled(RunRequest request) {
  request.own.arguments.clear();
  if (request.own.has_settled_grid) {
    request.own.grid = {};
    request.own.shared_bytes.reset();
  }
  if (request.own.has_settled_block) {
    request.own.block = {};
    request.block_dim = RunRequest().block_dim;
  }
  request.own.is_settled = request.own.has_settled_grid = request.own.has_settled_block = false;
  return request;
}

}  // namespace

bool may_be_of_odd_size(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  const OwnLaunch& own = run.request.own;
  const bool says_grid = run.request.grid_dim || (own.grid[0] > 0 && !own.has_settled_grid);
  return kernel.own && kernel.own->has_arguments() && is_free(kernel) && kernel.own->knows_block &&
         own.is_settled && own.takes_fewer && !says_grid && run.request.n > kOddN && run.findings.empty();
}

Sentence remark_of_odd_size(const Run& run, Progress& progress) {
  if (!may_be_of_odd_size(run)) return {};
  RunRequest odd = unsettled(small_launch(run.request));
  odd.n = kOddN;
  odd.own.takes_fewer = false;
  try {
    const Run launched = run_settled(odd, progress);
    if (Sentence remark = remark_of_run(launched, &OddRemark::of_odd, progress);
        !remark.empty() || !launched.findings.empty())
      return remark;
    if (Sentence remark = remark_of_gaps(run, launched); !remark.empty()) return remark;
    for (const bool ascend : {true, false}) {
      const std::optional<RunRequest> differing = with_sides_that_differ(launched.request, ascend);
      if (!differing) continue;
      const Run other = lanescope::run(*differing, progress);
      if (Sentence remark = remark_of_run(other, &OddRemark::of_differing, progress); !remark.empty())
        return remark;
      if (!other.findings.empty()) continue;
      if (Sentence remark = remark_of_gaps(run, other); !remark.empty()) return remark;
    }
    return {};
  } catch (const Error&) {
    return {};  // so small a launch is refused
  }
}

}  // namespace lanescope
