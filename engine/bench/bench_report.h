// A bench as JSON and CSV. Each number carries its kind, the GPU, the driver, the date and the command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/bench/bench.h"

namespace lanescope {

/// How the times were taken, in a sentence.
std::string bench_method();

/// Missing numbers are null.
nlohmann::ordered_json bench_json(const BenchReport& report);

/// A line of column names, then one line per row. Missing numbers are empty cells.
std::string bench_csv(const BenchReport& report);

/// A cell by RFC 4180: quoted if it contains a comma, a quote or a line end.
std::string csv_cell(const std::string& text);

}  // namespace lanescope
