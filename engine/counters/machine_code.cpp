#include "engine/counters/machine_code.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/counters/csv_cells.h"
#include "engine/request/catalogue.h"

namespace lanescope {

namespace {

struct SourceLine {
  std::string file;
  unsigned line = 0;
};

/// `//## File "/x/kernels/reduction/a.h", line 28 inlined at ...` of a kernel's file.
std::optional<SourceLine> kernel_line(std::string_view comment) {
  constexpr std::string_view kLine = "\", line ";
  const auto open = comment.find('"');
  const auto close = comment.find(kLine);
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const auto path = comment.substr(open + 1, close - open - 1);
  const auto is_file = [&](const KernelInfo& info) {
    return !info.file.empty() && path.ends_with("/" + std::string(info.file));
  };
  const KernelInfo* kernel = nullptr;
  for (const auto list : {all_kernels(), all_entries()})
    if (const auto found = std::find_if(list.begin(), list.end(), is_file); found != list.end()) kernel = &*found;
  if (!kernel) return std::nullopt;
  SourceLine source{std::string(kernel->file), 0};
  const auto digits = comment.substr(close + kLine.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), source.line);
  return source;
}

/// `        /*01a0*/              @!P0 FADD R2, R2, R3 ;`
std::optional<MachineInstruction> instruction_of(std::string_view line) {
  const auto open = line.find("/*");
  if (open == std::string_view::npos || line.find_first_not_of(" \t") != open) return std::nullopt;
  const auto close = line.find("*/", open);
  if (close == std::string_view::npos) return std::nullopt;
  MachineInstruction instruction;
  const auto [stop, error] = std::from_chars(line.data() + open + 2, line.data() + close, instruction.offset, 16);
  if (error != std::errc{} || stop != line.data() + close) return std::nullopt;
  auto text = line.substr(close + 2);
  text = text.substr(0, text.find(';'));
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return std::nullopt;
  instruction.text = text.substr(first, text.find_last_not_of(" \t") - first + 1);
  return instruction;
}

/// Labels of one function, and the branches to them.
class Labels {
 public:
  void add(std::string_view name) { unplaced_.emplace_back(name); }
  void place(std::uint64_t offset) {
    for (auto& name : unplaced_) offsets_[std::move(name)] = offset;
    unplaced_.clear();
  }
  /// Sets the targets of the function's branches, and clears the labels.
  void resolve(std::vector<MachineInstruction>& function) {
    for (auto& instruction : function) {
      const auto open = instruction.text.find("`("), close = instruction.text.find(')', open);
      if (open == std::string::npos || close == std::string::npos) continue;
      const auto found = offsets_.find(instruction.text.substr(open + 2, close - open - 2));
      if (found != offsets_.end()) instruction.target = found->second;
    }
    *this = {};
  }

 private:
  std::vector<std::string> unplaced_;
  std::map<std::string, std::uint64_t> offsets_;
};

bool accesses_memory(const MachineInstruction& instruction) {
  static constexpr std::string_view kOpcodes[] = {"LD",  "LDG", "LDS",  "LDL",   "ST",    "STG",
                                                  "STS", "STL", "ATOM", "ATOMG", "ATOMS", "RED"};
  return std::find(std::begin(kOpcodes), std::end(kOpcodes), instruction.opcode()) != std::end(kOpcodes);
}

}  // namespace

std::string_view MachineInstruction::operation() const {
  std::string_view rest = text;
  if (predicated()) rest.remove_prefix(std::min(rest.size(), rest.find(' ') + 1));
  return rest.substr(0, rest.find(' '));
}

std::string_view MachineInstruction::opcode() const {
  return operation().substr(0, operation().find('.'));
}

bool MachineInstruction::conditional_branch() const {
  // A uniform predicate (UP0) is one for the whole warp.
  return predicated() && !text.starts_with("@UP") && !text.starts_with("@!UP") &&
         (opcode() == "BRA" || opcode() == "BRX" || opcode() == "JMP");
}

bool MachineInstruction::conditional_exit() const {
  return predicated() && opcode() == "EXIT";
}

bool waits(const std::vector<MachineInstruction>& function, const MachineInstruction& load) {
  if (load.operation().find(".STRONG") == std::string_view::npos) return false;
  return std::any_of(function.begin(), function.end(), [&](const MachineInstruction& branch) {
    const bool goes_back = branch.predicated() && branch.opcode() == "BRA" && branch.target &&
                           *branch.target <= load.offset && load.offset < branch.offset;
    return goes_back && std::none_of(function.begin(), function.end(), [&](const MachineInstruction& other) {
             return other.offset >= *branch.target && other.offset < branch.offset && other.offset != load.offset &&
                    accesses_memory(other);
           });
  });
}

void add_disassembly(std::string_view text, MachineCode& code) {
  constexpr std::string_view kSection = ".section\t.text.";
  std::vector<MachineInstruction>* function = nullptr;
  SourceLine source;
  Labels labels;
  bool in_comment = false;  // inside the list of files of one instruction, innermost first
  for (const auto line : text_lines(text)) {
    if (const auto at = line.find(kSection); at != std::string_view::npos) {
      const auto name = line.substr(at + kSection.size());
      if (function) labels.resolve(*function);
      function = &code[std::string(name.substr(0, name.find(',')))];
      source = {};
    } else if (line.find("//## File ") != std::string_view::npos) {
      if (!in_comment) source = {};
      if (const auto found = kernel_line(line); found && source.file.empty()) source = *found;
      in_comment = true;
    } else if (line.starts_with(".L") && line.ends_with(':')) {
      labels.add(line.substr(0, line.size() - 1));
    } else if (auto instruction = instruction_of(line); instruction && function) {
      instruction->file = source.file;
      instruction->line = source.line;
      labels.place(instruction->offset);
      function->push_back(std::move(*instruction));
      in_comment = false;
    }
  }
  if (function) labels.resolve(*function);
}

}  // namespace lanescope
