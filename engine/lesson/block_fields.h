// The fields of a fenced block, checked as they are read: what is wrong is told with its line and column in the
// file.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/lesson/read_blocks.h"

namespace lanescope {

/// Every function throws Error(usage) with file, line and column: a wrong field stands where its name or its text
/// is.
class BlockFields {
 public:
  explicit BlockFields(const Block& block);
  const nlohmann::json& all() const { return json_; }

  /// At the first place of `needle` in the block.
  [[noreturn]] void fail(const std::string& needle, const std::string& what) const;

  /// No other fields than these.
  void allow(const nlohmann::json& object, std::span<const std::string_view> first,
             std::span<const std::string_view> second = {}) const;

  /// Empty where there is no such field and it is not needed.
  std::string words(const nlohmann::json& object, const char* key, bool needed = false) const;
  std::string words_of(const nlohmann::json& value, const char* key) const;
  double number(const nlohmann::json& object, const char* key, double least, double most, double usual) const;
  double number_of(const nlohmann::json& value, const char* key, double least, double most) const;
  bool flag(const nlohmann::json& object, const char* key) const;
  /// The members of a list; none where there is no such field.
  std::vector<nlohmann::json> list(const nlohmann::json& object, const char* key, std::size_t most) const;

  /// Runs `read` on the words; what it throws is told where the words stand.
  template <class Read>
  auto at_words(const std::string& words, const char* key, Read read) const {
    try {
      return read(words);
    } catch (const Error& error) {
      fail_at_words(words, key, error.what());
    }
  }

 private:
  [[noreturn]] void fail_at_words(const std::string& words, const char* key, const char* what) const;
  [[noreturn]] void fail_in_json() const;
  [[noreturn]] void fail_byte(std::size_t byte, const std::string& what) const;

  const Block& block_;
  nlohmann::json json_;
};

}  // namespace lanescope
