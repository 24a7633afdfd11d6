// lanescope verify [KERNEL...]: whether the GPU and the emulator record the same, over many launches.
#include "engine/verify.h"

#include <fmt/format.h>

#include <iostream>
#include <map>

#include "cli/command.h"
#include "cli/run_json.h"
#include "cli/table.h"
#include "cli/watched_run.h"
#include "engine/core/error.h"

namespace lanescope {
namespace {

struct Options {
  std::vector<std::string> kernels;
  bool json = false;
};

std::string launch_text(const RunRequest& request) {
  return fmt::format("{} --n {} --block {} --coarse {} --op {} --type {} --block-index {}", request.kernel,
                     request.n, request.block_dim, request.coarse_factor, name_of(request.op),
                     name_of(request.type), request.block);
}

std::vector<Verification> verify_all(const std::vector<RunRequest>& requests) {
  ProgressWatch watch("verify");
  std::vector<Verification> verifications;
  for (const auto& request : requests) {
    Progress part;  // its fraction is of one launch; the watch shows how many are done
    verifications.push_back(verify(request, part));
    watch.progress().set_fraction(static_cast<double>(verifications.size()) / static_cast<double>(requests.size()));
    watch.progress().check();
  }
  return verifications;
}

/// One row a kernel, in the order of the launches.
std::string table_text(const std::vector<Verification>& verifications) {
  struct Row {
    std::uint64_t launches = 0, blocks = 0, histories = 0, requests = 0, same = 0, right = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Row> rows;
  for (const auto& launch : verifications) {
    if (!rows.contains(launch.request.kernel)) order.push_back(launch.request.kernel);
    Row& row = rows[launch.request.kernel];
    row.launches += 1;
    row.blocks += launch.launch.grid_dim;
    row.histories += launch.histories;
    row.requests += launch.requests;
    row.same += launch.difference.empty();
    row.right += launch.value_is_right;
  }
  Table table({{"kernel", true},
               {"launches"},
               {"blocks"},
               {"histories"},
               {"memory requests"},
               {"same trace"},
               {"right result"}});
  for (const auto& id : order) {
    const Row& row = rows[id];
    table.add({id, grouped(row.launches), grouped(row.blocks), grouped(row.histories), grouped(row.requests),
               grouped(row.same), grouped(row.right)});
  }
  return table.text();
}

OrderedJson json_of(const Verification& launch) {
  OrderedJson json;
  json["kernel"] = launch.request.kernel;
  json["n"] = launch.request.n;
  json["block_dim"] = launch.request.block_dim;
  json["coarse_factor"] = launch.request.coarse_factor;
  json["op"] = name_of(launch.request.op);
  json["type"] = name_of(launch.request.type);
  json["block_index"] = launch.request.block;
  json["grid_dim"] = launch.launch.grid_dim;
  json["histories"] = launch.histories;
  json["requests"] = launch.requests;
  json["value"] = launch.value;
  json["emulated_value"] = launch.emulated_value;
  json["reference"] = launch.reference;
  json["value_is_right"] = launch.value_is_right;
  json["same_trace"] = launch.difference.empty();
  json["difference"] = launch.difference.empty() ? OrderedJson(nullptr) : OrderedJson(launch.difference);
  return json;
}

void report_failure(const Verification& launch) {
  if (!launch.difference.empty()) {
    std::cerr << fmt::format("lanescope: {}: {}\n", launch_text(launch.request), launch.difference);
  }
  if (!launch.value_is_right) {
    std::cerr << fmt::format("lanescope: {}: the GPU's result {} is wrong; the reference is {}.\n",
                             launch_text(launch.request), launch.value, launch.reference);
  }
}

int act(const Options& options) {
  const auto requests = verification_requests(options.kernels);
  if (!backend_status().cuda_available) throw Error(ErrorKind::unavailable, "verify: " + backend_status().reason);
  const auto verifications = verify_all(requests);
  std::size_t failed = 0;
  auto rows = OrderedJson::array();
  for (const auto& launch : verifications) {
    if (!launch.passed()) report_failure(launch);
    failed += !launch.passed();
    rows.push_back(json_of(launch));
  }
  if (options.json) {
    print_json({{"device", backend_status().device}, {"driver", backend_status().driver}, {"launches", rows}});
  } else {
    std::cout << fmt::format("{}, driver {}, beside the emulator\n\n{}\n{}\n", backend_status().device,
                             backend_status().driver, table_text(verifications),
                             failed ? fmt::format("{} of {} launches differ.", failed, verifications.size())
                                    : fmt::format("All {} launches agree.", verifications.size()));
  }
  return failed ? 1 : 0;
}

}  // namespace

Command add_verify(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  auto* app = parent.add_subcommand("verify", "Whether GPU and emulator record the same, over many launches");
  app->add_option("KERNEL", options->kernels, "ids of kernels, see list (default all that run on a GPU)");
  app->add_flag("--json", options->json, "as JSON, one entry a launch");
  return {app, [options](const CommandContext&) { return act(*options); }};
}

}  // namespace lanescope
