// A parser of four levels (sum, product, power, factor), and a walk over what it made.
#include "engine/lesson/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/nearest_name.h"
#include "engine/lesson/launch_words.h"
#include "engine/request/catalogue.h"

namespace lanescope {

/// A number, a quantity, or an operation on two nodes.
struct ExpressionNode {
  char operation = 0;  ///< + - * / ^; 0: none
  double number = 0;
  const Quantity* quantity = nullptr;
  std::vector<std::uint64_t> indices;
  std::shared_ptr<const RunRequest> launch;
  std::shared_ptr<ExpressionNode> left, right;
};

namespace {

using Node = std::shared_ptr<ExpressionNode>;

constexpr int kMostNodes = 200;
constexpr std::size_t kMostLetters = 1000;

class Parser {
 public:
  Parser(const std::string& text, const std::optional<RunRequest>& usual) : text_(text) {
    if (usual) usual_ = std::make_shared<const RunRequest>(*usual);
    if (text.size() > kMostLetters) fail(fmt::format("it is longer than {} letters", kMostLetters));
  }

  Node whole() {
    Node node = group();
    if (!done()) fail("an operator, 'of' or the end is expected");
    return node;
  }
  Node side() { return group(); }
  std::string sign() {
    skip();
    std::string found;
    while (at_ < text_.size() && std::string_view("<>=").find(text_[at_]) != std::string_view::npos)
      found += text_[at_++];
    for (const char* allowed : {"<", "<=", "=", ">=", ">"})
      if (found == allowed) return found;
    fail("a comparison is expected: <, <=, =, >= or >");
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorKind::usage, fmt::format("'{}', after '{}': {}.", text_, text_.substr(0, at_), what));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool done() {
    skip();
    return at_ >= text_.size();
  }
  bool take(std::string_view word) {
    skip();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  char take_any(std::string_view signs) {
    skip();
    return at_ < text_.size() && signs.find(text_[at_]) != std::string_view::npos ? text_[at_++] : '\0';
  }

  Node group() {
    const std::size_t before = made_.size();
    Node node = sum();
    const bool named = take("of ");
    const auto launch = named ? launch_words() : usual_;
    for (std::size_t i = before; i < made_.size(); ++i) {
      if (!made_[i]->quantity || made_[i]->launch || (!named && depth_ > 0)) continue;
      if (!launch)
        fail(fmt::format("{} is a quantity of a launch, so 'of KERNEL ...' is missing", made_[i]->quantity->name));
      made_[i]->launch = launch;
    }
    return node;
  }
  std::shared_ptr<const RunRequest> launch_words() {
    const std::size_t end = std::min(text_.find_first_of(")<>=", at_), text_.size());
    const std::string words = text_.substr(at_, end - at_);
    try {
      const auto launch = std::make_shared<const RunRequest>(launch_of_words(words));
      at_ = end;
      return launch;
    } catch (const Error& error) {
      fail(std::string(error.what()).substr(0, std::string(error.what()).find_last_not_of('.') + 1));
    }
  }
  Node sum() { return chain("+-", &Parser::product); }
  Node product() { return chain("*/", &Parser::power); }
  Node power() { return chain("^", &Parser::factor); }
  Node chain(std::string_view signs, Node (Parser::*next)()) {
    Node node = (this->*next)();
    while (const char sign = take_any(signs)) {
      Node both = make();
      both->operation = sign;
      both->left = node;
      both->right = (this->*next)();
      node = both;
    }
    return node;
  }
  Node factor() {
    if (take("(")) {
      if (++depth_ > 20) fail("parentheses are nested too deeply");
      Node node = group();
      --depth_;
      if (!take(")")) fail("a closing parenthesis is expected");
      return node;
    }
    skip();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) return literal();
    return quantity();
  }
  Node literal() {
    std::size_t end = at_;
    while (end < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[end])) || text_[end] == '.')) ++end;
    Node node = make();
    node->number = std::strtod(text_.substr(at_, end - at_).c_str(), nullptr);
    at_ = end;
    return node;
  }
  Node quantity() {
    std::string name;
    std::vector<std::uint64_t> indices;
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == '[') {
        const std::size_t end = text_.find(']', at_);
        const std::string index = end == std::string::npos ? "" : text_.substr(at_ + 1, end - at_ - 1);
        if (index.empty() || index.size() > 9 || index.find_first_not_of("0123456789") != std::string::npos)
          fail("a whole number in brackets is expected");
        indices.push_back(std::stoull(index));
        name += "[]";
        at_ = end + 1;
      } else if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_' || letter == '.') {
        name += letter;
        ++at_;
      } else {
        break;
      }
    }
    const Quantity* found = find_quantity(name);
    if (!found) fail(unknown(name));
    Node node = make();
    node->quantity = found;
    node->indices = std::move(indices);
    return node;
  }
  static std::string unknown(const std::string& name) {
    if (name.empty()) return "a number, a quantity or a parenthesis is expected";
    std::vector<std::string> names;
    for (const Quantity& quantity : quantities()) names.push_back(quantity.name);
    return fmt::format("there is no quantity '{}'; near to it are {}", name,
                       fmt::join(nearest_names(name, names), ", "));
  }
  Node make() {
    if (made_.size() >= kMostNodes) fail("it has too many parts");
    made_.push_back(std::make_shared<ExpressionNode>());
    return made_.back();
  }

  const std::string& text_;
  std::shared_ptr<const RunRequest> usual_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Node> made_;
};

