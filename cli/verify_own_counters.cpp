#include "cli/verify_own_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/counters/ncu_csv.h"
#include "engine/counters/ncu_process.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// An N that fills all blocks, and one with which the last block, one of its warps and one of its threads lack
/// elements.
std::vector<RunRequest> own_counted_requests(const std::vector<std::string>& kernels) {
  constexpr std::uint64_t kFull = 1 << 16, kFullWidth = 128;
  std::vector<RunRequest> requests;
  for (const std::string& kernel : kernels) {
    RunRequest request = LaunchOptions().request(kernel, Detail::none);
    const std::uint64_t full = facts_of(kernel_info(request.kernel).workload).of_matrices() ? kFullWidth : kFull;
    request.backend = BackendChoice::cuda;
    request.repeats = 0;
    request.matrices.reset();
    for (const std::uint64_t n : {full, full * 12 / 13 - 1}) {
      request.n = n;
      if (!refusal(request)) requests.push_back(request);
    }
  }
  if (requests.empty())
    throw Error(ErrorKind::usage,
                "verify --counters: none of the launches that it would count is possible for these kernels.");
  return requests;
}

/// A total that both know.
struct CountedTotal {
  const Metric* metric = nullptr;
  std::uint64_t counted = 0, emulated = 0;
};

struct CountedOwn {
  RunRequest request;
  LaunchConfig launch;
  std::vector<CountedTotal> totals;

  bool is_equal() const {
    return std::all_of(totals.begin(), totals.end(), [](const auto& one) { return one.counted == one.emulated; });
  }
};

CountedOwn compared_own(RunRequest request, const CountedKernel& counted, Progress& progress) {
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  const Run emulated = run(request, progress);
  CountedOwn own{request, emulated.launch, {}};
  if (counted.grid_dim != own.launch.grid_dim || counted.block_dim != own.launch.block_dim)
    throw Error(ErrorKind::failed,
                fmt::format("ncu counted a launch of {} blocks of {} threads where one of {} of {} was expected.",
                            counted.grid_dim, counted.block_dim, own.launch.grid_dim, own.launch.block_dim));
  for (const Metric* metric : counter_totals())
    if (const auto value = metric->of_totals(emulated.metrics.totals))
      own.totals.push_back({metric, counted.values[metric->name], count_of(value)});
  return own;
}

std::string counted_table(const std::vector<CountedOwn>& launches) {
  Table table(
      {{"kernel", true}, {"N"}, {"block"}, {"grid"}, {"total", true}, {"counted"}, {"emulated"}, {"", true}});
  for (const CountedOwn& launch : launches)
    for (const CountedTotal& total : launch.totals)
      table.add({printable(launch.request.kernel), grouped(launch.request.n),
                 std::to_string(launch.launch.block_dim), grouped(launch.launch.grid_dim), total.metric->name,
                 grouped(total.counted), grouped(total.emulated),
                 total.counted == total.emulated ? "" : "differs"});
  return table.text();
}

OrderedJson counted_json(const CountedOwn& launch) {
  OrderedJson json = {{"kernel", launch.request.kernel},    {"n", launch.request.n},
                      {"grid_dim", launch.launch.grid_dim}, {"block_dim", launch.launch.block_dim},
                      {"totals", OrderedJson::object()},    {"equal", launch.is_equal()}};
  for (const CountedTotal& total : launch.totals)
    json["totals"][total.metric->name] = {{"counted", total.counted}, {"emulated", total.emulated}};
  return json;
}

}  // namespace

int launch_own_counted(const std::vector<std::string>& kernels) {
  for (const RunRequest& request : own_counted_requests(kernels)) {
    Progress progress;
    const Run done = run(request, progress);
    if (done.result && !done.result->correct)
      throw Error(ErrorKind::failed,
                  fmt::format("the result of {} --n {} is wrong.", printable(request.kernel), request.n));
  }
  return 0;
}

int verify_own_counters(const std::vector<std::string>& kernels, bool json) {
  const std::vector<RunRequest> requests = own_counted_requests(kernels);
  if (const BackendStatus here = backend_status(); !here.cuda_available)
    throw Error(ErrorKind::unavailable, fmt::format("verify --counters: {}", here.reason.text()));
  std::vector<std::string> words = {own_path(), "verify", "--launch-counted"};
  words.insert(words.end(), kernels.begin(), kernels.end());
  const NcuOutput ncu = run_ncu(words);
  const std::vector<CountedKernel> counted = parse_ncu_csv(ncu.csv);
  if (counted.size() != requests.size())
    throw Error(ErrorKind::failed,
                fmt::format("ncu counted {} launches where {} were expected.", counted.size(), requests.size()));
  ProgressWatch watch("verify --counters");
  std::vector<CountedOwn> launches;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Progress part;  // its fraction is for one launch
    launches.push_back(compared_own(requests[i], counted[i], part));
    watch.progress().check();
  }
  const auto differing = static_cast<std::size_t>(
      std::count_if(launches.begin(), launches.end(), [](const CountedOwn& launch) { return !launch.is_equal(); }));
  if (json) {
    OrderedJson rows = OrderedJson::array();
    for (const CountedOwn& launch : launches) rows.push_back(counted_json(launch));
    print_json({{"device", counted.front().device},
                {"driver", backend_status().driver},
                {"kind", name_of(NumberKind::measured)},
                {"date", iso_time().substr(0, 10)},
                {"ncu", ncu.version},
                {"passed", differing == 0},
                {"launches", rows}});
  } else {
    std::cout << fmt::format("{} (ncu {}) beside the emulator\n\n{}\n", counted.front().device, ncu.version,
                             counted_table(launches))
              << (differing
                      ? fmt::format(
                            "{} of {} launches differ: what the compiler joined, moved or left out is not looked "
                            "for in the machine code of own kernels.\n",
                            differing, launches.size())
                      : fmt::format("All {} launches agree.\n", launches.size()));
  }
  return differing ? 1 : 0;
}

}  // namespace lanescope
