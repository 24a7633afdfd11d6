// Plain text that lines up: tables, and numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/request/request.h"

namespace lanescope {

/// Columns as wide as their widest cell; texts to the left, numbers to the right.
class Table {
 public:
  struct Column {
    std::string title;
    bool left = false;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column. Missing ones are empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// Every line ends with a newline; no line ends with blanks.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A result: the shortest text that gives the same number of the type back.
std::string value_text(double value, ElementType type);

/// 0.5 -> "50.0 %".
std::string percent(double fraction);

/// Three to four digits that mean something: "0", "3.1e-08", "exact" for zero.
std::string error_text(double relative_error);

}  // namespace lanescope
