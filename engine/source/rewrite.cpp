#include "engine/source/rewrite.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "engine/source/functions_in_text.h"
#include "engine/source/ptx.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// What stands for inline PTX; empty where it is none.
std::string call_for_ptx(const std::string& body) {
  static const std::regex move(
      R"re(^\s*"\s*mov\.[usb](?:32|64)\s+%0,\s*%{1,2}([\w.]+);?\s*"\s*:\s*"=[rl]"\s*\(([^"]+)\)\s*(?::\s*(?::\s*(?:"memory"\s*)?)?)?$)re");
  static const std::regex ptx(
      R"(%%|%laneid|\.(?:[usbf](?:8|16|32|64)|pred|global|shared|sync|aligned|gl|cta|gpu|sys)\b|^\s*"\s*(?:trap;|exit;|brkpt;|cp\.async|griddepcontrol))");
  constexpr Size kMost = 2000;  // an expression of the library recurses with every sign
  if (body.size() > kMost) return "lanescope_ptx()";
  std::smatch found;
  if (std::regex_search(body, found, move)) {
    std::string name = found[1].str();
    std::replace(name.begin(), name.end(), '.', '_');
    return "(void)((" + found[2].str() + ") = LANESCOPE_PTX_" + name + ")";
  }
  // Instructions without a result that CUDA C++ has a function for.
  static const std::pair<std::regex, const char*> kFunctions[] = {
      {std::regex(R"re(^\s*"\s*bar(?:rier)?\.sync(?:\.aligned)?\s+0;?\s*"\s*(?:$|:))re"), "__syncthreads()"},
      {std::regex(R"re(^\s*"\s*bar\.warp\.sync\s+(?:0x[fF]{8}|-1);?\s*"\s*(?:$|:))re"), "__syncwarp()"},
      {std::regex(R"re(^\s*"\s*(?:membar|fence)\.[\w.]+;?\s*"\s*(?:$|:))re"), "__threadfence()"},
      {std::regex(R"re(^\s*"\s*prefetch[\w.]*\s+\[%0\];?\s*"\s*:)re"), "(void)0"},
      {std::regex(R"re(^\s*"\s*trap;?\s*"\s*(?:$|:))re"), "__trap()"}};
  for (const auto& [instruction, function] : kFunctions)
    if (std::regex_search(body, instruction)) return function;
  if (!std::regex_search(body, ptx)) return "";
  const std::string expression = expression_for_ptx(body);
  return expression.empty() ? "lanescope_ptx()" : expression;
}

/// Of a kernel with this head; empty where that has no bounds. They may follow from its template's arguments, so
/// each instance has a constant of its own, by which others know them without running it
/// (engine/source/launch_bounds.h).
std::string begin_mark(std::string_view head) {
  constexpr std::string_view kWord = "__launch_bounds__";
  const Size word = head.find(kWord);
  const Size open = word == kNone ? kNone : head.find_first_not_of(" \t\r\n", word + kWord.size());
  if (open == kNone || head[open] != '(') return {};
  std::string bounds(head.substr(open, end_of_parentheses(head, open) - open));
  std::replace_if(bounds.begin(), bounds.end(), is_space, ' ');
  return "static constexpr unsigned lanescope_bound __attribute__((used)) = ::lanescope_entry::first_of" + bounds +
         ";lanescope_begin(lanescope_bound);";
}

bool is_one_of(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<std::string> kNumbers = {"int", "unsigned", "long", "float", "double"};

/// Of a function of numbers with its name at `at`: from its first mark or the type that it returns. kNone: it is
/// called there.
Size begin_of_declaration(std::string_view code, Size at) {
  static const std::vector<std::string> kMarks = {"__device__", "__host__", "__forceinline__", "__inline__",
                                                  "inline",     "extern",   "static",          "constexpr"};
  bool has_type = false;
  for (Size begin = at;;) {
    const Size end = skip_space_back(code, begin);
    const Size word = begin_of_word(code, end);
    const std::string_view before = code.substr(word, end - word);
    const bool is_type = is_one_of(kNumbers, before);
    const bool ends = end == 0 || code[end - 1] == ';' || code[end - 1] == '{' || code[end - 1] == '}';
    if (!is_type && !is_one_of(kMarks, before)) return has_type && ends ? begin : kNone;
    has_type |= is_type;
    begin = word;
  }
}

/// Behind its semicolon, if it has two parameters, each a number, and no body.
Size end_of_declaration(std::string_view code, Size behind_name) {
  const Size open = code.find_first_not_of(" \t\n", behind_name);
  if (open == kNone || code[open] != '(') return kNone;
  const Size close = end_of_parentheses(code, open), end = code.find_first_not_of(" \t\n", close);
  if (end == kNone || code[end] != ';') return kNone;
  const std::vector<std::string> parameters = listed_parts(code.substr(open + 1, close - open - 2));
  const bool are_numbers = std::all_of(parameters.begin(), parameters.end(), [](const std::string& one) {
    return has_any_word(one, kNumbers) && one.find('(') == kNone;
  });
  return parameters.size() == 2 && are_numbers ? end + 1 : kNone;
}

/// Whether the innermost brace around it is a class's.
bool is_in_class(std::string_view code, Size at) {
  unsigned closed = 0;
  for (Size i = at; i-- > 0;) {
    if (code[i] == '}') ++closed;
    if (code[i] != '{' || closed-- > 0) continue;
    const Size before = code.find_last_of(";{}", i == 0 ? 0 : i - 1);
    const std::string_view head = code.substr(before == kNone ? 0 : before, i - (before == kNone ? 0 : before));
    return head.find(')') == kNone &&
           (has_word(head, "struct") || has_word(head, "class") || has_word(head, "union"));
  }
  return false;
}

}  // namespace

