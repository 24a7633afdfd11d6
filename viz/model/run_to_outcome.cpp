// A job, and what the engine throws at it, as one outcome.
#include <exception>

#include "engine/base/error.h"
#include "engine/check/remark.h"
#include "engine/session.h"
#include "viz/model/runner.h"

namespace lanescope {

namespace {

Run without_remark(Run run) {
  run.awaits_remark = false;
  return run;
}

/// Whatever keeps them from being made, the run is there.
Run with_what_it_awaits(const Run& run, Progress& progress) {
  if (run.awaits_result) return with_result(run, progress);
  try {
    return with_remark(run, progress);
  } catch (const std::exception&) {
    return without_remark(run);
  }
}

}  // namespace

Outcome run_to_outcome(const Runner::RunFunction& run_function, const Job& job, Progress& progress) {
  Outcome outcome{job.request, job.begun != nullptr, nullptr, {}};
  try {
    outcome.run = std::make_shared<const Run>(job.begun ? with_what_it_awaits(*job.begun, progress)
                                                        : run_function(job.request, progress));
  } catch (const Cancelled&) {
  } catch (const std::bad_alloc&) {
    outcome.error = Sentence("There is not enough memory for this run; choose a smaller N.");
  } catch (const SourceError& error) {
    outcome.error = error.sentence();
    outcome.problems = error.problems();
  } catch (const std::exception& error) {
    outcome.error = sentence_of(error);
  }
  return outcome;
}

}  // namespace lanescope
