#include "engine/source/number_expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "engine/source/source_text.h"
#include "engine/source/type_words.h"

namespace lanescope {

using namespace source_text;

namespace {

constexpr Size kLongest = 300;
constexpr double kLargest = 9007199254740992;  // to which a double counts

struct NamedType {
  unsigned bytes = 0;  // 0: it is none
  bool is_real = false;
};

/// Of "unsigned int" or "std::size_t".
NamedType type_named(std::string_view name) {
  constexpr std::string_view kStandard = "std::";
  if (name.starts_with(kStandard)) name.remove_prefix(kStandard.size());
  std::vector<std::string_view> words;
  for (Size at = 0; at < name.size();) {
    const Size end = std::min(name.find(' ', at), name.size());
    if (end > at) words.push_back(name.substr(at, end - at));
    at = end + 1;
  }
  const bool is_real = words.size() == 1 && (words[0] == "float" || words[0] == "double");
  return {bytes_of_type(words), is_real};
}

struct Operator {
  std::string_view sign;
  std::optional<double> (*of)(double, double, bool is_real);
};

std::optional<double> quotient(double a, double b, bool is_real) {
  if (b == 0) return std::nullopt;
  return is_real ? a / b : std::trunc(a / b);
}

std::optional<double> shifted(double a, double b, bool is_real) {
  if (is_real || b < 0 || b > 52) return std::nullopt;
  return a * std::exp2(b);
}

// Those that bind least first.
const std::vector<std::vector<Operator>> kLevels = {
    {{"==", [](double a, double b, bool) -> std::optional<double> { return a == b; }},
     {"!=", [](double a, double b, bool) -> std::optional<double> { return a != b; }}},
    {{"<=", [](double a, double b, bool) -> std::optional<double> { return a <= b; }},
     {">=", [](double a, double b, bool) -> std::optional<double> { return a >= b; }},
     {"<", [](double a, double b, bool) -> std::optional<double> { return a < b; }},
     {">", [](double a, double b, bool) -> std::optional<double> { return a > b; }}},
    {{"<<", shifted},
     {">>",
      [](double a, double b, bool is_real) -> std::optional<double> {
        if (is_real || b < 0 || b > 52) return std::nullopt;
        return std::floor(a / std::exp2(b));
      }}},
    {{"+", [](double a, double b, bool) -> std::optional<double> { return a + b; }},
     {"-", [](double a, double b, bool) -> std::optional<double> { return a - b; }}},
    {{"*", [](double a, double b, bool) -> std::optional<double> { return a * b; }},
     {"/", quotient},
     {"%", [](double a, double b, bool is_real) -> std::optional<double> {
        if (is_real || b == 0) return std::nullopt;
        return std::fmod(a, b);
      }}}};

/// By descent; each sign is looked at a few times.
class Reader {
 public:
  Reader(std::string_view text, const NumberOfName& names) : text_(text), names_(names) {}

