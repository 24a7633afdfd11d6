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
  Binding(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch)
      : kernel_(kernel),
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

 private:
  std::vector<std::string> leaf_words() const {
    if (request_.own.arguments.empty()) return words_by_rule(kernel_, request_, launch_);
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
  unsigned input_count() const { return inputs_of(kernel_, layout_); }
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
  if (!request.own.arguments.empty()) return request.own.arguments;
  const KernelInfo& kernel = kernel_info(request.kernel);
  const std::vector<std::string> leaves = words_by_rule(kernel, request, launch_config(request), rule);
  std::vector<std::string> words;
  std::size_t leaf = 0;
  for (const OwnParameter& parameter : kernel.own->parameters) {
    std::string& word = words.emplace_back();
    for (std::size_t i = 0; i < std::max<std::size_t>(1, parameter.fields.size()); ++i)
      word += (i == 0 ? "" : "/") + leaves[leaf++];
  }
  return words;
}

std::vector<std::string> words_with_output_left(const RunRequest& request) {
  std::vector<std::string> words = argument_words(request);
  std::replace(words.begin(), words.end(), std::string("out"), std::string("unset"));
  return words;
}

}  // namespace lanescope
