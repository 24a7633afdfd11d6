#include "engine/counters/reason_cell.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/counters/reasons.h"
#include "engine/json/json_fields.h"
#include "engine/json/sentence_json.h"

namespace lanescope {
namespace {

using nlohmann::json;

CounterReason reason_from_json(const json& object) {
  require_object(object, "a reason");
  CounterReason reason;
  std::string name;
  read_field(object, "total", name);
  const auto& totals = counter_totals();
  const auto found =
      std::find_if(totals.begin(), totals.end(), [&](const Metric* total) { return total->name == name; });
  if (found == totals.end()) throw_bad_field("total of a reason", name, "a total of the table");
  reason.total = *found;
  read_field(object, "counted", reason.counted);
  read_field(object, "emulated", reason.emulated);
  read_field(object, "has_code", reason.has_code);
  if (const auto why = object.find("why"); why != object.end())
    reason.why = sentence_from_json(*why, "why", reason_patterns());
  return reason;
}

}  // namespace

std::string reason_cell(const std::vector<CounterReason>& reasons) {
  if (reasons.empty()) return "";
  json list = json::array();
  for (const CounterReason& reason : reasons) {
    json& object = list.emplace_back(
        json{{"total", reason.total->name}, {"counted", reason.counted}, {"emulated", reason.emulated}});
    if (!reason.why.empty()) object["why"] = sentence_to_json(reason.why);
    if (!reason.has_code) object["has_code"] = false;
  }
  return list.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<CounterReason> reasons_of_cell(const std::string& cell) {
  if (cell.empty()) return {};
  const json list = json::parse(cell, nullptr, false);
  if (!list.is_array())
    throw Error(
        ErrorKind::usage,
        "its reason is text to be read, as `verify --counters --csv` and older versions write it; write the table "
        "again with `verify --counters -o FILE`.");
  std::vector<CounterReason> reasons;
  for (const json& object : list) reasons.push_back(reason_from_json(object));
  return reasons;
}

}  // namespace lanescope
