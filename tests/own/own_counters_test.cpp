// Small kernels of calls, loops and branches in all mixtures: what the emulator counts is what an H200's counters
// said.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/metric.h"
#include "engine/session.h"
#include "engine/source/own_run.h"

namespace lanescope {
namespace {

constexpr const char* kFolder = LANESCOPE_SOURCE_DIR "/tests/own/counted/";

/// By kernel and N, the totals by their names.
using Counted = std::map<std::string, std::map<std::uint64_t, std::map<std::string, std::uint64_t>>>;

Counted counted() {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/recordings/h200_own_kernels.csv");
  Counted counted;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kernel, n, total, value;
    std::getline(words, kernel, ',');
    std::getline(words, n, ',');
    std::getline(words, total, ',');
    std::getline(words, value, ',');
    if (!value.empty() && value != "counted") counted[kernel][std::stoull(n)][total] = std::stoull(value);
  }
  return counted;
}

class OwnCounters : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnCounters, AreThoseOfAnH200) {
  Progress progress;
  const auto rows = counted().at(GetParam());
  ASSERT_EQ(rows.size(), 2u);
  for (const auto& [n, totals] : rows) {
    RunRequest request;
    request.kernel = load_own_kernel(kFolder + GetParam() + ".cu", std::nullopt, progress).id;
    request.n = n;
    request.block_dim = 32;
    request.own.block = {32, 1, 1};
    request.own.grid = {4, 1, 1};
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    const lanescope::Run run = lanescope::run(request, progress);
    for (const auto& [name, value] : totals)
      EXPECT_EQ(count_of(metric_named(name).of_totals(run.metrics.totals)), value) << name << " for N = " << n;
  }
}

std::vector<std::string> kernels() {
  std::vector<std::string> names;
  for (const auto& [kernel, rows] : counted()) names.push_back(kernel);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnCounters, ::testing::ValuesIn(kernels()),
                         [](const auto& about) { return about.param; });

}  // namespace
}  // namespace lanescope
