#include "engine/source/sized_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <map>
#include <regex>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"
#include "engine/source/text_constants.h"
#include "engine/source/written_launch.h"

namespace lanescope {

using namespace source_text;

namespace {

using Sizes = std::map<std::string, unsigned, std::less<>>;

constexpr Size kLongestLine = 300;  // an expression of the library recurses with every sign
constexpr Size kLongestHead = 4000;
constexpr unsigned kMostThreads = 1024;
constexpr std::int64_t kLargestSize = 9999;  // so that a product of two is a number, too

std::string in_capitals(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char sign) { return static_cast<char>(std::toupper(sign)); });
  return name;
}

bool has_part(const std::string& name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

/// The constants that may be one.
Sizes sizes_in(const std::string& code) {
  Sizes sizes;
  for (const auto& [name, value] : constants_of(code))
    if (value > 0 && value <= kLargestSize) sizes[name] = static_cast<unsigned>(value);
  return sizes;
}

/// That of the constants which stands first in an expression; 0: none.
unsigned value_in(std::string_view expression, const Sizes& constants) {
  Size begin = 0;
  while (begin < expression.size()) {
    if (!is_word_sign(expression[begin])) {
      ++begin;
      continue;
    }
    const Size end = end_of_word(expression, begin);
    if (const auto found = constants.find(expression.substr(begin, end - begin)); found != constants.end())
      return found->second;
    begin = end;
  }
  return 0;
}

/// Those whose names say that they are sizes of blocks. `BLOCK + 2 * RADIUS` is a block's with a halo, which has no
/// threads of its own.
Sizes of_blocks(const std::string& code) {
  Sizes sizes = sizes_in(code), threads;
  std::erase_if(sizes, [](const auto& one) { return !names_a_block(one.first); });
  for (const auto& one : sizes)
    if (!has_part(in_capitals(one.first), {"TILE"})) threads.insert(one);
  for (const auto& [name, expression] : definitions_in(code)) {
    const auto size = sizes.find(name);
    if (size == sizes.end() || expression.find('+') == std::string::npos) continue;
    if (const unsigned without_halo = value_in(expression, threads); without_halo > 0) size->second = without_halo;
  }
  return sizes;
}

/// Of `WIDTH * HEIGHT`, both of which are constants, one each; empty of all else.
std::vector<unsigned> factors_of(std::string_view expression, const Sizes& constants) {
  static const std::regex kProduct(R"(\s*\(?\s*(\w{1,80})\s*\*\s*(\w{1,80})\s*\)?\s*)");
  const std::string text(expression.substr(0, kLongestLine));
  std::smatch found;
  if (!std::regex_match(text, found, kProduct)) return {};
  const auto first = constants.find(found[1].str()), second = constants.find(found[2].str());
  if (first == constants.end() || second == constants.end()) return {};
  return {first->second, second->second};
}

/// The sizes between brackets of a declaration that have one of the constants, the innermost first. A product of
/// two is one for each direction, where there are two.
std::vector<unsigned> sizes_between_brackets(std::string_view declaration, const Sizes& constants,
                                             bool has_two_directions) {
  std::vector<unsigned> sizes;
  for (Size open = declaration.find('['); open != kNone; open = declaration.find('[', open + 1)) {
    const Size close = declaration.find(']', open);
    if (close == kNone) break;
    const std::string_view size = declaration.substr(open + 1, close - open - 1);
    if (const std::vector<unsigned> factors = factors_of(size, constants); factors.empty()) {
      if (const unsigned value = value_in(size, constants); value > 0) sizes.insert(sizes.begin(), value);
    } else if (has_two_directions) {
      sizes.insert(sizes.begin(), factors.begin(), factors.end());
    } else {
      sizes.insert(sizes.begin(), factors[0] * factors[1]);
    }
    if (close + 1 < declaration.size() && declaration[close + 1] != '[') break;  // of its first array
  }
  return sizes;
}

std::vector<unsigned> sizes_of_bounds(const std::string& head, const Sizes& constants) {
  static const std::regex kBounds(R"(__launch_bounds__\s*\(\s*(?:(\d{1,4})|(\w{1,80}))\s*[,)])");
  std::smatch found;
  if (head.size() > kLongestHead || !std::regex_search(head, found, kBounds)) return {};
  const unsigned value = found[1].matched ? static_cast<unsigned>(std::strtoul(found[1].str().c_str(), nullptr, 10))
                                          : value_in(found[2].str(), constants);
  if (value == 0) return {};
  return {value};
}

std::vector<unsigned> sizes_of_shared(const std::string& body, const Sizes& constants) {
  for (Size at = body.find("__shared__"); at != kNone; at = body.find("__shared__", at + 1)) {
    const Size end = std::min(body.find(';', at), body.size());
    const std::vector<unsigned> sizes = sizes_between_brackets(
        std::string_view(body).substr(at, end - at), constants, body.find("threadIdx.y") != std::string::npos);
    if (!sizes.empty()) return sizes;
  }
  return {};
}

constexpr char kAxes[] = {'x', 'y', 'z'};
using InEachDirection = std::array<unsigned, 3>;  // 0: nobody says

/// Those of a block: directions without a size end them, and z is one only where its threads are numbered in it.
std::vector<unsigned> sizes_of(const InEachDirection& spans, const std::string& body) {
  const bool numbers_z = body.find("threadIdx.z") != std::string::npos;
  std::vector<unsigned> sizes(spans.begin(), spans.end() - (numbers_z ? 0 : 1));
  sizes.erase(std::find(sizes.begin(), sizes.end(), 0u), sizes.end());
  return sizes;
}

/// Numbers in place of constants, in both directions: `blockIdx.x * 32 + threadIdx.x`, and y alike, which z may
/// follow. In one direction a number may as well be several elements a thread.
InEachDirection spans_in_numbers(const std::string& body) {
  InEachDirection spans = {};
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::regex index(fmt::format(R"(blockIdx\.{0}\s*\*\s*(\d{{1,4}})\s*\+\s*threadIdx\.{0}\b)", kAxes[i]));
    for (const std::string_view line : lines_of(body)) {
      const std::string text(line.substr(0, kLongestLine));
      std::smatch found;
      if (!std::regex_search(text, found, index)) continue;
      spans[i] = static_cast<unsigned>(std::strtoul(found[1].str().c_str(), nullptr, 10));
      break;
    }
  }
  return spans[0] > 0 && spans[1] > 0 ? spans : InEachDirection{};
}

