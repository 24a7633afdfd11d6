// Reads single fields of a JSON object that somebody else wrote: every mistake becomes one sentence.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace lanescope {

/// Throws Error(usage): "<key> is <value>; it must be <allowed>."
[[noreturn]] void throw_bad_field(std::string_view key, const nlohmann::json& value, std::string_view allowed);

/// Throws Error(usage) if `json` is not an object.
void require_object(const nlohmann::json& json, std::string_view what);

/// Each of these leaves `out` alone where the key is absent.
void read_field(const nlohmann::json& json, const char* key, std::string& out);  ///< printable (foreign_text.h)
void read_path(const nlohmann::json& json, const char* key, std::string& out);   ///< that utf8_of_bytes() wrote
void read_field(const nlohmann::json& json, const char* key, bool& out);
void read_field(const nlohmann::json& json, const char* key, double& out);  ///< null stands for NaN
void read_field(const nlohmann::json& json, const char* key, std::uint64_t& out);
void read_field(const nlohmann::json& json, const char* key, std::optional<std::uint64_t>& out);
void read_field(const nlohmann::json& json, const char* key, unsigned& out);

/// Index of the field's string in `names`.
template <class Enum>
void read_field(const nlohmann::json& json, const char* key, std::span<const std::string_view> names, Enum& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  std::string allowed = "one of";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (found->is_string() && found->template get_ref<const std::string&>() == names[i]) {
      out = static_cast<Enum>(i);
      return;
    }
    allowed.append(i ? ", " : " ").append(names[i]);
  }
  throw_bad_field(key, *found, allowed);
}

/// null: not said.
template <class Enum>
void read_field(const nlohmann::json& json, const char* key, std::span<const std::string_view> names,
                std::optional<Enum>& out) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  out.reset();
  if (!found->is_null()) read_field(json, key, names, out.emplace());
}

}  // namespace lanescope
