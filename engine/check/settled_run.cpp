#include "engine/check/settled_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/odd_size.h"
#include "engine/check/settled_request.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"
#include "engine/source/host_variables.h"
#include "engine/trace/finding.h"

namespace lanescope {
namespace {

using RunFunction = Run (*)(const RunRequest&, Progress&);

/// What was wrong for how large N is: as a finding of a run with checks, or as its error.
struct Tried {
  std::optional<Run> run;
  Sentence why;
  std::exception_ptr error = {};
};

Tried tried(RunFunction run, const RunRequest& request, Progress& progress) {
  try {
    Run done = run(request, progress);
    Sentence why = first_launch_refused_for_size(done);
    if (why.empty())
      why = !done.findings.empty() ? done.findings.front().sentence : done.stopped.value_or(Sentence());
    return {std::move(done), std::move(why)};
  } catch (const Error& error) {
    return {std::nullopt, sentence_of(error), std::current_exception()};
  }
}

struct Fitting {
  ArrayFill fill;
  const char* words;
  bool parts_threads;  ///< threads that go where such numbers say may be meant never to meet
};
constexpr Fitting kFittings[] = {{ArrayFill::places, pattern("each place once"), true},
                                 {ArrayFill::sorted, pattern("numbers that ascend"), true},
                                 {ArrayFill::zeros, pattern("zeros"), false},
                                 {ArrayFill::ones, pattern("ones"), false}};

/// Of a mistake that follows from numbers of the input.
Sentence why_fitting(const Finding& finding, const Fitting& fitting, const RunRequest& request) {
  const Sentence instead = Sentence::of(fitting.words);
  const std::string words = arguments_text(request),
                    line = finding.lines.empty() ? "?" : std::to_string(finding.lines.front());
  if (finding.kind == FindingKind::race)
    return Sentence(
        "A real input may have none of it: with random numbers two threads leave different values in one element "
        "of {} (line {}), and with {} none do (--arguments {}).",
        finding.array_name, line, instead, words);
  return Sentence(
      "A real input may have none of it: with random numbers an index leaves {} (line {}), and with {} none does "
      "(--arguments {}). If a real one may, a check of the index is missing.",
      finding.array_name, line, instead, words);
}

/// A run of what was settled.
struct Launched {
  RunRequest request;
  Tried done;
  Sentence why_fewer = {};  ///< what was wrong with more elements

