#include "engine/check/small_overrun.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/argument_words.h"

namespace lanescope {
namespace {

/// Of the arguments the number that two of them are, or one of a kernel that is numbered in more than x.
std::optional<std::uint64_t> side_of(const Run& run) {
  std::map<std::uint64_t, unsigned> counts;
  for (const std::string& word : run.request.own.arguments)
    if (const auto number = number_in_word(word)) ++counts[*number];
  constexpr std::uint64_t kLeast = 8;
  const unsigned enough = kernel_info(run.request.kernel).own->directions() > 1 ? 1 : 2;
  for (const auto& [number, count] : counts)
    if (number >= kLeast && count >= enough) return number;
  return std::nullopt;
}

/// How many elements the array would have that is left by a little; none: it is not.
std::optional<std::uint64_t> elements_left(std::uint64_t end, std::uint64_t side) {
  const std::uint64_t plane = side * side, whole = end == 0 ? 0 : (end - 1) / plane * plane;
  return whole > 0 && end - whole <= side + 1 ? std::optional(whole) : std::nullopt;
}

std::string product_of(std::uint64_t elements, std::uint64_t side) {
  const std::uint64_t times = elements / (side * side);
  return fmt::format("{}{} x {}", times == 1 ? "" : fmt::format("{} x ", times), side, side);
}

}  // namespace

Sentence remark_of_small_overrun(const Run& run, Progress& progress) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (!kernel.own || !kernel.own->has_arguments() || !run.request.own.is_settled || !run.findings.empty())
    return {};
  const std::optional<std::uint64_t> side = side_of(run);
  if (!side) return {};
  std::size_t pointer = 0;
  const std::vector<OwnParameter>& parameters = kernel.own->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].fields.empty()) return {};  // arrays of structs are in the same row
    if (!parameters[i].is_pointer) continue;
    const ArrayUse use = pointer < run.array_uses.size() ? run.array_uses[pointer] : ArrayUse{};
    ++pointer;
    const std::optional<std::uint64_t> elements = elements_left(use.end, *side);
    RunRequest tight = run.request;
    std::string& word = tight.own.arguments[i];
    if (!elements || word.find(':') != std::string::npos) continue;
    word += fmt::format(":{}", *elements);
    try {
      for (const Finding& finding : lanescope::run(tight, progress).findings)
        if (finding.kind == FindingKind::bounds && finding.array_name == parameters[i].name &&
            !finding.lines.empty())
          return Sentence(
              "If {} has {} elements ({}), an index goes {} past its end (line {}): a check of it is missing then. "
              "(--arguments {})",
              parameters[i].name, *elements, product_of(*elements, *side), use.end - *elements,
              finding.lines.front(), arguments_text(tight));
    } catch (const Error&) {
      return {};  // it has no room
    }
  }
  return {};
}

}  // namespace lanescope
