#include "engine/source/active_code.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/source/number_expression.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// An `#if` that no `#endif` has closed.
struct Branch {
  bool is_kept = true;      ///< and those around it are
  bool is_open = false;     ///< nobody knows whether it holds
  bool had_one = false;     ///< it, or one before it, holds
  bool is_in_open = false;  ///< nobody knows whether one around it holds
  std::string asks_for;     ///< until its `#else` a name and nothing else; empty: something else
};

/// The name that an `#if` or `#ifdef` asks for and nothing else; empty: it asks for something else.
std::string name_asked_for(std::string_view line) {
  if (const auto name = directive(line, "ifdef")) return trimmed(*name);
  const auto expression = directive(line, "if");
  if (!expression) return {};
  std::string name = trimmed(*expression);
  constexpr std::string_view kDefined = "defined";
  if (name.starts_with(kDefined) && !is_word_sign(name[std::min(kDefined.size(), name.size() - 1)])) {
    name = trimmed(name.substr(kDefined.size()));
    if (name.starts_with('(') && name.ends_with(')')) name = trimmed(name.substr(1, name.size() - 2));
  }
  return name;
}

class Reading {
 public:
  /// Whether the line stays.
  bool read(std::string_view line) {
    if (const auto rest = directive(line, "if")) {
      begin(worth(*rest), line);
    } else if (const auto name = directive(line, "ifdef")) {
      begin(is_defined(*name) ? std::optional(true) : std::nullopt, line);
    } else if (const auto name = directive(line, "ifndef")) {
      begin(is_defined(*name) ? std::optional(false) : std::nullopt, line);
    } else if (const auto rest = directive(line, "elif")) {
      go_on(worth(*rest));
    } else if (directive(line, "else")) {
      go_on(true);
    } else if (directive(line, "endif")) {
      if (!branches_.empty()) branches_.pop_back();
    } else if (!is_kept()) {
      return false;
    } else if (const auto rest = directive(line, "define")) {
      define(*rest);
    } else if (const auto name = directive(line, "undef")) {
      defines_.erase(trimmed(*name));
    }
    return true;
  }

  /// Of each branch that the next line is in, but those that ask for something else.
  std::vector<std::string> names_asked_for() const {
    std::vector<std::string> names;
    for (const Branch& branch : branches_)
      if (!branch.asks_for.empty()) names.push_back(branch.asks_for);
    return names;
  }

 private:
  bool is_kept() const { return branches_.empty() || branches_.back().is_kept; }
  bool is_open() const { return !branches_.empty() && (branches_.back().is_open || branches_.back().is_in_open); }

  bool is_defined(std::string_view name) const { return defines_.find(trimmed(name)) != defines_.end(); }

  void begin(std::optional<bool> holds, std::string_view line) {
    branches_.push_back(
        {is_kept() && holds.value_or(true), !holds, holds.value_or(false), is_open(), name_asked_for(line)});
  }

  void go_on(std::optional<bool> holds) {
    if (branches_.empty()) return;
    branches_.back().asks_for.clear();
    if (branches_.back().is_open) return;
    Branch branch = branches_.back();
    branches_.pop_back();
    branch.is_kept = is_kept() && !branch.had_one && holds.value_or(true);
    branch.is_open = !branch.had_one && !holds;
    branch.had_one |= holds.value_or(false);
    branches_.push_back(branch);
  }

  /// Not where nobody knows whether it is compiled.
  void define(std::string_view rest) {
    const Size end = end_of_word(rest, 0);
    const std::string name(rest.substr(0, end));
    if (is_open())
      defines_.erase(name);
    else if (defines_.size() < kMostNames || is_defined(name))
      defines_[name] = trimmed(rest.substr(end));
  }

  std::optional<bool> worth(std::string_view expression) const {
    const std::optional<Number> number =
        number_of(expression, [&](const std::string& name) -> std::optional<Number> {
          const auto found = defines_.find(name);
          if (found == defines_.end()) return std::nullopt;
          return number_of(found->second, [](const std::string&) { return std::optional<Number>(); });
        });
    return number ? std::optional(number->value != 0) : std::nullopt;
  }

  static constexpr Size kMostNames = 1000;
  std::vector<Branch> branches_;
  std::map<std::string, std::string, std::less<>> defines_;
};

}  // namespace

std::vector<std::string> names_needed_at(std::string_view source, unsigned line) {
  const std::string code = code_of(source);
  Reading reading;
  std::set<std::string, std::less<>> defined;
  unsigned number = 0;
  std::vector<std::string> needed;
  for (const std::string_view one : lines_of(code)) {
    if (++number == line) needed = reading.names_asked_for();
    reading.read(one);
    if (const auto rest = directive(one, "define")) defined.emplace(rest->substr(0, end_of_word(*rest, 0)));
  }
  std::erase_if(needed, [&](const std::string& name) {
    return name[0] == '_' || !std::all_of(name.begin(), name.end(), is_word_sign) ||
           (name[0] >= '0' && name[0] <= '9') || defined.contains(name);
  });
  return needed;
}

std::string active_code_of(std::string_view source) {
  std::string code = code_of(source);
  Reading reading;
  for (Size at = 0; at < code.size();) {
    const Size end = std::min(code.find('\n', at), code.size());
    if (!reading.read(std::string_view(code).substr(at, end - at))) blank_text(code, at, end - at);
    at = end + 1;
  }
  return code;
}

}  // namespace lanescope
