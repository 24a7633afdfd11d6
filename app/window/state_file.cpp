// What a script needs to know: where the widgets are, what is drawn, and whether that is what was asked for.
#include "app/window/state_file.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/json/request_json.h"
#include "engine/request/catalogue.h"
#include "engine/trace/refused_call.h"
#include "viz/model/view_state_json.h"
#include "viz/panels/panels.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

/// FNV-1a over the masks of the block in view: changes when the picture of lanes does.
std::uint64_t masks_hash(const Run& run) {
  std::uint64_t hash = 14695981039346656037u;
  if (!run.trace || run.trace->history_of_block.empty()) return hash;
  for (const std::uint32_t mask : run.trace->history(run.request.block).masks) {
    hash = (hash ^ mask) * 1099511628211u;
  }
  return hash;
}

nlohmann::json picture_json(const Run& run, std::uint64_t hash) {
  return {{"kernel", run.request.kernel},
          {"n", run.request.n},
          {"block_dim", run.request.block_dim},
          {"coarse_factor", run.request.coarse_factor},
          {"steps", static_cast<std::uint32_t>(run.metrics.block.steps.size())},
          {"masks_hash", hash},
          {"result", run.result ? nlohmann::json(run.result->value) : nlohmann::json()}};
}

/// What a variant shows, and where it comes from.
nlohmann::json run_json(const Run& run, std::uint64_t hash) {
  nlohmann::json entry = picture_json(run, hash);
  entry["kind"] = name_of(run.provenance.kind);
  entry["backend"] = run.provenance.backend;
  entry["device"] = run.provenance.device;
  entry["correct"] = run.result ? nlohmann::json(run.result->correct) : nlohmann::json();
  entry["time_us"] = run.timing ? nlohmann::json(run.timing->time_us) : nlohmann::json();
  return entry;
}

/// How many times this machine's GPU has measured for views since the program started.
std::size_t times_measured(const SweepStatus& sweeps) {
  std::size_t count = 0;
  for (const RecordedSweep& sweep : sweeps.measured) count += sweep.times.size();
  return count;
}

/// The text of the active variant's kernel, and what is wrong with it; null of a kernel of the program.
nlohmann::json own_json(const Model& model) {
  const KernelInfo& kernel = kernel_info(model.view().request().kernel);
  if (!kernel.own) return nullptr;
  nlohmann::json json = {{"text", kernel.own->text},
                         {"path", kernel.own->has_file ? kernel.own->path : ""},
                         {"old", model.is_old(model.active())},
                         {"asks", model.view().must_ask(model.view().request().kernel)},
                         {"errors", nlohmann::json::array()},
                         {"findings", nlohmann::json::array()},
                         {"refused", nlohmann::json::array()},
                         {"printed", nlohmann::json::array()}};
  for (const SourceProblem& problem : model.problems(model.active()))
    json["errors"].push_back({{"line", problem.line}, {"sentence", problem.sentence.text()}});
  const auto run = model.run();
  if (!run || run->request.kernel != kernel.id) return json;
  for (const Finding& finding : run->findings)
    json["findings"].push_back(
        {{"kind", name_of(finding.kind)}, {"lines", finding.lines}, {"sentence", finding.sentence.text()}});
  json["refused"] = texts_of(run->refused_launches);
  json["printed"] = run->printed;
  return json;
}

}  // namespace

StateFile::StateFile() {
  if (const char* path = std::getenv("LANESCOPE_STATE_FILE")) path_ = path;
}

std::uint64_t StateFile::hash_of(const std::shared_ptr<const Run>& run) {
  constexpr std::size_t kMostHashes = 8;
  for (const auto& [known, hash] : hashes_)
    if (known == run) return hash;
  if (hashes_.size() == kMostHashes) hashes_.erase(hashes_.begin());
  hashes_.emplace_back(run, masks_hash(*run));
  return hashes_.back().second;
}

bool StateFile::write(const Model& model, const std::map<std::string, Rect>& marks, bool help_open, float width,
                      float height) {
  if (path_.empty()) return true;
  const bool still = marks == marks_before_;
  marks_before_ = marks;
  nlohmann::json json = {{"drawn", ++drawn_},
                         {"view", view_state_to_json(model.view())},
                         {"request", model.view().request()},
                         {"frames", model.frames()},
                         {"launch", model.launch()},
                         {"launches", model.launches()},
                         {"playing", model.view().playing},
                         {"moment", model.view().moment},
                         {"hover_step", nullptr},
                         {"running", model.status().running},
                         {"fraction", model.status().fraction},
                         {"up_to_date", model.up_to_date()},
                         {"error", model.error(model.active()).text()},
                         {"notice", model.status().notice.text()},
                         {"help_open", help_open},
                         {"still", still},
                         {"runs", nlohmann::json::array()},  // null where a variant shows nothing yet
                         {"measuring", model.sweeps().running},
                         {"times_measured", times_measured(model.sweeps())},
                         {"width", width},
                         {"height", height}};
  json["own"] = own_json(model);
  if (model.view().hover.step) json["hover_step"] = *model.view().hover.step;
  for (const auto& run : model.runs())
    json["runs"].push_back(run ? run_json(*run, hash_of(run)) : nlohmann::json());
  if (const auto run = model.run()) json["picture"] = picture_json(*run, hash_of(run));
  for (const View* tab : tabs_of(workload_of(model.view()))) json["tabs"].push_back(tab->id);
  for (const auto& [name, rect] : marks) json["marks"][name] = {rect.x, rect.y, rect.w, rect.h};
  try {
    write_whole_file(path_, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n',
                     Durability::in_system);
  } catch (const Error&) {
    // Readers see that the file is missing.
  }
  return still;
}

}  // namespace lanescope
