#include "engine/counters/edge_products.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace lanescope {
namespace {

using Code = std::vector<MachineInstruction>;

/// "R5", "R10", "0.0625" of "@P0 FMUL R5, R10, 0.0625"; views of its text.
std::vector<std::string_view> operands_of(const MachineInstruction& instruction) {
  std::vector<std::string_view> operands;
  const auto name = instruction.operation();
  std::string_view rest = instruction.text;
  rest.remove_prefix(static_cast<std::size_t>(name.data() + name.size() - rest.data()));
  while (!rest.empty()) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const auto end = std::min(rest.find(", "), rest.size());
    if (end > 0) operands.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return operands;
}

/// "R5" for "R5", "-R5" and "R5.reuse"; anything else is returned unchanged.
std::string_view register_of(std::string_view operand) {
  if (operand.starts_with('-')) operand.remove_prefix(1);
  return operand.substr(0, operand.find('.'));
}

std::optional<unsigned> register_number(std::string_view name) {
  unsigned number = 0;
  if (!name.starts_with('R')) return std::nullopt;
  const auto [stop, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error != std::errc{} || stop != name.data() + name.size()) return std::nullopt;
  return number;
}

bool is_arithmetic(const MachineInstruction& instruction) {
  const auto opcode = instruction.opcode();
  return opcode == "FADD" || opcode == "FMUL" || opcode == "FFMA";
}

bool is_store(const MachineInstruction& instruction) {
  return instruction.opcode() == "STG";
}

/// How many registers the first operand of an instruction names.
unsigned width_of(const MachineInstruction& instruction) {
  const auto operation = instruction.operation();
  const auto says = [&](std::string_view part) { return operation.find(part) != std::string_view::npos; };
  if (says(".128")) return 4;
  return says(".64") || says(".WIDE") || operation == "CS2R" ? 2 : 1;
}

bool writes(const MachineInstruction& instruction, std::string_view name) {
  const auto operands = operands_of(instruction);
  if (operands.empty() || is_store(instruction)) return false;
  const auto first = register_number(register_of(operands[0])), wanted = register_number(name);
  return first && wanted && *first <= *wanted && *wanted < *first + width_of(instruction);
}

/// The last instruction before `at` that writes a register; null where there is none.
const MachineInstruction* writer(const Code& function, std::size_t at, std::string_view name) {
  while (at-- > 0)
    if (writes(function[at], name)) return &function[at];
  return nullptr;
}

/// Whether an instruction always writes 0: "IMAD.MOV.U32 R5, RZ, RZ, RZ", "CS2R R4, SRZ".
bool writes_zero(const MachineInstruction& instruction) {
  const auto operands = operands_of(instruction);
  if (instruction.predicated() || operands.size() < 2) return false;
  return std::all_of(operands.begin() + 1, operands.end(), [](std::string_view operand) {
    return operand == "RZ" || operand == "-RZ" || operand == "SRZ" || operand == "0";
  });
}

/// "desc[UR4][R2.64+-0x8]" -> -8; 0 where nothing is added.
std::optional<std::int64_t> offset_of(std::string_view address) {
  const auto open = address.rfind('['), plus = address.find('+', open);
  if (open == std::string_view::npos || !address.ends_with(']')) return std::nullopt;
  if (plus == std::string_view::npos) return 0;
  auto digits = address.substr(plus + 1, address.size() - plus - 2);
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (!digits.starts_with("0x")) return std::nullopt;
  digits.remove_prefix(2);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc{} || stop != digits.data() + digits.size()) return std::nullopt;
  return negative ? -value : value;
}

/// The store of the value that instruction `at` computes, followed through additions; nothing if it cannot be
/// followed.
std::optional<std::int64_t> stored_at(const Code& function, std::size_t at) {
  std::string_view value = register_of(operands_of(function[at])[0]);
  for (++at; at < function.size(); ++at) {
    const MachineInstruction& next = function[at];
    const auto operands = operands_of(next);
    const bool takes = operands.size() >= 2 && std::any_of(operands.begin() + 1, operands.end(), [&](auto operand) {
                         return register_of(operand) == value;
                       });
    if (takes && is_store(next)) return offset_of(operands[0]);
    if (takes && is_arithmetic(next))
      value = register_of(operands[0]);
    else if (writes(next, value))
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<EdgeProduct> product_at(const Code& function, std::size_t at) {
  const MachineInstruction& product = function[at];
  const auto operands = operands_of(product);
  if (product.opcode() != "FMUL" || !product.predicated() || operands.size() != 3) return std::nullopt;
  const MachineInstruction* preset = writer(function, at, register_of(operands[0]));
  const MachineInstruction* load = writer(function, at, register_of(operands[1]));
  if (!preset || !writes_zero(*preset) || !load || load->opcode() != "LDG" || !load->predicated())
    return std::nullopt;
  const auto from = offset_of(operands_of(*load).back()), to = stored_at(function, at);
  if (!from || !to) return std::nullopt;
  return EdgeProduct{product.text, *from, *to};
}

}  // namespace

std::vector<EdgeProduct> edge_products(const std::vector<MachineInstruction>& function) {
  std::vector<EdgeProduct> products;
  for (const auto& instruction : function) {
    // The space after the last instruction is filled with an endless loop that no thread reaches.
    const bool loops = instruction.target && *instruction.target < instruction.offset;
    if (loops) return {};
  }
  for (std::size_t at = 0; at < function.size(); ++at)
    if (const auto product = product_at(function, at)) products.push_back(*product);
  return products;
}

std::uint64_t threads_without(const EdgeProduct& product, std::uint64_t n, std::uint64_t each,
                              unsigned element_bytes) {
  const auto size = static_cast<std::int64_t>(n), step = static_cast<std::int64_t>(each);
  const std::int64_t load = product.load_offset / element_bytes, store = product.store_offset / element_bytes;
  const auto exists = [&](std::int64_t index) { return 0 <= index && index < size; };
  std::uint64_t threads = 0;
  for (std::int64_t first = 0; first < size; first += step)
    threads += exists(first + store) && !exists(first + load);
  return threads;
}

}  // namespace lanescope
