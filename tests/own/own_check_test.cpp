// Findings: programs and kernels of tests/own/programs say in their first lines what they print, and what is wrong
// with them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/check/fault.h"
#include "engine/check/listed_kernel.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"
#include "engine/source/own_process.h"
#include "engine/source/own_run.h"
#include "engine/source/rewrite.h"
#include "engine/workload/workload.h"
#include "tests/own/stated_program.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// "race 7 9".
std::string words_of_finding(const Finding& finding) {
  std::string words(name_of(finding.kind));
  for (const unsigned line : finding.lines) words += " " + std::to_string(line);
  return words;
}

Workload workload_of(const std::string& name) {
  const auto names = workload_names();
  return static_cast<Workload>(std::find(names.begin(), names.end(), name) - names.begin());
}

lanescope::Run checked_run_of_kernel(const StatedProgram& program) {
  Progress progress;
  RunRequest request;
  request.own.checks = true;
  request.detail = Detail::full;
  request.backend = BackendChoice::emulator;
  const KernelInfo& kernel = load_own_kernel(program.path, workload_of(program.as), progress);
  request.kernel = kernel.id;
  request.n = program.n;
  request.block_dim = 64;
  request.input.kind = InputKind::ones;
  request.type = own_type(*kernel.own);
  request.own.arguments = program.words;
  return run(request, progress);
}

class OwnPrograms : public ::testing::TestWithParam<std::string> {};