/// The constants that blockIdx is multiplied by.
InEachDirection spans_of_indexes(const std::string& body, const Sizes& constants) {
  InEachDirection spans = {};
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string index = fmt::format("blockIdx.{}", kAxes[i]);
    for (Size at = body.find(index); at != kNone && spans[i] == 0; at = body.find(index, at + 1)) {
      const Size star = body.find_first_not_of(" \t", at + index.size());
      if (star == kNone || body[star] != '*') continue;
      const Size word = body.find_first_not_of(" \t(", star + 1);
      if (word == kNone) continue;
      const Size end = end_of_word(body, word);
      spans[i] = value_in(std::string_view(body).substr(word, end - word), constants);
    }
  }
  return spans;
}

/// Constants of any name that size a shared array.
Sizes of_shared_arrays(const std::string& body, const Sizes& all) {
  Sizes sizes;
  for (Size at = body.find("__shared__"); at != kNone; at = body.find("__shared__", at + 1)) {
    const Size open = std::min(body.find('[', at), body.size()), end = std::min(body.find(';', at), body.size());
    for (const auto& one : all)
      if (open < end && has_word(std::string_view(body).substr(open, end - open), one.first)) sizes.insert(one);
  }
  return sizes;
}

/// By how much a loop goes on whose variable is added to threadIdx: `for (j = 0; j < TILE; j += ROWS)
/// tile[threadIdx.y + j]` is of ROWS threads in y. 0: there is none.
unsigned step_along(const std::string& body, char axis, const Sizes& constants) {
  static const std::regex kStep(R"(\bfor\b.*;\s*(\w+)\s*\+=\s*(\w+)\s*\))");
  for (const std::string_view line : lines_of(body)) {
    const std::string text(line.substr(0, kLongestLine));
    std::smatch found;
    if (!std::regex_search(text, found, kStep)) continue;
    const std::string name = found[1], step = found[2];
    const std::regex sum(fmt::format(R"(threadIdx\.{}\s*\+\s*{}\b)", axis, name));
    const std::vector<std::string_view> lines = lines_of(body);
    if (std::none_of(lines.begin(), lines.end(), [&](std::string_view one) {
          return std::regex_search(std::string(one.substr(0, kLongestLine)), sum);
        }))
      continue;
    const auto constant = constants.find(step);
    return constant != constants.end() ? constant->second
                                       : static_cast<unsigned>(std::strtoul(step.c_str(), nullptr, 10));
  }
  return 0;
}

/// "kBlock" of "int kBlock = 256".
std::string name_of_parameter(const std::string& parameter) {
  const std::string declared = trimmed(parameter.substr(0, parameter.find('=')));
  return declared.substr(declared.find_last_of(" \t\n") + 1);
}

/// Of what stands between the brackets of a template, the one that is how many threads a block has; kNone: none.
Size place_of_block(const std::string& parameters) {
  const std::vector<std::string> all = listed_parts(parameters);
  for (Size i = 0; i < all.size(); ++i)
    if (names_a_block(name_of_parameter(all[i])) &&
        !has_part(in_capitals(all[i]), {"TILE", "TYPENAME", "CLASS", "BOOL"}))
      return i;
  return kNone;
}

