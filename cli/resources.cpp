// lanescope resources KERNEL...: registers and shared memory of each launch, and how many of its blocks an SM holds
// at once. Registers come from this machine's GPU, or from the table that another one's driver filled.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/build_words.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_lists.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/whole_file.h"
#include "engine/bench/bench_report.h"
#include "engine/bench/launch_resources.h"
#include "engine/bench/measured_resources.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"

namespace lanescope {
namespace {

struct ResourcesOptions {
  std::vector<std::string> kernels;
  LaunchLists launch;
  std::string gpu, path;
  bool table = false, json = false, csv = false;
};

/// A launch and what it needs, or why it is impossible.
struct Row {
  SweepPoint point;
  std::optional<LaunchResources> resources;

  /// Whether CUDA and the rule of engine/machine/occupancy.h disagree.
  bool is_disputed() const {
    return resources && resources->blocks_per_sm_by_cuda.value_or(resources->occupancy.blocks_per_sm) !=
                            resources->occupancy.blocks_per_sm;
  }
};

/// A user's kernel is compiled for this machine's GPU, if there is one.
LaunchResources resources_of(const RunRequest& request, const LaunchConfig& launch, const GpuModel* gpu) {
  const bool asks_gpu = kernel_info(request.kernel).own &&
                        (backend_status().cuda_available || request.backend == BackendChoice::cuda);
  if (!asks_gpu) return launch_resources(request, launch, gpu);
  ProgressWatch watch("resources");
  return own_launch_resources(request, launch, gpu, watch.progress());
}

std::vector<Row> rows_of(const ResourcesOptions& options, const GpuModel* gpu) {
  std::vector<Row> rows;
  for (auto& point : options.launch.points(options.kernels, Detail::none)) {
    if (point.skipped.empty() && !kernel_info(point.request.kernel).traced())
      point.skipped = "a library, which chooses its own launches";
    auto& row = rows.emplace_back(Row{std::move(point), {}});
    if (row.point.skipped.empty()) row.resources = resources_of(row.point.request, row.point.launch, gpu);
  }
  return rows;
}

/// "threads, registers": all binding limits.
std::string binding_text(const Occupancy& occupancy) {
  std::string text;
  for (const OccupancyLimit limit : kOccupancyLimits)
    if (occupancy.binds(limit)) text += (text.empty() ? "" : ", ") + std::string(name_of(limit));
  return text;
}

std::string or_dash(const std::optional<unsigned>& number) {
  return number ? std::to_string(*number) : "-";
}

std::string remark(const Row& row) {
  if (!row.resources) return "skipped: " + row.point.skipped;
  const LaunchResources& resources = *row.resources;
  if (row.is_disputed()) return fmt::format("CUDA SAYS {} BLOCKS/SM", *resources.blocks_per_sm_by_cuda);
  if (resources.occupancy.blocks_per_sm == 0) return "no SM can hold a block";
  return resources.kernel ? "" : "registers not counted";
}

std::vector<std::string> cells_of(const Row& row) {
  const SweepPoint& point = row.point;
  std::vector<std::string> cells = {point.request.kernel, size_text(point.request.n),
                                    std::to_string(block_dim_of(point)),
                                    std::to_string(point.request.coarse_factor)};
  if (!row.resources) {
    cells.resize(18, "-");
  } else {
    const LaunchResources& resources = *row.resources;
    const Occupancy& occupancy = resources.occupancy;
    const auto& kernel = resources.kernel;
    cells.push_back(grouped(point.launch.grid_dim));
    cells.push_back(kernel ? std::to_string(kernel->resources.registers) : "-");
    cells.push_back(kernel ? grouped(kernel->resources.local_bytes) : "-");
    cells.push_back(grouped(resources.shared_bytes()));
    for (const auto& allowed : occupancy.allowed) cells.push_back(or_dash(allowed));
    cells.push_back(std::to_string(occupancy.blocks_per_sm));
    cells.push_back(percent(occupancy.share()));
    cells.push_back(grouped(occupancy.resident));
    cells.push_back(grouped(occupancy.waves()));
    cells.push_back(std::to_string(occupancy.idle_sms));
    cells.push_back(binding_text(occupancy));
  }
  cells.push_back(remark(row));
  return cells;
}

std::string rows_text(const std::vector<Row>& rows) {
  Table table({{"kernel", true},
               {"N"},
               {"block"},
               {"coarse"},
               {"grid"},
               {"regs"},
               {"local B"},
               {"shared B"},
               {"by threads"},
               {"by blocks"},
               {"by shared"},
               {"by regs"},
               {"blocks/SM"},
               {"occupancy"},
               {"on device"},
               {"waves"},
               {"idle SMs"},
               {"limited by", true},
               {"", true}});
  const LaunchResources* any = nullptr;
  for (const Row& row : rows) {
    table.add(cells_of(row));
    if (row.resources && (!any || !any->kernel)) any = &*row.resources;
  }
  if (!any) return table.text();
  const std::string registers =
      any->kernel ? provenance_text(any->kernel->provenance) : "not known; no GPU's table comes with this program";
  return fmt::format(
      "blocks per SM: predicted for {} by CUDA's rule{}\nregisters, local and static shared memory: "
      "{}\n\n{}",
      any->gpu, any->blocks_per_sm_by_cuda ? ", and as CUDA itself says" : "", registers, table.text());
}

OrderedJson count_or_null(const std::optional<unsigned>& number) {
  return number ? OrderedJson(*number) : OrderedJson(nullptr);
}

OrderedJson resources_json(const std::optional<RecordedResources>& kernel) {
  if (!kernel) return nullptr;
  const auto& from = kernel->provenance;
  return {{"registers", kernel->resources.registers},
          {"static_shared_bytes", kernel->resources.static_shared_bytes},
          {"local_bytes", kernel->resources.local_bytes},
          {"kind", name_of(from.kind)},
          {"device", from.device},
          {"driver", from.driver},
          {"date", from.date},
          {"command", from.command}};
}

OrderedJson occupancy_json(const LaunchResources& resources) {
  const Occupancy& occupancy = resources.occupancy;
  OrderedJson allowed, binding = OrderedJson::array();
  for (const OccupancyLimit limit : kOccupancyLimits) {
    allowed[std::string(name_of(limit))] = count_or_null(occupancy.allowed[static_cast<int>(limit)]);
    if (occupancy.binds(limit)) binding.push_back(name_of(limit));
  }
  return {{"kind", name_of(NumberKind::predicted)},
          {"device", resources.gpu},
          {"allowed", allowed},
          {"limited_by", binding},
          {"blocks_per_sm", occupancy.blocks_per_sm},
          {"blocks_per_sm_by_cuda", count_or_null(resources.blocks_per_sm_by_cuda)},
          {"warps_per_sm", occupancy.warps_per_sm},
          {"most_warps_per_sm", occupancy.most_warps},
          {"occupancy", occupancy.share()},
          {"resident_blocks", occupancy.resident},
          {"waves", occupancy.waves()},
          {"idle_sms", occupancy.idle_sms}};
}

OrderedJson occupancy_json(const Row& row) {
  const RunRequest& request = row.point.request;
  OrderedJson json = {{"kernel", request.kernel},
                      {"op", name_of(request.op)},
                      {"type", name_of(request.type)},
                      {"n", request.n},
                      {"block_dim", block_dim_of(row.point)},
                      {"coarse_factor", request.coarse_factor}};
  if (row.point.launch.tile_width > 0) json["tile_width"] = row.point.launch.tile_width;
  json["skipped"] = row.resources ? OrderedJson(nullptr) : OrderedJson(row.point.skipped);
  if (!row.resources) return json;
  json["grid_dim"] = row.point.launch.grid_dim;
  json["dynamic_shared_bytes"] = row.resources->dynamic_shared_bytes;
  json["resources"] = resources_json(row.resources->kernel);
  json["occupancy"] = occupancy_json(*row.resources);
  return json;
}

std::string rows_json(const std::vector<Row>& rows) {
  auto json = OrderedJson::array();
  for (const Row& row : rows) json.push_back(occupancy_json(row));
  return json.dump(1) + '\n';
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text =
      "kernel,op,type,n,grid_dim,block_dim,coarse_factor,registers,local_bytes,static_shared_bytes,"
      "dynamic_shared_bytes,resources_kind,resources_device,allowed_by_threads,allowed_by_blocks,"
      "allowed_by_shared_memory,allowed_by_registers,blocks_per_sm,blocks_per_sm_by_cuda,limited_by,occupancy,"
      "resident_blocks,waves,idle_sms,occupancy_kind,occupancy_device,skipped\n";
  const auto or_empty = [](const std::optional<unsigned>& number) {
    return number ? std::to_string(*number) : std::string();
  };
  for (const Row& row : rows) {
    const RunRequest& request = row.point.request;
    text += fmt::format("{},{},{},{},{},{},{},", request.kernel, name_of(request.op), name_of(request.type),
                        request.n, row.point.launch.grid_dim, block_dim_of(row.point), request.coarse_factor);
    if (!row.resources) {
      text += fmt::format(",,,,,,,,,,,,,,,,,,,{}\n", csv_cell(row.point.skipped));
      continue;
    }
    const LaunchResources& resources = *row.resources;
    const Occupancy& occupancy = resources.occupancy;
    const auto& kernel = resources.kernel;
    text += kernel ? fmt::format("{},{},{},", kernel->resources.registers, kernel->resources.local_bytes,
                                 kernel->resources.static_shared_bytes)
                   : ",,,";
    text += fmt::format("{},", resources.dynamic_shared_bytes);
    text += kernel ? fmt::format("{},{},", name_of(kernel->provenance.kind), csv_cell(kernel->provenance.device))
                   : ",,";
    for (const auto& allowed : occupancy.allowed) text += or_empty(allowed) + ',';
    text += fmt::format("{},{},{},{:.6g},{},{},{},{},{},\n", occupancy.blocks_per_sm,
                        or_empty(resources.blocks_per_sm_by_cuda), csv_cell(binding_text(occupancy)),
                        occupancy.share(), occupancy.resident, occupancy.waves(), occupancy.idle_sms,
                        name_of(NumberKind::predicted), csv_cell(resources.gpu));
  }
  return text;
}

int write_table(const ResourcesOptions& options, const CommandContext& context) {
  if (!backend_status().cuda_available)
    throw Error(ErrorKind::unavailable,
                "--table: an NVIDIA GPU's driver fills it: " + backend_status().reason.text());
  ResourceTable table = measured_resources();
  table.date = iso_time();
  table.command = context.command_line;
  table.compiler = kCudaCompiler;
  const std::string text = to_csv(table);
  resource_table_from_csv(text, options.path);  // checks that it can be read again before it is written
  if (options.path.empty()) {
    std::cout << text;
  } else {
    write_whole_file(options.path, text);
    say(fmt::format("{}: {} of {}", options.path, count_with_noun(table.rows.size(), "row"), table.device));
  }
  return 0;
}

int do_resources(const ResourcesOptions& options, const CommandContext& context) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  if (options.table) {
    if (!options.kernels.empty() || !options.gpu.empty() || options.json)
      throw Error(ErrorKind::usage, "--table lists all kernels on this GPU as CSV; leave out all other arguments.");
    return write_table(options, context);
  }
  const bool named = options.path.empty() || options.path.ends_with(".csv") || options.path.ends_with(".json");
  if (!named) throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must end in .json or .csv.", options.path));
  if (options.kernels.empty())
    throw Error(ErrorKind::usage, "KERNEL is missing; name one kernel or more (see lanescope list).");
  const GpuModel* gpu = options.gpu.empty() ? nullptr : &gpu_model("--gpu", options.gpu);
  const auto rows = rows_of(options, gpu);
  std::cout << (options.json ? rows_json(rows) : options.csv ? rows_csv(rows) : rows_text(rows));
  if (!options.path.empty()) {
    write_whole_file(options.path, options.path.ends_with(".csv") ? rows_csv(rows) : rows_json(rows));
    say("written: " + options.path);
  }
  return std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.is_disputed(); }) ? 1 : 0;
}

std::string model_names() {
  std::string names;
  for (const GpuModel& model : kGpuModels) names += (names.empty() ? "" : ", ") + std::string(model.name);
  return names;
}

}  // namespace

Subcommand add_resources(Arguments& program) {
  auto options = std::make_shared<ResourcesOptions>();
  Arguments command = program.add_subcommand(
      "resources", "Registers and shared memory of launches, and how many blocks an SM holds");
  command.add_option("KERNEL", options->kernels, "ids of kernels, see list");
  options->launch.add_to(command);
  command.add_option(
      "--gpu", options->gpu,
      "the GPU whose SMs to use: part of one of " + model_names() + " (default: this machine's, or an H200's)");
  command.add_flag("--table", options->table, "instead: what the driver reports for every kernel (GPU), as CSV");
  command.add_option("-o,--output", options->path, "also write a file: FILE.json or FILE.csv");
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--csv", options->csv, "as CSV");
  return {command, [options](const CommandContext& context) { return do_resources(*options, context); }};
}

}  // namespace lanescope
