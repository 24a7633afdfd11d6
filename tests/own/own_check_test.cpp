// Findings: programs and kernels of tests/own/programs say in their first lines what they print, and what is wrong
// with them; kernels of the program are clean in every order, and wrong with each fault.
#include <fmt/format.h>
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
#include "engine/check/schedules.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "engine/source/rewrite.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// What a file of tests/own/programs says of itself: "// finding: race 7 9", "// expect: PASSED", "// arguments:
/// 3",
/// "// n: 1000". Where it names no finding it has none.
struct StatedProgram {
  std::string path, text;
  std::vector<std::string> expects, words;
  std::multiset<std::string> findings;
  std::uint64_t n = 1000;
  std::string as = "reduction", arguments;
};

StatedProgram stated(const std::string& name) {
  StatedProgram program;
  program.path = std::string(LANESCOPE_SOURCE_DIR) + "/tests/own/programs/" + name;
  std::ifstream file(program.path);
  for (std::string line; std::getline(file, line); program.text += line + "\n") {
    const auto behind = [&](const char* mark) {
      const std::string begin = std::string("// ") + mark + ": ";
      return line.starts_with(begin) ? line.substr(begin.size()) : std::string();
    };
    if (const std::string words = behind("expect"); !words.empty()) program.expects.push_back(words);
    if (const std::string words = behind("finding"); !words.empty()) program.findings.insert(words);
    if (const std::string words = behind("n"); !words.empty()) program.n = std::stoull(words);
    if (const std::string words = behind("as"); !words.empty()) program.as = words;
    std::istringstream words(behind("arguments"));
    for (std::string word; words >> word;) program.words.push_back(word);
  }
  return program;
}

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

lanescope::Run run_of_program(const StatedProgram& program, bool checks, Detail detail) {
  Progress progress;
  RunRequest request;
  request.own.checks = checks;
  request.detail = detail;
  request.backend = BackendChoice::emulator;
  request.kernel = load_own_program(program.path, progress).id;
  request.own.words = program.words;
  return run(request, progress);
}