std::string without_notebook_marks(std::string_view source) {
  std::string text(source);
  for (Size at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    const Size first = text.find_first_not_of(" \t", at);
    if (first == kNone || (text.compare(first, 2, "%%") != 0 && text.compare(first, 3, "```") != 0)) continue;
    blank_text(text, first, std::min(text.find('\n', first), text.size()) - first);
  }
  return text;
}

std::string with_calls_for_ptx(std::string_view source) {
  constexpr std::string_view kWords[] = {"__asm__", "asm"};
  std::string text(source), code = code_of(source);
  for (Size at = code.size(); at-- > 0;) {
    const auto* word = std::find_if(std::begin(kWords), std::end(kWords), [&](std::string_view one) {
      return code.compare(at, one.size(), one) == 0 && (at == 0 || !is_word_sign(code[at - 1])) &&
             (at + one.size() == code.size() || !is_word_sign(code[at + one.size()]));
    });
    if (word == std::end(kWords)) continue;
    const Size open = code.find_first_of("(;{", at);
    if (open == kNone || code[open] != '(') continue;
    const Size end = end_of_parentheses(code, open);
    const std::string body = text.substr(open + 1, end - open - 2);
    const std::string call = call_for_ptx(body);
    if (call.empty()) continue;
    // An operand of several lines brings some of them along.
    const auto brought = static_cast<Size>(std::count(call.begin(), call.end(), '\n'));
    const std::string lines = newlines_of(text.substr(at, end - at));
    text.replace(at, end - at, call + lines.substr(std::min(brought, lines.size())));
    code.replace(at, end - at, std::string(text.size() - code.size() + end - at, ' '));
  }
  return text;
}

std::string without_declared_min_max(std::string_view source, std::string_view headers) {
  std::string text(source);
  const std::string code = without_directives(code_of(source));
  for (const std::string_view name : {"min", "max"}) {
    if (!has_word(code, name) || is_one_of(defined_functions(source), name) ||
        is_one_of(defined_functions(headers), name))
      continue;
    for (Size at = find_word(code, name); at != kNone; at = find_word(code, name, at + 1)) {
      const Size begin = begin_of_declaration(code, at), end = end_of_declaration(code, at + name.size());
      if (begin != kNone && end != kNone && !is_in_class(code, begin)) blank_text(text, begin, end - begin);
    }
  }
  return text;
}

std::string with_aligned_shared(std::string_view source) {
  constexpr std::string_view kShared = "__shared__", kAligned = " __attribute__((aligned(16)))";
  static const std::vector<std::string> kOfWords = {"int", "unsigned", "long", "float", "double"};
  std::string text(source);
  const std::string code = without_directives(code_of(source));
  for (Size at = code.rfind(kShared); at != kNone; at = at == 0 ? kNone : code.rfind(kShared, at - 1)) {
    const Size begin = at + kShared.size(), end = std::min(code.find_first_of(";{", begin), code.size());
    const bool is_array = code.find('[', begin) < end;
    const std::string_view declared = std::string_view(code).substr(begin, end - begin);
    if (has_any_word(declared, kOfWords)) continue;
    const Size before = at == 0 ? kNone : code.find_last_not_of(" \t\n", at - 1);
    const bool is_first =
        before == kNone || !is_word_sign(code[before]) || code.substr(0, before + 1).ends_with("static");
    if (is_array && is_first) text.insert(begin, kAligned);
  }
  return text;
}

std::string with_tables_in_memory(std::string_view source) {
  constexpr std::string_view kConst = "const";
  std::string text(source);
  const std::string code = without_directives(code_of(source));
  for (const std::string_view mark : {"__device__", "__constant__"})
    for (Size at = code.find(mark); at != kNone; at = code.find(mark, at + 1)) {
      const Size begin = at == 0 ? 0 : code.find_last_of(";{}", at) + 1,  // 0 where there is none
          end = std::min(code.find_first_of(";={(", at), code.size());
      const std::string_view declaration = std::string_view(code).substr(begin, end - begin);
      const bool is_table = end < code.size() && code[end] != '(' && declaration.find('[') != kNone &&
                            declaration.find('*') == kNone && !has_word(declaration, "constexpr");
      if (!is_table) continue;
      for (Size word = find_word(declaration, kConst); word != kNone;
           word = find_word(declaration, kConst, word + 1))
        text.replace(begin + word, kConst.size(), kConst.size(), ' ');
    }
  return text;
}

