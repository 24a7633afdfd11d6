#include "engine/listing/replacements.h"

#include <cctype>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::listing {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}
bool is_opening(char c) {
  return c == '(' || c == '[' || c == '{';
}
bool is_closing(char c) {
  return c == ')' || c == ']' || c == '}';
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \n") - first + 1));
}

/// Where `word` stands alone: not a part of a longer name, not a member of something else.
std::size_t find_word(const std::string& text, std::string_view word, std::size_t from) {
  for (auto at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.' && text[at - 1] != ':');
    const auto end = at + word.size();
    if (begins && (end == text.size() || !is_word(text[end]) || !is_word(word.back()))) return at;
  }
  return std::string::npos;
}

void replace_word(std::string& text, std::string_view word, std::string_view by) {
  for (auto at = find_word(text, word, 0); at != std::string::npos; at = find_word(text, word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
}

/// Index of the bracket that closes the one at `open`, or npos.
std::size_t closing_bracket(const std::string& text, std::size_t open) {
  int depth = 0;
  for (auto at = open; at < text.size(); ++at) {
    depth += is_opening(text[at]);
    depth -= is_closing(text[at]);
    if (depth == 0) return at;
  }
  return std::string::npos;
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at == text.size() || (depth == 0 && text[at] == ',')) {
      arguments.push_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
      continue;
    }
    depth += is_opening(text[at]);
    depth -= is_closing(text[at]);
  }
  return arguments;
}

using Rewrite = std::function<std::string(const std::vector<std::string>& arguments)>;

/// Rewrites every call of `name`, from the outermost inwards, so that calls inside arguments are found, too.
void rewrite_calls(std::string& text, std::string_view name, const Rewrite& rewrite) {
  for (auto at = find_word(text, name, 0); at != std::string::npos; at = find_word(text, name, at)) {
    const auto open = at + name.size();
    const auto close = open < text.size() && text[open] == '(' ? closing_bracket(text, open) : std::string::npos;
    if (close == std::string::npos) {
      at = open;
      continue;
    }
    const auto arguments = split_arguments(std::string_view(text).substr(open + 1, close - open - 1));
    text.replace(at, close + 1 - at, rewrite(arguments));
  }
}

/// Whether an operand must be put in brackets before it goes next to an infix operator.
bool is_compound(const std::string& operand) {
  int depth = 0;
  for (std::size_t at = 0; at < operand.size(); ++at) {
    depth += is_opening(operand[at]);
    depth -= is_closing(operand[at]);
    if (depth == 0 && std::string_view("+-*/%<>=?&|^").find(operand[at]) != std::string_view::npos) return true;
  }
  return false;
}

/// A call of op is one that is yet to be rewritten.
std::string bracketed(const std::string& operand) {
  return is_compound(operand) || operand.rfind("op(", 0) == 0 ? '(' + operand + ')' : operand;
}

std::string combination(const std::vector<std::string>& operands, const OperatorText& op) {
  if (operands.size() != 2) return "";
  if (op.infix.empty()) return op.function + "(" + operands[0] + ", " + operands[1] + ")";
  return bracketed(operands[0]) + " " + op.infix + " " + bracketed(operands[1]);
}

/// `x = op(x, y);` as a textbook writes it; nullopt for any other statement. Not for array elements: `s[a] +=
/// s[b]` loads s[b] first, while the kernel loads s[a] first.
std::optional<std::string> compound_assignment(const std::string& statement, const OperatorText& op) {
  const auto equals = statement.find(" = op(");
  if (op.infix.empty() || equals == std::string::npos || statement[equals - 1] == ']') return std::nullopt;
  const auto open = equals + 5;
  const auto close = closing_bracket(statement, open);
  if (close == std::string::npos || statement.substr(close + 1) != ";") return std::nullopt;
  const auto operands = split_arguments(std::string_view(statement).substr(open + 1, close - open - 1));
  const std::string target = statement.substr(0, equals);
  if (operands.size() != 2 || operands[0] != target) return std::nullopt;
  return target + " " + op.infix + "= " + operands[1] + ";";
}

