#include "engine/source/line_accesses.h"

#include <algorithm>
#include <cctype>

#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

struct Access {
  std::string name;
  Size end = 0;
  bool is_written = false, is_read = true;
};

/// The name before a bracket; empty for a member, or for what is no name.
std::string name_before(std::string_view code, Size bracket) {
  const Size end = skip_space_back(code, bracket), begin = begin_of_word(code, end),
             before = skip_space_back(code, begin);
  const bool is_member =
      before > 0 && (code[before - 1] == '.' || (before > 1 && code.substr(before - 2, 2) == "->"));
  return is_member ? std::string() : std::string(code.substr(begin, end - begin));
}

/// A call of what is written in capitals may access anything.
bool is_macro_call(std::string_view code, Size parenthesis) {
  const Size end = skip_space_back(code, parenthesis), begin = begin_of_word(code, end);
  const std::string_view word = code.substr(begin, end - begin);
  return word.size() > 1 && std::isalpha(static_cast<unsigned char>(word[0])) &&
         std::none_of(word.begin(), word.end(), [](unsigned char sign) { return std::islower(sign) != 0; });
}

/// The signs of an assignment that end at this =; 0: it is none.
Size assignment_signs(std::string_view code, Size equals) {
  const auto sign = [&](Size at) { return at < code.size() ? code[at] : ' '; };
  if (sign(equals + 1) == '=' || equals == 0) return 0;
  constexpr std::string_view kCompound = "+-*/%&|^";
  const char before = code[equals - 1];
  if (kCompound.find(before) != kNone) return 2;
  if (before == '<' || before == '>') return equals > 1 && code[equals - 2] == before ? 3 : 0;
  return before == '=' || before == '!' ? 0 : 1;
}

/// A * between two operands multiplies.
bool points(std::string_view code, Size star) {
  const Size before = skip_space_back(code, star);
  if (star + 1 >= code.size() || (!is_word_sign(code[star + 1]) && code[star + 1] != '(')) return false;
  return before == 0 || (!is_word_sign(code[before - 1]) && code[before - 1] != ')' && code[before - 1] != ']');
}

/// Behind the bracket that closes this one.
Size end_of_bracket(std::string_view code, Size open) {
  int depth = 0;
  for (Size at = open; at < code.size(); ++at) {
    depth += code[at] == '[' ? 1 : code[at] == ']' ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return code.size();
}

/// Behind further subscripts and members.
Size end_of_element(std::string_view code, Size at) {
  while (at < code.size() && (code[at] == '[' || code[at] == '.'))
    at = code[at] == '[' ? end_of_bracket(code, at) : end_of_word(code, at + 1);
  return at;
}

/// Whether a member is of what is no memory.
bool is_index(std::string_view word) {
  return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim";
}

/// Whether this subscript or member is of an element that is subscripted before: the [j] and the .x of a[i][j].x.
bool goes_on(std::string_view code, Size at) {
  for (;;) {
    at = skip_space_back(code, at);
    if (at == 0) return false;
    if (code[at - 1] == ']') return true;
    const Size begin = begin_of_word(code, at);
    if (begin == at || begin == 0 || code[begin - 1] != '.') return false;
    at = begin - 1;
  }
}

/// The word before a dot may be a reference to anything.
bool may_refer(std::string_view code, Size dot) {
  const Size end = skip_space_back(code, dot), begin = begin_of_word(code, end);
  const std::string_view word = code.substr(begin, end - begin);
  return !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) && !is_index(word);
}

std::vector<Access> accesses_of(std::string_view code) {
  std::vector<Access> all;
  const auto add = [&](std::string name, Size end) { all.push_back({std::move(name), end}); };
  for (Size at = 0; at < code.size(); ++at) {
    const Size before = skip_space_back(code, at);
    const char sign = before > 0 ? code[before - 1] : ' ';
    if (code[at] == '[' && (is_word_sign(sign) || sign == ')') && !goes_on(code, at))
      add(is_word_sign(sign) ? name_before(code, at) : std::string(), end_of_element(code, at));
    else if (code[at] == '.' && may_refer(code, at) && !goes_on(code, at))
      add("", end_of_element(code, at));
    else if (code.substr(at, 2) == "->")
      add(name_before(code, at), end_of_element(code, end_of_word(code, at + 2)));
    else if (code[at] == '*' && points(code, at))
      add(std::string(code.substr(at + 1, end_of_word(code, at + 1) - at - 1)), end_of_word(code, at + 1));
    else if (code[at] == '(' && is_macro_call(code, at))
      add("", at);
  }
  return all;
}

/// Marks what stands before each assignment as written, and where the assignment does not read it, as not read.
/// Whether all of them are told.
bool mark_written(std::string_view code, std::vector<Access>& all) {
  bool are_told = true;
  for (Size equals = code.find('='); equals != kNone; equals = code.find('=', equals + 1)) {
    const Size signs = assignment_signs(code, equals);
    if (signs == 0) continue;
    const Size end = skip_space_back(code, equals + 1 - signs);
    bool is_told = false;
    for (Access& one : all) {
      if (one.end != end) continue;
      one.is_written = is_told = true;
      one.is_read = signs > 1;
    }
    are_told = are_told && is_told;
  }
  return are_told;
}

}  // namespace

std::vector<std::string> accessed_names(std::string_view code, LineAccess access) {
  constexpr Size kLongest = 4096;  // that people write
  if (code.size() > kLongest) return {""};
  std::vector<Access> all = accesses_of(code);
  if (!mark_written(code, all)) all.push_back({"", 0, true, false});  // what is no subscript may be a reference
  const bool any_written = std::any_of(all.begin(), all.end(), [](const Access& one) { return one.is_written; });
  std::vector<std::string> names;
  for (const Access& one : all) {
    const bool is_it = access == LineAccess::any    ? one.is_read || one.end > 0
                       : access == LineAccess::read ? one.is_read
                                                    : one.is_written || !any_written;
    if (is_it && std::find(names.begin(), names.end(), one.name) == names.end()) names.push_back(one.name);
  }
  return names;
}

}  // namespace lanescope
