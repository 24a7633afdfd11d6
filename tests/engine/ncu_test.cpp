// What Nsight Compute and nvdisasm print, as files of a real run (tests/data), and what is concluded from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "engine/base/error.h"
#include "engine/counters/comparison.h"
#include "engine/counters/ncu_process.h"
#include "engine/counters/reasons.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

std::string data(const std::string& name) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/tests/data/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

MachineCode code_of_file(const std::string& name) {
  MachineCode code;
  add_disassembly(data(name), code);
  return code;
}

MachineCode ncu_code() {
  return code_of_file("nvdisasm_sm_90.txt");
}

std::string ncu_refusal(const std::string& text, ErrorKind kind) {
  try {
    parse_ncu_csv(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "";
}

TEST(NcuCsv, LaunchesOfARealRunAreReadWithTheirInstructions) {
  const auto kernels = parse_ncu_csv(data("ncu_h200.csv"));
  ASSERT_EQ(kernels.size(), 12u);
  const auto& global = kernels[0];
  EXPECT_EQ(global.device, "NVIDIA H200");
  EXPECT_NE(global.function.find("ConvergentGlobal"), std::string::npos);
  EXPECT_EQ(global.grid_dim, 1024u);
  EXPECT_EQ(global.block_dim, 32u);
  EXPECT_EQ(global.values["combine_ops"], 64512u);  // 65,536 elements, one addition less a block
  EXPECT_EQ(global.values["divergent_branches"], 5120u);
  EXPECT_EQ(global.instructions[0].offset, 0u);
  EXPECT_EQ(global.instructions[0].executed, 1024u);
  std::uint64_t divergent = 0;
  for (const auto& instruction : global.instructions) divergent += instruction.divergent;
  EXPECT_EQ(divergent, 5120u);
}

TEST(NcuCsv, ExtentsOfSquaresAreMultiplied) {
  std::string text = data("ncu_h200.csv");
  const auto change = [&](const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  change("(1024, 1, 1)", "(64, 16, 1)");
  change("(32, 1, 1)", "(8, 4, 1)");
  const auto kernels = parse_ncu_csv(text);
  EXPECT_EQ(kernels[0].grid_dim, 1024u);
  EXPECT_EQ(kernels[0].block_dim, 32u);
  EXPECT_EQ(kernels[0].fused + kernels[0].multiplications, 0u) << "this run was not asked for them";
  for (const std::string bad : {"(8, x, 1)", "8, 4, 1", "(8, 4, 1"}) {
    std::string broken = text;
    broken.replace(broken.find("(8, 4, 1)"), 9, bad);
    EXPECT_NE(ncu_refusal(broken, ErrorKind::failed), "") << bad;
  }
}

TEST(NcuCsv, WhatNcuRefusesIsOneSentence) {
  EXPECT_NE(
      ncu_refusal("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance "
                  "Counters on the target device 0.\n",
                  ErrorKind::unavailable)
          .find("not allowed"),
      std::string::npos);
  EXPECT_NE(ncu_refusal("==ERROR== Unknown metric x\n", ErrorKind::failed).find("Unknown metric x"),
            std::string::npos);
  EXPECT_NE(ncu_refusal("", ErrorKind::failed).find("no table"), std::string::npos);
}

TEST(NcuCsv, WhatIsCutShortOrMissingIsRefused) {
  const std::string good = data("ncu_h200.csv");
  EXPECT_NE(ncu_refusal(good.substr(0, good.size() / 2), ErrorKind::failed), "");
  const auto units = good.find("\n\"\",") + 1;
  EXPECT_NE(ncu_refusal(good.substr(0, good.find('\n', units) + 1), ErrorKind::failed).find("no launch"),
            std::string::npos);
  std::string renamed = good;
  renamed.replace(renamed.find("smsp__inst_executed_op_global_red.sum"), 5, "other");
  EXPECT_NE(ncu_refusal(renamed, ErrorKind::failed).find("is missing"), std::string::npos);
  std::string no_count = good;
  no_count.replace(no_count.find("\"64,512\""), 8, "\"n/a\"");
  EXPECT_NE(ncu_refusal(no_count, ErrorKind::failed).find("is no count"), std::string::npos);
}

TEST(MachineCode, EachInstructionKnowsItsLineInTheKernelsFile) {
  const auto code = ncu_code();
  ASSERT_EQ(code.size(), 2u);
  for (const auto& [function, instructions] : code) {
    const bool segmented = function.find("9Segmented") != std::string::npos;
    int branches = 0, additions = 0;
    for (const auto& instruction : instructions) {
      const bool addition = instruction.text.find("FADD") != std::string::npos;
      additions += addition;
      const std::string file =
          segmented ? "kernels/reduction/segmented.h" : "kernels/reduction/convergent_global.h";
      EXPECT_TRUE(!addition || instruction.file == file) << instruction.text;
      branches += instruction.conditional_branch() && instruction.line == (segmented ? 30u : 22u);
    }
    EXPECT_EQ(branches, segmented ? 0 : 1);  // predicated in shared memory, branched in global memory
    EXPECT_EQ(additions, segmented ? 2 : 1);
  }
}

/// The kernel as its file stood when the sample was taken: steps at these lines, whatever the file looks like
/// today.
KernelInfo kernel_at(const std::string& id, const std::vector<unsigned>& step_lines) {
  KernelInfo kernel = kernel_info(id);
  kernel.file_text.clear();
  for (unsigned line = 1; line <= 50; ++line) {
    const bool step = std::find(step_lines.begin(), step_lines.end(), line) != step_lines.end();
    const bool end = line >= 3 && std::find(step_lines.begin(), step_lines.end(), line - 2) != step_lines.end();
    kernel.file_text += step ? "  if (cta.step(...)) {\n" : end ? "  }\n" : "  x;\n";
  }
  return kernel;
}

/// The trace, with the steps of each phase at its line then; loads had none.
Trace trace_at(const CountedKernel& counted, const std::string& id, std::uint64_t n,
               const std::map<Phase, unsigned>& lines) {
  auto trace = testing::trace_of(testing::request_of(id, n, counted.block_dim));
  for (auto& history : trace.histories)
    for (std::size_t step = 0; step < history.steps(); ++step)
      history.source_lines[step] = history.phases[step] == Phase::load ? 0 : lines.at(history.phases[step]);
  return trace;
}

struct Sample {
  CountedKernel counted;
  BranchSites sites;
  MachineCode code = ncu_code();
};

Sample sample_of(std::size_t launch, const std::string& id, const std::map<Phase, unsigned>& lines) {
  Sample sample;
  sample.counted = parse_ncu_csv(data("ncu_h200.csv")).at(launch);
  std::vector<unsigned> steps;
  for (const auto& [phase, line] : lines) steps.push_back(line);
  sample.sites = branch_sites(kernel_at(id, steps), trace_at(sample.counted, id, 65536, lines), sample.counted,
                              sample.code.at(sample.counted.function));
  for (auto& site : sample.sites.steps) site.form = form_of(site);
  return sample;
}

TEST(BranchSites, ABranchThatWasKeptDivergesAsOftenAsTheSource) {
  const auto sample = sample_of(0, "convergent_global", {{Phase::tree, 22}, {Phase::commit, 27}});
  const auto& tree = sample.sites.steps[0];
  EXPECT_EQ(tree.partial_masks, 5120u);
  EXPECT_EQ(tree.divergent, 5120u);
  EXPECT_EQ(tree.branches, 1u);
  EXPECT_EQ(tree.form, BranchForm::branched);
  EXPECT_EQ(sample.sites.steps[1].form, BranchForm::ended);
}

TEST(BranchSites, APredicatedStatementHasNoBranchAndSaysWhatIsPredicated) {
  auto sample = sample_of(6, "segmented", {{Phase::own, 24}, {Phase::tree, 30}, {Phase::commit, 34}});
  const auto& tree = sample.sites.steps[1];
  EXPECT_EQ(tree.partial_masks, 5120u);
  EXPECT_EQ(tree.divergent, 0u);
  EXPECT_EQ(tree.branches, 0u);
  EXPECT_EQ(tree.form, BranchForm::predicated);
  EXPECT_TRUE(tree.example.starts_with("@!P"));

  CounterRow row;
  row.kernel = "segmented";
  row.counted = row.emulated = sample.counted.values;
  row.emulated["divergent_branches"] = 5120;
  const auto& code = sample.code.at(sample.counted.function);
  explain(row, {&sample.sites, &sample.sites, &sample.counted, &code});
  EXPECT_FALSE(row.unexplained) << reason_text(row);
  EXPECT_NE(reason_text(row).find("divergent_branches 0 instead of 5,120: line 30: predicated (@!P"),
            std::string::npos);

  CounterRow without_code = row;
  explain(without_code, {nullptr, nullptr, &sample.counted, nullptr});
  EXPECT_TRUE(without_code.unexplained);

  // Nothing excuses a wrong total of another kind, or a divergence that the lines do not add up to.
  CounterRow wrong = row;
  wrong.unexplained = false;
  wrong.emulated["combine_ops"] += 1;
  explain(wrong, {&sample.sites, &sample.sites, &sample.counted, &code});
  EXPECT_TRUE(wrong.unexplained);
  row.counted["divergent_branches"] = 7;
  explain(row, {&sample.sites, &sample.sites, &sample.counted, &code});
  EXPECT_TRUE(row.unexplained);
}

/// The launches of vectorized that were counted: a full one and a ragged one.
struct Waiting {
  MachineCode code = code_of_file("nvdisasm_vectorized_sm_90.txt");
  std::vector<CountedKernel> counted = parse_ncu_csv(data("ncu_vectorized_h200.csv"));

  /// The row as it was counted, but for divergence, which is told by branches.
  CounterRow row(std::size_t launch) const {
    auto request = testing::request_of("vectorized", launch == 0 ? 65536 : 60493, 256);
    request.grid_dim = counted.at(launch).grid_dim;
    CounterRow row;
    row.kernel = "vectorized";
    row.counted = counted.at(launch).values;
    row.emulated = emulated_values(totals(testing::trace_of(request)));
    row.emulated["divergent_branches"] = row.counted["divergent_branches"];
    return row;
  }
  /// Whether each total that differs has a reason.
  bool explains(CounterRow& row, std::size_t launch, const MachineCode& with_code) const {
    row.unexplained = false;
    explain(row, {nullptr, nullptr, &counted.at(launch), &with_code.at(counted.at(launch).function)});
    return !row.unexplained;
  }
};

TEST(Reasons, LoadsThatWaitForAnotherBlockAndLoadsThatWereMergedAreShown) {
  const Waiting sample;
  ASSERT_EQ(sample.counted.size(), 2u);
  for (std::size_t launch = 0; launch < 2; ++launch) {
    CounterRow row = sample.row(launch);
    ASSERT_NE(row.counted["global_load_requests"], row.emulated["global_load_requests"]);
    ASSERT_NE(row.counted["shared_load_requests"], row.emulated["shared_load_requests"]);
    EXPECT_TRUE(sample.explains(row, launch, sample.code)) << reason_text(row);
    EXPECT_NE(reason_text(row).find("LD.E.64.STRONG.GPU"), std::string::npos) << reason_text(row);
    EXPECT_NE(reason_text(row).find("258 wide loads (LDS.128"), std::string::npos) << reason_text(row);
  }
}

TEST(Reasons, NothingIsBlamedOnWaitingOrMergingThatTheCountersDoNotShow) {
  const Waiting sample;
  const auto changed = [&](const auto& change) {
    CounterRow row = sample.row(0);
    change(row);
    return sample.explains(row, 0, sample.code);
  };
  EXPECT_TRUE(changed([](CounterRow&) {}));
  EXPECT_FALSE(changed([](CounterRow& row) { row.emulated["global_load_sectors"] -= 1; }))
      << "other loads bring more";
  EXPECT_FALSE(changed(
      [](CounterRow& row) { row.counted["global_load_requests"] = row.emulated["global_load_requests"] - 1; }));
  EXPECT_FALSE(changed([](CounterRow& row) { row.counted["global_load_sectors"] += 10'000; }))
      << "too many for so few looks";
  EXPECT_FALSE(changed([](CounterRow& row) { row.emulated["shared_load_requests"] = 1033; })) << "of 1,032 words";
  EXPECT_FALSE(changed([](CounterRow& row) { row.counted["shared_load_requests"] -= 1; }));
  EXPECT_FALSE(changed([](CounterRow& row) { row.counted["shared_load_wavefronts"] += 1; }));

  MachineCode no_loops = sample.code;
  for (auto& [function, instructions] : no_loops)
    for (auto& instruction : instructions) instruction.target.reset();
  CounterRow row = sample.row(0);
  EXPECT_FALSE(sample.explains(row, 0, no_loops)) << "no load waits";
}

TEST(MachineCode, OneLoadOfVectorizedWaitsAndNoneOfTheOthers) {
  std::vector<std::string> waiting;
  for (const auto& code : {ncu_code(), code_of_file("nvdisasm_vectorized_sm_90.txt")})
    for (const auto& [function, instructions] : code)
      for (const auto& instruction : instructions)
        if (waits(instructions, instruction)) waiting.emplace_back(instruction.operation());
  EXPECT_EQ(waiting, std::vector<std::string>{"LD.E.64.STRONG.GPU"});
}

TEST(BranchSites, CodeOfAnotherBuildIsRefused) {
  const auto code = ncu_code();
  const auto counted = parse_ncu_csv(data("ncu_h200.csv"));
  const auto trace = testing::trace_of(testing::request_of("segmented", 65536, 32));
  EXPECT_THROW(branch_sites(kernel_info("segmented"), trace, counted[6], {}), Error);
}

BranchSite site(std::uint64_t partial_masks, std::uint64_t divergent, unsigned branches) {
  BranchSite site;
  site.source.conditional = true;
  site.partial_masks = partial_masks;
  site.divergent = divergent;
  site.branches = branches;
  return site;
}

TEST(BranchSites, FormsAreProvenOrUnknown) {
  EXPECT_EQ(form_of(BranchSite{}), BranchForm::unconditional);
  EXPECT_EQ(form_of(site(5, 0, 0)), BranchForm::predicated);
  EXPECT_EQ(form_of(site(5, 5, 1)), BranchForm::branched);
  EXPECT_EQ(form_of(site(0, 0, 1)), BranchForm::unknown);  // never partial: nothing was proven
  EXPECT_EQ(form_of(site(5, 0, 1)), BranchForm::unknown);  // a branch that did not diverge where it should have
  auto unrolled = site(255, 6, 9);
  unrolled.branch_executions = 48;  // fewer branches ran than there were partial masks
  EXPECT_EQ(form_of(unrolled), BranchForm::mixed);
  unrolled.branch_executions = 2040;
  EXPECT_EQ(form_of(unrolled), BranchForm::unknown);
  unrolled.predicated_executions = 249;  // predicated additions make up for the rest
  EXPECT_EQ(form_of(unrolled), BranchForm::mixed);
  EXPECT_EQ(form_of(site(5, 9, 1)), BranchForm::unknown);
}

TEST(Programs, OutputAndExitCodeComeBack) {
  const auto done = run_program({"/bin/sh", "-c", "echo hello; exit 3"});
  EXPECT_EQ(done.output, "hello\n");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THROW(run_program({"/no/such/program"}), Error);
  EXPECT_EQ(find_cuda_tool("no-such-tool"), "");
}

}  // namespace
}  // namespace lanescope
