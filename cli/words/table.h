// Plain text tables, and numbers formatted for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/request/request.h"

namespace lanescope {

/// Columns as wide as their widest cell; texts left-aligned, numbers right-aligned.
class Table {
 public:
  struct Column {
    std::string title;
    bool left = false;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Adds a row, one cell per column. Missing cells are empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  /// The table: every line ends with a newline, and no line ends with blanks.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A result: the shortest text that gives the same number of the type back.
std::string value_text(double value, ElementType type);

/// 0.5 -> "50.0 %".
std::string percent(double fraction);

/// A few significant digits: "3.1e-08", "exact" for zero.
std::string error_text(double relative_error);

}  // namespace lanescope
