// lanescope list: every kernel, what it teaches, and which launches it takes.
#include <fmt/format.h>

#include <iostream>

#include "cli/subcommand.h"
#include "cli/words/run_json.h"
#include "cli/words/table.h"
#include "engine/lesson/shipped_lessons.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/model/presets.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

/// null: limited only by memory.
OrderedJson max_elements(const KernelInfo& kernel) {
  const std::uint64_t per_block =
      std::uint64_t{kernel.elements_per_thread} * (kernel.coarsens ? kMaxCoarseFactor : 1) * kMaxBlockDim;
  switch (kernel.grid) {
    case GridRule::per_segment:
      return kMaxGridDim * per_block;
    case GridRule::one_block:
      return per_block;
    default:
      return nullptr;
  }
}

/// The names are those of `run --json`. For matrices N is the width, or MxKxN.
OrderedJson array_parameters_json(const KernelInfo& kernel) {
  OrderedJson json;
  const bool matrices = facts_of(kernel.workload).of_matrices();
  json["n"] = {{"min", 0}, {"max", matrices ? OrderedJson(kMaxMatrixWidth) : max_elements(kernel)}};
  if (matrices) {
    json["tile_width"] = kTileWidths;
  } else {
    for (unsigned block_dim = 1; block_dim <= kMaxBlockDim; block_dim *= 2) json["block_dim"].push_back(block_dim);
  }
  json["coarse_factor"] = {{"min", 1}, {"max", kernel.max_coarse_factor}};
  for (const ElementType type : types_of(kernel.workload)) json["type"].push_back(name_of(type));
  json["input"] = {"uniform", "ones", "ramp", "normal", "FILE.npy", "FILE.csv", "FILE.bin"};
  json["backend"] = {"auto", "cuda", "emulator"};
  return json;
}

OrderedJson parameters_json(const KernelInfo& kernel) {
  if (has_array_result(kernel.workload)) return array_parameters_json(kernel);
  OrderedJson json;
  json["n"] = {{"min", 0}, {"max", nullptr}};
  if (kernel.traced()) {
    json["n"]["max"] = max_elements(kernel);
    for (unsigned block_dim = 1; block_dim <= kMaxBlockDim; block_dim *= 2) json["block_dim"].push_back(block_dim);
    json["coarse_factor"] = {{"min", 1}, {"max", kernel.coarsens ? kMaxCoarseFactor : 1}};
    if (kernel.grid == GridRule::chosen) json["grid_dim"] = {{"min", 1}, {"max", kMaxGridDim}};
    for (const Combining combining : combinings_of(kernel)) json["combine"].push_back(name_of(combining));
  }
  json["op"] = kOpNames;
  json["type"] = kTypeNames;
  json["input"] = {"uniform", "ones", "ramp", "normal", "FILE.npy", "FILE.csv", "FILE.bin"};
  json["backend"] = kernel.on_host      ? OrderedJson{"auto"}
                    : kernel.is_library ? OrderedJson{"auto", "cuda"}
                                        : OrderedJson{"auto", "cuda", "emulator"};
  return json;
}

OrderedJson kernel_json(const KernelInfo& kernel) {
  return {{"id", kernel.id},
          {"title", kernel.title},
          {"source", kernel.source},
          {"workload", name_of(kernel.workload)},
          {"lesson", kernel.lesson},
          {"watch", kernel.watch},
          {"file", kernel.file},
          {"on_host", kernel.on_host},
          {"is_library", kernel.is_library},
          {"traced", kernel.traced()},
          {"destroys_input", kernel.destroys_input},
          {"parameters", parameters_json(kernel)}};
}

std::string grid_text(const KernelInfo& kernel) {
  if (!kernel.traced()) return "-";
  switch (kernel.grid) {
    case GridRule::per_segment:
      return "from N";
    case GridRule::chosen:
      return "any";
    default:
      return "1";
  }
}

std::string combine_text(const KernelInfo& kernel) {
  return !kernel.traced() ? "-" : kernel.any_combining ? "any" : std::string(name_of(kernel.combining));
}

