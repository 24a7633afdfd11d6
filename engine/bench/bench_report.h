// A bench as JSON and CSV. Each number carries its kind, the GPU, the driver, the date and the command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/bench/bench.h"

namespace lanescope {

/// How the times were taken, in a sentence.
std::string bench_method();

/// Numbers that there are not are null.
nlohmann::ordered_json bench_json(const BenchReport& report);

/// A line of column names, then a line a row. Empty cells where there is no number.
std::string bench_csv(const BenchReport& report);

/// A cell as RFC 4180 wants it: quoted where it holds a comma, a quote or a line's end.
std::string csv_cell(const std::string& text);

}  // namespace lanescope