/// `x = multiply_add(a, b, x);` as a textbook writes it; nullopt for any other statement.
std::optional<std::string> accumulation(const std::string& statement) {
  constexpr std::string_view kCall = " = multiply_add(";
  const auto equals = statement.find(kCall);
  if (equals == std::string::npos) return std::nullopt;
  const auto open = equals + kCall.size() - 1;
  const auto close = closing_bracket(statement, open);
  if (close == std::string::npos || statement.substr(close + 1) != ";") return std::nullopt;
  const auto operands = split_arguments(std::string_view(statement).substr(open + 1, close - open - 1));
  const std::string target = statement.substr(0, equals);
  if (operands.size() != 3 || operands[2] != target) return std::nullopt;
  return target + " += " + bracketed(operands[0]) + " * " + bracketed(operands[1]) + ";";
}

/// `auto s = shared_array<T>(cta, count);`
std::optional<std::string> shared_declaration(const std::string& statement, const OperatorText& op) {
  const auto call = statement.find(" = shared_array<");
  if (statement.rfind("auto ", 0) != 0 || call == std::string::npos) return std::nullopt;
  return "extern __shared__ " + op.type + " " + statement.substr(5, call - 5) + "[];";
}

const std::pair<std::string_view, std::string_view> kWords[] = {
    {"cta.thread()", "threadIdx.x"},
    {"cta.thread_x()", "threadIdx.x"},
    {"cta.thread_y()", "threadIdx.y"},
    {"cta.block_x()", "blockIdx.x"},
    {"cta.block_y()", "blockIdx.y"},
    {"cta.size_x()", "blockDim.x"},
    {"KERNEL_UNROLL", "#pragma unroll"},
    {"cta.block()", "blockIdx.x"},
    {"cta.size()", "blockDim.x"},
    {"cta.grid()", "gridDim.x"},
    {"cta.sync()", "__syncthreads()"},
    {"cta.sync_warp()", "__syncwarp()"},
    {"cta.is_last_block()", "is_last_block()"},
    {"kWarpSize", "32"},
    {"kLoadsInFlight", "4"},
    {"kHistogramBins", "64"},
    {"kRadixDigits", "16"},
    {"kRadixBits", "4"},
    {"cta.place_in_chain()", "place_in_chain()"},
    {"cta.pass_on", "pass_on"},
    {"cta.wait_for", "wait_for"},
};

}  // namespace

const OperatorText& operator_text(Op op, ElementType type) {
  constexpr const char* kShuffle = "__shfl_down_sync";
  // In the order of the enumerators: sum, product, min, max; int32, float32, float64.
  static const OperatorText kTexts[4][3] = {
      {{"int", "0", "", "+", "", "atomicAdd", false, kShuffle, "__reduce_add_sync"},
       {"float", "0.0f", "", "+", "", "atomicAdd", false},
       {"double", "0.0", "", "+", "", "atomicAdd", false}},
      {{"int", "1", "", "*", "", "atomic_multiply", true},
       {"float", "1.0f", "", "*", "", "atomic_multiply", true},
       {"double", "1.0", "", "*", "", "atomic_multiply", true}},
      {{"int", "INT_MAX", "climits", "", "min", "atomicMin", false, kShuffle, "__reduce_min_sync"},
       {"float", "INFINITY", "cmath", "", "min", "atomic_min", true},
       {"double", "INFINITY", "cmath", "", "lesser", "atomic_min", true}},
      {{"int", "INT_MIN", "climits", "", "max", "atomicMax", false, kShuffle, "__reduce_max_sync"},
       {"float", "-INFINITY", "cmath", "", "max", "atomic_max", true},
       {"double", "-INFINITY", "cmath", "", "greater", "atomic_max", true}},
  };
  static const OperatorText kFarthest = {"Point", "no_point()", "", "", "farther", "", false, "shuffle_down"};
  return type == ElementType::point3 ? kFarthest : kTexts[static_cast<int>(op)][static_cast<int>(type)];
}

