#include "engine/source/host_variables.h"

#include <algorithm>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"
#include "engine/source/tokens.h"

namespace lanescope {

using namespace source_text;

namespace {

/// What stands outside of all braces but those of namespaces, statement by statement.
std::vector<std::string> outer_statements(std::string_view source) {
  const std::string code = without_directives(active_code_of(source));
  std::vector<std::string> statements(1);
  for (Size i = 0; i < code.size(); ++i) {
    std::string& statement = statements.back();
    const bool opens_scope =
        code[i] == '{' && (has_word(statement, "namespace") ||
                           (has_word(statement, "extern") && !statement.empty() && statement.find('(') == kNone));
    if (opens_scope || code[i] == '}') {
      statement.clear();
    } else if (code[i] == ';') {
      statements.emplace_back();
    } else if (code[i] == '{') {
      i = close_of(code, i);
      // A function ends with its brace; a list of values, or a class, with what follows.
      if (statement.find('(') < statement.find('=')) statement.clear();
    } else {
      statement += code[i];
    }
  }
  return statements;
}

/// Where a word in capitals stands before another one it may be a macro of a header that is not there.
bool has_macro_before_a_name(std::string_view statement) {
  Tokens tokens(statement, 0);
  bool is_behind_macro = false;
  for (std::string_view one = tokens.next(); !one.empty(); one = tokens.next()) {
    if (one == "*" || one == "&") continue;
    if (is_behind_macro && is_word_sign(one[0])) return true;
    is_behind_macro = one.size() > 1 && is_in_capitals(one);
  }
  return false;
}

bool may_be_marked(std::string_view statement, const std::vector<std::string>& marks) {
  return has_any_word(statement, marks) || has_macro_before_a_name(statement) ||
         has_any_word(statement, {"__shared__", "constexpr", "extern", "using", "typedef", "template", "texture",
                                  "surface", "friend", "static_assert"});
}

/// The names that a statement declares, each before its brackets, value or comma.
std::vector<std::string> declared_in(std::string_view statement) {
  std::vector<std::string> names;
  for (const std::string& part : listed_parts(statement)) {
    const Size end = skip_space_back(part, std::min(part.find_first_of("[=("), part.size()));
    const Size begin = begin_of_word(part, end);
    if (begin < end) names.push_back(part.substr(begin, end - begin));
  }
  return names;
}

/// Of the variables that statements declare for which `which` holds, those that no other declares.
template <class F>
std::set<std::string> declared_only_in(std::string_view source, F which) {
  std::set<std::string> names, others;
  for (const std::string& statement : outer_statements(source))
    for (const std::string& name : declared_in(statement)) (which(statement) ? names : others).insert(name);
  for (const std::string& name : others) names.erase(name);
  return names;
}

}  // namespace

std::set<std::string> host_variables(std::string_view source) {
  const std::vector<std::string> marks = device_words(code_of(source));
  return declared_only_in(source, [&](const std::string& statement) { return !may_be_marked(statement, marks); });
}

std::set<std::string> extern_variables(std::string_view source) {
  const std::vector<std::string> marks = device_words(code_of(source));
  return declared_only_in(source, [&](const std::string& statement) {
    return has_word(statement, "extern") && !has_any_word(statement, marks) && !has_word(statement, "__shared__") &&
           statement.find_first_of("(=") == kNone;
  });
}

std::set<std::string> host_arrays(std::string_view source) {
  const std::vector<std::string> marks = device_words(code_of(source));
  return declared_only_in(source, [&](const std::string& statement) {
    return !may_be_marked(statement, marks) && has_word(statement, "const") && statement.find('[') != kNone &&
           statement.find_first_of("*(") == kNone;
  });
}

std::set<std::string> unset_constants(std::string_view source) {
  return declared_only_in(source, [](const std::string& statement) {
    return has_word(statement, "__constant__") && statement.find('=') == kNone;
  });
}

std::set<std::string> unfilled_constants(std::string_view source) {
  std::set<std::string> constants = unset_constants(source);
  if (constants.empty()) return constants;
  std::string others = code_of(source), of_threads;
  for (const TextFunction& function : functions_in(others)) {
    if (!is_of_threads(function)) continue;
    of_threads += others.substr(function.open, function.end - function.open);
    blank_text(others, function.open, function.end - function.open);
  }
  std::erase_if(constants, [&](const std::string& name) {
    const Size declared = find_word(others, name);
    return !has_word(of_threads, name) || declared == kNone || find_word(others, name, declared + 1) != kNone;
  });
  return constants;
}

}  // namespace lanescope