lanescope::Run checked_run(const StatedProgram& program) {
  Progress progress;
  RunRequest request;
  request.own.checks = true;
  request.detail = Detail::full;
  request.backend = BackendChoice::emulator;
  if (has_main(program.text)) return run_of_program(program, true, Detail::full);
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

/// As `run` does it: blocks run ahead, and launches that were done before are not done again.
class CleanPrograms : public ::testing::TestWithParam<std::string> {};

TEST_P(CleanPrograms, PrintTheSameWithoutChecks) {
  const StatedProgram program = stated(GetParam());
  const lanescope::Run run = run_of_program(program, false, Detail::none);
  const std::string printed = all_lines(run.printed);
  for (const std::string& words : program.expects) EXPECT_NE(printed.find(words), std::string::npos) << printed;
  EXPECT_TRUE(run.findings.empty());
  EXPECT_TRUE(run.seen_by_checks.empty());
}

/// It ends well without checks, and prints a number.
TEST(OwnPrograms, RunNamesTheRaceOfAProgramThatEndsWell) {
  const StatedProgram program = stated("race_in_program.cu");
  const lanescope::Run run = run_of_program(program, false, Detail::none);
  EXPECT_TRUE(run.findings.empty());
  std::multiset<std::string> seen;
  for (const Finding& finding : run.seen_by_checks) seen.insert(words_of_finding(finding));
  EXPECT_EQ(seen, program.findings);
}

TEST_P(OwnPrograms, DoWhatTheySay) {
  const StatedProgram program = stated(GetParam());
  const lanescope::Run run = checked_run(program);
  const std::string printed = all_lines(run.printed);
  for (const std::string& words : program.expects) EXPECT_NE(printed.find(words), std::string::npos) << printed;
  std::multiset<std::string> findings;
  std::string sentences;
  for (const Finding& finding : run.findings) {
    findings.insert(words_of_finding(finding));
    sentences += finding.sentence.text() + "\n";
  }
  EXPECT_EQ(findings, program.findings) << sentences;
  if (!program.findings.empty()) return;
  if (run.exit_code) {
    EXPECT_EQ(*run.exit_code, 0) << printed;
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
std::vector<std::string> names_of_clean_programs() {
  std::vector<std::string> names = program_names();
  std::erase_if(names, [](const std::string& name) {
    const StatedProgram program = stated(name);
    return !has_main(program.text) || !program.findings.empty();
  });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Files, OwnPrograms, ::testing::ValuesIn(program_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Files, CleanPrograms, ::testing::ValuesIn(names_of_clean_programs()), test_name);

TEST(OwnPrograms, RunNamesARaceOfBlocksBehindMuchWork) {
  const StatedProgram program = stated("beside/long_race.cu");
  const lanescope::Run run = run_of_program(program, false, Detail::none);
  EXPECT_TRUE(run.findings.empty());
  ASSERT_EQ(run.seen_by_checks.size(), 1u);
  EXPECT_EQ(words_of_finding(run.seen_by_checks[0]), *program.findings.begin());
}

/// A program of tests/own/programs, run as it is.
Run run_plainly(const std::string& name) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(stated(name).path, progress).id;
  request.backend = BackendChoice::emulator;
  return run(request, progress);
}

TEST(OwnLaunches, OneThatIsRefusedSaysWhichAndWhy) {
  EXPECT_EQ(run_plainly("clean_refused_launch.cu").refused_launches,
            std::vector<std::string>{"k, line 14: the threads of its block are 2,048, and at most 1,024 are allowed."});
  EXPECT_TRUE(run_plainly("clean_pointer_to_kernels.cu").refused_launches.empty());
}

/// The blocks that they go wrong in are behind those that are watched whole.
TEST(OwnLaunches, MuchWorkIsWatchedInPartAndSaysSo) {
  const auto run_with = [](const char* what) {
    StatedProgram program = stated("beside/much_work.cu");
    program.words = {what};
    return run_of_program(program, false, Detail::none);
  };
  const lanescope::Run right = run_with("0");
  EXPECT_EQ(right.printed, (std::vector<std::string>{"0 wrong", "0 wrong"}));
  EXPECT_TRUE(right.findings.empty());
  EXPECT_EQ(right.partly_watched_launches, 2u);
  const auto found = [&](const char* what) {
    const lanescope::Run run = run_with(what);
    return run.findings.size() == 1 ? run.findings[0].sentence.text() : "";
  };
  EXPECT_EQ(found("1"), "Thread 5 of block 384 reads or writes element 65538 of out, which has 65536 (line 12).");
  EXPECT_EQ(found("2"), "Thread 5 of block 384 reads or writes element 70536 of in, which has 65536 (line 13).");
  EXPECT_EQ(found("3"), "Thread 5 of block 384 crashes: it divides a whole number by zero (line 14).");
  EXPECT_EQ(run_plainly("clean_two_launches.cu").partly_watched_launches, 0u);
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

/// On request (ctest -C long), or in a share of it: LANESCOPE_LONG_CHECK=1, or 3/20.
struct LongCheck {
  bool is_on = false;
  unsigned part = 0, parts = 1;
};

LongCheck long_check() {
  LongCheck check;
  const char* text = std::getenv("LANESCOPE_LONG_CHECK");
  check.is_on = text != nullptr;
  if (text && std::sscanf(text, "%u/%u", &check.part, &check.parts) != 2) check.part = 0;
  check.parts = std::max(1u, check.parts);
  return check;
}

std::vector<std::pair<unsigned, std::uint64_t>> checked_sizes() {
  if (!long_check().is_on) return {{64, 1000}};
  std::vector<std::pair<unsigned, std::uint64_t>> sizes;
  for (const unsigned block_dim : {16u, 32u, 64u, 128u, 256u, 512u})
    for (const std::uint64_t n : {1, 2, 31, 33, 100, 500, 512, 1000, 1025, 4097}) sizes.emplace_back(block_dim, n);
  return sizes;
}

/// Launches of a kernel of the program that its plain CUDA can be run in.
std::vector<RunRequest> checked_launches(const KernelInfo& kernel) {
  std::vector<RunRequest> launches;
  for (const auto& [block_dim, n] : checked_sizes())
    for (const unsigned coarse : {1u, 3u}) {
      // Without a request one launch of each, since every one is compiled.
      const bool can_coarsen = kernel.coarsens && kernel.max_coarse_factor >= 3;
      if (!long_check().is_on && coarse != (can_coarsen ? 3u : 1u)) continue;
      RunRequest request;
      request.kernel = kernel.id;
      request.n = facts_of(kernel.workload).of_matrices() ? n / 20 + 1 : n;
      request.tile_width = block_dim == 256 ? 16 : 8;
      request.block_dim = block_dim;
      request.coarse_factor = coarse;
      if (kernel.grid == GridRule::chosen) request.grid_dim = 3;
      if (coarse > kernel.max_coarse_factor || (coarse > 1 && !kernel.coarsens)) continue;
      request.type = default_type(kernel.workload);
      request.detail = Detail::none;
      request.backend = BackendChoice::emulator;
      if (!refusal(request)) launches.push_back(request);
    }
  return launches;
}

class OwnLadderChecks : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OwnLadderChecks, KernelsAreCleanInEveryOrder) {
  const LongCheck share = long_check();
  unsigned number = 0, done = 0;
  for (const RunRequest& request : checked_launches(kernel_info(GetParam()))) {
    if (number++ % share.parts != share.part) continue;
    Progress progress;
    if (launch_config(request).combining == Combining::chain)
      GTEST_SKIP() << "its chain is no array of a file's kernel";
    RunRequest listed = listed_request(request, nullptr, progress);
    listed.own.checks = true;
    for (std::uint64_t seed = 0; seed < (share.is_on ? 5u : 2u); ++seed, ++done) {
      listed.own.schedule = seed;
      const auto seen = run(listed, progress);
      SCOPED_TRACE(fmt::format("--n {} --block {} --coarse {} --schedule {}", request.n, request.block_dim,
                               request.coarse_factor, seed));
      ASSERT_TRUE(seen.findings.empty()) << seen.findings.front().sentence.text();
      EXPECT_TRUE(seen.result->correct);
    }
  }
  RecordProperty("launches", static_cast<int>(done));
}

std::vector<std::string_view> checked_ids() {
  std::vector<std::string_view> ids;
  for (const KernelInfo& kernel : all_kernels())
    if (kernel.traced() && kernel.entries.empty()) ids.push_back(kernel.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnLadderChecks, ::testing::ValuesIn(checked_ids()),
                         [](const auto& about) { return std::string(about.param); });

/// A kernel that shows the fault, and as what.
struct ShownFault {
  const char *fault, *kernel, *kind;  ///< kind: null where the result alone is wrong
};
constexpr ShownFault kShownFaults[] = {
    {"not_preset", "segmented", "uninitialised"},      {"no_barrier", "segmented", "race"},
    {"no_warp_barrier", "two_pass_warp_sync", "race"}, {"legacy_tail", "two_pass_warp_sync", "race"},
    {"branch_barrier", "segmented", "barrier"},        {"wrong_identity", "segmented", nullptr},
    {"no_remainder", "convergent_shared", nullptr},    {"no_bound", "segmented", "bounds"},
    {"past_the_end", "segmented", "bounds"},           {"one_step_short", "segmented", nullptr},
    {"wrong_stride", "segmented", "bounds"},           {"wrong_mask", "warp_shuffle", "shuffle"},
    {"no_fence", "single_pass_last_block", "race"},    {"no_atomic", "segmented", "race"},
};

TEST(OwnFaults, EachIsFoundOrMakesTheResultWrong) {
  ASSERT_EQ(std::size(kShownFaults), faults().size());
  for (const ShownFault& shown : kShownFaults) {
    SCOPED_TRACE(shown.fault);
    RunRequest request;
    request.kernel = shown.kernel;
    request.n = 4700;  // the last block has elements for a part of its first half
    request.block_dim = 256;
    if (kernel_info(request.kernel).grid == GridRule::chosen) request.grid_dim = 8;
    request.detail = Detail::none;
    request.backend = BackendChoice::emulator;
    Progress progress;
    RunRequest listed = listed_request(request, &fault_named(shown.fault), progress);
    listed.own.checks = true;
    const auto seen = run(listed, progress);
    if (shown.kind) {
      EXPECT_TRUE(std::any_of(seen.findings.begin(), seen.findings.end(),
                              [&](const Finding& finding) { return name_of(finding.kind) == shown.kind; }));
    } else {
      EXPECT_TRUE(seen.findings.empty());
      EXPECT_FALSE(seen.result->correct);
    }
  }
}

/// The same finding for every reduction that has such a line.
TEST(OwnFaults, EachThatAppliesIsFoundOrMakesTheResultWrong) {
  unsigned shown = 0;
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced() || !kernel.entries.empty()) continue;
    for (const Fault& fault : faults()) {
      // One in seven without a request; all of them take minutes.
      if (!long_check().is_on && ++shown % 7 != 0) continue;
      SCOPED_TRACE(fmt::format("{} --fault {}", kernel.id, fault.name));
      RunRequest request;
      request.kernel = kernel.id;
      request.n = 4700;
      request.block_dim = 256;
      if (kernel.grid == GridRule::chosen) request.grid_dim = 8;
      request.detail = Detail::none;
      request.backend = BackendChoice::emulator;
      if (refusal(request) || launch_config(request).combining == Combining::chain) continue;
      Progress progress;
      std::optional<RunRequest> listed;
      try {
        listed = listed_request(request, &fault, progress);
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("has no line to which it applies"), std::string::npos)
            << error.what();
        continue;
      }
      ASSERT_NE(put_fault(listed->kernel), nullptr);
      EXPECT_FALSE(put_fault(listed->kernel)->edits.front().before.empty());
      listed->own.checks = true;
      const auto seen = run(*listed, progress);
      EXPECT_TRUE(!seen.findings.empty() || !seen.result->correct);
    }
  }
}

TEST(OwnFaults, AnEditChangesOneLineOutsideOfComments) {
  const auto faulty = with_fault("// __syncthreads();\nvoid f() {\n  __syncthreads();\n  __syncthreads();\n}\n",
                                 fault_named("no_barrier"));
  ASSERT_TRUE(faulty);
  EXPECT_EQ(faulty->line, 3u);
  EXPECT_EQ(faulty->text, "// __syncthreads();\nvoid f() {\n  \n  __syncthreads();\n}\n");
  EXPECT_FALSE(with_fault("void f() {}\n", fault_named("no_barrier")));
  EXPECT_THROW(fault_named("none"), Error);
}

TEST(OwnSchedules, ALostUpdateIsShownByItsSeed) {
  Progress progress;
  const StatedProgram program = stated("lost_update.cu");
  const KernelInfo& kernel = load_own_kernel(program.path, Workload::reduction, progress);
  RunRequest request;
  request.kernel = kernel.id;
  request.n = 500;
  request.block_dim = 64;
  request.type = own_type(*kernel.own);
  request.input.kind = InputKind::ones;
  request.detail = Detail::none;
  const auto first = run(request, progress);
  EXPECT_TRUE(first.result->correct);  // one lane after another loses nothing
  const auto found = find_wrong_schedule(first, 20, progress);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, FindingKind::schedule);
  request.own.schedule = 1;
  EXPECT_EQ(run(request, progress).result->value, run(request, progress).result->value);  // a seed is one order
}

TEST(OwnSchedules, UpdatesOfTwoBlocksCross) {
  // One thread of each block adds its sum to the result: only blocks that are there at a time lose one.
  Progress progress;
  const StatedProgram program = stated("lost_update_of_blocks.cu");
  const KernelInfo& kernel = load_own_kernel(program.path, Workload::reduction, progress);
  RunRequest request;
  request.kernel = kernel.id;
  request.n = 500;
  request.block_dim = 64;
  request.type = ElementType::int32;
  request.input.kind = InputKind::ones;
  request.detail = Detail::none;
  request.own.result_in_first = true;
  const auto first = run(request, progress);
  EXPECT_EQ(first.result->value, 500);  // one block after another
  const auto found = find_wrong_schedule(first, 50, progress);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, FindingKind::schedule);
  bool lost = false;
  for (request.own.schedule = 1; request.own.schedule <= 50 && !lost; ++request.own.schedule)
    lost = run(request, progress).result->value < 500;
  EXPECT_TRUE(lost);
}

}  // namespace
}  // namespace lanescope
