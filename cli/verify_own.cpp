#include "cli/verify_own.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/names.h"
#include "cli/words/run_json.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/check/own_verification.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

std::vector<OwnVerification> verified(const std::vector<std::string>& kernels, BackendChoice backend) {
  std::vector<RunRequest> requests;
  for (const std::string& kernel : kernels) {
    RunRequest base = LaunchOptions().request(kernel, Detail::none);
    base.backend = backend;
    const auto more = own_verification_requests(base);
    requests.insert(requests.end(), more.begin(), more.end());
  }
  std::vector<OwnVerification> launches;
  ProgressWatch watch("verify");
  for (const RunRequest& request : requests) {
    Progress part;
    launches.push_back(verify_own(request, part));
    watch.progress().set_fraction(static_cast<double>(launches.size()) / static_cast<double>(requests.size()));
    watch.progress().check();
  }
  return launches;
}

std::string verification_table(const std::vector<OwnVerification>& launches) {
  Table table({{"kernel", true}, {"N"}, {"block"}, {"grid"}, {"schedule"}, {"findings"}, {"result", true}});
  for (const OwnVerification& launch : launches)
    table.add({printable(launch.request.kernel), grouped(launch.request.n), std::to_string(launch.launch.block_dim),
               grouped(launch.launch.grid_dim), std::to_string(launch.request.own.schedule),
               std::to_string(launch.findings.size()),
               launch.value_is_right ? "right"
                                     : fmt::format("{:.9g}, should be {:.9g}", launch.value, launch.reference)});
  return table.text();
}

OrderedJson verification_json(const OwnVerification& launch) {
  OrderedJson json = {{"kernel", launch.request.kernel},
                      {"n", launch.request.n},
                      {"block_dim", launch.launch.block_dim},
                      {"grid_dim", launch.launch.grid_dim},
                      {"schedule", launch.request.own.schedule},
                      {"value", launch.value},
                      {"reference", launch.reference},
                      {"value_is_right", launch.value_is_right},
                      {"findings", findings_json(launch.findings)}};
  return json;
}

}  // namespace

int verify_own_kernels(const std::vector<std::string>& kernels, const std::string& backend, bool json) {
  BackendChoice choice = BackendChoice::emulator;
  read_name("--backend", backend, kBackendNames, choice);
  const auto launches = verified(kernels, choice);
  const auto failed = static_cast<std::size_t>(
      std::count_if(launches.begin(), launches.end(), [](const auto& launch) { return !launch.passed(); }));
  if (json) {
    OrderedJson rows = OrderedJson::array();
    for (const OwnVerification& launch : launches) rows.push_back(verification_json(launch));
    const Provenance from = launches.empty() ? Provenance{} : launches.front().provenance;
    print_json(
        {{"device", from.device}, {"kind", name_of(from.kind)}, {"passed", failed == 0}, {"launches", rows}});
    return failed ? 1 : 0;
  }
  std::cout << (choice == BackendChoice::cuda
                    ? fmt::format("measured on {}, beside the reference; no access is checked\n\n",
                                  launches.empty() ? "no GPU" : launches.front().provenance.device)
                    : "emulated, beside the reference; every access is checked\n\n")
            << verification_table(launches) << '\n';
  std::vector<std::string> told;
  for (const OwnVerification& launch : launches)
    for (const Finding& finding : launch.findings)
      if (std::find(told.begin(), told.end(), finding.sentence.text()) == told.end() && told.size() < 10)
        std::cout << told.emplace_back(finding.sentence.text()) << '\n';
  std::cout << (failed ? fmt::format("{} of {} launches are wrong.\n", failed, launches.size())
                       : fmt::format("All {} launches are right.\n", launches.size()));
  return failed ? 1 : 0;
}

}  // namespace lanescope
