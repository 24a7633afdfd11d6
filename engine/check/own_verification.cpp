#include "engine/check/own_verification.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {

std::vector<RunRequest> own_verification_requests(const RunRequest& base) {
  const KernelInfo& kernel = kernel_info(base.kernel);
  if (!kernel.own || is_free(kernel))
    throw Error(ErrorKind::usage,
                Sentence("verify: nobody says what {} computes, so no result is right or wrong; say it by --as.",
                         kernel.id));
  const bool of_matrices = facts_of(kernel.workload).of_matrices();
  std::vector<std::uint64_t> sizes = of_matrices ? std::vector<std::uint64_t>{1, 15, 16, 17, 50}
                                                 : std::vector<std::uint64_t>{1, 31, 33, 256, 1000, 4096, 5001};
  constexpr std::uint64_t kMost = 1 << 16;
  if (!of_matrices && base.n <= kMost) sizes.push_back(base.n);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  const bool on_gpu = base.backend == BackendChoice::cuda;
  const std::vector<std::uint64_t> schedules =
      on_gpu ? std::vector<std::uint64_t>{0} : std::vector<std::uint64_t>{0, 1, 2};
  std::vector<RunRequest> requests;
  for (const std::uint64_t n : sizes)
    for (const std::uint64_t schedule : schedules) {
      RunRequest& request = requests.emplace_back(base);
      request.n = n;
      request.matrices.reset();
      request.detail = Detail::none;
      request.backend = on_gpu ? BackendChoice::cuda : BackendChoice::emulator;
      request.repeats = 0;
      request.own.checks = !on_gpu;
      request.own.schedule = schedule;
      if (refusal(request)) requests.pop_back();
    }
  return requests;
}

OwnVerification verify_own(const RunRequest& request, Progress& progress) {
  const Run run = lanescope::run(request, progress);
  OwnVerification done{
      .request = request, .launch = run.launch, .provenance = run.provenance, .findings = run.findings};
  if (!run.result) return done;
  done.value = run.result->value;
  done.reference = run.result->reference;
  done.value_is_right = run.result->correct;
  return done;
}

}  // namespace lanescope
