// Reading is all or nothing: half of an old state would be more confusing than the defaults.
#include "viz/model/view_state_json.h"

#include <algorithm>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json/json_fields.h"
#include "engine/json/request_json.h"
#include "engine/request/catalogue.h"
#include "viz/model/command.h"
#include "viz/model/own_sources_json.h"

namespace lanescope {
namespace {

nlohmann::json optional_json(const std::optional<std::uint32_t>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

nlohmann::json focus_to_json(const Focus& focus) {
  return {{"variant", focus.variant},
          {"step", optional_json(focus.step)},
          {"warp", optional_json(focus.warp)},
          {"lane", optional_json(focus.lane)},
          {"node", optional_json(focus.node)}};
}

Focus focus_from_json(const nlohmann::json& json) {
  Focus focus;
  auto read = [&](const char* key, std::optional<std::uint32_t>& value) {
    if (const auto found = json.find(key); found != json.end() && !found->is_null())
      value = found->get<std::uint32_t>();
  };
  focus.variant = json.value("variant", focus.variant);
  read("step", focus.step);
  read("warp", focus.warp);
  read("lane", focus.lane);
  read("node", focus.node);
  return focus;
}

using Ids = std::map<std::string, std::string>;

RunRequest request_from_json(const nlohmann::json& json, const Ids& ids) {
  RunRequest request;
  from_json(json, request);
  take_own_id(ids, request);
  if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->sentence);
  return request;
}

/// Version 1 had one request.
Variants variants_from_json(const nlohmann::json& json, const Ids& ids) {
  Variants variants;
  if (const auto request = json.find("request"); request != json.end())
    variants.requests = {request_from_json(*request, ids)};
  const auto found = json.find("variants");
  if (found == json.end()) return variants;
  require_object(*found, "variants");
  variants.requests.clear();
  for (const auto& request : found->at("requests")) variants.requests.push_back(request_from_json(request, ids));
  variants.active = found->value("active", variants.active);
  variants.linked = found->value("linked", variants.linked);
  variants.launch = std::max(1u, found->value("launch", variants.launch));  // files from before have none
  if (variants.requests.empty() || variants.count() > kMaxVariants || variants.active >= variants.count())
    throw Error(ErrorKind::usage, Sentence("they have {} variants, of which {} is active; there can be 1 to {}",
                                           variants.count(), variants.active, kMaxVariants));
  require_one_group(variants);
  return variants;
}

nlohmann::json variants_to_json(const Variants& variants) {
  return {{"requests", variants.requests},
          {"active", variants.active},
          {"linked", variants.linked},
          {"launch", variants.launch}};
}

void read_sweep(const nlohmann::json& json, SweepOptions& sweep) {
  const auto found = json.find("sweep");
  if (found == json.end()) return;
  require_object(*found, "sweep");
  read_field(*found, "chart", kSweepChartNames, sweep.chart);
  read_field(*found, "quantity", kSweepQuantityNames, sweep.quantity);
  sweep.camera.zoom = found->value("zoom", sweep.camera.zoom);
  sweep.camera.center_x = found->value("center_x", sweep.camera.center_x);
  sweep.camera.center_y = found->value("center_y", sweep.camera.center_y);
}

nlohmann::json sweep_to_json(const SweepOptions& sweep) {
  return {{"chart", kSweepChartNames[static_cast<int>(sweep.chart)]},
          {"quantity", kSweepQuantityNames[static_cast<int>(sweep.quantity)]},
          {"zoom", sweep.camera.zoom},
          {"center_x", sweep.camera.center_x},
          {"center_y", sweep.camera.center_y}};
}

ViewState read_state(const nlohmann::json& json, CodeOrigin origin) {
  require_object(json, "view state");
  const int version = json.value("version", 0);
  if (version < 1 || version > ViewState::kVersion)
    throw Error(ErrorKind::usage, Sentence("the view is of version {}, this program reads versions 1 to {}",
                                           version, ViewState::kVersion));
  ViewState state;
  state.variants = variants_from_json(json, own_sources_from_json(json, origin, state));
  read_field(json, "alignment", kAlignmentNames, state.alignment);
  state.panel = json.value("panel", state.panel);
  state.folded = json.value("folded", state.folded);
  state.enlarged = json.value("enlarged", state.enlarged);
  state.position = json.value("position", state.position);
  state.speed = std::clamp(json.value("speed", state.speed), kSpeeds[0], kSpeeds[3]);
  state.motion = json.value("motion", state.motion);
  read_field(json, "theme", kThemeNames, state.theme);
  state.projector = json.value("projector", state.projector);
  read_field(json, "activity", kActivityLevelNames, state.activity);
  read_field(json, "cost", kCostKindNames, state.cost);
  state = apply(state, SetPlacementGpu{json.value("placement_gpu", state.placement_gpu)});
  state.global_request = json.value("global_request", state.global_request);
  state.shared_request = json.value("shared_request", state.shared_request);
  read_field(json, "language", kLanguageNames, state.language);
  state.rounding = json.value("rounding", state.rounding);
  state.source_head = json.value("source_head", state.source_head);
  if (const auto selection = json.find("selection"); selection != json.end())
    state.selection = focus_from_json(*selection);
  if (const auto tree = json.find("tree"); tree != json.end()) {
    state.tree.zoom = tree->value("zoom", state.tree.zoom);
    state.tree.center = tree->value("center", state.tree.center);
    state.tree.opened = tree->value("opened", state.tree.opened);
  }
  read_sweep(json, state.sweep);
  // A camera from a file obeys the same limits as one that a user moved.
  return apply(apply(state, SetTreeCamera{state.tree}), SetPlotCamera{state.sweep.camera});
}

LoadedViewState defaults_because(Sentence reason) {
  return {ViewState{}, std::move(reason)};
}

}  // namespace

nlohmann::json view_state_to_json(const ViewState& state) {
  nlohmann::json json = {
      {"version", ViewState::kVersion},
      {"variants", variants_to_json(state.variants)},
      {"alignment", kAlignmentNames[static_cast<int>(state.alignment)]},
      {"panel", state.panel},
      {"folded", state.folded},
      {"enlarged", state.enlarged},
      {"position", state.position},
      {"speed", state.speed},
      {"motion", state.motion},
      {"theme", kThemeNames[static_cast<int>(state.theme)]},
      {"projector", state.projector},
      {"activity", kActivityLevelNames[static_cast<int>(state.activity)]},
      {"cost", kCostKindNames[static_cast<int>(state.cost)]},
      {"placement_gpu", state.placement_gpu},
      {"global_request", state.global_request},
      {"shared_request", state.shared_request},
      {"language", name_of(state.language)},
      {"rounding", state.rounding},
      {"source_head", state.source_head},
      {"selection", focus_to_json(state.selection)},
      {"tree", {{"zoom", state.tree.zoom}, {"center", state.tree.center}, {"opened", state.tree.opened}}},
      {"sweep", sweep_to_json(state.sweep)}};
  if (auto sources = own_sources_to_json(state.variants.requests, state); !sources.empty())
    json["sources"] = std::move(sources);
  return json;
}

LoadedViewState view_state_from_json(const nlohmann::json& json, CodeOrigin origin) {
  try {
    return {read_state(json, origin), {}};
  } catch (const nlohmann::json::exception&) {
    return defaults_because(Sentence("a value in the view has the wrong type."));
  } catch (const std::exception& error) {
    return defaults_because(sentence_of(error));
  }
}

LoadedViewState view_state_from_text(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return defaults_because(Sentence("the view is damaged."));
  return view_state_from_json(json);
}

}  // namespace lanescope
