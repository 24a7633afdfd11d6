#include "engine/check/guessed_workload.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/settled_run.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_extents.h"
#include "engine/request/refusals.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"
#include "engine/source/own_source.h"
#include "engine/source/refusal_words.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

namespace {

/// By the rule for its parameters.
bool can_be_called(const RunRequest& request) {
  try {
    bind_arguments(kernel_info(request.kernel), request, launch_config(request));
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::ptrdiff_t numbers_of(const OwnKernel& kernel) {
  return std::count_if(kernel.parameters.begin(), kernel.parameters.end(),
                       [](const OwnParameter& one) { return !one.is_pointer; });
}

/// N, and a size of parts, as COARSE_FACTOR is one.
bool has_more_numbers_than_a_reduction(const OwnKernel& kernel) {
  constexpr int kMostNumbers = 2;
  return numbers_of(kernel) > kMostNumbers;
}

/// Whether the result of a small launch is wrong for the operation that was asked for, and right as the smallest or
/// the largest element.
bool computes_another(const RunRequest& request, Progress& progress) {
  RunRequest small = small_launch(request);
  if (refusal(small)) return false;
  small.own.checks = false;
  const auto is_right = [&](Op op) {
    small.op = op;
    const Run run = lanescope::run(small, progress);
    return run.result && run.result->correct;
  };
  try {
    small = with_settled_arguments(small, progress);
    return !is_right(request.op) && (is_right(Op::min) || is_right(Op::max));
  } catch (const Error&) {
    return false;  // the launch that was asked for says it
  }
}

/// Also where it is not known what it does to its arrays.
template <class Is>
bool has_use(const Run& run, Is is) {
  return run.array_uses.empty() || std::any_of(run.array_uses.begin(), run.array_uses.end(), is);
}

bool reads(const Run& run) {
  return has_use(run, [](const ArrayUse& use) { return use.is_read; });
}

/// Whether it reads or updates an array of its parameters; true where nobody knows which that is.
bool is_used(const Run& run, const std::string& array) {
  const std::vector<OwnParameter> pointers = pointers_of(kernel_info(run.request.kernel).own->parameters);
  for (std::size_t i = 0; i < std::min(pointers.size(), run.array_uses.size()); ++i)
    if (pointers[i].name == array) return run.array_uses[i].is_read || run.array_uses[i].is_updated;
  return true;
}

/// Its one array, every element of it; a tree in global memory leaves the upper half alone.
bool writes_all_of_one(const Run& run) {
  return run.array_uses.size() == 1 && run.array_uses.front().written >= run.request.n;
}

/// None: no index of it is out of bounds.
std::optional<Finding> first_out_of_bounds(const Run& run) {
  const auto found = std::find_if(run.findings.begin(), run.findings.end(),
                                  [](const Finding& finding) { return finding.kind == FindingKind::bounds; });
  return found == run.findings.end() ? std::nullopt : std::optional(*found);
}

/// Of an array that no parameter of the kernel is.
bool is_outside_shared(const Sentence& why, const OwnKernel& own) {
  constexpr std::size_t kName = 3;
  if (!finding_words::is_outside(why) || why.values().size() <= kName) return false;
  const std::vector<OwnParameter> parameters = leaves_of(own.parameters);
  const std::string name = why.values()[kName].text();
  return std::none_of(parameters.begin(), parameters.end(),
                      [&](const OwnParameter& one) { return one.is_pointer && one.name == name; });
}

/// Without a loop, and without anything by which threads wait for or give to each other, as far as the kernel alone
/// tells.
bool works_alone(const OwnKernel& own) {
  const std::string code = code_of(own.text_behind_headers());
  const std::string body = kernel_text(code, own.name).body;
  const auto has = [&](const char* part) { return body.find(part) != std::string::npos; };
  return !body.empty() && !source_text::has_word(code, "__device__") && !source_text::has_word(code, "define") &&
         !source_text::has_any_word(body, {"for", "while", "do", "goto"}) && !has("sync") && !has("atomic") &&
         !has("shfl") && !has("reduce") && !has("::");
}

}  // namespace

RunRequest small_launch(const RunRequest& request) {
  constexpr std::uint64_t kSmallN = 1 << 12;
  constexpr unsigned kMostSeconds = 2;
  RunRequest small = request;
  small.n = std::min(request.n, kSmallN);
  small.input = {};
  small.detail = Detail::none;
  small.backend = BackendChoice::emulator;
  small.repeats = 0;
  small.own.checks = true;
  small.own.most_seconds = std::min(request.own.most_seconds.value_or(kMostSeconds), kMostSeconds);
  return small;
}

bool writes(const Run& run) {
  return has_use(run, [](const ArrayUse& use) { return use.is_written || use.is_updated; });
}

namespace {

/// What its name and small launches say.
LikeAReduction like_by_launches(const RunRequest& request, Progress& progress) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  if (own.directions() > 1) return LikeAReduction::other;
  if (is_named_otherwise(own.name, request.op)) return LikeAReduction::named;
  // A name alone is no reason where there are more numbers than how many elements there are.
  const bool is_named = is_named_a_reduction(own.name) && numbers_of(own) <= 1;
  if (!is_named && computes_another(request, progress)) return LikeAReduction::another;
  RunRequest small = small_launch(request);
  if (refusal(small)) return LikeAReduction::yes;
  if (!is_named && (has_more_numbers_than_a_reduction(own) || !can_be_called(small))) return LikeAReduction::other;
  try {
    small = with_settled_arguments(small, progress);
    const Run first = lanescope::run(small, progress);
    const auto beyond = first_out_of_bounds(first);
    if (beyond && beyond->array == ArrayId::output) return LikeAReduction::no;
    if (is_named) return LikeAReduction::yes;
    if (beyond && beyond->array == ArrayId::shared) return LikeAReduction::cramped;
    if (!beyond && writes_all_of_one(first)) return works_alone(own) ? LikeAReduction::alone : LikeAReduction::no;
    if (!beyond) return reads(first) ? LikeAReduction::yes : LikeAReduction::unread;
    small.input.kind = InputKind::ones;  // whose sums and counts are small, where they are indices
    const auto with_ones = first_out_of_bounds(lanescope::run(small, progress));
    return with_ones && with_ones->array == ArrayId::output ? LikeAReduction::no : LikeAReduction::beyond;
  } catch (const Error&) {
    return LikeAReduction::yes;  // the launch that was asked for says it
  }
}

}  // namespace

LikeAReduction like_a_reduction(const RunRequest& request, Progress& progress) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  const LikeAReduction like = like_by_launches(request, progress);
  const bool is_alone = like == LikeAReduction::yes && !is_named_a_reduction(own.name) && works_alone(own);
  return is_alone ? LikeAReduction::alone : like;
}

