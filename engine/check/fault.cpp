#include "engine/check/fault.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <regex>

#include "engine/base/error.h"
#include "engine/source/scan.h"

namespace lanescope {
namespace {

constexpr Fault kFaults[] = {
    {"not_preset", "the output is not set to the identity before, so results are added to what was left there",
     R"(cudaMemset(Async)?\([^;]*;)", "", nullptr, nullptr, true},
    {"no_barrier", "a barrier of the block is left out, so threads read what others have not written yet",
     R"(__syncthreads\(\);)", ""},
    {"no_warp_barrier", "the lanes of the last warp rely on lock step, which no GPU has promised since Volta",
     R"(__syncwarp\(\);)", ""},
    {"legacy_tail", "the tail of old books: volatile shared memory instead of a barrier of the warp",
     R"(__syncwarp\(\);)", "", R"(__shared__ (\w))", "volatile __shared__ $1"},
    {"branch_barrier", "a barrier stands in a branch that not all threads take", R"(__syncthreads\(\);)",
     "if (threadIdx.x % 2 == 0) __syncthreads();", nullptr, nullptr, false, true},
    {"wrong_identity", "threads without an element begin with one instead of nothing",
     R"(( \? [^:;]*\[[^:;]*\] : )[^;]+;)", "$1 1;"},
    {"no_remainder", "the elements behind the last multiple of 32 are dropped", R"(\bi < n\b)", "i < n / 32 * 32"},
    {"no_bound", "threads behind the end of the array load all the same",
     R"(= i < n \? ([^:;]*\[[^:;]*\]) : [^;]+;)", "= $1;"},
    {"past_the_end", "one thread loads the element behind the last one", R"(\bi < n\b)", "i <= n"},
    {"one_step_short", "a loop over halves ends one step early", R"(stride >= 1;)", "stride > 1;"},
    {"wrong_stride", "a partner is one element too far", R"(\[t \+ stride\])", "[t + stride + 1]"},
    {"wrong_mask", "a shuffle names half of its lanes", R"((__shfl_\w+_sync\()[^,]+,)", "$1 0x0000ffffu,"},
    {"no_fence", "a block says that its partial sum is there before it is", R"(__threadfence\(\);)", ""},
    {"no_atomic", "blocks add to the result without an atomic, so that updates are lost",
     R"(atomicAdd\(([^,]+), (.*)\);)", "*($1) += $2;"},
};

}  // namespace

std::span<const Fault> faults() {
  return kFaults;
}

const Fault& fault_named(const std::string& name) {
  std::string names;
  for (const Fault& fault : kFaults) {
    if (fault.name == name) return fault;
    names += (names.empty() ? "" : ", ") + std::string(fault.name);
  }
  throw Error(ErrorKind::usage, Sentence("--fault is '{}'; it must be one of {}.", name, names));
}

namespace {

std::optional<FaultyText> with_edit(const std::string& text, const char* words, const char* instead) {
  const std::regex pattern(words);
  const std::string code = code_of(text);
  unsigned line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string before = text.substr(begin, end - begin);
    if (std::regex_search(code.begin() + static_cast<std::ptrdiff_t>(begin),
                          code.begin() + static_cast<std::ptrdiff_t>(end), pattern)) {
      const std::string after =
          std::regex_replace(before, pattern, instead, std::regex_constants::format_first_only);
      return FaultyText{text.substr(0, begin) + after + text.substr(end), line, before, after};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

/// Where the host presets nothing that a reader could see, an update is what relies on it.
std::optional<FaultyText> with_output_left(const std::string& text) {
  if (!std::regex_search(code_of(text), std::regex(R"(\batomic\w+\(&?output\b)"))) return std::nullopt;
  return FaultyText{text, 0, "cudaMemset(output, 0, sizeof *output);", ""};
}

std::map<std::string, PutFault>& put_faults() {
  static std::map<std::string, PutFault> faults;
  return faults;
}

std::mutex& put_faults_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

std::vector<LineEdit> FaultyText::edits() const {
  std::vector<LineEdit> all = {{line, before, after}};
  if (second) all.push_back(*second);
  return all;
}

std::optional<FaultyText> with_fault(const std::string& text, const Fault& fault) {
  auto faulty = with_edit(text, fault.pattern, fault.instead);
  if (!faulty && fault.leaves_output) faulty = with_output_left(text);
  if (!faulty || !fault.second_pattern) return faulty;
  const auto both = with_edit(faulty->text, fault.second_pattern, fault.second_instead);
  if (!both) return std::nullopt;
  faulty->text = both->text;
  faulty->second = {both->line, both->before, both->after};
  return faulty;
}

void note_fault(const std::string& kernel, const Fault& fault, const FaultyText& text) {
  const std::lock_guard lock(put_faults_mutex());
  put_faults()[kernel] = {&fault, text.edits()};
}

const PutFault* put_fault(const std::string& kernel) {
  const std::lock_guard lock(put_faults_mutex());
  const auto found = put_faults().find(kernel);
  return found == put_faults().end() ? nullptr : &found->second;
}

std::vector<const Fault*> applicable_faults(const std::string& text) {
  std::vector<const Fault*> found;
  for (const Fault& fault : kFaults)
    if (with_fault(text, fault)) found.push_back(&fault);
  return found;
}

FaultyText require_fault(const std::string& text, const std::string& shown, const Fault& fault) {
  if (auto faulty = with_fault(text, fault)) return *faulty;
  std::string names;
  for (const Fault* other : applicable_faults(text))
    names += (names.empty() ? "" : ", ") + std::string(other->name);
  throw Error(ErrorKind::usage, Sentence("--fault {}: {} has no line to which it applies; it can have {}.",
                                         fault.name, Sentence::word(shown), names.empty() ? "none" : names));
}

}  // namespace lanescope
