#include "engine/source/shared_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "engine/base/demangled.h"
#include "engine/source/source_text.h"

namespace lanescope {

std::string function_of(const std::string& symbol) {
  if (!symbol.starts_with("_ZZ")) return {};
  std::string name = demangled(symbol);
  name.resize(std::min(name.find_first_of("<("), name.size()));
  return name.substr(name.rfind(' ') + 1);  // behind the type that a template's name has
}

std::string short_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  const std::string name = demangled(symbol);
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

namespace {

constexpr std::string_view kSection = "\t.section\t", kThreadLocal = "\t.section\t.tbss";

bool is_ours(std::string_view symbol) {
  return symbol.starts_with("lanescope");
}

/// The arrays of one section, each "NAME:", and ".zero BYTES" below it.
void add_with_gaps(std::string& text, std::string_view section) {
  constexpr std::string_view kZero = "\t.zero\t";
  std::string_view label;
  for (std::size_t begin = 0; begin < section.size();) {
    const std::size_t end = std::min(section.find('\n', begin), section.size() - 1) + 1;
    const std::string_view line = section.substr(begin, end - begin);
    begin = end;
    if (line.ends_with(":\n")) label = line.substr(0, line.size() - 2);
    const bool is_array = line.starts_with(kZero) && !label.empty() && !is_ours(label);
    if (is_array)
      text += fmt::format(
          "{}{}\n", kZero,
          std::strtoull(std::string(line.substr(kZero.size())).c_str(), nullptr, 10) + kGapBehindShared);
    else
      text += line;
  }
}

}  // namespace

std::string with_gaps_behind_shared(std::string_view assembly) {
  std::string text;
  text.reserve(assembly.size());
  std::size_t done = 0;
  for (std::size_t begin = assembly.find(kThreadLocal); begin != std::string_view::npos;
       begin = assembly.find(kThreadLocal, done)) {
    const std::size_t first = std::min(assembly.find('\n', begin), assembly.size() - 1) + 1;
    std::size_t end = assembly.size();
    for (const std::string_view other :
         {kSection, std::string_view("\t.text\n"), std::string_view("\t.data\n"), std::string_view("\t.bss\n")})
      end = std::min(end, assembly.find(other, first));
    text += assembly.substr(done, first - done);
    add_with_gaps(text, assembly.substr(first, end - first));
    done = end;
  }
  return text += assembly.substr(done);
}

std::string without_guards_watched(std::string_view assembly) {
  constexpr std::string_view kCall = "__sanitizer_cov_trace_pc", kNotes = "\tmovb\t$1, _ZGV";
  std::string text;
  text.reserve(assembly.size());
  std::size_t call = std::string::npos, behind = 0;  // of the block, in the text
  for (const std::string_view line : source_text::lines_of(assembly)) {
    const std::size_t begin = text.size();
    text += line;
    text += '\n';
    const bool is_label = line.size() > 2 && line.starts_with(".L") && line[2] >= '0' && line[2] <= '9';
    if (is_label) call = std::string::npos;
    if (line.find(kCall) != std::string_view::npos) {
      call = begin;
      behind = text.size();
    }
    const bool is_of_threads = line.ends_with("@dtpoff") || line.find("tpoff(") != std::string_view::npos;
    if (!line.starts_with(kNotes) || !is_of_threads || call == std::string::npos) continue;
    text.erase(call, behind - call);
    call = std::string::npos;
  }
  return text;
}

SharedLayout shared_layout(const std::vector<ElfSymbol>& symbols) {
  constexpr std::uint64_t kMostBytes = 1 << 30, kAlignment = 16;
  SharedLayout layout;
  for (const ElfSymbol& symbol : symbols) {
    if (!symbol.is_thread_local || symbol.value > kMostBytes || symbol.size > kMostBytes) continue;
    if (symbol.name == "lanescope_shared_marker")
      layout.marker_place = symbol.value;
    else if (symbol.name == "lanescope_dynamic")
      layout.dynamic_place = symbol.value;
    else if (symbol.size > 0)
      layout.arrays.push_back({symbol.name, symbol.value, 0, symbol.size});
  }
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_thread_local && symbol.size == 0 && symbol.value == layout.dynamic_place &&
        !symbol.name.starts_with("lanescope"))
      names.push_back(symbol.name);
  if (names.size() == 1) layout.dynamic_name = names.front();
  std::sort(layout.arrays.begin(), layout.arrays.end(),
            [](const SharedArray& a, const SharedArray& b) { return a.place < b.place; });
  std::optional<std::uint64_t> first;
  std::uint64_t gaps = 0, end = 0;
  for (SharedArray& array : layout.arrays) {
    if (!first && is_guard(array.name)) continue;  // which is in nobody's shared memory
    if (!first) first = array.place;
    array.offset = array.place - *first - gaps;
    gaps += kGapBehindShared;
    if (!is_guard(array.name)) end = array.offset + array.bytes;
  }
  layout.static_bytes = static_cast<unsigned>((end + kAlignment - 1) / kAlignment * kAlignment);
  return layout;
}

SharedOfFunction largest_shared(const SharedLayout& layout) {
  std::map<std::string, SharedOfFunction> functions;
  for (const SharedArray& array : layout.arrays) {
    const std::string function = function_of(array.name);
    if (function.empty() || is_guard(array.name)) continue;
    const std::string name = demangled(array.name);
    SharedOfFunction& one = functions[name.substr(0, name.rfind("::"))];
    one.function = function;
    one.bytes += array.bytes;
  }
  SharedOfFunction largest;
  for (const auto& [name, one] : functions)
    if (one.bytes > largest.bytes) largest = one;
  return largest;
}

}  // namespace lanescope