double apply(char operation, double a, double b) {
  switch (operation) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return std::pow(a, b);
  }
}

Value evaluated(const ExpressionNode& node, Workbench& bench, std::optional<unsigned> factor) {
  if (node.quantity) {
    RunRequest request = *node.launch;
    if (factor) {
      request.coarse_factor = *factor;
      if (const auto refused = refusal(request)) throw Error(ErrorKind::failed, refused->sentence);
    }
    return node.quantity->of(bench.run_of(request, node.quantity->needs_trace), node.indices);
  }
  if (node.operation == 0) return {node.number, std::nullopt};
  const Value a = evaluated(*node.left, bench, factor), b = evaluated(*node.right, bench, factor);
  if (a.set || b.set) throw Error(ErrorKind::failed, "there is no arithmetic on a set of lanes, sectors or banks.");
  const double value = apply(node.operation, a.number, b.number);
  if (!std::isfinite(value)) throw Error(ErrorKind::failed, "it has no finite value.");
  return {value, std::nullopt};
}

}  // namespace

Expression read_expression(const std::string& text, const std::optional<RunRequest>& usual) {
  return {text, Parser(text, usual).whole()};
}

Condition read_condition(const std::string& text, const std::optional<RunRequest>& usual) {
  Parser parser(text, usual);
  Condition condition;
  condition.left = {text, parser.side()};
  condition.sign = parser.sign();
  condition.right = {text, parser.whole()};
  return condition;
}

bool is_set(const Expression& expression) {
  return expression.root->quantity && std::string_view(expression.root->quantity->unit) == "set";
}

Value work_out(const Expression& expression, Workbench& bench, std::optional<unsigned> factor) {
  try {
    return evaluated(*expression.root, bench, factor);
  } catch (const Error& error) {
    throw Error(ErrorKind::failed, fmt::format("'{}' cannot be worked out: {}", expression.text, error.what()));
  }
}

bool holds(const Condition& condition, Workbench& bench) {
  const double a = work_out(condition.left, bench).number, b = work_out(condition.right, bench).number;
  if (condition.sign == "<") return a < b;
  if (condition.sign == "<=") return a <= b;
  if (condition.sign == ">=") return a >= b;
  return condition.sign == ">" ? a > b : a == b;
}

}  // namespace lanescope