bool may_move(const Finding& finding) {
  constexpr FindingKind kKinds[] = {FindingKind::bounds, FindingKind::race, FindingKind::endless,
                                    FindingKind::crash};
  return std::find(std::begin(kKinds), std::end(kKinds), finding.kind) != std::end(kKinds);
}

std::optional<MovingFinding> finding_that_moves(const RunRequest& request, Progress& progress) {
  if (request.input.kind != InputKind::uniform) return std::nullopt;
  RunRequest small = small_launch(request);
  if (refusal(small)) return std::nullopt;
  const auto first_found = [&]() -> std::optional<MovingFinding> {
    const Run run = lanescope::run(small, progress);
    const auto found = std::find_if(run.findings.begin(), run.findings.end(), may_move);
    if (found == run.findings.end()) return std::nullopt;
    // In which order threads of one block come to an element is no matter of what numbers say.
    if (found->kind == FindingKind::race && found->array == ArrayId::shared) return std::nullopt;
    return MovingFinding{*found, is_used(run, found->array_name)};
  };
  const auto place_of = [](const MovingFinding& one) {
    return std::tuple(one.finding.kind, one.finding.array_name, one.finding.index, one.finding.block,
                      one.finding.threads);
  };
  try {
    std::optional<MovingFinding> first = first_found();
    ++small.input.seed;
    const auto other = first ? first_found() : std::nullopt;
    if (first && other && place_of(*first) == place_of(*other)) return std::nullopt;
    return first;
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool does_what_was_found(const RunRequest& request, const Finding& finding, Progress& progress) {
  RunRequest small = small_launch(request);
  small.detail = Detail::full;
  small.block = finding.block;
  if (refusal(small)) return false;
  const auto is_there = [&](const Request& one) {
    if (finding.kind == FindingKind::race && one.kind == AccessKind::global_load) return false;
    return std::find(finding.lines.begin(), finding.lines.end(), one.source_line) != finding.lines.end();
  };
  try {
    const Run run = lanescope::run(small, progress);
    if (!run.trace || run.trace->addresses.empty()) return false;
    const std::vector<Request>& requests = run.trace->addresses.front().kept().requests;
    return std::any_of(requests.begin(), requests.end(), is_there);
  } catch (const Error&) {
    return false;
  }
}

bool follows_its_input(const RunRequest& request, Progress& progress) {
  if (request.input.kind != InputKind::uniform) return false;
  RunRequest small = small_launch(request);
  if (refusal(small)) return false;
  try {
    if (!first_out_of_bounds(lanescope::run(small, progress))) return false;
    small.input.kind = InputKind::ones;
    return !first_out_of_bounds(lanescope::run(small, progress));
  } catch (const Error&) {
    return false;
  }
}

bool shared_index_follows_numbers(const RunRequest& request, Progress& progress) {
  RunRequest small = small_launch(request), other = small;
  other.n /= 2;
  for (std::string& word : other.own.arguments)
    if (const auto number = number_in_word(word)) word = std::to_string(*number / 2);
  if (other.n == 0 || refusal(small) || refusal(other)) return false;
  try {
    const auto first = first_out_of_bounds(lanescope::run(small, progress));
    if (!first || first->array != ArrayId::shared) return false;
    const auto second = first_out_of_bounds(lanescope::run(other, progress));
    return !second || second->lines != first->lines || second->index != first->index;
  } catch (const Error&) {
    return false;
  }
}

bool is_abort_of_host(const Sentence& why) {
  return why.is_of(finding_words::kHostCrash) && why.values().front().text() == finding_words::kAborts;
}

namespace {

/// Of what is said of a launch that was refused.
bool is_refused_for_size(const Sentence& why) {
  constexpr std::size_t kWhy = 2;
  if (!why.is_of(refusal_words::kCall) || why.values().size() <= kWhy) return false;
  constexpr const char* kSizes[] = {refusal_words::kThreads, refusal_words::kShared, refusal_words::kSharedUnasked};
  return std::any_of(std::begin(kSizes), std::end(kSizes),
                     [&](const char* words) { return why.values()[kWhy].is_of(words); });
}

}  // namespace

Sentence first_launch_refused_for_size(const Run& run) {
  const OwnKernel* own = kernel_info(run.request.kernel).own.get();
  const auto launch = std::find_if(run.refused_launches.begin(), run.refused_launches.end(),
                                   [](const RefusedCall& one) { return one.is_launch; });
  if (!own || !own->is_launcher || launch == run.refused_launches.end()) return {};
  return is_refused_for_size(launch->sentence) ? launch->sentence : Sentence();
}

bool fails_for_its_size(const Sentence& why, const RunRequest& request) {
  const OwnKernel* own = kernel_info(request.kernel).own.get();
  if (!own || !own->has_arguments() || !own->is_free) return false;
  constexpr const char* kWords[] = {finding_words::kTooLong,       finding_words::kTooLongSomewhere,
                                    finding_words::kLaunchTooLong, finding_words::kLaunchTooLongSomewhere,
                                    finding_words::kHostTooLong,   finding_words::kStopped,
                                    finding_words::kNowhere};
  // A launcher may refuse a size by an assertion.
  if (own->is_launcher && (is_abort_of_host(why) || is_refused_for_size(why))) return true;
  if (std::any_of(std::begin(kWords), std::end(kWords), [&](const char* words) { return why.is_of(words); }))
    return true;
  const bool has_room_nobody_gave = own->has_dynamic_shared && !own->is_launcher && !request.own.shared_bytes;
  return has_room_nobody_gave && (why.is_of(finding_words::kOutsideShared) || is_outside_shared(why, *own));
}

}  // namespace lanescope