  std::optional<Number> all() {
    const std::optional<Number> value = choice();
    skip();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  using Value = std::optional<Number>;

  void skip() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool takes(std::string_view sign) {
    skip();
    if (text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }

  Value choice() {
    const Value condition = binary(0);
    if (!condition || !takes("?")) return condition;
    const Value yes = choice();
    if (!takes(":")) return std::nullopt;
    const Value no = choice();
    return condition->value != 0 ? yes : no;
  }

  const Operator* operator_of(Size level) {
    skip();
    const std::string_view rest = text_.substr(at_);
    for (const Operator& one : kLevels[level]) {
      // < of <<, and all of which the next sign makes another.
      const bool is_longer = rest.size() > one.sign.size() && one.sign.size() == 1 &&
                             (rest[1] == '=' || ((rest[0] == '<' || rest[0] == '>') && rest[1] == rest[0]));
      if (rest.starts_with(one.sign) && !is_longer) return &one;
    }
    return nullptr;
  }

  Value binary(Size level) {
    if (level == kLevels.size()) return unary();
    Value left = binary(level + 1);
    while (left) {
      const Operator* found = operator_of(level);
      if (!found) break;
      at_ += found->sign.size();
      const Value right = binary(level + 1);
      if (!right) return std::nullopt;
      const bool is_real = left->is_real || right->is_real;
      const std::optional<double> value = found->of(left->value, right->value, is_real);
      if (!value || !(std::abs(*value) <= kLargest)) return std::nullopt;
      left = Number{*value, is_real};
    }
    return left;
  }

  Value unary() {
    skip();
    if (at_ == text_.size()) return std::nullopt;
    if (takes("+")) return unary();
    if (takes("-")) {
      const Value value = unary();
      return value ? Value(Number{-value->value, value->is_real}) : value;
    }
    return text_[at_] == '('                                      ? in_parentheses()
           : std::isdigit(static_cast<unsigned char>(text_[at_])) ? literal()
                                                                  : named();
  }

  static Value converted(const Value& value, const NamedType& type) {
    if (!value) return value;
    return Number{type.is_real ? value->value : std::trunc(value->value), type.is_real};
  }

  Value in_parentheses() {
    const Size open = at_, end = end_of_parentheses(text_, at_);
    if (text_[end - 1] != ')') return std::nullopt;
    const std::string inside = trimmed(text_.substr(open + 1, end - open - 2));
    at_ = end;
    if (const NamedType type = type_named(inside); type.bytes > 0) return converted(unary(), type);
    return Reader(inside, names_).all();
  }

  Value literal() {
    const std::string rest(text_.substr(at_));
    char* end = nullptr;
    const bool is_hex = rest.size() > 1 && (rest[1] == 'x' || rest[1] == 'X');
    const double value =
        is_hex ? static_cast<double>(std::strtoull(rest.c_str(), &end, 16)) : std::strtod(rest.c_str(), &end);
    const auto size = static_cast<Size>(end - rest.c_str());
    bool is_real = !is_hex && rest.substr(0, size).find_first_of(".eE") != kNone;
    at_ += size;
    while (at_ < text_.size() && std::string_view("uUlLfF").find(text_[at_]) != kNone)
      is_real |= std::tolower(static_cast<unsigned char>(text_[at_++])) == 'f';
    if (at_ < text_.size() && is_word_sign(text_[at_])) return std::nullopt;
    return Number{value, is_real};
  }

  std::string word() {
    const Size begin = at_;
    while (at_ < text_.size() && is_word_sign(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// "a", "a.b", "a->b", "a[1]", "a::b".
  std::string path() {
    std::string path = word();
    for (bool goes_on = !path.empty(); goes_on;) {
      goes_on = false;
      for (const std::string_view joint : {"->", "::", "."}) {
        if (!takes(joint)) continue;
        skip();
        path += std::string(joint) + word();
        goes_on = true;
      }
      if (!goes_on && takes("[")) {
        const Size end = std::min(text_.find(']', at_), text_.size());
        path += "[" + trimmed(text_.substr(at_, end - at_)) + "]";
        at_ = std::min(end + 1, text_.size());
        goes_on = true;
      }
    }
    return path;
  }

  Value named() {
    const std::string name = path();
    if (name.empty()) return std::nullopt;
    skip();
    if (name.ends_with("_cast") && takes("<")) {
      const Size close = text_.find('>', at_);
      if (close == kNone) return std::nullopt;
      const NamedType type = type_named(trimmed(text_.substr(at_, close - at_)));
      at_ = close + 1;
      skip();
      return type.bytes > 0 && at_ < text_.size() && text_[at_] == '(' ? converted(in_parentheses(), type)
                                                                       : std::nullopt;
    }
    if (at_ == text_.size() || text_[at_] != '(') return names_(name);
    const Size open = at_, end = end_of_parentheses(text_, at_);
    if (text_[end - 1] != ')') return std::nullopt;
    at_ = end;
    return called(name, text_.substr(open + 1, end - open - 2));
  }

  Value called(std::string name, std::string_view list) const {
    if (name.starts_with("std::")) name.erase(0, 5);
    if (name == "sizeof") {
      const NamedType type = type_named(trimmed(list));
      return type.bytes > 0 ? Value(Number{static_cast<double>(type.bytes)}) : std::nullopt;
    }
    std::vector<Number> values;
    for (const std::string& part : listed_parts(list)) {
      const Value value = Reader(part, names_).all();
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    if (const NamedType type = type_named(name); type.bytes > 0 && values.size() == 1)
      return converted(values[0], type);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char sign) { return static_cast<char>(std::tolower(sign)); });
    return values.size() == 1   ? of_one(name, values[0])
           : values.size() == 2 ? of_two(name, values[0], values[1])
                                : std::nullopt;
  }

  static Value of_one(const std::string& name, const Number& x) {
    if (name == "ceil" || name == "ceilf") return Number{std::ceil(x.value), true};
    if (name == "floor" || name == "floorf") return Number{std::floor(x.value), true};
    if ((name == "sqrt" || name == "sqrtf") && x.value >= 0) return Number{std::sqrt(x.value), true};
    if ((name == "log2" || name == "log2f") && x.value > 0) return Number{std::log2(x.value), true};
    return std::nullopt;
  }

  static Value of_two(const std::string& name, const Number& x, const Number& y) {
    const bool is_real = x.is_real || y.is_real;
    if (name == "min" || name == "fmin") return Number{std::min(x.value, y.value), is_real};
    if (name == "max" || name == "fmax") return Number{std::max(x.value, y.value), is_real};
    const bool divides = name.find("div") != kNone || name.find("ceil") != kNone;
    if (divides && y.value > 0) return Number{std::ceil(x.value / y.value)};
    return std::nullopt;
  }

  std::string_view text_;
  const NumberOfName& names_;
  Size at_ = 0;
};

}  // namespace

std::optional<Number> number_of(std::string_view expression, const NumberOfName& names) {
  if (expression.size() > kLongest) return std::nullopt;
  return Reader(expression, names).all();
}

}  // namespace lanescope
