#include "engine/json/request_json.h"

#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/json/json_fields.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::string_view kDetailNames[] = {"none", "masks", "full"};

nlohmann::json own_to_json(const OwnLaunch& own) {
  nlohmann::json json = {{"block", own.block},
                         {"grid", own.grid},
                         {"arguments", own.arguments},
                         {"words", own.words},
                         {"result_in_first", own.result_in_first},
                         {"schedule", own.schedule}};
  if (own.shared_bytes) json["shared_bytes"] = *own.shared_bytes;
  if (own.is_settled) json["is_settled"] = true;
  if (own.has_settled_grid) json["has_settled_grid"] = true;
  if (own.has_settled_block) json["has_settled_block"] = true;
  if (own.is_block_open) json["is_block_open"] = true;
  if (own.takes_fewer) json["takes_fewer"] = true;
  return json;
}

void read_words(const nlohmann::json& json, const char* key, std::vector<std::string>& words) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  constexpr std::size_t kMost = 64;
  if (!found->is_array() || found->size() > kMost)
    throw Error(ErrorKind::usage, Sentence("'{}' must be a list of at most {} words.", key, kMost));
  words.clear();
  for (const auto& word : *found) words.push_back(printable(word.get<std::string>()));
}

OwnLaunch own_from_json(const nlohmann::json& json) {
  require_object(json, "own");
  OwnLaunch own;
  own.block = json.value("block", own.block);
  own.grid = json.value("grid", own.grid);
  read_words(json, "arguments", own.arguments);
  read_words(json, "words", own.words);
  read_field(json, "result_in_first", own.result_in_first);
  read_field(json, "schedule", own.schedule);
  read_field(json, "is_settled", own.is_settled);
  read_field(json, "has_settled_grid", own.has_settled_grid);
  read_field(json, "has_settled_block", own.has_settled_block);
  read_field(json, "is_block_open", own.is_block_open);
  read_field(json, "takes_fewer", own.takes_fewer);
  if (json.contains("shared_bytes")) read_field(json, "shared_bytes", own.shared_bytes.emplace());
  return own;
}

}  // namespace

void to_json(nlohmann::json& json, const InputSpec& input) {
  json = {{"kind", name_of(input.kind)}, {"path", utf8_of_bytes(input.path)}, {"seed", input.seed}};
}

void to_json(nlohmann::json& json, const MatrixSizes& sizes) {
  json = {{"rows", sizes.rows}, {"inner", sizes.inner}, {"columns", sizes.columns}};
}

void to_json(nlohmann::json& json, const RunRequest& request) {
  json = {{"kernel", request.kernel},
          {"n", request.n},
          {"block_dim", request.block_dim},
          {"coarse_factor", request.coarse_factor},
          {"grid_dim", nullptr},
          {"combining", nullptr},
          {"op", name_of(request.op)},
          {"type", name_of(request.type)},
          {"input", request.input},
          {"backend", name_of(request.backend)},
          {"repeats", request.repeats},
          {"detail", kDetailNames[static_cast<int>(request.detail)]},
          {"block", request.block}};
  if (request.grid_dim) json["grid_dim"] = *request.grid_dim;
  if (request.matrices) json["matrices"] = *request.matrices;
  if (request.tile_width != RunRequest{}.tile_width) json["tile_width"] = request.tile_width;
  if (request.launch != RunRequest{}.launch) json["launch"] = request.launch;
  if (request.combining) json["combining"] = name_of(*request.combining);
  if (!(request.own == OwnLaunch{})) json["own"] = own_to_json(request.own);
}

void to_json(nlohmann::json& json, const LaunchConfig& launch) {
  json = {{"entry", launch.entry},
          {"n", launch.n},
          {"grid_dim", launch.grid_dim},
          {"block_dim", launch.block_dim},
          {"coarse_factor", launch.coarse_factor},
          {"elements_per_block", launch.elements_per_block},
          {"shared_elements", launch.shared_elements},
          {"combining", name_of(launch.combining)}};
  if (!has_array_result(launch.workload)) return;
  json["workload"] = name_of(launch.workload);
  json["matrices"] = launch.matrices;
  json["tile_width"] = launch.tile_width;
  if (launch.first_bit > 0) json["first_bit"] = launch.first_bit;
}

void from_json(const nlohmann::json& json, InputSpec& input) {
  require_object(json, "input");
  read_field(json, "kind", kInputNames, input.kind);
  read_path(json, "path", input.path);
  read_field(json, "seed", input.seed);
}

void from_json(const nlohmann::json& json, MatrixSizes& sizes) {
  require_object(json, "matrices");
  read_field(json, "rows", sizes.rows);
  read_field(json, "inner", sizes.inner);
  read_field(json, "columns", sizes.columns);
}

void from_json(const nlohmann::json& json, RunRequest& request) {
  require_object(json, "request");
  read_field(json, "kernel", request.kernel);
  read_field(json, "n", request.n);
  read_field(json, "block_dim", request.block_dim);
  read_field(json, "coarse_factor", request.coarse_factor);
  read_field(json, "grid_dim", request.grid_dim);
  read_field(json, "combining", kCombiningNames, request.combining);
  if (const auto sizes = json.find("matrices"); sizes != json.end()) from_json(*sizes, request.matrices.emplace());
  read_field(json, "tile_width", request.tile_width);
  read_field(json, "op", kOpNames, request.op);
  read_field(json, "type", kTypeNames, request.type);
  if (const auto input = json.find("input"); input != json.end()) from_json(*input, request.input);
  read_field(json, "backend", kBackendNames, request.backend);
  read_field(json, "repeats", request.repeats);
  read_field(json, "detail", kDetailNames, request.detail);
  read_field(json, "launch", request.launch);
  read_field(json, "block", request.block);
  if (const auto own = json.find("own"); own != json.end()) request.own = own_from_json(*own);
}

void from_json(const nlohmann::json& json, LaunchConfig& launch) {
  require_object(json, "launch");
  read_field(json, "entry", launch.entry);
  read_field(json, "n", launch.n);
  read_field(json, "grid_dim", launch.grid_dim);
  read_field(json, "block_dim", launch.block_dim);
  read_field(json, "coarse_factor", launch.coarse_factor);
  read_field(json, "elements_per_block", launch.elements_per_block);
  read_field(json, "shared_elements", launch.shared_elements);
  read_field(json, "combining", kCombiningNames, launch.combining);
  read_field(json, "workload", workload_names(), launch.workload);
  if (const auto sizes = json.find("matrices"); sizes != json.end()) from_json(*sizes, launch.matrices);
  read_field(json, "tile_width", launch.tile_width);
  read_field(json, "first_bit", launch.first_bit);
}

}  // namespace lanescope
