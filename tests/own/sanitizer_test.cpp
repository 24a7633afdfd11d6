// compute-sanitizer's table: what its tools print, the file, and the recorded verdicts beside the emulator of
// today.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/check/sanitizer_run.h"
#include "engine/check/sanitizer_table.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

TEST(Sanitizer, SummariesOfAllProcessesAreAdded) {
  EXPECT_EQ(errors_in("========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"), 0u);
  EXPECT_EQ(errors_in("========= ERROR SUMMARY: 12 errors\n========= ERROR SUMMARY: 0 errors\n"), 12u);
  EXPECT_EQ(errors_in("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"), 1u);
  EXPECT_THROW(errors_in("========= COMPUTE-SANITIZER\n"), Error);
  EXPECT_THROW(errors_in(""), Error);
}

TEST(Sanitizer, EveryKernelIsWatchedSoundAndWithFaults) {
  const auto launches = sanitized_launches({});
  std::size_t sound = 0;
  for (const SanitizedLaunch& launch : launches) sound += launch.fault.empty();
  EXPECT_GE(sound, 30u);
  EXPECT_GE(launches.size(), 2 * sound);
  EXPECT_EQ(sanitized_launches({"segmented"}).front().kernel, "segmented");
  // No kernel of one launch that is traced is missing, but the one whose blocks hand values on.
  for (const KernelInfo& kernel : all_kernels()) {
    if (kernel.on_host || !kernel.traced() || !kernel.entries.empty() || kernel.id == "scan_single_pass") continue;
    EXPECT_TRUE(std::any_of(launches.begin(), launches.end(), [&](const auto& one) {
      return one.kernel == kernel.id;
    })) << kernel.id;
  }
  EXPECT_THROW(sanitized_launches({"cub"}), Error);
}

SanitizerTable a_table() {
  SanitizerTable table{
      .device = "a GPU", .driver = "1.2", .date = "2026-01-31", .command = "x", .sanitizer = "3", .rows = {}};
  table.rows.push_back({.launch = {"segmented", "no_barrier", 1000, 64, 1}, .told = {0, 7, std::nullopt, 0}});
  return table;
}

TEST(Sanitizer, TablesAreReadAsTheyWereWritten) {
  const std::string text = to_csv(a_table());
  const SanitizerTable read = sanitizer_table_from_csv(text, "t.csv");
  EXPECT_EQ(to_csv(read), text);
  EXPECT_EQ(read.device, "a GPU");
  EXPECT_EQ(read.rows.at(0).told[1], 7u);
}

TEST(Sanitizer, HostileTablesAreRefusedWithTheirLine) {
  const std::string good = to_csv(a_table());
  const auto refused = [](const std::string& text) {
    try {
      SanitizerTable table = sanitizer_table_from_csv(text, "t.csv");
      Progress progress;
      for (const SanitizedRow& row : table.rows) request_of(row.launch, progress);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::usage || error.kind() == ErrorKind::failed;
    }
    return false;
  };
  EXPECT_FALSE(refused(good));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused("kernel,fault\n"));
  EXPECT_TRUE(refused(good + "segmented,no_barrier,1000\n"));
  EXPECT_TRUE(refused(good + "segmented,,1000,64,1,-1,0,0,0\n"));
  EXPECT_TRUE(refused(good + "segmented,,99999999999999999999,64,1,0,0,0,0\n"));
  EXPECT_TRUE(refused(good + "segmented,,1000,63,1,0,0,0,0\n"));
  EXPECT_TRUE(refused(good + "segmented,no_such_fault,1000,64,1,0,0,0,0\n"));
  EXPECT_TRUE(refused(good + "no_such_kernel,,1000,64,1,0,0,0,0\n"));
}

}  // namespace
}  // namespace lanescope
