// lanescope price KERNEL: compares a coarsened launch with its fine-grained partner: what each costs, and what is
// saved.
#include "engine/analysis/price.h"

#include <fmt/format.h>

#include <iostream>

#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/metric_text.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/recorded/recorded_sweep.h"

namespace lanescope {
namespace {

struct PriceOptions {
  std::string kernel, fine;
  LaunchOptions launch;
  bool json = false, csv = false;
};

std::string count_text(const std::optional<std::int64_t>& count) {
  if (!count) return "-";
  const auto magnitude = static_cast<std::uint64_t>(*count < 0 ? -*count : *count);
  return (*count < 0 ? "-" : "") + grouped(magnitude);
}

/// "barriers", "redundant operations".
std::string words_of(const Metric& metric) {
  std::string words(metric.price_name());
  for (char& c : words)
    if (c == '_') c = ' ';
  return metric.price.of_block ? words + " of a block" : words;
}

std::string price_text(const Run& fine, const Run& coarse, const std::vector<PriceRow>& rows) {
  Table table({{"", true}, {fine.request.kernel}, {coarse.request.kernel}, {"difference"}, {"ratio"}});
  for (const auto& row : rows)
    table.add({words_of(*row.metric), count_text(row.fine), count_text(row.coarse), count_text(row.difference()),
               ratio_text(row.ratio())});
  const auto a = time_of(fine), b = time_of(coarse);
  std::string from;
  if (a && b && comparable(*a, *b)) {
    const double fine_us = a->timing.time_us, coarse_us = b->timing.time_us;
    table.add({"time us", fmt::format("{:.2f}", fine_us), fmt::format("{:.2f}", coarse_us),
               fmt::format("{:.2f}", coarse_us - fine_us), ratio_text(coarse_us / fine_us)});
    from = fmt::format("\ntimes: {}; {}\n", provenance_text(b->provenance), words_of(b->timing.method));
  }
  return fmt::format("fine:   {}: {}\ncoarse: {}: {}\ncounts: {}\n\n{}{}", fine.request.kernel, launch_text(fine),
                     coarse.request.kernel, launch_text(coarse), provenance_text(coarse.provenance), table.text(),
                     from);
}

OrderedJson or_null(const auto& value) {
  return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

OrderedJson launch_json(const Run& run) {
  OrderedJson json = {{"kernel", run.request.kernel},
                      {"n", run.request.n},
                      {"block_dim", run.launch.block_dim},
                      {"coarse_factor", run.launch.coarse_factor},
                      {"grid_dim", run.launch.grid_dim}};
  if (run.launch.tile_width > 0) json["tile_width"] = run.launch.tile_width;
  const auto time = time_of(run);
  json["time_us"] = time ? OrderedJson(time->timing.time_us) : OrderedJson(nullptr);
  json["method"] = time ? OrderedJson(name_of(time->timing.method)) : OrderedJson(nullptr);
  json["time_kind"] = time ? OrderedJson(name_of(time->provenance.kind)) : OrderedJson(nullptr);
  json["time_device"] = time ? OrderedJson(time->provenance.device) : OrderedJson(nullptr);
  return json;
}

OrderedJson price_json(const Run& fine, const Run& coarse, const std::vector<PriceRow>& rows) {
  OrderedJson json = {{"fine", launch_json(fine)},
                      {"coarse", launch_json(coarse)},
                      {"kind", name_of(coarse.provenance.kind)},
                      {"device", coarse.provenance.device},
                      {"rows", OrderedJson::array()}};
  for (const auto& row : rows)
    json["rows"].push_back({{"item", row.metric->price_name()},
                            {"fine", or_null(row.fine)},
                            {"coarse", or_null(row.coarse)},
                            {"difference", or_null(row.difference())},
                            {"ratio", or_null(row.ratio())}});
  return json;
}

std::string price_csv(const Run& fine, const Run& coarse, const std::vector<PriceRow>& rows) {
  std::string text = fmt::format("item,{},{} x{},difference,ratio\n", fine.request.kernel, coarse.request.kernel,
                                 coarse.launch.coarse_factor);
  const auto cell = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string(); };
  for (const auto& row : rows)
    text += fmt::format("{},{},{},{},{}\n", row.metric->price_name(), cell(row.fine), cell(row.coarse),
                        cell(row.difference()), cell(row.ratio()));
  return text;
}

int do_price(const PriceOptions& options) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  require_trace(options.kernel);
  if (!options.fine.empty()) require_trace(options.fine);
  const KernelInfo& kernel = kernel_info(options.kernel);
  const KernelInfo& partner = options.fine.empty() ? fine_partner(kernel) : kernel_info(options.fine);
  if (partner.workload != kernel.workload)
    throw Error(ErrorKind::usage,
                fmt::format("--fine {}: it does not solve the same problem as {}; choose one of {}.", partner.id,
                            kernel.id, kernel_ids([&](const KernelInfo& info) {
                              return info.workload == kernel.workload && info.traced();
                            })));
  const RunRequest request = options.launch.request(options.kernel, Detail::full);
  const Run fine = run_watched(fine_request(request, partner));
  const Run coarse = run_watched(request);
  const auto rows = price(work_of(fine), work_of(coarse));
  if (options.json) {
    print_json(price_json(fine, coarse, rows));
  } else {
    std::cout << (options.csv ? price_csv(fine, coarse, rows) : price_text(fine, coarse, rows));
  }
  return fine.result->correct && coarse.result->correct ? 0 : 1;
}

}  // namespace

Subcommand add_price(Arguments& program) {
  auto options = std::make_shared<PriceOptions>();
  Arguments command =
      program.add_subcommand("price", "What a coarsened kernel saves of its fine-grained partner's work");
  command.add_option("KERNEL", options->kernel, "id of a kernel that coarsens, see list");
  command.add_option("--fine", options->fine,
                     "the kernel to compare with (default: its partner; of coarsened, segmented)");
  options->launch.add_to(command);
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--csv", options->csv, "as CSV");
  return {command, [options](const CommandContext&) { return do_price(*options); }};
}

}  // namespace lanescope