std::string for_host_compiler(std::string_view source, std::string_view headers) {
  const std::string plain =
      without_declared_min_max(with_tables_in_memory(without_notebook_marks(source)), headers);
  return with_aligned_shared(
      with_known_kernels(with_calls_for_ptx(without_macros_of_configurations(plain)), headers));
}

std::string with_marks_of_kernels(std::string_view source) {
  constexpr std::string_view kMark = "__global__", kCall = "lanescope_end();";
  std::string text(source);
  const std::string code = without_directives(code_of(source));
  for (Size at = code.rfind(kMark); at != kNone; at = at == 0 ? kNone : code.rfind(kMark, at - 1)) {
    const Size open = code.find_first_of(";{", at);
    if (open == kNone || code[open] == ';') continue;
    const Size close = close_of(code, open);
    if (close >= code.size()) continue;
    text.insert(close, kCall);
    text.insert(open + 1, begin_mark(std::string_view(code).substr(at, open - at)));
  }
  return text;
}

std::string with_value_returned(std::string_view source, unsigned number) {
  constexpr std::string_view kReturn = "return", kValue = " {}";
  std::string text(source);
  const std::string code = code_of(source);
  Size begin = 0;
  for (unsigned line = 1; line < number; ++line) {
    const Size end = code.find('\n', begin);
    if (end == kNone) return text;
    begin = end + 1;
  }
  for (Size at = code.rfind(kReturn, code.find('\n', begin)); at != kNone && at >= begin;
       at = at == 0 ? kNone : code.rfind(kReturn, at - 1)) {
    const Size end = at + kReturn.size(), behind = code.find_first_not_of(" \t", end);
    if (behind != kNone && code[behind] == ';' && (at == 0 || !is_word_sign(code[at - 1])))
      text.insert(end, kValue);
  }
  return text;
}

namespace {

/// Names of functions: one, and what it calls in turn. Each body is looked through once.
std::set<std::string, std::less<>> called_by(const std::string& first, std::string_view source,
                                             const std::vector<TextFunction>& functions) {
  std::multimap<std::string_view, const TextFunction*> by_name;
  for (const TextFunction& function : functions)
    if (!function.name.empty()) by_name.emplace(function.name, &function);
  std::set<std::string, std::less<>> called;
  std::vector<std::string_view> left;
  const auto note = [&](std::string_view name) {
    if (!called.contains(name) && by_name.contains(name)) left.push_back(*called.emplace(name).first);
  };
  note(first);
  while (!left.empty()) {
    const auto [begin, end] = by_name.equal_range(left.back());
    left.pop_back();
    for (auto one = begin; one != end; ++one)
      for (Size at = one->second->open; at < std::min(one->second->end, source.size());) {
        const Size behind = end_of_word(source, at);
        note(source.substr(at, behind - at));
        at = std::max(behind, at + 1);
      }
  }
  return called;
}

}  // namespace

std::string without_host_functions(std::string_view source, const std::string& needed) {
  std::string text(source);
  const std::vector<TextFunction> functions = functions_in(source);
  const auto kept = called_by(needed, source, functions);
  for (const TextFunction& function : functions)
    if (!function.is_for_device && !kept.contains(function.name))
      blank_text(text, function.begin, std::min(function.end + 1, text.size()) - function.begin);
  return text;
}

std::vector<std::string> included_names(std::string_view source, bool with_angles) {
  std::vector<std::string> names;
  for (const std::string_view line : lines_of(source)) {
    const auto rest = directive(line, "include");
    if (!rest || rest->empty() || (rest->front() != '"' && rest->front() != '<')) continue;
    const Size end = rest->find_first_of("\">", 1);
    if (end == kNone || end == 1) continue;
    const std::string_view name = rest->substr(1, end - 1);
    const bool is_standard = rest->front() == '<' && name.find('.') == kNone;  // <list>
    if ((with_angles && !is_standard) || rest->front() == '"') names.emplace_back(name);
  }
  return names;
}

bool has_waiting_loop(std::string_view source) {
  const std::string code = code_of(source);
  for (Size at = code.find("while"); at != kNone; at = code.find("while", at + 1)) {
    const Size open = code.find_first_not_of(" \t\n", at + 5);
    if ((at > 0 && is_word_sign(code[at - 1])) || open == kNone || code[open] != '(') continue;
    const Size body = code.find_first_not_of(" \t\n", end_of_parentheses(code, open));
    if (body == kNone) return false;
    if (code[body] == ';') return true;
    const Size inner = code.find_first_not_of(" \t\n", body + 1);
    if (code[body] == '{' && inner != kNone && code[inner] == '}') return true;
  }
  return false;
}

bool has_main(std::string_view source) {
  const std::string code = code_of(source);
  for (Size at = code.find("main"); at != kNone; at = code.find("main", at + 1)) {
    Size end = at + 4;
    while (end < code.size() && is_space(code[end])) ++end;
    if ((at == 0 || !is_word_sign(code[at - 1])) && end < code.size() && code[end] == '(') return true;
  }
  return false;
}

}  // namespace lanescope
