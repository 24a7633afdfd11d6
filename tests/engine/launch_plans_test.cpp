// Kernels with several entries: which launches they come to, what these cost, and that the result is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/base/error.h"
#include "engine/recording.h"
#include "engine/request/launch_sequence.h"
#include "engine/session.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::run_of;
using testing::usual_request;

constexpr const char* kScans[] = {"scan_hierarchical", "scan_single_pass"};
constexpr const char* kSorts[] = {"radix_sort_bit", "radix_sort_digit", "radix_sort_coarsened"};

using Launched = std::tuple<std::string, std::uint64_t, std::uint64_t>;
std::vector<Launched> launched(const RunRequest& request) {
  std::vector<Launched> launches;
  for (const LaunchConfig& launch : launches_of(request))
    launches.emplace_back(launch.entry, launch.n, launch.grid_dim);
  return launches;
}

template <class T>
std::vector<T> planned_output(const RunRequest& request, const std::vector<T>& input) {
  return std::get<std::vector<T>>(*testing::emulate(request, input).result.array);
}

TEST(Plans, AScanScansItsSumsUntilOneSectionHoldsThem) {
  EXPECT_EQ(launched(usual_request("scan_hierarchical", 1000, 256, 4)),
            (std::vector<Launched>{{"scan_sections", 1000, 1}}));
  EXPECT_EQ(launched(usual_request("scan_hierarchical", 65536, 256)),
            (std::vector<Launched>{
                {"scan_sections", 65536, 256}, {"scan_sections", 256, 1}, {"add_section_sums", 65536, 255}}));
  // 8 x 8 x 8 elements and one more: three levels of sums, and down again.
  EXPECT_EQ(launched(usual_request("scan_hierarchical", 513, 8)),
            (std::vector<Launched>{{"scan_sections", 513, 65},
                                   {"scan_sections", 65, 9},
                                   {"scan_sections", 9, 2},
                                   {"scan_sections", 2, 1},
                                   {"add_section_sums", 9, 1},
                                   {"add_section_sums", 65, 8},
                                   {"add_section_sums", 513, 64}}));
  EXPECT_EQ(launched(usual_request("scan_single_pass", 65536, 256)),
            (std::vector<Launched>{{"scan_single_pass", 65536, 256}}));
}

// A pass by bits: the bits, a scan of as many, and the keys; by digits: the sections, a scan of 16 counts a
// section, and the keys.
TEST(Plans, ASortIsAScanAPass) {
  EXPECT_EQ(launches_of(usual_request("radix_sort_bit", 65536, 256)).size(), 32u * (1 + 3 + 1));
  EXPECT_EQ(launches_of(usual_request("radix_sort_digit", 4096, 256)).size(), 8u * (1 + 1 + 1));
  EXPECT_EQ(launches_of(usual_request("radix_sort_digit", 65536, 256)).size(), 8u * (1 + 3 + 1));
  const auto launches = launches_of(usual_request("radix_sort_coarsened", 65536, 256, 4));
  EXPECT_EQ(launches[1].n, 16u * 64);
  EXPECT_EQ(launches[3].first_bit, 4u);
}

TEST(Plans, ASortTakesNegativeKeysEqualOnesAndTheLargest) {
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min(),
                         kMax = std::numeric_limits<std::int32_t>::max();
  const std::vector<std::int32_t> keys = {5, -1, kMax, kMin, 0, kMax, -1, 5, kMin + 1, 1, kMax - 1};
  std::vector<std::int32_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (const char* kernel : kSorts)
    EXPECT_EQ(planned_output(usual_request(kernel, keys.size(), 8), keys), sorted) << kernel;
}

TEST(Plans, AScanOfOnesCountsThem) {
  std::vector<std::int32_t> counted(1000);
  std::iota(counted.begin(), counted.end(), 1);
  for (const char* kernel : kScans) {
    RunRequest request = usual_request(kernel, 1000, 32, 2);
    request.type = ElementType::int32;
    EXPECT_EQ(planned_output(request, std::vector<std::int32_t>(1000, 1)), counted) << kernel;
  }
}

// 256 sections of 256 elements: each takes 256 log2 256 - 255 additions by Kogge and Stone, and so do their sums;
// then 255 sections are given a sum. A chain adds once a block, and once an element.
TEST(Plans, AdditionsOfBothScans) {
  const unsigned a_section = 256 * 8 - 255;
  const lanescope::Run three = run_of(usual_request("scan_hierarchical", 65536, 256));
  EXPECT_EQ(totals_of_all(three).combine_ops, 257u * a_section + 255 * 256);
  const lanescope::Run one = run_of(usual_request("scan_single_pass", 65536, 256));
  EXPECT_EQ(one.metrics.totals.combine_ops, 256u * (a_section + 1 + 256));
}

// The book's point: a single pass loads and stores every element once, three launches load and store nearly all
// twice.
TEST(Plans, ASinglePassTouchesEveryElementOnce) {
  constexpr std::uint64_t kN = 65536, kBlocks = 256;
  const Totals one = run_of(usual_request("scan_single_pass", kN, 256)).metrics.totals;
  // Links between blocks: 8 bytes loaded and cleared for each but the first, 8 bytes stored for each.
  EXPECT_EQ(one.of(AccessKind::global_load).bytes, 4 * kN + 8 * (kBlocks - 1));
  EXPECT_EQ(one.of(AccessKind::global_store).bytes, 4 * kN + 8 * (2 * kBlocks - 1));
  const Totals three = totals_of_all(run_of(usual_request("scan_hierarchical", kN, 256)));
  // Sections, their sums, and 255 sections with the sum that each of their threads loads.
  EXPECT_EQ(three.of(AccessKind::global_load).bytes, 4 * (kN + kBlocks + 2 * 255 * 256));
  EXPECT_EQ(three.of(AccessKind::global_store).bytes, 4 * (kN + kBlocks + kBlocks + 1 + 255 * 256));
}

TEST(Plans, ALaunchIsChosenAndReadBackFromARecording) {
  RunRequest request = usual_request("radix_sort_digit", 300, 64);
  request.launch = 5;
  const lanescope::Run made = run_of(request);
  EXPECT_EQ(made.launch.entry, launches_of(request)[4].entry);
  const auto read = decode_recording(encode_recording({made}), "FILE");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].launches.size(), made.launches.size());
  for (std::size_t i = 0; i < made.launches.size(); ++i)
    EXPECT_EQ(read[0].launches[i].launch, made.launches[i].launch);
}

TEST(Plans, WhatCannotBeSaysWhy) {
  const auto refused = [](const RunRequest& request) { return refusal(request).value_or(Refusal{}).text(); };
  EXPECT_EQ(
      refused(usual_request("scan_hierarchical", 100, 1)),
      "--block 1: scan_hierarchical scans the sums of sections, so a section must have at least two elements; use "
      "a larger --block.");
  EXPECT_EQ(refused(usual_request("scan_hierarchical", 100, 1, 2)), "");
  EXPECT_EQ(refused(usual_request("scan_single_pass", 100, 1)), "");
  EXPECT_EQ(refused(usual_request("radix_sort_digit", 1ull << 31, 256)),
            "--n 2147483648: radix_sort_digit counts keys in int32, so there are at most 2147483647 keys.");
}

}  // namespace
}  // namespace lanescope
