#include "engine/source/argument_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/base/error.h"
#include "engine/request/own_extents.h"
#include "engine/request/own_launch.h"
#include "engine/request/parameter_names.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Fractions may be sorted; what is no index, or no number, stays as it is.
bool may_hold(const OwnParameter& parameter, ArrayFill fill) {
  constexpr unsigned kBytesOfIndices = 2, kBytesOfFractions = 4;
  const unsigned bytes = parameter.bytes / parameter.parts;
  const bool is_whole = parameter.kind == OwnKind::whole || parameter.kind == OwnKind::unsigned_whole;
  if (fill == ArrayFill::empties) return is_whole && bytes >= 2 * kBytesOfIndices;
  if (is_whole) return bytes >= kBytesOfIndices || fill == ArrayFill::ones;
  return fill == ArrayFill::sorted && parameter.kind == OwnKind::real && bytes >= kBytesOfFractions;
}

bool is_called_merge(const std::string& kernel) {
  return kernel.find("merge") != std::string::npos || kernel.find("Merge") != std::string::npos;
}

/// The words of one kernel and request.
class RuleWords {
 public:
  RuleWords(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch,
            const ArgumentRule& rule)
      : kernel_(kernel),
        parameters_(leaves_of(kernel.own->parameters)),
        request_(request),
        rule_(rule),
        input_count_(inputs_of(kernel, arrays_of(launch, element_bytes(request.type)))) {}

  std::vector<std::string> words() const {
    const auto is_input = [](const OwnParameter& one) { return one.is_pointer && one.is_const; };
    const bool says_const = std::any_of(parameters_.begin(), parameters_.end(), is_input);
    const auto pointers =
        std::count_if(parameters_.begin(), parameters_.end(), [](const auto& one) { return one.is_pointer; });
    const auto writable = static_cast<unsigned>(std::count_if(
        parameters_.begin(), parameters_.end(), [](const auto& one) { return one.is_pointer && !one.is_const; }));
    // Of what is not judged there are two outputs; where nothing is const, any array but the last may be read
    // first.
    const unsigned both = !is_free()   ? 0
                          : says_const ? writable - std::min(writable, 2u)
                                       : writable - std::min(writable, 1u);
    unsigned inputs = 0, outputs = 0, written = 0;
    std::vector<std::string> words;
    for (const OwnParameter& parameter : parameters_) {
      const Role role = words.size() < rule_.roles.size() ? rule_.roles[words.size()] : Role::by_rule;
      if (!parameter.is_const && parameter.is_pointer) ++written;
      if (!parameter.is_pointer)
        words.push_back(word_of_number(parameter, words.size()));
      else if (is_called_text(*kernel_.own, parameter))
        words.push_back(numbered_word(word_of(ArrayFill::zeros), inputs++));
      else if (role != Role::by_rule)
        words.push_back(role == Role::output ? numbered_word("out", outputs++)
                                             : numbered_word(word_of_role(role), inputs++));
      else if (!parameter.is_const && written <= both)
        words.push_back(numbered_word("inout", inputs++));
      else if (pointers == 1 && !parameter.is_const)
        words.push_back("inout");
      else if (is_free() ? parameter.is_const : says_const ? parameter.is_const : inputs < input_count_)
        words.push_back(numbered_word("in", inputs++));
      else
        words.push_back(numbered_word("out", outputs++));
    }
    if (is_free()) fill_inputs(words);
    if (is_free() && rule_.are_tables_empty) empty_tables(words);
    for (std::size_t i = 0; i < std::min(words.size(), rule_.halves.size()); ++i)
      if (parameters_[i].is_pointer && rule_.halves[i] > 0)
        words[i] += fmt::format(":{}", request_.n / 2 * rule_.halves[i]);
    return words;
  }

 private:
  using Role = ArgumentRule::Role;

  bool is_free() const { return kernel_.own->is_free; }

  static const char* word_of_role(Role role) {
    return role == Role::offsets ? "offsets" : role == Role::both ? "inout" : "in";
  }

