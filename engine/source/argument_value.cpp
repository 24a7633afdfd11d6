#include "engine/source/argument_value.h"

#include <cstddef>
#include <cstring>
#include <nlohmann/json.hpp>

namespace lanescope {

using nlohmann::json;

json arguments_to_json(const std::vector<ArgumentValue>& arguments) {
  json list = json::array();
  for (const ArgumentValue& argument : arguments) {
    json pieces = json::array();
    for (const ArgumentPiece& piece : argument.pieces)
      pieces.push_back({piece.offset, piece.bytes, piece.array, piece.bits});
    list.push_back({argument.array, argument.bits, argument.bytes, pieces});
  }
  return list;
}

std::vector<ArgumentValue> arguments_from_json(const json& list) {
  std::vector<ArgumentValue> arguments;
  for (const json& one : list) {
    ArgumentValue& argument = arguments.emplace_back();
    argument.array = one.at(0).get<int>();
    argument.bits = one.at(1).get<std::uint64_t>();
    argument.bytes = one.at(2).get<unsigned>();
    for (const json& piece : one.at(3))
      argument.pieces.push_back({piece.at(0).get<unsigned>(), piece.at(1).get<unsigned>(), piece.at(2).get<int>(),
                                 piece.at(3).get<std::uint64_t>()});
  }
  return arguments;
}

CallValues::CallValues(const std::vector<ArgumentValue>& arguments, const std::vector<std::uintptr_t>& arrays) {
  const auto bits_of = [&](int array, std::uint64_t bits) {
    return array < 0 ? bits : arrays[static_cast<std::size_t>(array)];
  };
  const auto lines_of = [](const ArgumentValue& argument) { return argument.bytes / sizeof(Line) + 1; };
  std::size_t count = 0;
  for (const ArgumentValue& argument : arguments) count += lines_of(argument);
  values_.resize(count);
  Line* next = values_.data();
  for (const ArgumentValue& argument : arguments) {
    std::vector<ArgumentPiece> pieces = argument.pieces;
    if (pieces.empty()) pieces.push_back({0, sizeof(std::uint64_t), argument.array, argument.bits});
    auto* const place = reinterpret_cast<char*>(next);
    next += lines_of(argument);
    for (const ArgumentPiece& piece : pieces) {
      const std::uint64_t bits = bits_of(piece.array, piece.bits);
      std::memcpy(place + piece.offset, &bits, piece.bytes);
    }
    pointers_.push_back(place);
  }
}

}  // namespace lanescope
