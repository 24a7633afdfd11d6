#include "engine/listing/plain_cuda.h"

#include <algorithm>
#include <string_view>

#include "cuda_texts.h"
#include "engine/base/error.h"
#include "engine/listing/replacements.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

using listing::OperatorText;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The lines of a file that listings quote from.
std::vector<std::string> lines_of_file(std::string_view path) {
  for (const auto& file : cuda_texts::kFiles)
    if (file.path == path) return lines_of(file.text);
  throw Error(ErrorKind::failed, "There is no embedded text of " + std::string(path) + ".");
}

/// A line of such a file as listings show it.
std::string plain_helper(std::string line) {
  if (line.rfind("///", 0) == 0) line.erase(0, 1);
  if (line.rfind("constexpr ", 0) == 0) line.replace(0, 9, "__device__ inline");
  return line;
}

/// All of a file below its head.
std::vector<std::string> all_lines(std::string_view path) {
  auto lines = lines_of_file(path);
  lines.erase(lines.begin(), std::find(lines.begin(), lines.end(), "#pragma once") + 2);
  std::transform(lines.begin(), lines.end(), lines.begin(), plain_helper);
  return lines;
}

/// The part of a file that begins like this and ends with a closing brace, with the comment above it.
std::vector<std::string> helper_lines(std::string_view path, const std::string& signature) {
  const auto lines = lines_of_file(path);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind(signature, 0) != 0) continue;
    std::size_t first = i, last = i;
    while (first > 0 && lines[first - 1].rfind("//", 0) == 0) --first;
    while (lines[last].rfind("}", 0) != 0) ++last;
    std::vector<std::string> helper(lines.begin() + static_cast<std::ptrdiff_t>(first),
                                    lines.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    std::transform(helper.begin(), helper.end(), helper.begin(), plain_helper);
    return helper;
  }
  throw Error(ErrorKind::failed, std::string(path) + " holds no \"" + signature + "\".");
}

/// Writes the listing of one kernel, top to bottom.
class Writer {
 public:
  Writer(const KernelInfo& kernel, const OperatorText& op, Combining combining)
      : kernel_(kernel), op_(op), stores_(combining != Combining::atomic), lines_(lines_of(kernel.file_text)) {}

  Listing write() {
    write_head();
    write_preamble();
    write_signature();
    while (lines_[at_] != "  }") write_statement();
    add("}", at_);
    return std::move(listing_);
  }

 private:
  void add(const std::string& line, std::size_t from) {
    listing_.text += line + '\n';
    listing_.file_lines.push_back(static_cast<unsigned>(from + 1));
  }
  void add_own(const std::string& line) {
    listing_.text += line + '\n';
    listing_.file_lines.push_back(0);
  }

  void add_helper(const std::vector<std::string>& lines) {
    for (const auto& line : lines) add_own(line);
    add_own("");
  }

  void write_head() {
    for (; at_ < lines_.size() && lines_[at_].rfind("//", 0) == 0; ++at_) add(lines_[at_], at_);
    add_own("");
  }

  void write_preamble() {
    if (!op_.header.empty() && kernel_.file_text.find("op.identity()") != std::string::npos) {
      add_own("#include <" + op_.header + ">");
      add_own("");
    }
    if (op_.type == "Point") write_point();
    if (op_.needs_helper && !stores_) {
      add_helper(
          helper_lines("engine/cuda/atomics.cuh", "__device__ inline void " + op_.atomic + "(" + op_.type + "*"));
    }
    if (op_.type == "double" && !op_.function.empty())
      add_helper(helper_lines("engine/cuda/min_max.cuh", "__device__ inline double " + op_.function + "("));
    if (uses("Vector<T>")) write_vector();
    if (uses("cta.is_last_block()")) add_helper(all_lines("engine/cuda/last_block.cuh"));
    if (uses("cta.publish")) add_helper(all_lines("engine/cuda/hand_over.cuh"));
    if (uses("cta.place_in_chain")) add_helper(all_lines("engine/cuda/chain_place.cuh"));
    if (uses("cta.pass_on")) add_helper(all_lines("engine/cuda/chain.cuh"));
  }

  void write_vector() {
    add_helper({"// What one 16-byte load brings.", "struct alignas(16) Vector {",
                "  static constexpr unsigned kLength = 16 / sizeof(" + op_.type + ");",
                "  " + op_.type + " at[kLength];", "};"});
  }

  bool uses(std::string_view word) const { return kernel_.file_text.find(word) != std::string::npos; }

  void write_point() {
    constexpr std::string_view kPoint = "engine/base/point.h", kShuffle = "engine/cuda/point_shuffle.cuh";
    add_helper(helper_lines(kPoint, "struct "));
    if (uses("op.identity()")) add_helper(helper_lines(kPoint, "constexpr Point no_point("));
    add_helper(helper_lines(kPoint, "constexpr double squared_distance("));
    add_helper(helper_lines(kPoint, "constexpr Point farther("));
    if (uses("cta.shuffle_down")) add_helper(helper_lines(kShuffle, "__device__ inline Point shuffle_down("));
  }

