#include "engine/source/written_launch.h"

#include <algorithm>
#include <iterator>

#include "engine/source/active_code.h"
#include "engine/source/launch_signs.h"
#include "engine/source/number_expression.h"
#include "engine/source/scan.h"
#include "engine/source/sized_block.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

constexpr Size kLongestText = 1 << 18;  // names are looked for in all of it
constexpr Size kLongestPart = 4000;     // of an expression, or a list of them
constexpr std::string_view kMembers[] = {".x", ".y", ".z"};

std::string without_spaces(std::string text) {
  std::erase_if(text, is_space);
  return text;
}

/// Where the function begins that is open at the end: behind all that were closed before.
Size begin_of_function(std::string_view code) {
  int depth = 0;
  Size begin = 0;
  for (Size i = 0; i < code.size(); ++i) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    if (code[i] != '}' || depth > 0) continue;
    depth = 0;
    begin = i + 1;
  }
  return begin;
}

/// Up to what ends it: a comma or semicolon outside of brackets, or the bracket around it.
std::string expression_at(std::string_view code, Size at) {
  code = code.substr(0, at + kLongestPart);
  int depth = 0;
  Size end = at;
  for (; end < code.size(); ++end) {
    const char sign = code[end];
    depth += sign == '(' || sign == '{' || sign == '[' ? 1 : sign == ')' || sign == '}' || sign == ']' ? -1 : 0;
    if (depth < 0 || (depth == 0 && (sign == ';' || sign == ','))) break;
  }
  return trimmed(code.substr(at, end - at));
}

/// "a, b" of "(a, b)" and "{a, b}", which begin here; none: no bracket does.
std::optional<std::string> list_at(std::string_view code, Size at) {
  if (at >= code.size() || (code[at] != '(' && code[at] != '{')) return std::nullopt;
  code = code.substr(0, at + kLongestPart);
  const Size end = code[at] == '(' ? end_of_parentheses(code, at) : close_of(code, at) + 1;
  return end <= code.size() && end >= at + 2 ? std::optional(std::string(code.substr(at + 1, end - at - 2)))
                                             : std::nullopt;
}

std::string_view word_before(std::string_view code, Size end) {
  const Size begin = begin_of_word(code, end);
  return code.substr(begin, end - begin);
}

bool is_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_word_sign);
}

/// Whether the comma that ends here is between the variables of `dim3 a(1), b(2)`.
bool is_listed_dim3(std::string_view code, Size end) {
  if (!code.substr(0, end).ends_with(',')) return false;
  code = code.substr(0, end);
  if (code.size() > kLongestPart) code.remove_prefix(code.size() - kLongestPart);
  const Size statement = code.find_last_of(";{}") + 1;  // 0: it begins with it
  return has_word(code.substr(statement, code.find('(', statement) - statement), "dim3");
}

/// Whether `*= 2;` or `<<= 1;` stands there: so a number grows to a power of two that is large enough for what
/// there is. In the head of a loop, whose first value is told, no semicolon ends it.
bool multiplies(std::string_view code, Size at) {
  constexpr std::string_view kSigns[] = {"*=", "<<="};
  const auto sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                 [&](std::string_view one) { return code.substr(at).starts_with(one); });
  if (sign == std::end(kSigns)) return false;
  constexpr Size kLongest = 300;
  const std::string_view statement = code.substr(at, kLongest);
  const Size end = statement.find_first_of(";,)}");
  return end != kNone && statement[end] == ';';
}

/// What a variable is given where it is declared last: `= expression`, or the list of a dim3; else by its last
/// assignment. None: neither stands there, or what it is given is multiplied later.
std::optional<std::string> definition_in(std::string_view code, const std::string& name) {
  std::optional<std::string> assigned;
  Size left = 1000;  // each takes a look at what is around it
  for (Size at = code.rfind(name); at != kNone && left > 0; at = at == 0 ? kNone : code.rfind(name, at - 1)) {
    if (find_word(code.substr(0, at + name.size() + 1), name, at) != at) continue;
    --left;
    const Size behind = std::min(code.find_first_not_of(" \t\n", at + name.size()), code.size());
    const Size end = skip_space_back(code, at);
    const std::string_view word = word_before(code, end);
    if (word == "dim3" || is_listed_dim3(code, end))
      if (const auto list = list_at(code, behind)) return "dim3(" + *list + ")";
    if (multiplies(code, behind)) return std::nullopt;
    if (behind + 1 >= code.size() || code[behind] != '=' || code[behind + 1] == '=') continue;
    std::string value = expression_at(code, behind + 1);
    if (end > 0 && word != "else" && (!word.empty() || code[end - 1] == ',')) return value;
    if (!assigned) assigned = std::move(value);
  }
  return assigned;
}