namespace {

/// `x = cta.reduce_warp(op, x, lanes, width);` as a loop of shuffles, or as one instruction of the hardware.
std::optional<std::string> warp_reduction(const std::string& statement, const OperatorText& op) {
  const auto call = statement.find(" = cta.reduce_warp(op, ");
  if (call == std::string::npos) return std::nullopt;
  const std::string value = statement.substr(0, call);
  if (!op.warp_reduction.empty()) return value + " = " + op.warp_reduction + "(lanes, " + value + ");";
  return "for (unsigned offset = width / 2; offset >= 1; offset /= 2) {\n  " + value + " = op(" + value +
         ", cta.shuffle_down(lanes, " + value + ", offset, width));\n}";
}

/// Splits statements into lines, and makes each one plain CUDA.
std::string plain_lines(const std::string& statements, const OperatorText& op, bool stores, bool unrolled) {
  std::string plain;
  for (std::size_t begin = 0; begin < statements.size();) {
    const auto end = std::min(statements.find('\n', begin), statements.size());
    const auto indentation = statements.find_first_not_of(' ', begin) - begin;
    plain += (plain.empty() ? "" : "\n") + std::string(indentation, ' ');
    plain +=
        plain_statement(statements.substr(begin + indentation, end - begin - indentation), op, stores, unrolled)
            .value_or("");
    begin = end + 1;
  }
  return plain;
}

}  // namespace

std::optional<std::string> plain_statement(std::string statement, const OperatorText& op, bool stores,
                                           bool unrolled) {
  if (statement.rfind("using T = ValueOf<", 0) == 0 || statement.rfind("using T = ElementOf<", 0) == 0)
    return std::nullopt;
  if (statement.rfind("cta.step(", 0) == 0 || statement.rfind("cta.skip_steps(", 0) == 0) return std::nullopt;
  if (const auto reduction = warp_reduction(statement, op)) return plain_lines(*reduction, op, stores, unrolled);
  if (unrolled) replace_word(statement, "cta.size()", "kBlockDim");
  for (const auto& [word, by] : kWords) replace_word(statement, word, by);
  if (const auto shared = shared_declaration(statement, op)) return shared;
  replace_word(statement, "cta.shuffle_down", op.shuffle);
  replace_word(statement, "Vector<T>", "Vector");
  rewrite_calls(statement, "cta.publish",
                [](const auto& arguments) { return "publish(" + arguments.back() + ")"; });
  rewrite_calls(statement, "cta.collect",
                [&](const auto& arguments) { return "collect<" + op.type + ">(" + arguments.back() + ")"; });
  if (const auto sum = accumulation(statement)) statement = *sum;
  rewrite_calls(statement, "add<T>", [](const auto& operands) {
    return operands.size() == 2 ? bracketed(operands[0]) + " + " + bracketed(operands[1]) : std::string();
  });
  rewrite_calls(statement, "load_vector", [](const auto& arguments) {
    return "reinterpret_cast<const Vector*>(" + arguments.front() + ")[" + arguments.back() + "]";
  });
  replace_word(statement, "T", op.type);
  replace_word(statement, "op.identity()", op.identity);
  rewrite_calls(statement, "live_lanes", [](const auto& arguments) {
    return arguments[0] + " < 32 ? (1u << " + arguments[0] + ") - 1 : 0xffffffffu";
  });
  rewrite_calls(statement, "cta.step",
                [](const auto& arguments) { return arguments.size() == 3 ? arguments[2] : std::string("true"); });
  rewrite_calls(statement, "cta.atomic_add", [](const auto& arguments) {
    if (arguments.size() != 3) return std::string();
    return "atomicAdd(&" + arguments[0] + "[" + arguments[1] + "], " + arguments[2] + ")";
  });
  rewrite_calls(statement, "cta.combine", [&](const auto& arguments) {
    if (arguments.size() != 3) return std::string();
    if (stores) return arguments[1] + "[blockIdx.x] = " + arguments[2];
    return op.atomic + "(" + arguments[1] + ", " + arguments[2] + ")";
  });
  if (const auto compound = compound_assignment(statement, op)) statement = *compound;
  rewrite_calls(statement, "op", [&](const auto& operands) { return combination(operands, op); });
  return statement;
}

std::string leftover_word(const std::string& statement) {
  for (const std::string word :
       {"cta", "op", "auto", "T", "Phase", "ValueOf", "ElementOf", "shared_array", "multiply_add", "KERNEL_FN"}) {
    if (find_word(statement, word, 0) != std::string::npos) return word;
  }
  return "";
}

int open_parentheses(const std::string& text) {
  int depth = 0;
  for (const char c : text) depth += (c == '(' || c == '[') - (c == ')' || c == ']');
  return depth;
}

}  // namespace lanescope::listing