  /// Leaves out the block, the operator, and parameters without a name.
  void write_signature() {
    const std::string opening = "  KERNEL_FN void operator()(auto cta, ";
    while (at_ < lines_.size() && lines_[at_].rfind(opening, 0) != 0) ++at_;
    const std::size_t from = at_;
    std::string text;
    while (at_ < lines_.size() && (text += lines_[at_++]).find(") const {") == std::string::npos) {
    }
    if (at_ >= lines_.size()) fail(from, "has no function that begins with \"" + opening.substr(2) + "\"");
    if (has_array_result(kernel_.workload)) return write_array_signature(text, from);
    const bool coarsens = text.find("unsigned coarse_factor") != std::string::npos;
    if (kernel_.unrolled) add("template <unsigned kBlockDim>", from);
    add("__global__ void " + std::string(kernel_.id) + "(" + op_.type + "* input, " + op_.type +
            "* output, size_t n" + (coarsens ? ", unsigned coarse_factor" : "") + ") {",
        from);
  }

  /// `auto a, size_t n, unsigned coarse_factor` and so on: arrays are pointers, and parameters without a name go.
  /// If a thread has an array of its own, COARSE_FACTOR is a template argument, so that the array is in registers.
  void write_array_signature(const std::string& text, std::size_t from) {
    const std::size_t begin = text.find("auto cta, ") + 10, end = text.find(") const {");
    std::string parameters;
    for (std::size_t at = begin; at < end;) {
      const std::size_t comma = std::min(text.find(',', at), end);
      std::string parameter = text.substr(at, comma - at);
      parameter.erase(0, parameter.find_first_not_of(' '));
      at = comma + 1;
      if (parameter.rfind("auto ", 0) == 0) parameter.replace(0, 5, op_.type + "* ");
      if (parameter == "unsigned" || (kernel_.known_factor && parameter == "unsigned coarse_factor")) continue;
      parameters += (parameters.empty() ? "" : ", ") + parameter;
    }
    if (kernel_.known_factor) add("template <unsigned coarse_factor>", from);
    add("__global__ void " + std::string(kernel_.id) + "(" + parameters + ") {", from);
  }

  /// One statement, which may span several lines of the file. Indented one level less, because the kernel is in a
  /// struct there.
  void write_statement() {
    const std::size_t from = at_;
    std::string text = lines_[at_++];
    if (text.empty()) return add("", from);
    const std::string indentation(text.find_first_not_of(' ') - 2, ' ');
    text.erase(0, indentation.size() + 2);
    std::string comment;
    split_comment(text, comment);
    while (listing::open_parentheses(text) > 0 && at_ < lines_.size()) {
      const std::string& next = lines_[at_++];
      text += ' ';
      text += next.substr(std::min(next.size(), next.find_first_not_of(' ')));
    }
    if (text.empty()) return add(indentation + comment, from);
    const auto plain = listing::plain_statement(text, op_, stores_, kernel_.unrolled);
    if (!plain) return;
    const std::string word = listing::leftover_word(*plain);
    if (!word.empty()) fail(from, "uses '" + word + "' in a way that has no plain CUDA form");
    for (const auto& line : lines_of(*plain))
      add(indentation + line + (comment.empty() ? "" : "   " + comment), from);
  }

  static void split_comment(std::string& text, std::string& comment) {
    const auto slashes = text.find("//");
    if (slashes == std::string::npos) return;
    comment = text.substr(slashes);
    text.erase(slashes);
    text.erase(text.find_last_not_of(' ') + 1);
  }

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw Error(ErrorKind::failed,
                std::string(kernel_.file) + ", line " + std::to_string(line + 1) + ": " + what + ".");
  }

  const KernelInfo& kernel_;
  const OperatorText& op_;
  const bool stores_;  // partial sums
  const std::vector<std::string> lines_;
  std::size_t at_ = 0;
  Listing listing_;
};

}  // namespace

unsigned Listing::line_of(unsigned file_line) const {
  for (std::size_t i = 0; i < file_lines.size(); ++i) {
    if (file_lines[i] >= file_line && file_line > 0) return static_cast<unsigned>(i + 1);
  }
  return 0;
}

Listing plain_cuda_listing(const KernelInfo& kernel, Op op, ElementType type, Combining combining) {
  if (!kernel.traced())
    throw Error(ErrorKind::usage, "Kernel '" + std::string(kernel.id) + "' is no GPU kernel of this program.");
  return Writer(kernel, listing::operator_text(op, type), combining).write();
}

}  // namespace lanescope
