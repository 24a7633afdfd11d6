#include "engine/counters/branch_sites.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/counters/csv_cells.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

/// The line of the closing brace of the statement that begins at lines[first]; without braces, the next line.
std::size_t statement_end(const std::vector<std::string_view>& lines, std::size_t first) {
  int depth = 0;
  for (std::size_t i = first; i < lines.size(); ++i) {
    for (const char c : lines[i]) depth += (c == '{') - (c == '}');
    if (depth <= 0) return i == first ? std::min(first + 1, lines.size() - 1) : i;
  }
  return first;
}

/// Whether rows at this line commit results.
bool commits_at(const Trace& trace, unsigned line) {
  for (const auto& history : trace.histories)
    for (std::size_t row = 0; row < history.kept_steps(); ++row)
      if (history.source_lines.kept()[row] == line) return history.phases.kept()[row] == Phase::commit;
  return false;
}

/// Whether an instruction does the work of a step: additions in reductions; other workloads also multiply and
/// store. (Additions of integers are no evidence: addresses are computed with them.)
bool is_work(const MachineInstruction& instruction, Workload workload) {
  const auto opcode = instruction.opcode();
  if (opcode == "FADD") return true;
  return has_array_result(workload) && (opcode == "FFMA" || opcode == "FMUL" || opcode == "STG" || opcode == "STS");
}

/// One instruction of the kernel's own file, with its counters.
void count_instruction(const MachineInstruction& instruction, const CountedInstruction& counted, Workload workload,
                       BranchSites& sites) {
  bool at_step = false;
  for (auto& site : sites.steps) {
    const bool guards = instruction.line == site.source.line;
    if (guards && instruction.conditional_branch()) {
      at_step = true;
      site.branches += 1;
      site.divergent += counted.divergent;
      if (counted.divergent > 0) site.branch_executions += counted.executed;
    }
    site.ends |= guards && instruction.conditional_exit();
    const bool inside = site.source.line <= instruction.line && instruction.line <= site.source.last_line;
    if (inside && instruction.predicated() && is_work(instruction, workload)) {
      site.predicated_executions += counted.executed;
      if (site.example.empty()) site.example = instruction.text;
    }
  }
  if (!at_step && counted.divergent > 0) sites.elsewhere[instruction.line] += counted.divergent;
}

}  // namespace

std::vector<StepLine> step_lines(const KernelInfo& kernel) {
  const auto lines = text_lines(kernel.file_text);
  std::vector<StepLine> steps;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto first = lines[i].find_first_not_of(' ');
    if (lines[i].find("cta.step(") == std::string_view::npos || lines[i].substr(first, 2) == "//") continue;
    const bool conditional = lines[i].substr(first).starts_with("if ");
    const auto last = conditional ? statement_end(lines, i) : i;
    steps.push_back({static_cast<unsigned>(i + 1), static_cast<unsigned>(last + 1), conditional,
                     lines[i].find("Phase::load") != std::string_view::npos,
                     lines[i].substr(first).starts_with("cta.step(")});
  }
  return steps;
}

std::vector<StepLine> counted_lines(const KernelInfo& kernel) {
  auto lines = step_lines(kernel);
  std::erase_if(lines, [](const StepLine& line) { return line.loads; });
  return lines;
}

std::vector<std::uint64_t> partial_masks(const Trace& trace, const std::vector<StepLine>& lines) {
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::vector<std::uint64_t> masks(lines.size());
  const unsigned warps = trace.warps_per_block();
  for (std::size_t h = 0; h < trace.histories.size(); ++h) {
    const History& history = trace.histories[h];
    for (std::size_t row = 0; row < history.kept_steps(); ++row) {
      const auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const StepLine& l) { return l.line == history.source_lines.kept()[row]; });
      if (line == lines.end()) continue;
      for (unsigned warp = 0; warp < warps; ++warp) {
        const std::uint32_t mask = history.masks.kept()[row * warps + warp];
        if (mask != 0 && mask != trace.live_mask(warp))
          masks[static_cast<std::size_t>(line - lines.begin())] += blocks[h].count * history.repeats().times(row);
      }
    }
  }
  return masks;
}

BranchSites branch_sites(const KernelInfo& kernel, const Trace& trace, const CountedKernel& counted,
                         const std::vector<MachineInstruction>& code) {
  BranchSites sites;
  const auto lines = counted_lines(kernel);
  const auto masks = partial_masks(trace, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    BranchSite& site = sites.steps.emplace_back();
    site.source = lines[i];
    site.commits = commits_at(trace, lines[i].line);
    site.partial_masks = masks[i];
  }
  auto instruction = code.begin();
  for (const auto& one : counted.instructions) {
    while (instruction != code.end() && instruction->offset < one.offset) ++instruction;
    if (instruction == code.end() || instruction->offset != one.offset)
      throw Error(ErrorKind::failed,
                  "the machine code of " + std::string(kernel.id) + " in this program is not the one that ran.");
    MachineInstruction own = *instruction;
    if (own.file != kernel.file) own.line = 0;
    count_instruction(own, one, kernel.workload, sites);
  }
  return sites;
}

void add_counts(BranchSites& sum, const BranchSites& other) {
  for (std::size_t i = 0; i < sum.steps.size(); ++i) {
    sum.steps[i].commits |= other.steps[i].commits;
    sum.steps[i].partial_masks += other.steps[i].partial_masks;
    sum.steps[i].divergent += other.steps[i].divergent;
    sum.steps[i].branch_executions += other.steps[i].branch_executions;
    sum.steps[i].predicated_executions += other.steps[i].predicated_executions;
  }
  for (const auto& [line, count] : other.elsewhere) sum.elsewhere[line] += count;
}

BranchForm form_of(const BranchSite& site) {
  if (!site.source.conditional) return BranchForm::unconditional;
  if (site.branches == 0) {
    if (site.ends) return BranchForm::ended;
    return site.example.empty() && site.partial_masks == 0 ? BranchForm::unknown : BranchForm::predicated;
  }
  if (site.partial_masks == 0) return BranchForm::unknown;
  if (site.divergent == site.partial_masks) return BranchForm::branched;
  const std::uint64_t missing = site.partial_masks - std::min(site.partial_masks, site.divergent);
  if (site.divergent == 0 && site.predicated_executions >= missing) return BranchForm::predicated;
  // Fewer branches were executed than there are partial masks, or predicated additions account for the rest.
  const bool too_few = site.branch_executions < site.partial_masks;
  if (site.divergent > 0 && missing > 0 && (too_few || site.predicated_executions >= missing))
    return BranchForm::mixed;
  return BranchForm::unknown;
}

}  // namespace lanescope
