#include "engine/lesson/block_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/foreign_text.h"
#include "engine/lesson/read_lesson.h"

namespace lanescope {
namespace {

using nlohmann::json;

std::string quoted(const char* key) {
  return '"' + std::string(key) + '"';
}

}  // namespace

void fail_at(const std::string& file, int line, int column, const std::string& what) {
  throw Error(ErrorKind::usage, fmt::format("{}:{}:{}: {}", file, line, column, what));
}

BlockFields::BlockFields(const Block& block) : block_(block) {
  json_ = json::parse(block.text, nullptr, false);
  if (json_.is_discarded()) fail_in_json();
  if (!json_.is_object()) fail("{", "a block is a JSON object: { ... }");
}

void BlockFields::fail(const std::string& needle, const std::string& what) const {
  const std::size_t found = block_.text.find(needle);
  fail_byte(found == std::string::npos ? 0 : found, what);
}

void BlockFields::allow(const json& object, std::span<const std::string_view> first,
                        std::span<const std::string_view> second) const {
  std::vector<std::string_view> allowed(first.begin(), first.end());
  allowed.insert(allowed.end(), second.begin(), second.end());
  for (const auto& [key, value] : object.items())
    if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
      fail(json(key).dump(),
           fmt::format("there is no field {} here; there are {}.", printable(key), fmt::join(allowed, ", ")));
}

std::string BlockFields::words(const json& object, const char* key, bool needed) const {
  const auto found = object.find(key);
  if (found == object.end()) {
    if (needed) fail("{", fmt::format("the field {} is missing.", key));
    return "";
  }
  return words_of(*found, key);
}

std::string BlockFields::words_of(const json& value, const char* key) const {
  if (!value.is_string() || value.get_ref<const std::string&>().size() > kMostWords)
    fail(quoted(key), fmt::format("{} must be a text of at most {} bytes.", key, kMostWords));
  return printable(value.get<std::string>());
}

double BlockFields::number(const json& object, const char* key, double least, double most, double usual) const {
  const auto found = object.find(key);
  return found == object.end() ? usual : number_of(*found, key, least, most);
}

double BlockFields::number_of(const json& value, const char* key, double least, double most) const {
  if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most))
    fail(quoted(key), fmt::format("{} is {}; it must be a number from {} to {}.", key,
                                  printable(value.dump().substr(0, 40)), least, most));
  return value.get<double>();
}

bool BlockFields::flag(const json& object, const char* key) const {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  if (!found->is_boolean()) fail(quoted(key), fmt::format("{} must be true or false.", key));
  return found->get<bool>();
}

std::vector<json> BlockFields::list(const json& object, const char* key, std::size_t most) const {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_array() || found->size() > most)
    fail(quoted(key), fmt::format("{} must be a list of at most {}.", key, most));
  return {found->begin(), found->end()};
}

void BlockFields::fail_at_words(const std::string& words, const char* key, const char* what) const {
  const std::string in_file = json(words).dump();
  fail(block_.text.find(in_file) == std::string::npos ? quoted(key) : in_file, fmt::format("{}: {}", key, what));
}

void BlockFields::fail_in_json() const {
  try {
    const json never = json::parse(block_.text);
  } catch (const json::parse_error& error) {
    fail_byte(error.byte == 0 ? 0 : error.byte - 1,
              "this is no JSON: a field is \"name\": value, with commas between fields.");
  } catch (const json::exception&) {
  }
  fail_byte(0, "this is no JSON.");
}

void BlockFields::fail_byte(std::size_t byte, const std::string& what) const {
  const auto end = block_.text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, block_.text.size()));
  const auto line = std::count(block_.text.begin(), end, '\n');
  const auto begin = std::find(std::make_reverse_iterator(end), block_.text.rend(), '\n').base();
  fail_at(block_.file, block_.first_line + static_cast<int>(line), static_cast<int>(end - begin) + 1, what);
}

}  // namespace lanescope
