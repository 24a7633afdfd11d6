#include "engine/check/settled_run.h"

#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/settled_request.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"

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
    const Sentence why = done.findings.empty() ? Sentence() : done.findings.front().sentence;
    return {std::move(done), why};
  } catch (const Error& error) {
    return {std::nullopt, sentence_of(error), std::current_exception()};
  }
}

Run run_settled_by(RunFunction run, const RunRequest& asked, Progress& progress) {
  SettledRequest settled = settled_request(asked, progress);
  RunRequest& request = settled.request;
  constexpr unsigned kSeconds = 4;  // where fewer elements are tried behind it
  const bool takes_fewer = asked.own.takes_fewer && is_free(kernel_info(asked.kernel));
  if (takes_fewer && !request.own.most_seconds) request.own.most_seconds = kSeconds;
  Tried done = tried(run, request, progress);
  const Sentence why = done.why;
  for (const std::uint64_t fewer : kFewerElements) {
    if (!takes_fewer || fewer >= request.n || !fails_for_its_size(done.why, request)) continue;
    request = settled.of_fewer(fewer);
    done = tried(run, request, progress);
  }
  if (done.error) std::rethrow_exception(done.error);
  done.run->request.own.most_seconds = asked.own.most_seconds;
  if (is_free(kernel_info(asked.kernel)) && done.run->findings.empty() && !writes(*done.run))
    done.run->notice = Sentence("It wrote to none of its arrays; --arguments may say numbers with which it does.");
  if (request.n != asked.n) {
    const Sentence fewer = why.empty()
                               ? Sentence("Nobody said N, so it is {} (--n): with more it did not end.", request.n)
                               : Sentence("Nobody said N, so it is {} (--n). With {}: {}", request.n, asked.n, why);
    Sentence& notice = done.run->notice;
    notice = notice.empty() ? fewer : Sentence("{} {}", notice, fewer);
  }
  return std::move(*done.run);
}

}  // namespace

RunRequest with_settled_arguments(const RunRequest& request, Progress& progress) {
  return settled_request(request, progress).request;
}

Run run_settled(const RunRequest& request, Progress& progress) {
  return run_settled_by(run, request, progress);
}

Run traces_settled(const RunRequest& request, Progress& progress) {
  return run_settled_by(run_traces_first, request, progress);
}

}  // namespace lanescope
