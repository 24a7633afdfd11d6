#include "engine/source/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <optional>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/own_extents.h"
#include "engine/request/parse.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

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
  else if (parameter.bytes == 4)
    put(static_cast<float>(value));
  else
    put(value);
  return bits;
}

class Binding {
 public:
  Binding(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch)
      : kernel_(kernel),
        parameters_(kernel.own->parameters),
        request_(request),
        launch_(launch),
        layout_(arrays_of(launch, element_bytes(request.type))) {}

  OwnArguments bind() {
    const std::vector<std::string>& words = request_.own.arguments;
    if (!words.empty() && words.size() != parameters_.size())
      fail(Sentence("--arguments: {} has {} parameters, and {} words were given.", kernel_.id, parameters_.size(),
                    words.size()));
    const std::vector<std::string> rule = this->words();
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      bound_.values.push_back(parameters_[i].is_pointer ? array(i, rule[i]) : number(i, rule[i]));
    const auto is_output = [](const OwnArray& one) { return one.is_output; };
    if (std::none_of(bound_.arrays.begin(), bound_.arrays.end(), is_output))
      fail(Sentence("{} writes to no array that a result could be read from; its pointers must not all be const.",
                    kernel_.id));
    return std::move(bound_);
  }

  std::vector<std::string> words() const {
    return request_.own.arguments.empty() ? words_by_rule() : request_.own.arguments;
  }

 private:
  [[noreturn]] static void fail(const Sentence& sentence) { throw Error(ErrorKind::usage, sentence); }

