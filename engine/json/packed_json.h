// Numbers of a trace in its JSON: packed arrays, and what is said where one of them cannot be.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/base/error.h"
#include "engine/json/json_fields.h"
#include "engine/trace/packed_numbers.h"

namespace lanescope {

template <class T>
nlohmann::json binary(const std::vector<T>& numbers) {
  return nlohmann::json::binary(pack_numbers(numbers));
}

/// The member of each element that `get` picks, as one packed array.
template <class T>
nlohmann::json column(const std::vector<T>& elements, auto get) {
  std::vector<std::uint64_t> numbers;
  for (const auto& element : elements) numbers.push_back(static_cast<std::uint64_t>(get(element)));
  return binary(numbers);
}

inline const nlohmann::json& member(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw Error(ErrorKind::usage, Sentence("its {} are missing.", key));
  return *found;
}

inline const PackedNumbers& packed(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_binary()) throw_bad_field(key, value, "packed numbers");
  return value.get_binary();
}

inline const nlohmann::json& list(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = member(object, key);
  if (!value.is_array()) throw_bad_field(key, value, "a list");
  return value;
}

[[noreturn]] inline void refuse_trace(const Sentence& reason) {
  throw Error(ErrorKind::usage, reason);
}

}  // namespace lanescope