std::string all_lines(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

void expect_printed(const StatedProgram& program, const lanescope::Run& run) {
  const std::string printed = all_lines(run.printed);
  for (const std::string& words : program.expects) EXPECT_NE(printed.find(words), std::string::npos) << printed;
}

/// As `run` does it: blocks run ahead, and launches that were done before are not done again.
void expect_the_same_without_checks(const StatedProgram& program, const std::string& id) {
  SCOPED_TRACE("without checks");
  const lanescope::Run run = run_of_program(program, id, false, Detail::none);
  expect_printed(program, run);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_TRUE(run.seen_by_checks.empty());
}

/// It ends well without checks, and prints a number.
TEST(OwnPrograms, RunNamesTheRaceOfAProgramThatEndsWell) {
  const StatedProgram program = stated("race_in_program.cu");
  const lanescope::Run run = run_of_program(program, id_of_program(program), false, Detail::none);
  EXPECT_TRUE(run.findings.empty());
  std::multiset<std::string> seen;
  for (const Finding& finding : run.seen_by_checks) seen.insert(words_of_finding(finding));
  EXPECT_EQ(seen, program.findings);
}

TEST(OwnPrograms, RunNamesWhatElseIsWrongWithAProgramThatBreaks) {
  const StatedProgram program = stated("beside/three_mistakes.cu");
  const lanescope::Run run = run_of_program(program, id_of_program(program), false, Detail::none);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(words_of_finding(run.findings[0]), "bounds 10");
  std::multiset<std::string> seen;
  for (const Finding& finding : run.seen_by_checks) seen.insert(words_of_finding(finding));
  EXPECT_EQ(seen, program.findings);
}

TEST_P(OwnPrograms, DoWhatTheySay) {
  const StatedProgram program = stated(GetParam());
  const std::string id = has_main(program.text) ? id_of_program(program) : "";
  if (!id.empty() && program.findings.empty()) expect_the_same_without_checks(program, id);
  const lanescope::Run run =
      id.empty() ? checked_run_of_kernel(program) : run_of_program(program, id, true, Detail::full);
  expect_printed(program, run);
  std::multiset<std::string> findings;
  std::string sentences;
  for (const Finding& finding : run.findings) {
    findings.insert(words_of_finding(finding));
    sentences += finding.sentence.text() + "\n";
  }
  EXPECT_EQ(findings, program.findings) << sentences;
  if (!program.findings.empty()) return;
  if (run.exit_code) {
    EXPECT_EQ(*run.exit_code, 0) << all_lines(run.printed);
  } else {
    EXPECT_TRUE(run.result->correct);
  }
}

std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(LANESCOPE_SOURCE_DIR "/tests/own/programs"))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& about) {
  return fs::path(about.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Files, OwnPrograms, ::testing::ValuesIn(program_names()), test_name);

TEST(OwnPrograms, SourcesBesideThatDefineWhatItUsesAreTakenAlong) {
  const StatedProgram program = stated("linked/program.cu");
  const lanescope::Run run = run_of_program(program, id_of_program(program), false, Detail::none);
  expect_printed(program, run);
  EXPECT_EQ(run.launches.size(), 2u);
}

TEST(OwnPrograms, RunNamesARaceOfBlocksBehindMuchWork) {
  const StatedProgram program = stated("beside/long_race.cu");
  const lanescope::Run run = run_of_program(program, id_of_program(program), false, Detail::none);
  EXPECT_TRUE(run.findings.empty());
  ASSERT_EQ(run.seen_by_checks.size(), 1u);
  EXPECT_EQ(words_of_finding(run.seen_by_checks[0]), *program.findings.begin());
}

TEST(OwnPrograms, HaveOfTheEnvironmentWhatTheirTextNames) {
  setenv("LANESCOPE_TEST_VALUE", "42", 1);
  setenv("LANESCOPE_TEST_OTHER", "43", 1);
  EXPECT_EQ(run_plainly("clean_environment.cu").printed,
            (std::vector<std::string>{"the value is 42", "of another name: none"}));
  unsetenv("LANESCOPE_TEST_VALUE");
  unsetenv("LANESCOPE_TEST_OTHER");
  EXPECT_EQ(run_plainly("clean_environment.cu").printed.front(), "the value is -1");
}

/// Those that are done again are looked at in part, since there is much to do.
TEST(OwnLaunches, WhereArraysLieMakesNoOtherLaunch) {
  const lanescope::Run run = run_plainly("beside/fresh_arrays.cu");
  EXPECT_EQ(run.printed, std::vector<std::string>{"12 right"});
  EXPECT_EQ(run.launch_count, 12u);
  EXPECT_EQ(run.partly_watched_launches, 0u);
}

/// The blocks that they go wrong in are behind those that are watched whole.
TEST(OwnLaunches, MuchWorkIsWatchedInPartAndSaysSo) {
  const auto run_with = [](const char* what) {
    StatedProgram program = stated("beside/much_work.cu");
    program.words = {what};
    return run_of_program(program, id_of_program(program), false, Detail::none);
  };
  const lanescope::Run right = run_with("0");
  EXPECT_EQ(right.printed, (std::vector<std::string>{"0 wrong", "0 wrong"}));
  EXPECT_TRUE(right.findings.empty());
  EXPECT_EQ(right.partly_watched_launches, 2u);
  const auto found = [&](const char* what) {
    const lanescope::Run run = run_with(what);
    return run.findings.size() == 1 ? run.findings[0].sentence.text() : "";
  };
  EXPECT_EQ(found("1"), "Thread 5 of block 384 writes element 65538 of out, which has 65536 (line 12).");
  EXPECT_EQ(found("2"), "Thread 5 of block 384 reads or writes element 70536 of in, which has 65536 (line 13).");
  EXPECT_EQ(found("3"), "Thread 5 of block 384 crashes: it divides a whole number by zero (line 14).");
  EXPECT_EQ(run_plainly("clean_two_launches.cu").partly_watched_launches, 0u);
}

Run checked_for(const char* name, unsigned seconds) {
  Progress progress;
  const StatedProgram program = stated(name);
  RunRequest request;
  request.kernel = id_of_program(program);
  request.backend = BackendChoice::emulator;
  request.own.checks = true;
  request.own.most_seconds = seconds;
  return run(request, progress);
}

/// So each launch has its part of the time, and the program comes to its end.
TEST(OwnLaunches, MuchWorkIsCheckedInPartAndSaysSo) {
  const lanescope::Run run = checked_for("beside/long_launch.cu", 1);
  EXPECT_FALSE(run.stopped.has_value());
  ASSERT_EQ(run.launches.size(), 2u);
  EXPECT_EQ(run.partly_checked_launches, 1u);
  EXPECT_GT(run.launches[0].checked_blocks, 0u);
  EXPECT_LT(run.launches[0].checked_blocks, run.launches[0].launch.grid_dim);
  EXPECT_EQ(run.launches[1].checked_blocks, run.launches[1].launch.grid_dim);
  EXPECT_EQ(run.printed, run_plainly("beside/long_launch.cu").printed);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::uninitialised);
  EXPECT_EQ(run.findings[0].array_name, "unwritten");
}