  bool is_free() const { return kernel_.own->is_free; }
  unsigned input_count() const {
    constexpr unsigned kMostInputs = 3;
    return is_free() ? kMostInputs : static_cast<unsigned>(layout_.inputs.size());
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
      if (!parameter.is_pointer)
        words.push_back(word_of_number(parameter, words.size()));
      else if (!parameter.is_const && written++ < both)
        words.push_back(numbered("inout", inputs++));
      else if (pointers == 1 && !parameter.is_const)
        words.push_back("inout");
      else if (is_free() ? parameter.is_const : says_const ? parameter.is_const : inputs < input_count())
        words.push_back(numbered("in", inputs++));
      else
        words.push_back(numbered("out", outputs++));
    }
    return words;
  }

  static std::string numbered(const char* word, unsigned index) {
    return index == 0 ? word : fmt::format("{}{}", word, index + 1);
  }

  std::string word_of_number(const OwnParameter& parameter, std::size_t index) const {
    if (parameter.kind == OwnKind::real && is_free()) return "1";
    if (parameter.kind == OwnKind::other || parameter.kind == OwnKind::real)
      fail(Sentence(
          "{}: {} of {} is no pointer and no whole number, so no rule says what it is; give all by --arguments.",
          kernel_.id, shown(parameter, index), kernel_.own->name));
    if (parameter.name.find("coarse") != std::string::npos) return "coarse";
    if (const std::uint64_t side =
            is_free() && is_extent(*kernel_.own, parameter) ? side_of_extents(*kernel_.own, request_.n) : 0;
        side > 0)
      return std::to_string(side);
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

  OwnArgument number(std::size_t index, const std::string& word) const {
    const OwnParameter& parameter = parameters_[index];
    const MatrixSizes& sizes = launch_.matrices;
    const std::pair<const char*, double> named[] = {{"n", static_cast<double>(request_.n)},
                                                    {"rows", static_cast<double>(sizes.rows)},
                                                    {"inner", static_cast<double>(sizes.inner)},
                                                    {"columns", static_cast<double>(sizes.columns)},
                                                    {"coarse", static_cast<double>(request_.coarse_factor)}};
    for (const auto& [name, value] : named) {
      if (word != name) continue;
      const bool fits = parameter.bytes >= 8 || value <= 2147483647.0;
      if (!fits)
        fail(Sentence("--n: {} of {} has {} bytes, and {} does not fit.", shown(parameter, index), kernel_.id,
                      parameter.bytes, word));
      return {-1, bits_of(parameter, value)};
    }
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != '\0' || parameter.kind == OwnKind::other)
      fail(Sentence("--arguments: '{}' is no number for {}; it may be a number or one of {}.", printable(word),
                    shown(parameter, index), "n, rows, inner, columns, coarse"));
    return {-1, bits_of(parameter, value)};
  }

  OwnArgument array(std::size_t index, const std::string& sized_word) {
    const auto [word, elements] = sized(sized_word);
    const OwnParameter& parameter = parameters_[index];
    const unsigned bytes = element_bytes(request_.type);
    constexpr const char *kInputs[] = {"in", "in2", "in3"}, *kBoth[] = {"inout", "inout2", "inout3"};
    constexpr const char* kOutputs[] = {"out", "out2"};
    OwnArray array{.name = parameter.name.empty() ? word : parameter.name};
    for (unsigned i = 0; i < std::min<std::size_t>(input_count(), 3); ++i)
      if (word == kInputs[i] || (word == kBoth[i] && (i == 0 || is_free()))) {
        array.id = input_array(i);
        array.elements = is_free() ? request_.n : layout_.inputs[i].size;
        array.is_input = true;
        array.is_output = word == kBoth[i];
      }
    array.is_preset = word != "unset";
    for (unsigned i = 0; i < 2; ++i)
      if ((word == kOutputs[i] || (i == 0 && !array.is_preset)) && output_elements(i) > 0) {
        array.id = output_array(i);
        array.elements = output_elements(i);
        array.is_output = true;
      }
    if (!array.is_input && !array.is_output)
      fail(Sentence(
          "{}: {} would be '{}', and a {} has {} input arrays and {} output; say what it is by --arguments, or "
          "what the "
          "kernel computes by --as.",
          kernel_.id, shown(parameter, index), printable(word), name_of(launch_.workload), input_count(), 1));
    if (elements) array.elements = *elements;
    if (is_free()) array.element_bytes = std::max(1u, parameter.bytes);
    if (!is_free() && parameter.bytes != bytes && parameter.bytes % bytes != 0)
      fail(Sentence("{}: {} points to elements of {} bytes, and --type {} has {}.", kernel_.id,
                    shown(parameter, index), parameter.bytes, name_of(request_.type), bytes));
    const auto known = std::find_if(bound_.arrays.begin(), bound_.arrays.end(),
                                    [&](const OwnArray& one) { return one.id == array.id; });
    if (known != bound_.arrays.end()) return {static_cast<int>(known - bound_.arrays.begin()), 0};
    bound_.arrays.push_back(std::move(array));
    return {static_cast<int>(bound_.arrays.size() - 1), 0};
  }

  /// Of a reduction one a block, as that is all that one can leave.
  std::uint64_t output_elements(unsigned index) const {
    if (is_free()) return request_.n;
    if (!has_array_result(launch_.workload)) return index == 0 ? std::max<std::uint64_t>(1, launch_.grid_dim) : 0;
    return index == 0 ? layout_.output : layout_.second_output;
  }

  const KernelInfo& kernel_;
  const std::vector<OwnParameter>& parameters_;
  const RunRequest& request_;
  const LaunchConfig& launch_;
  const ArrayLayout layout_;
  OwnArguments bound_;
};

}  // namespace

OwnArguments bind_arguments(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch) {
  return Binding(kernel, request, launch).bind();
}

std::vector<std::string> argument_words(const RunRequest& request) {
  return Binding(kernel_info(request.kernel), request, launch_config(request)).words();
}

std::vector<std::string> words_with_output_left(const RunRequest& request) {
  std::vector<std::string> words = argument_words(request);
  std::replace(words.begin(), words.end(), std::string("out"), std::string("unset"));
  return words;
}

ElementType own_type(const OwnKernel& kernel) {
  for (const OwnParameter& parameter : kernel.parameters) {
    if (!parameter.is_pointer) continue;
    const unsigned bytes = parameter.bytes / parameter.parts;
    if (parameter.kind == OwnKind::real && bytes == 8) return ElementType::float64;
    if ((parameter.kind == OwnKind::whole || parameter.kind == OwnKind::unsigned_whole) && bytes == 4)
      return ElementType::int32;
    break;
  }
  return ElementType::float32;
}

}  // namespace lanescope