/// A number or constant for which the kernel uses a template that has one block alone: of the text, by the name of
/// its parameter, or a CUB's, `BlockReduce<float, 512>`.
std::vector<unsigned> sizes_of_templates(const std::string& code, const std::string& body, const Sizes& constants) {
  std::map<std::string, Size> places;
  for (const char* name : {"BlockReduce", "BlockScan", "BlockLoad", "BlockStore", "BlockRadixSort",
                           "BlockMergeSort", "BlockExchange", "BlockHistogram"})
    places[name] = 1;
  for (const TextFunction& function : functions_in(code)) {
    ScannedKernel about;
    take_template(about, code, function.open - 1);
    if (const Size place = place_of_block(about.template_parameters); place != kNone) places[function.name] = place;
  }
  for (const auto& [name, place] : places)
    for (Size at = find_word(body, name); at != kNone; at = find_word(body, name, at + 1)) {
      const Size open = at + name.size(), close = body.find('>', open);
      if (close == kNone || body[open] != '<' || body[open + 1] == '<') continue;
      const std::vector<std::string> arguments =
          listed_parts(std::string_view(body).substr(open + 1, close - open - 1));
      if (place >= arguments.size()) continue;
      const auto constant = constants.find(arguments[place]);
      const unsigned long value =
          constant != constants.end() ? constant->second : std::strtoul(arguments[place].c_str(), nullptr, 10);
      if (value > 1 && value <= kMostThreads) return {static_cast<unsigned>(value)};
    }
  return {};
}

/// Numbers that the kernel's own template has, `sum<float, 256>`.
void add_template_arguments(Sizes& constants, const std::string& code, const std::string& kernel) {
  const Size open = kernel.find('<'), close = kernel.rfind('>');
  if (open == kNone || close == kNone || close < open) return;
  const std::vector<std::string> values = listed_parts(std::string_view(kernel).substr(open + 1, close - open - 1));
  for (const ScannedKernel& one : scan_kernels(code)) {
    if (one.name != plain_name(kernel)) continue;
    const std::vector<std::string> parameters = listed_parts(one.template_parameters);
    for (Size i = 0; i < std::min(values.size(), parameters.size()); ++i) {
      const unsigned long value = std::strtoul(values[i].c_str(), nullptr, 10);
      if (value > 0 && value <= kLargestSize)
        constants[name_of_parameter(parameters[i])] = static_cast<unsigned>(value);
    }
  }
}

}  // namespace

bool names_a_block(const std::string& name) {
  const std::string capitals = in_capitals(name);
  constexpr std::string_view kSeveral[] = {"BLOCKS", "BLKS", "TILES"};
  const bool is_count = has_part(capitals, {"BLOCKS_", "NUM_BLK", "NBLK"}) ||
                        std::any_of(std::begin(kSeveral), std::end(kSeveral),
                                    [&](std::string_view end) { return capitals.ends_with(end); });
  return has_part(capitals, {"BLOCK", "BLK", "TILE", "THREAD", "TPB"}) && !is_count;
}

std::array<unsigned, 3> spanned_by_block(const std::string& text, const std::string& kernel) {
  const std::string code = active_code_of(text);
  const KernelText found = kernel_text(code, kernel.substr(0, kernel.find('<')));
  const InEachDirection spans = spans_of_indexes(found.body, of_blocks(code));
  return spans == InEachDirection{} ? spans_in_numbers(found.body) : spans;
}

std::optional<std::string> sized_block(const std::string& text, const std::string& kernel) {
  const std::string code = active_code_of(text);
  Sizes all = sizes_in(code);
  add_template_arguments(all, code, kernel);
  const Sizes constants = of_blocks(code);
  const KernelText found = kernel_text(code, kernel.substr(0, kernel.find('<')));
  std::vector<unsigned> sizes = sizes_of_shared(found.body, constants);
  if (sizes.empty()) sizes = sizes_of(spans_of_indexes(found.body, constants), found.body);
  if (sizes.empty()) sizes = sizes_of(spans_of_indexes(found.body, of_shared_arrays(found.body, all)), found.body);
  if (sizes.empty()) sizes = sizes_of(spans_in_numbers(found.body), found.body);
  if (sizes.empty()) sizes = sizes_of_templates(code, found.body, all);
  if (sizes.empty()) sizes = sizes_of_bounds(found.head, constants);
  for (std::size_t i = 0; i < std::min(sizes.size(), std::size(kAxes)); ++i)
    if (const unsigned step = step_along(found.body, kAxes[i], all); step > 0) sizes[i] = std::min(sizes[i], step);
  unsigned threads = 1;
  std::string block;
  for (const unsigned size : sizes) {
    if (size > kMostThreads / threads) return std::nullopt;
    threads *= size;
    block += (block.empty() ? "" : "x") + std::to_string(size);
  }
  if (block.empty()) return std::nullopt;
  return block;
}

std::optional<std::string> block_in_text(const std::string& text, const std::string& kernel) {
  const std::vector<ScannedKernel> kernels = kernel.empty() ? scan_kernels(text) : std::vector<ScannedKernel>();
  const std::optional<WrittenLaunch> launch =
      WrittenLaunch::of(text, kernels.empty() ? kernel : kernels.front().name);
  const std::optional<WrittenExtent> block = launch ? launch->block({}) : std::nullopt;
  std::uint64_t threads = 1;
  for (const unsigned size : block.value_or(WrittenExtent()).extent)
    threads = std::min<std::uint64_t>(kMostThreads + 1, threads * size);
  const bool is_written = block && block->is_constant && threads <= kMostThreads;
  return is_written ? std::optional(extent_text(block->extent)) : sized_block(text, kernel);
}

}  // namespace lanescope