/// What checks know of a word takes more room than the word.
TEST(OwnLaunches, ManyWordsAreCheckedInPart) {
  const lanescope::Run run = checked_for("beside/many_words.cu", 1);
  EXPECT_TRUE(run.findings.empty());
  ASSERT_EQ(run.launches.size(), 2u);
  EXPECT_GT(run.launches[0].checked_blocks, 0u);
  EXPECT_LT(run.launches[0].checked_blocks, run.launches[0].launch.grid_dim);
  EXPECT_EQ(run.launches[1].checked_blocks, 0u);
}

TEST(OwnLaunches, TimeThatEndsWhileTheyEndIsNoMistake) {
  const lanescope::Run run = checked_for("beside/launches_without_end.cu", 1);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_GT(run.launch_count, 1u);
  ASSERT_TRUE(run.stopped.has_value());
  EXPECT_TRUE(run.stopped->text().starts_with("The program is not done after 1 s: ")) << run.stopped->text();
}

TEST(OwnLaunches, ABlockThatDoesNotEndIsAMistake) {
  const lanescope::Run run = checked_for("beside/block_without_end.cu", 1);
  EXPECT_FALSE(run.stopped.has_value());
  EXPECT_EQ(run.partly_checked_launches, 0u);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::endless);
  EXPECT_EQ(run.findings[0].lines, std::vector<unsigned>{5u});
}

TEST(OwnLaunches, MemoryOfTheHostIsNamedAsThat) {
  const lanescope::Run run = run_plainly("host_memory.cu");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(
      run.findings[0].sentence.text(),
      "Thread 0 of block 0 reads or writes memory of the host, where no kernel comes (line 5). cudaMalloc() and "
      "cudaMallocManaged() give memory that it may use.");
}

TEST(OwnLaunches, WritesOfOneLineNeedNoBarrierAndPlacesAreNamedAsTheyAreNumbered) {
  const StatedProgram program = stated("beside/writes_of_one_line.cu");
  const lanescope::Run run = run_of_program(program, id_of_program(program), true, Detail::none);
  ASSERT_EQ(run.findings.size(), 2u);
  EXPECT_EQ(
      run.findings[0].sentence.text(),
      "Thread 16 (0, 1) of block 0 and thread 32 (0, 2) of block 0 both write a[0] (line 9), and nothing says in "
      "which order: each needs an element of its own there, or an atomic; or, where they come in different "
      "rounds of a loop, a __syncthreads() is missing between those.");
  EXPECT_EQ(
      run.findings[1].sentence.text(),
      "Thread 0 of block 0 (0, 0) and thread 0 of block 1 (0, 1) both write a[0] (line 13), and nothing says in "
      "which order: each needs an element of its own there, or an atomic.");
}

TEST(OwnLaunches, WhatTheHostTouchesBesideAnArrayIsNamedWithIt) {
  const auto found = [](const char* name, Detail detail) {
    const StatedProgram program = stated(name);
    const lanescope::Run run = run_of_program(program, id_of_program(program), true, detail);
    return run.findings.size() == 1 ? run.findings[0].sentence.text() : "";
  };
  EXPECT_EQ(found("host_past_the_end.cu", Detail::full),
            "Line 18 of the host reads or writes element 1024 of values, which has 1024.");
  EXPECT_EQ(found("host_use_after_free.cu", Detail::full),
            "Line 12 of the host reads or writes element 3 of allocation 1, which was freed in line 11.");
  EXPECT_EQ(found("beside/host_past_odd_end.cu", Detail::none),
            "Line 8 of the host reads or writes element 1000 of allocation 1, which has 1000.");
}