  bool is_right() const { return done.run && done.why.empty(); }
};

/// Of fewer elements where nobody said how many and so many take too long, have no room, or make blocks too large.
Launched launched(RunFunction run, const SettledRequest& settled, const RunRequest& asked, Progress& progress) {
  Launched launch{settled.request, {}};
  constexpr unsigned kSeconds = 4;  // where fewer elements are tried behind it
  const bool takes_fewer = asked.own.takes_fewer && is_free(kernel_info(asked.kernel));
  if (takes_fewer && !launch.request.own.most_seconds) launch.request.own.most_seconds = kSeconds;
  const std::optional<unsigned> most_seconds = launch.request.own.most_seconds;
  launch.done = tried(run, launch.request, progress);
  launch.why_fewer = launch.done.why;
  std::optional<Launched> last;  // of fewer
  for (const std::uint64_t fewer : kFewerElements) {
    const Launched& before = last ? *last : launch;
    if (!takes_fewer || fewer >= before.request.n || !fails_for_its_size(before.done.why, before.request)) continue;
    RunRequest request = settled.of_fewer(fewer);
    request.own.most_seconds = most_seconds;
    Tried done = tried(run, request, progress);
    last = Launched{std::move(request), std::move(done), launch.why_fewer};
  }
  const bool helps = last && (!last->done.run || first_launch_refused_for_size(*last->done.run).empty());
  return helps ? *std::move(last) : launch;
}

/// Where random numbers of the input make a mistake and those of an input that may be meant make none, that with
/// those, and why. What is done to the numbers themselves, as by a sort or a histogram, is no place that they say.
std::optional<std::pair<Launched, Sentence>> with_fitting_input(RunFunction run, const SettledRequest& settled,
                                                                const Launched& accused, const RunRequest& asked,
                                                                Progress& progress) {
  if (!accused.request.own.is_settled || !is_free(kernel_info(asked.kernel))) return std::nullopt;
  const std::optional<MovingFinding> moving = finding_that_moves(accused.request, progress);
  const auto is = [&](FindingKind kind) { return moving->finding.kind == kind; };
  if (!moving || moving->finding.array == ArrayId::shared) return std::nullopt;
  if (!is(FindingKind::bounds) && !is(FindingKind::race)) return std::nullopt;
  if (is(FindingKind::race) && moving->is_used) return std::nullopt;
  for (const Fitting& fitting : kFittings) {
    if (is(FindingKind::race) && !fitting.parts_threads) continue;
    const SettledRequest filled = settled.filled(fitting.fill);
    if (filled.request == settled.request) continue;
    if (!does_what_was_found(filled.request, moving->finding, progress)) continue;
    Launched launch = launched(run, filled, asked, progress);
    if (!launch.is_right() || !writes(*launch.done.run)) continue;
    Sentence why = why_fitting(moving->finding, fitting, launch.request);
    return std::pair(std::move(launch), std::move(why));
  }
  return std::nullopt;
}

Sentence joined(const Sentence& first, const Sentence& second) {
  return first.empty() ? second : second.empty() ? first : Sentence("{} {}", first, second);
}

Sentence why_nothing_is_written(const OwnKernel& own) {
  const std::set<std::string> unset =
      own.is_program ? std::set<std::string>() : unset_constants(own.text_with_headers());
  if (unset.empty())
    return Sentence("It wrote to none of its arrays; --arguments may say numbers with which it does.");
  return Sentence(
      "It wrote to none of its arrays. Constants that only a main() sets are zero here: {}. With a value in their "
      "declaration, or with the file's main(), the kernel does what it is for.",
      fmt::format("{}", fmt::join(unset, ", ")));
}

/// A function of the host may take what it only reads, and return what it is for.
bool may_write(const RunRequest& request) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  const std::vector<OwnParameter> pointers = pointers_of(own.parameters);
  return !own.is_launcher ||
         std::any_of(pointers.begin(), pointers.end(), [](const OwnParameter& one) { return !one.is_const; });
}

/// A function of the host that gives up what nobody stated is not wrong.
void require_no_assertion(const Run& run) {
  if (run.findings.empty()) return;
  const Sentence& why = run.findings.front().sentence;
  if (!is_abort_of_host(why)) return;
  throw Error(
      ErrorKind::usage,
      Sentence("{}() gives up (line {}) what it is called with, as by an assertion: --n {} --arguments {}. Say "
               "numbers that it takes.",
               kernel_info(run.request.kernel).own->name, why.values().back(), run.request.n,
               arguments_text(run.request)));
}

/// What a kernel needs that looks for something in a table; nothing of others.
Sentence why_tables(const SettledRequest& settled) {
  const bool has_tables = settled.rule.are_tables_empty || settled.rule.fill == ArrayFill::empties;
  return has_tables ? Sentence(
                          "It looks on and on in arrays of random numbers or of zeros, and not where they hold -1, "
                          "as a table that is empty does (--arguments {}).",
                          arguments_text(settled.request))
                    : Sentence();
}

Run run_settled_by(RunFunction run, const RunRequest& asked, Progress& progress) {
  const SettledRequest settled = settled_request(asked, progress);
  Launched launch = launched(run, settled, asked, progress);
  Sentence notice = why_tables(settled);
  if (!launch.is_right())
    if (auto fitting = with_fitting_input(run, settled, launch, asked, progress))
      std::tie(launch, notice) = *std::move(fitting);
  if (launch.done.error) std::rethrow_exception(launch.done.error);
  if (launch.request.own.is_settled) require_no_assertion(*launch.done.run);
  Run done = *std::move(launch.done.run);
  done.request.own.most_seconds = asked.own.most_seconds;
  if (is_free(kernel_info(asked.kernel)) && done.findings.empty() && !writes(done) && may_write(asked))
    done.notice = why_nothing_is_written(*kernel_info(asked.kernel).own);
  done.notice = joined(done.notice, notice);
  const std::uint64_t n = launch.request.n;
  if (n == asked.n) return done;
  done.notice = joined(
      done.notice, launch.why_fewer.empty()
                       ? Sentence("Nobody said N, so it is {} (--n): with more it did not end.", n)
                       : Sentence("Nobody said N, so it is {} (--n). With {}: {}", n, asked.n, launch.why_fewer));
  return done;
}

}  // namespace

RunRequest with_settled_arguments(const RunRequest& request, Progress& progress) {
  return settled_request(request, progress).request;
}

Run run_settled(const RunRequest& request, Progress& progress) {
  return run_settled_by(run, request, progress);
}

Run traces_settled(const RunRequest& request, Progress& progress) {
  Run run = run_settled_by(run_traces_first, request, progress);
  run.awaits_remark = request.own.checks && may_be_of_odd_size(run);
  return run;
}

}  // namespace lanescope
