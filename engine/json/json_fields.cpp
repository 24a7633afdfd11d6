#include "engine/json/json_fields.h"

#include <cmath>

#include "engine/base/foreign_text.h"

namespace lanescope {
namespace {

/// The value for a message: short, and valid text whatever the file contains.
std::string shown(const nlohmann::json& value) {
  using nlohmann::json;
  if (value.is_structured() || value.is_binary()) return std::string("a value of type ") + value.type_name();
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

}  // namespace

void throw_bad_field(std::string_view key, const nlohmann::json& value, std::string_view allowed) {
  throw Error(ErrorKind::usage, Sentence("{} is {}; it must be {}.", key, shown(value), allowed));
}

void require_object(const nlohmann::json& json, std::string_view what) {
  if (!json.is_object()) throw_bad_field(what, json, "an object");
}

void read_field(const nlohmann::json& json, const char* key, std::string& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_string()) throw_bad_field(key, *found, "a text");
  out = printable(found->get_ref<const std::string&>());
}

void read_path(const nlohmann::json& json, const char* key, std::string& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_string()) throw_bad_field(key, *found, "a text");
  out = bytes_of_utf8(found->get_ref<const std::string&>());
}

void read_field(const nlohmann::json& json, const char* key, bool& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_boolean()) throw_bad_field(key, *found, "true or false");
  out = found->get<bool>();
}

void read_field(const nlohmann::json& json, const char* key, double& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (found->is_null()) {
    out = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  if (!found->is_number()) throw_bad_field(key, *found, "a number");
  out = found->get<double>();
}

void read_field(const nlohmann::json& json, const char* key, std::uint64_t& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  // Numbers that a program (not a parser) made are signed; the value matters, not the type.
  if (!found->is_number_integer() || (!found->is_number_unsigned() && found->get<std::int64_t>() < 0))
    throw_bad_field(key, *found, "a whole number from 0 up");
  out = found->get<std::uint64_t>();
}

void read_field(const nlohmann::json& json, const char* key, std::optional<std::uint64_t>& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  out.reset();
  if (found->is_null()) return;
  std::uint64_t value = 0;
  read_field(json, key, value);
  out = value;
}

void read_field(const nlohmann::json& json, const char* key, unsigned& out) {
  std::uint64_t value = out;
  read_field(json, key, value);
  if (value > std::numeric_limits<unsigned>::max())
    throw_bad_field(key, json[key], "a whole number that fits 32 bits");
  out = static_cast<unsigned>(value);
}

}  // namespace lanescope