TEST(OwnLaunches, MuchWorkIsNotDoneAgainEither) {
  const lanescope::Run run = run_plainly("beside/much_work_again.cu");
  ASSERT_EQ(run.printed.size(), 4u);
  EXPECT_EQ(run.printed[3], "0");
  const auto time = [&](std::size_t look) { return std::stoll(run.printed[look]); };
  EXPECT_LT(time(2) - time(1), time(1) - time(0));
  EXPECT_EQ(run.partly_watched_launches, 2u);
}

TEST(OwnWaits, WhatNobodyCanChangeIsNamedAndWhoWaitsElsewhere) {
  const lanescope::Run lock = run_plainly("lock_of_own_warp.cu"), flag = run_plainly("flag_that_nobody_sets.cu");
  ASSERT_EQ(lock.findings.size(), 1u);
  EXPECT_EQ(
      lock.findings[0].sentence.text(),
      "Thread 1 of block 0 does not end: line 6 is run again and again until element 0 of lock changes, and no "
      "thread that could change it can go on: thread 0 waits in line 10.");
  ASSERT_EQ(flag.findings.size(), 1u);
  EXPECT_EQ(
      flag.findings[0].sentence.text(),
      "Thread 0 of block 0 does not end: line 8 is run again and again until element 0 of flag changes, and no "
      "thread that could change it can go on.");
}

TEST(OwnWaits, EndInEveryOrder) {
  Progress progress;
  const StatedProgram program = stated("clean_waits_that_end.cu");
  RunRequest request;
  request.kernel = id_of_program(program);
  request.backend = BackendChoice::emulator;
  for (request.own.schedule = 1; request.own.schedule <= 5; ++request.own.schedule) {
    SCOPED_TRACE(request.own.schedule);
    const lanescope::Run run = lanescope::run(request, progress);
    EXPECT_TRUE(run.findings.empty());
    expect_printed(program, run);
  }
}

/// Blocks that are there together may have had no time to come to what the first one waits for.
TEST(OwnWaits, ATimeThatWasTooShortAccusesNobody) {
  const auto answer = [](const char* words) {
    JobAnswer made;
    made.findings.push_back({.kind = FindingKind::endless, .sentence = Sentence::of(words, {})});
    return made;
  };
  const JobAnswer waits = answer(finding_words::kWaitsForNobody), endless = answer(finding_words::kEndless),
                  late = answer(finding_words::kTooLong), fine;
  EXPECT_TRUE(first_stands(waits, waits));
  EXPECT_TRUE(first_stands(endless, late));
  EXPECT_FALSE(first_stands(waits, late));
  EXPECT_FALSE(first_stands(waits, fine));
  EXPECT_TRUE(may_wait_for_a_block(waits, 2, ""));
  EXPECT_FALSE(may_wait_for_a_block(waits, 1, ""));
}

TEST(OwnLaunches, OneByAPointerHasTheNameOfItsKernel) {
  const lanescope::Run run = run_plainly("clean_pointer_to_kernels.cu");
  ASSERT_EQ(run.launches.size(), 4u);
  EXPECT_TRUE(run.launches[0].launch.entry.ends_with(":put_one")) << run.launches[0].launch.entry;
  EXPECT_TRUE(run.launches[1].launch.entry.ends_with(":put_two")) << run.launches[1].launch.entry;
}

TEST(OwnProgress, AProgramTellsWhichLaunchItIsIn) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(stated("clean_two_launches.cu").path, progress).id;
  request.backend = BackendChoice::emulator;
  EXPECT_EQ(progress.launch(), 0u);
  const auto launches = run(request, progress).launches.size();
  EXPECT_EQ(progress.launch(), launches);
  progress.reset();
  EXPECT_EQ(progress.launch(), 0u);
}

}  // namespace
}  // namespace lanescope