/// Of a macro or a variable outside of all functions, which stands at the beginning of a line.
std::optional<std::string> constant_in(std::string_view code, const std::string& name) {
  std::optional<std::string> found;
  for (const std::string_view line : lines_of(code)) {
    if (line.find(name) == kNone) continue;
    if (const auto rest = directive(line, "define")) {
      if (rest->starts_with(name) && rest->size() > name.size() && is_space((*rest)[name.size()]))
        found = trimmed(rest->substr(name.size()));
      continue;
    }
    if (is_space(line[0])) continue;
    if (auto value = definition_in(line, name)) found = std::move(value);
  }
  return found;
}

/// What `cudaMalloc(&name, bytes)` asks for: the last in the function that begins there, else the only one.
std::optional<std::string> allocation_in(std::string_view code, const std::string& name, Size function) {
  constexpr std::string_view kCall = "cudaMalloc";
  std::vector<std::string> found;
  Size left = 200;  // each takes a look at what is behind it
  for (Size at = code.rfind(kCall); at != kNone && left > 0;
       at = at == 0 ? kNone : code.rfind(kCall, at - 1), --left) {
    const Size open = code.find('(', at);
    if (open == kNone || code.find(';', at) < open) continue;
    const std::vector<std::string> parts = listed_parts(list_at(code, open).value_or(""));
    if (parts.size() < 2) continue;
    const std::string target = without_spaces(parts[0]), address = "&" + name;
    const Size place = target.rfind(address);
    if (place == kNone || (place + address.size() < target.size() && is_word_sign(target[place + address.size()])))
      continue;
    if (at >= function) return parts[1];
    found.push_back(parts[1]);
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

/// Of the kernel, whose name may have template arguments, in their order.
std::vector<LaunchSigns> launches_of(const std::string& code, const std::string& kernel) {
  std::vector<LaunchSigns> launches = launches_in(code);
  std::erase_if(launches, [&, name = plain_name(kernel)](const LaunchSigns& one) {
    return plain_name(code.substr(one.callee.begin, one.callee.end - one.callee.begin)) != name;
  });
  return launches;
}

/// What stands between <<< and >>>, part by part.
std::vector<std::string> configuration_of(std::string_view code, const LaunchSigns& one) {
  return listed_parts(code.substr(one.opening.end, one.closing.begin - one.opening.end));
}

}  // namespace

/// One expression with all that it follows from.
class WrittenLaunch::Reading {
 public:
  Reading(const WrittenLaunch& launch, const WrittenValues& values, std::optional<Size> parameter = {})
      : launch_(launch), values_(values), parameter_(parameter) {}

  bool is_constant() const { return is_constant_; }

  std::optional<Number> number(const std::string& expression) {
    if (depth_ >= kDeepest) return std::nullopt;
    ++depth_;
    const std::optional<Number> value = number_of(expression, [&](const std::string& name) { return named(name); });
    --depth_;
    return value;
  }

  /// The expressions for x, y and z.
  std::vector<std::string> extents(const std::string& expression) {
    const std::string text = trimmed(expression);
    constexpr std::string_view kType = "dim3";
    const Size open = text.starts_with(kType) ? text.find_first_not_of(" \t\n", kType.size()) : 0;
    if (open != kNone && (open > 0 || text.starts_with('{')))
      if (const auto list = list_at(text, open)) return listed_parts(*list);
    if (!is_word(text) || depth_ >= kDeepest) return {text};
    std::vector<std::string> members;
    for (const std::string_view member : kMembers)
      members.push_back(definition(text + std::string(member)).value_or("1"));
    if (std::any_of(members.begin(), members.end(), [](const std::string& one) { return one != "1"; }))
      return members;
    const std::optional<std::string> defined = definition(text);
    if (!defined) return {text};
    ++depth_;
    std::vector<std::string> parts = extents(*defined);
    --depth_;
    return parts;
  }

 private:
  static constexpr unsigned kDeepest = 8, kMostNames = 32;

  std::optional<std::string> definition(const std::string& name) {
    if (names_++ >= kMostNames) return std::nullopt;
    const std::string_view code = launch_.before_;
    if (auto local = definition_in(code.substr(launch_.function_), name)) return local;
    return constant_in(code, name);
  }

  std::optional<Number> named(const std::string& name) {
    for (Size i = 0; i < std::min(launch_.arguments_.size(), values_.arguments.size()); ++i)
      if (i != parameter_ && launch_.arguments_[i] == name && values_.arguments[i]) {
        is_constant_ = false;
        return Number{*values_.arguments[i]};
      }
    if (const auto text = definition(name)) return number(*text);
    for (Size i = 0; i < std::size(kMembers); ++i) {
      if (!name.ends_with(kMembers[i])) continue;
      const std::string base = name.substr(0, name.size() - kMembers[i].size());
      const std::vector<std::string> parts = extents(base);
      if (parts.size() == 1 && parts[0] == base) break;  // nothing says what it is
      return i < parts.size() ? number(parts[i]) : Number{1};
    }
    const std::optional<double>& value = names_a_block(name) ? values_.block : values_.others;
    if (!value) return std::nullopt;
    is_constant_ = false;
    return Number{*value};
  }

  const WrittenLaunch& launch_;
  const WrittenValues& values_;
  const std::optional<Size> parameter_;
  unsigned depth_ = 0, names_ = 0;
  bool is_constant_ = true;
};

std::optional<WrittenLaunch> WrittenLaunch::of(const std::string& text, const std::string& kernel) {
  if (text.size() > kLongestText) return std::nullopt;
  const std::string code = active_code_of(text);
  const std::vector<LaunchSigns> launches = launches_of(code, kernel);
  if (launches.empty()) return std::nullopt;
  const LaunchSigns& one = launches.front();
  WrittenLaunch launch;
  launch.before_ = code.substr(0, one.callee.begin);
  launch.function_ = begin_of_function(launch.before_);
  launch.configuration_ = configuration_of(code, one);
  const Size open = code.find_first_not_of(" \t\r\n", one.closing.end);
  const auto list = open == kNone ? std::nullopt : list_at(code, open);
  for (const std::string& part : listed_parts(list.value_or(""))) launch.arguments_.push_back(without_spaces(part));
  return launch;
}

unsigned line_of_launch_without_shared(const std::string& text, const std::string& kernel) {
  if (text.size() > kLongestText) return 0;
  const std::string code = active_code_of(text);
  const std::vector<LaunchSigns> launches = launches_of(code, kernel);
  const bool gives_bytes = std::any_of(launches.begin(), launches.end(), [&](const LaunchSigns& one) {
    return configuration_of(code, one).size() > 2;
  });
  return launches.empty() || gives_bytes ? 0 : line_at(code, launches.front().callee.begin);
}

std::optional<WrittenExtent> WrittenLaunch::extent(Size place, const WrittenValues& values) const {
  if (place >= configuration_.size()) return std::nullopt;
  Reading reading(*this, values);
  WrittenExtent extent;
  const std::vector<std::string> parts = reading.extents(configuration_[place]);
  if (parts.size() > extent.extent.size()) return std::nullopt;
  for (Size i = 0; i < parts.size(); ++i) {
    const std::optional<Number> number = reading.number(parts[i]);
    if (!number || number->value < 1 || number->value > kMaxGridDim) return std::nullopt;
    extent.extent[i] = static_cast<unsigned>(number->value);
  }
  extent.is_constant = reading.is_constant();
  return extent;
}

std::optional<WrittenExtent> WrittenLaunch::grid(const WrittenValues& values) const {
  return extent(0, values);
}

std::optional<WrittenExtent> WrittenLaunch::block(const WrittenValues& values) const {
  return extent(1, values);
}

std::optional<WrittenNumber> WrittenLaunch::shared_bytes(const WrittenValues& values) const {
  if (configuration_.size() < 3) return std::nullopt;
  Reading reading(*this, values);
  const std::optional<Number> number = reading.number(configuration_[2]);
  if (!number) return std::nullopt;
  return WrittenNumber{number->value, reading.is_constant()};
}

std::optional<WrittenNumber> WrittenLaunch::argument(Size parameter, const WrittenValues& values) const {
  if (parameter >= arguments_.size()) return std::nullopt;
  Reading reading(*this, values, parameter);
  const std::optional<Number> number = reading.number(arguments_[parameter]);
  if (!number) return std::nullopt;
  return WrittenNumber{number->value, reading.is_constant()};
}

std::optional<WrittenNumber> WrittenLaunch::allocated_bytes(Size parameter, const WrittenValues& values) const {
  if (parameter >= arguments_.size() || !is_word(arguments_[parameter])) return std::nullopt;
  const std::optional<std::string> bytes = allocation_in(before_, arguments_[parameter], function_);
  if (!bytes) return std::nullopt;
  Reading reading(*this, values);
  const std::optional<Number> number = reading.number(*bytes);
  if (!number) return std::nullopt;
  return WrittenNumber{number->value, reading.is_constant()};
}

}  // namespace lanescope