std::string list_text() {
  Table table({{"reduction", true}, {"title", true}, {"source", true}, {"--coarse"}, {"--grid"}, {"--combine"}});
  for (const auto& kernel : reductions())
    table.add({std::string(kernel.id), std::string(kernel.title), std::string(kernel.source),
               kernel.coarsens    ? fmt::format("1 to {}", kMaxCoarseFactor)
               : !kernel.traced() ? "-"
                                  : "1",
               grid_text(kernel), combine_text(kernel)});
  return table.text() +
         fmt::format(
             "\nAll take --n from 0 up, --op {}, --type {}; kernels of the GPU --block 1 to {} in "
             "powers of two.\nNot traced: {}, a loop on the host; {}, a library that runs only on a GPU.\n",
             fmt::join(kOpNames, "|"), fmt::join(kTypeNames, "|"), kMaxBlockDim,
             kernel_ids([](const KernelInfo& kernel) { return kernel.on_host; }),
             kernel_ids([](const KernelInfo& kernel) { return kernel.is_library; }));
}

std::string size_words(Shape shape) {
  if (shape == Shape::product) return fmt::format("0 to {}, or MxKxN", kMaxMatrixWidth);
  if (shape == Shape::matrix) return fmt::format("0 to {}, or ROWSxCOLUMNS", kMaxMatrixWidth);
  return "from 0 up";
}

/// The kernels of the other workloads, one table each.
std::string arrays_text() {
  std::string text;
  for (std::size_t i = 0; i < workloads().size(); ++i) {
    const auto workload = static_cast<Workload>(i);
    if (!has_array_result(workload)) continue;
    std::vector<std::string_view> types;
    for (const ElementType type : types_of(workload)) types.push_back(name_of(type));
    const bool matrices = facts_of(workload).of_matrices();
    Table table({{std::string(name_of(workload)), true}, {"title", true}, {"source", true}, {"--coarse"}});
    for (const KernelInfo& kernel : kernels_of(workload))
      table.add({std::string(kernel.id), std::string(kernel.title), std::string(kernel.source),
                 kernel.coarsens ? fmt::format("1 to {}", kernel.max_coarse_factor) : "1"});
    text += '\n' + table.text() +
            fmt::format("--n {}; --type {}; {}\n", size_words(facts_of(workload).shape), fmt::join(types, "|"),
                        matrices ? fmt::format("--tile {}", fmt::join(kTileWidths, "|"))
                                 : fmt::format("--block 1 to {} in powers of two", kMaxBlockDim));
  }
  return text;
}

std::string views_text() {
  Table drawn({{"render", true}, {"what it shows", true}});
  for (const View& view : views()) drawn.add({view.id, view.description});
  return drawn.text();
}

/// `example` are the kernels and options of its picture in the documents.
OrderedJson views_json() {
  auto json = OrderedJson::array();
  for (const View& view : views()) {
    OrderedJson row = {{"id", view.id},
                       {"title", view.title},
                       {"description", view.description},
                       {"has_table", view.table != nullptr},
                       {"example", view.example},
                       {"workloads", OrderedJson::array()}};
    for (std::size_t i = 0; i < workloads().size(); ++i)
      if (view.fits(static_cast<Workload>(i))) row["workloads"].push_back(workload_names()[i]);
    json.push_back(std::move(row));
  }
  return json;
}

std::string comparisons_text() {
  Table chosen({{"--preset", true}, {"kernels", true}, {"question", true}});
  for (const Preset& preset : presets()) {
    std::vector<std::string> kernels;
    for (const auto& request : preset.variants.requests) kernels.push_back(request.kernel);
    chosen.add({std::string(preset.id), fmt::format("{}", fmt::join(kernels, ", ")), std::string(preset.question)});
  }
  Table lessons({{"--lesson", true}, {"title", true}});
  for (const Lesson& lesson : shipped_lessons()) lessons.add({lesson.id, lesson.title});
  return '\n' + chosen.text() + '\n' + lessons.text() + '\n' + views_text();
}

}  // namespace

Subcommand add_list(Arguments& program) {
  Arguments command = program.add_subcommand(
      "list", "Every kernel: id, title, source, parameters with legal values; every preset and view");
  auto json = std::make_shared<bool>(false), only_views = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "as JSON");
  command.add_flag("--views", *only_views,
                   "only the views; as JSON also the launch of each view's picture in the documents");
  return {command, [json, only_views](const CommandContext&) {
            if (*only_views) {
              if (*json)
                print_json(views_json());
              else
                std::cout << views_text();
              return 0;
            }
            if (!*json) {
              std::cout << list_text() << arrays_text() << comparisons_text();
              return 0;
            }
            auto kernels = OrderedJson::array();
            for (const auto& kernel : all_kernels()) kernels.push_back(kernel_json(kernel));
            print_json(kernels);
            return 0;
          }};
}

}  // namespace lanescope
