#include "engine/source/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <sstream>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/own_extents.h"
#include "engine/request/own_launch.h"
#include "engine/request/parameter_names.h"
#include "engine/request/parse.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr unsigned kMostArrays = 32;  // as many as a kernel has parameters

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

std::string shown(const OwnParameter& parameter, std::size_t index) {
  return parameter.name.empty() ? fmt::format("parameter {}", index + 1)
                                : fmt::format("parameter {} ({})", index + 1, parameter.name);
}

/// The bytes of a number as the parameter holds it.
std::uint64_t bits_of(const OwnParameter& parameter, double value) {
  std::uint64_t bits = 0;
  const auto put = [&](auto typed) { std::memcpy(&bits, &typed, sizeof typed); };
  if (parameter.kind != OwnKind::real)
    put(static_cast<std::int64_t>(value));
  else if (parameter.bytes / parameter.parts == 4)
    put(static_cast<float>(value));
  else
    put(value);
  return bits;
}

class Binding {
 public:
  Binding(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch, ArgumentRule rule = {})
      : rule_(std::move(rule)),
        kernel_(kernel),
        parameters_(leaves_of(kernel.own->parameters)),
        request_(request),
        launch_(launch),
        layout_(arrays_of(launch, element_bytes(request.type))) {}

  OwnArguments bind() {
    const std::vector<std::string>& words = request_.own.arguments;
    const std::vector<OwnParameter>& given = kernel_.own->parameters;
    if (!words.empty() && words.size() != given.size())
      fail(Sentence("--arguments: {} has {} parameters, and {} words were given.", kernel_.id, given.size(),
                    words.size()));
    const std::vector<std::string> rule = leaf_words();
    spanned_ = spanned_by(rule);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const ArgumentValue& value =
          values_.emplace_back(parameters_[i].is_pointer ? array(i, rule[i]) : number(i, rule[i]));
      if (value.array >= 0 && !parameters_[i].is_const)
        bound_.arrays[static_cast<std::size_t>(value.array)].may_be_written = true;
    }
    bound_.whole_below = whole_below();
    put_together();
    const auto is_output = [](const OwnArray& one) { return one.is_output; };
    if (!kernel_.own->is_launcher && std::none_of(bound_.arrays.begin(), bound_.arrays.end(), is_output))
      fail(Sentence("{} writes to no array that a result could be read from; its pointers must not all be const.",
                    kernel_.id));
    return std::move(bound_);
  }

  /// One for each parameter.
  std::vector<std::string> words() const {
    if (!request_.own.arguments.empty()) return request_.own.arguments;
    const std::vector<std::string> leaves = words_by_rule();
    std::vector<std::string> words;
    std::size_t leaf = 0;
    for (const OwnParameter& parameter : kernel_.own->parameters) {
      std::string& word = words.emplace_back();
      for (std::size_t i = 0; i < std::max<std::size_t>(1, parameter.fields.size()); ++i)
        word += (i == 0 ? "" : "/") + leaves[leaf++];
    }
    return words;
  }

 private:
  using Role = ArgumentRule::Role;

  std::vector<std::string> leaf_words() const {
    if (request_.own.arguments.empty()) return words_by_rule();
    std::vector<std::string> leaves;
    for (std::size_t i = 0; i < request_.own.arguments.size(); ++i) {
      const OwnParameter& parameter = kernel_.own->parameters[i];
      const std::size_t before = leaves.size();
      std::stringstream words(request_.own.arguments[i]);
      for (std::string word; std::getline(words, word, '/');) leaves.push_back(word);
      const std::size_t expected = std::max<std::size_t>(1, parameter.fields.size());
      if (leaves.size() - before != expected)
        fail(Sentence("--arguments: '{}' has {} words with slashes for {}, which takes {}.",
                      printable(request_.own.arguments[i]), leaves.size() - before, shown(parameter, i), expected));
    }
    return leaves;
  }

  /// The values of fields become those of parameters.
  void put_together() {
    std::size_t leaf = 0;
    const auto add = [](ArgumentValue& all, const OwnParameter& parameter, const ArgumentValue& value) {
      const unsigned width =
          parameter.is_pointer ? static_cast<unsigned>(sizeof(void*)) : parameter.bytes / parameter.parts;
      for (unsigned i = 0; i < (parameter.is_pointer ? 1 : parameter.parts); ++i)
        all.pieces.push_back({parameter.offset + i * width, std::min(width, 8u), value.array, value.bits});
    };
    for (const OwnParameter& parameter : kernel_.own->parameters) {
      if (parameter.fields.empty() && (parameter.is_pointer || parameter.parts == 1)) {
        bound_.values.push_back(values_[leaf++]);
        continue;
      }
      ArgumentValue& all = bound_.values.emplace_back();
      all.bytes = parameter.bytes;
      if (parameter.fields.empty()) add(all, parameter, values_[leaf++]);
      for (const OwnParameter& field : parameter.fields) add(all, field, values_[leaf++]);
    }
  }

  [[noreturn]] static void fail(const Sentence& sentence) { throw Error(ErrorKind::usage, sentence); }

  bool is_free() const { return kernel_.own->is_free; }
  unsigned input_count() const { return is_free() ? kMostArrays : static_cast<unsigned>(layout_.inputs.size()); }
  unsigned output_count() const {
    const bool has_second = layout_.second_output > 0 && has_array_result(launch_.workload);
    return is_free() ? kMostArrays : has_second ? 2 : 1;
  }

  /// A quarter of N, and no more than any whole number that the kernel is called with.
  std::uint64_t whole_below() const {
    std::uint64_t least = std::max<std::uint64_t>(1, request_.n / 4);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const bool is_whole = parameters_[i].kind == OwnKind::whole || parameters_[i].kind == OwnKind::unsigned_whole;
      if (is_whole && !parameters_[i].is_pointer && values_[i].bits > 1) least = std::min(least, values_[i].bits);
    }
    return least;
  }

  /// What sizes among the numbers span, as far as N elements have room for it: how many a container tells that
  /// it has. None: there are not two of them.
  std::optional<std::uint64_t> spanned_by(const std::vector<std::string>& words) const {
    constexpr std::uint64_t kLeastSide = 16;
    std::uint64_t product = 1;
    unsigned sides = 0;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const bool is_whole = parameters_[i].kind == OwnKind::whole || parameters_[i].kind == OwnKind::unsigned_whole;
      const std::uint64_t side = parameters_[i].is_pointer || !is_whole ? 0 : number_in_word(words[i]).value_or(0);
      if (side < kLeastSide || launch_size_called(*kernel_.own, parameters_[i], request_.n) > 0) continue;
      if (product > request_.n / side) break;
      product *= side;
      ++sides;
    }
    return sides > 1 ? std::optional(product) : std::nullopt;
  }

  /// "in" of "in:4096", and the number behind.
  std::pair<std::string, std::optional<std::uint64_t>> sized(const std::string& word) const {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) return {word, std::nullopt};
    if (!is_free())
      fail(Sentence("--arguments: '{}' says how many elements there are, which only --as free leaves open.",
                    printable(word)));
    constexpr SizeRange kElements{1, std::uint64_t{1} << 32};
    return {word.substr(0, colon), parse_size("--arguments", word.substr(colon + 1), kElements)};
  }

  std::vector<std::string> words_by_rule() const {
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
      else if (is_free() ? parameter.is_const : says_const ? parameter.is_const : inputs < input_count())
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
    if (parameter.kind == OwnKind::real && is_free()) return "1";
    const bool is_field = parameter.name.find('.') != std::string::npos;
    const bool is_stream = parameter.bytes == 0;  // that of the default
    if (parameter.kind == OwnKind::other && (is_field || is_stream) && is_free()) return "0";
    if (parameter.kind == OwnKind::other || parameter.kind == OwnKind::real)
      fail(Sentence(
          "{}: {} of {} is no pointer and no whole number, so no rule says what it is; give all by --arguments.",
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

  ArgumentValue number(std::size_t index, const std::string& word) const {
    const OwnParameter& parameter = parameters_[index];
    const MatrixSizes& sizes = launch_.matrices;
    const std::pair<const char*, double> named[] = {{"n", static_cast<double>(request_.n)},
                                                    {"rows", static_cast<double>(sizes.rows)},
                                                    {"inner", static_cast<double>(sizes.inner)},
                                                    {"columns", static_cast<double>(sizes.columns)},
                                                    {"coarse", static_cast<double>(request_.coarse_factor)}};
    for (const auto& [name, value] : named) {
      if (word != name) continue;
      const bool fits = parameter.bytes / parameter.parts >= 8 || value <= 2147483647.0;
      if (!fits)
        fail(Sentence("--n: {} of {} has {} bytes, and {} does not fit.", shown(parameter, index), kernel_.id,
                      parameter.bytes, word));
      return {-1, bits_of(parameter, value)};
    }
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    const bool is_number = !word.empty() && *end == '\0';
    if (!is_number || (parameter.kind == OwnKind::other && value != 0))
      fail(Sentence("--arguments: '{}' is no number for {}; it may be a number or one of {}.", printable(word),
                    shown(parameter, index), "n, rows, inner, columns, coarse"));
    return {-1, bits_of(parameter, value)};
  }

  ArgumentValue array(std::size_t index, const std::string& sized_word) {
    const auto [word, elements] = sized(sized_word);
    const OwnParameter& parameter = parameters_[index];
    const unsigned bytes = element_bytes(request_.type);
    OwnArray array{.name = parameter.name.empty() ? word : parameter.name};
    array.is_preset = word != "unset";
    const auto [kind, place] = kind_and_place(array.is_preset ? word : "out");
    array.place = place;
    array.is_output = kind == "out" || kind == "inout";
    array.ascends = kind == "offsets" && is_free();
    if (is_free()) array.fill = fill_of(kind);
    if (array.fill == ArrayFill::empties) array.is_output = !parameter.is_const;
    array.is_input = kind == "in" || kind == "inout" || array.ascends || array.fill != ArrayFill::as_input;
    const bool is_known = array.is_input ? place < input_count() && (kind == "in" || place == 0 || is_free())
                                         : place < output_count();
    if ((!array.is_input && !array.is_output) || !is_known)
      fail(Sentence(
          "{}: {} would be '{}', and a {} has {} input arrays and {} output; say what it is by --arguments, or "
          "what the "
          "kernel computes by --as.",
          kernel_.id, shown(parameter, index), printable(word), name_of(launch_.workload), input_count(), 1));
    array.id = array.is_input ? input_array(std::min(place, 2u)) : output_array(std::min(place, 1u));
    array.elements = is_free()        ? request_.n + (array.ascends ? 1 : 0)
                     : array.is_input ? layout_.inputs[place].size
                                      : output_elements(place);
    if (parameter.has_size && spanned_) array.elements = *spanned_;
    if (elements) array.elements = *elements;
    if (is_free()) array.element_bytes = std::max(1u, parameter.bytes);
    array.kind = parameter.kind;
    array.parts = parameter.parts;
    if (!is_free() && parameter.bytes != bytes && parameter.bytes % bytes != 0)
      fail(Sentence("{}: {} points to elements of {} bytes, and --type {} has {}.", kernel_.id,
                    shown(parameter, index), parameter.bytes, name_of(request_.type), bytes));
    const auto known = std::find_if(bound_.arrays.begin(), bound_.arrays.end(), [&](const OwnArray& one) {
      return one.place == array.place && one.is_input == array.is_input;
    });
    if (known != bound_.arrays.end()) return {static_cast<int>(known - bound_.arrays.begin()), 0};
    bound_.arrays.push_back(std::move(array));
    return {static_cast<int>(bound_.arrays.size() - 1), 0};
  }

  /// Of a reduction one a block, as that is all that one can leave.
  std::uint64_t output_elements(unsigned index) const {
    if (!has_array_result(launch_.workload)) return index == 0 ? std::max<std::uint64_t>(1, launch_.grid_dim) : 0;
    return index == 0 ? layout_.output : layout_.second_output;
  }

  const ArgumentRule rule_;
  const KernelInfo& kernel_;
  const std::vector<OwnParameter> parameters_;  // with the fields of structs in their places
  const RunRequest& request_;
  const LaunchConfig& launch_;
  const ArrayLayout layout_;
  std::vector<ArgumentValue> values_;  // of those
  std::optional<std::uint64_t> spanned_;
  OwnArguments bound_;
};

}  // namespace

OwnArguments bind_arguments(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch) {
  return Binding(kernel, request, launch).bind();
}

std::vector<std::string> argument_words(const RunRequest& request, const ArgumentRule& rule) {
  return Binding(kernel_info(request.kernel), request, launch_config(request), rule).words();
}

std::vector<std::string> words_with_output_left(const RunRequest& request) {
  std::vector<std::string> words = argument_words(request);
  std::replace(words.begin(), words.end(), std::string("out"), std::string("unset"));
  return words;
}

}  // namespace lanescope
