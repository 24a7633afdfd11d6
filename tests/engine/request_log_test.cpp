// Requests of a warp against a count by hand: lanes that go the same way, and lanes that do not.
#include "engine/trace/request_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <vector>

namespace lanescope {
namespace {

RequestLog::Site at_line(std::uint16_t line) {
  return {0, line, AccessKind::shared_load, ArrayId::shared};
}

/// Lane l's access number i has the offset 1000 l + i.
void fill(RequestLog& log, const std::vector<std::vector<std::uint16_t>>& lines_of_lane) {
  for (unsigned lane = 0; lane < lines_of_lane.size(); ++lane) {
    log.begin_lane(lane);
    std::uint64_t offset = 1000 * lane;
    for (const std::uint16_t line : lines_of_lane[lane]) log.add(at_line(line), offset++);
  }
}

/// Each lane once in a request, lowest first, and no more requests of a site than the lane with the most accesses.
void expect_sound(const RequestLog& log, const std::vector<std::vector<std::uint16_t>>& lines_of_lane) {
  std::map<std::uint16_t, std::size_t> made, needed;
  std::size_t accesses = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto& request = log[i];
    ++made[request.site.source_line];
    ASSERT_EQ(request.lanes, static_cast<unsigned>(std::popcount(request.mask))) << "request " << i;
    ASSERT_LE(request.lanes, kWarpSize);
    unsigned place = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((request.mask >> lane & 1) == 0) continue;
      EXPECT_EQ(request.offsets[place++] / 1000, lane);
    }
    accesses += request.lanes;
  }
  std::size_t expected = 0;
  for (const auto& lines : lines_of_lane) {
    expected += lines.size();
    for (const std::uint16_t line : lines)
      needed[line] = std::max<std::size_t>(needed[line], std::count(lines.begin(), lines.end(), line));
  }
  EXPECT_EQ(made, needed);
  EXPECT_EQ(accesses, expected);
}

TEST(RequestLog, LanesThatGoTheSameWayShareRequests) {
  RequestLog log;
  const std::vector<std::vector<std::uint16_t>> lanes(kWarpSize, {7, 8, 7});
  fill(log, lanes);
  ASSERT_EQ(log.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(log[i].mask, 0xffffffffu);
  expect_sound(log, lanes);
}

// 31 lanes that take two places each of a request with room for 32 would write behind it.
TEST(RequestLog, ALaneThatTakesSitesInAnotherOrderJoinsNoRequestTwice) {
  std::vector<std::vector<std::uint16_t>> lanes(kWarpSize, {2, 1, 1, 2});
  lanes[0] = {1, 2, 1};
  RequestLog log;
  fill(log, lanes);
  expect_sound(log, lanes);
}

TEST(RequestLog, AnyOrderOfSitesGivesSoundRequests) {
  std::mt19937 random(1);
  RequestLog log;
  for (int round = 0; round < 2000; ++round) {
    const unsigned sites = 1 + random() % 4, most = random() % 9;
    std::vector<std::vector<std::uint16_t>> lanes(1 + random() % kWarpSize);
    for (auto& lines : lanes)
      for (unsigned i = most == 0 ? 0 : random() % most; i > 0; --i)
        lines.push_back(static_cast<std::uint16_t>(random() % sites));
    log.clear();
    fill(log, lanes);
    expect_sound(log, lanes);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace lanescope
