// Where a program gets no more: of time, and of memory.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "engine/base/whole_file.h"
#include "engine/session.h"
#include "engine/source/own_process.h"
#include "engine/source/own_run.h"
#include "engine/source/refusal_words.h"
#include "engine/source/source_folder.h"

namespace lanescope {
namespace {

constexpr const char* kPrograms = LANESCOPE_SOURCE_DIR "/tests/own/programs/";

lanescope::Run run_at_its_limit(const std::string& name) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(kPrograms + name, progress).id;
  request.backend = BackendChoice::emulator;
  return run(request, progress);
}

/// What is told of a program that is stopped after a second, or some.
std::string words_after_a_second(const std::string& name, Progress& progress, unsigned seconds = 1) {
  const OwnKernel& own = *load_own_program(kPrograms + name, progress).own;
  KernelJob job;
  job.library = own.library;
  job.source = line_name(own.path);
  job.launch.block_dim = kMaxBlockDim;
  job.launch.grid_dim = kMaxGridDim;
  job.detail = Detail::none;
  job.seconds = seconds;
  job.program.emplace().words = {"program"};
  job.program->folder = std::filesystem::path(own.path).parent_path().string();
  describe_memory(job, read_whole_file(own.library), own.text);
  const OwnAnswer answer = ask_own_process(job, shared_memory("lanescope launch", sizeof(LaunchNews)), progress);
  return answer.job.findings.size() == 1 ? answer.job.findings[0].sentence.text() : "";
}

TEST(ProgramLimits, OneOfManyLaunchesSaysWhichItIsIn) {
  Progress progress;
  const std::string words = words_after_a_second("beside/many_launches.cu", progress);
  EXPECT_TRUE(words.starts_with("The program is not done after 1 s: in launch ")) << words;
  EXPECT_NE(words.find(", of add, thread "), std::string::npos) << words;
}

TEST(ProgramLimits, ALaunchThatIsFarFromItsEndSaysSoBeforeItIsStopped) {
  Progress progress;
  const std::string words = words_after_a_second("beside/slow_blocks.cu", progress, 4);
  EXPECT_TRUE(words.starts_with("The program is not done after 4 s: in launch 1, of turn, thread ")) << words;
  EXPECT_GT(progress.expected_seconds(), 12u);
  EXPECT_EQ(progress.allowed_seconds(), 4u);
  Progress of_launches;
  words_after_a_second("beside/many_launches.cu", of_launches);
  EXPECT_EQ(of_launches.expected_seconds(), 0u);  // how many there will be nobody knows
}

/// The look with checks behind the run has seconds of its own, of which nobody is told.
TEST(ProgramLimits, TheTimeThatIsToldIsThatOfTheRunThatWasAskedFor) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(kPrograms + std::string("clean_variable.cu"), progress).id;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::none;
  run(request, progress);
  EXPECT_EQ(progress.allowed_seconds(), 120u);
}

TEST(ProgramLimits, TheHostIsStoppedInALibraryToo) {
  Progress progress;
  const std::string words = words_after_a_second("beside/library_without_end.cu", progress);
  EXPECT_TRUE(words.starts_with("The program is not done after 1 s: the host's code is in ")) << words;
}

/// Who looks for callers on such a stack crashes, too.
TEST(ProgramLimits, ABrokenStackIsACrashAndNotAnEndlessLoop) {
  const lanescope::Run run = run_at_its_limit("beside/broken_stack.cu");
  ASSERT_EQ(run.findings.size(), 1u);
  const std::string words = run.findings[0].sentence.text();
  EXPECT_TRUE(words.starts_with("The host's code crashes: it jumps or reads where nothing is")) << words;
  EXPECT_EQ(words.find("lanescope"), std::string::npos) << words;
}

/// Not even to tell how the program ended.
TEST(ProgramLimits, AProgramThatLeftNoMemoryIsToldAsAnyOther) {
  const lanescope::Run thrown = run_at_its_limit("beside/no_memory_left.cu");
  ASSERT_EQ(thrown.findings.size(), 1u);
  const std::string words = thrown.findings[0].sentence.text();
  EXPECT_TRUE(words.starts_with("The host's code throws an exception that nothing catches: after all memory"))
      << words;
  const lanescope::Run ended = run_at_its_limit("beside/no_memory_at_end.cu");
  EXPECT_TRUE(ended.findings.empty());
  EXPECT_EQ(ended.launch_count, 1u);
}

TEST(ProgramLimits, EachThreadHasItsTime) {
  Progress progress;
  const ChildLimits limits{.seconds = 7, .threads = 3};
  EXPECT_EQ(run_child({"/bin/sh", "-c", "ulimit -S -t"}, limits, {}, "/tmp", progress).output, "21\n");
}

/// A compiler on a machine that others use takes longer on the clock than it computes.
TEST(ProgramLimits, WhatNeverWaitsMayTakeLongerOnTheClockThanItComputes) {
  Progress progress;
  const std::vector<std::string> sleeper{"/bin/sleep", "5"};
  EXPECT_TRUE(run_child(sleeper, {.seconds = 1}, {}, "/tmp", progress).out_of_time);  // after 4 s
  EXPECT_FALSE(run_child(sleeper, {.seconds = 1, .seconds_on_the_clock = 60}, {}, "/tmp", progress).out_of_time);
}

TEST(ProgramLimits, AnAllocationWithoutRoomIsToldWithItsLine) {
  const std::vector<RefusedCall> refused = run_at_its_limit("clean_no_room.cu").refused_allocations;
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].line, 7u);
  EXPECT_TRUE(refused[0].sentence.is_of(refusal_words::kNoRoom));
  EXPECT_EQ(texts_of(refused),
            std::vector<std::string>{
                "line 7: 5,368,709,120 bytes, of 4,294,967,296 that there are for all arrays, of which "
                "4,294,967,296 are free."});
  EXPECT_TRUE(run_at_its_limit("clean_many_allocations.cu").refused_allocations.empty());
}

TEST(ProgramLimits, ThatChecksHaveNoMemoryIsNoMistakeOfTheProgram) {
  const lanescope::Run run = run_at_its_limit("beside/no_room_for_checks.cu");
  EXPECT_EQ(run.printed, std::vector<std::string>{"no error"});
  EXPECT_TRUE(run.findings.empty());
  EXPECT_TRUE(run.seen_by_checks.empty());
}

}  // namespace
}  // namespace lanescope