  /// Those that are only read. What is merged is sorted.
  void fill_inputs(std::vector<std::string>& words) const {
    const std::vector<std::string> plain = words;
    const auto takes = [&](std::size_t i, ArrayFill fill) {
      return parameters_[i].is_pointer && is_only_input(plain[i]) && may_hold(parameters_[i], fill);
    };
    unsigned sortable = 0;
    for (std::size_t i = 0; i < words.size(); ++i) sortable += takes(i, ArrayFill::sorted);
    const bool merges = sortable > 1 && is_called_merge(kernel_.own->name);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_sorted = merges || is_called_sorted(parameters_[i]);
      const ArrayFill fill = rule_.fill == ArrayFill::as_input && is_sorted ? ArrayFill::sorted : rule_.fill;
      if (takes(i, fill)) words[i].replace(0, std::string_view("in").size(), word_of(fill));
    }
  }

  /// Those of whole numbers that are written begin with -1.
  void empty_tables(std::vector<std::string>& words) const {
    unsigned inputs = 0, filled = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
      if (const auto [kind, place] = kind_and_place(words[i]); parameters_[i].is_pointer && kind != "out")
        inputs = std::max(inputs, place + 1);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string kind = kind_and_place(words[i]).first;
      const bool is_written = parameters_[i].is_pointer && (kind == "out" || kind == "inout");
      if (is_written && may_hold(parameters_[i], ArrayFill::empties))
        words[i] = numbered_word(word_of(ArrayFill::empties), inputs + filled++);
    }
  }

  static bool is_only_input(const std::string& word) {
    return kind_and_place(word).first == word_of(ArrayFill::as_input);
  }

  /// 0: it is no extent.
  std::uint64_t side_of(const OwnParameter& parameter) const {
    if (!is_free()) return 0;
    constexpr std::uint64_t kFew = 3, kBins = 256;
    if (const std::uint64_t size = launch_size_called(*kernel_.own, parameter, request_.n); size > 0) return size;
    if (!kernel_.own->is_launcher && is_called_block_side(parameter)) return own_shapes(kernel_, request_).block[0];
    if (is_called_reach(*kernel_.own, parameter) || is_called_rounds(parameter) ||
        is_called_few(*kernel_.own, parameter))
      return kFew;
    if (is_called_step(*kernel_.own, parameter)) return 1;
    if (is_called_half(parameter)) return std::max<std::uint64_t>(1, request_.n / 2);
    if (is_called_bins(parameter)) return std::min(kBins, request_.n);
    if (rule_.others == ArgumentRule::Others::extents) return side_of_all(*kernel_.own, request_.n);
    const bool are_few = rule_.others == ArgumentRule::Others::few;
    const bool spans = are_few ? is_called_as_extent(*kernel_.own, parameter) : is_extent(*kernel_.own, parameter);
    const std::uint64_t side = spans ? side_of_extents(*kernel_.own, request_.n) : 0;
    constexpr std::uint64_t kWidest = 8;  // a pitch may be one of bytes
    if (side > 0 && is_called_pitch(parameter)) return side * kWidest;
    return side > 0 || !are_few ? side : is_called_small(parameter) ? 1 : kFew;
  }

  std::string word_of_number(const OwnParameter& parameter, std::size_t index) const {
    constexpr double kMostUsual = 1024;  // a larger one is a size, and N says what sizes are
    const bool is_the_size = is_size(*kernel_.own, parameter) && count_of_sizes(*kernel_.own) == 1;
    if (is_free() && parameter.usual && !is_the_size && std::abs(*parameter.usual) <= kMostUsual)
      return fmt::format("{}", *parameter.usual);
    if (is_free() && is_called_begin(parameter))
      return parameter.kind == OwnKind::real ? "0" : fmt::format("{}", rule_.begin);
    if (is_free() && is_called_choice(parameter)) return fmt::format("{}", rule_.choice);
    if (is_free() && is_called_transposed(parameter)) return fmt::format("{}", int{'N'});
    if (is_free() && is_called_beta(*kernel_.own, parameter)) return "0";
    if (parameter.kind == OwnKind::real && is_free()) return "1";
    const bool is_field = parameter.name.find('.') != std::string::npos;
    const bool is_stream = parameter.bytes == 0;  // that of the default
    if (parameter.kind == OwnKind::other && (is_field || is_stream) && is_free()) return "0";
    if (parameter.kind == OwnKind::other || parameter.kind == OwnKind::real)
      throw Error(ErrorKind::usage, Sentence("{}: {} of {} is no pointer and no whole number, so no rule says what "
                                             "it is; give all by --arguments.",
                                             kernel_.id, shown(parameter, index), kernel_.own->name));
    if (parameter.name.find("coarse") != std::string::npos) return "coarse";
    if (const std::uint64_t side = side_of(parameter); side > 0) return std::to_string(side);
    constexpr unsigned kBytesOfSizes = 4;  // others are flags
    if (is_free() && parameter.bytes / parameter.parts < kBytesOfSizes) return "1";
    if (!facts_of(kernel_.workload).of_matrices()) return "n";
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (!parameters_[i].is_pointer && parameters_[i].name.find("coarse") == std::string::npos) sizes.push_back(i);
    const auto place = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), index) - sizes.begin());
    constexpr const char* kThree[] = {"rows", "inner", "columns"};
    constexpr const char* kTwo[] = {"rows", "columns"};
    if (sizes.size() == 3) return kThree[place];
    if (sizes.size() == 2) return kTwo[place];
    return "n";
  }

  const KernelInfo& kernel_;
  const std::vector<OwnParameter> parameters_;  // with the fields of structs in their places
  const RunRequest& request_;
  const ArgumentRule& rule_;
  const unsigned input_count_;
};

}  // namespace

unsigned inputs_of(const KernelInfo& kernel, const ArrayLayout& layout) {
  return kernel.own->is_free ? kMostArrays : static_cast<unsigned>(layout.inputs.size());
}

std::vector<std::string> words_by_rule(const KernelInfo& kernel, const RunRequest& request,
                                       const LaunchConfig& launch, const ArgumentRule& rule) {
  return RuleWords(kernel, request, launch, rule).words();
}

std::string shown(const OwnParameter& parameter, std::size_t index) {
  return parameter.name.empty() ? fmt::format("parameter {}", index + 1)
                                : fmt::format("parameter {} ({})", index + 1, parameter.name);
}

}  // namespace lanescope
