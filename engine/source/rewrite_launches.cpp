#include <algorithm>
#include <regex>

#include "engine/source/launch_signs.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

constexpr Size kMostUses = 2000;  // of a macro; each takes time with all of the text

/// Whether this is in a line of the preprocessor, where a name may be a macro's parameter.
bool is_in_directive(std::string_view code, Size at) {
  Size begin = at;
  while (begin > 0 && (code[begin - 1] != '\n' || code.substr(0, begin - 1).ends_with('\\') ||
                       code.substr(0, begin - 1).ends_with("\\\r")))
    --begin;
  const Size first = code.find_first_not_of(" \t", begin);
  return first != kNone && code[first] == '#';
}

std::string quoted_text(std::string_view text) {
  std::string words;
  for (const char c : text) {
    if (c == '"' || c == '\\') words += '\\';
    words += is_space(c) ? ' ' : c;
  }
  return '"' + words + '"';
}

/// Those outside of parentheses part; without spaces around.
std::vector<std::string> words_between_commas(const std::string& list) {
  std::vector<std::string> words;
  int depth = 0;
  Size begin = 0;
  for (Size i = 0; i <= list.size(); ++i) {
    const char sign = i < list.size() ? list[i] : ',';
    depth += sign == '(' || sign == '{' ? 1 : sign == ')' || sign == '}' ? -1 : 0;
    if (sign != ',' || depth > 0) continue;
    const std::string word = list.substr(begin, i - begin);
    const Size first = word.find_first_not_of(" \t");
    if (first != kNone) words.push_back(word.substr(first, word.find_last_not_of(" \t") + 1 - first));
    begin = i + 1;
  }
  return words;
}

/// What a macro stands for, with these words in place of its parameters.
std::string with_values(const std::string& body, const std::vector<std::string>& parameters,
                        const std::vector<std::string>& values) {
  std::string text;
  for (Size at = 0; at < body.size();) {
    const Size end = end_of_word(body, at);
    if (end == at) {
      text += body[at++];
      continue;
    }
    const std::string word = body.substr(at, end - at);
    const auto found = std::find(parameters.begin(), parameters.end(), word);
    text += found == parameters.end() ? word : values[static_cast<Size>(found - parameters.begin())];
    at = end;
  }
  return text;
}

/// Puts what a macro stands for where it is used.
void put_configuration(std::string& text, const std::string& name, std::vector<std::string> parameters,
                       const std::string& body) {
  constexpr Size kLongestUse = 4000;
  const bool takes_any = !parameters.empty() && parameters.back() == "...";
  if (takes_any) parameters.back() = "__VA_ARGS__";
  const std::string code = without_directives(code_of(text));
  std::string put;
  Size done = 0, left = kMostUses;
  for (Size at = code.find(name); at != kNone && left > 0; at = code.find(name, at + 1)) {
    const Size open = code.find_first_not_of(" \t", at + name.size());
    if (at < done || (at > 0 && is_word_sign(code[at - 1])) || open == kNone || code[open] != '(') continue;
    const Size end = open + end_of_parentheses(std::string_view(code).substr(open, kLongestUse), 0);
    if (code[end - 1] != ')') continue;
    std::vector<std::string> values = words_between_commas(text.substr(open + 1, end - open - 2));
    for (; takes_any && values.size() > parameters.size(); values.pop_back())
      values[values.size() - 2] += ", " + values.back();
    if (values.size() != parameters.size()) continue;
    put += text.substr(done, at - done) + with_values(body, parameters, values);
    done = end;
    --left;
  }
  text = put + text.substr(done);
}

/// A null pointer that is handed on loses its meaning if it is written as a number.
void mend_null_pointers(std::string& text, std::string& code, Size open) {
  constexpr std::string_view kNull = "NULL", kPointer = "nullptr";
  int depth = 0;
  for (Size i = open; i < code.size() && code[i] != ';'; ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0) return;
    if (code.compare(i, kNull.size(), kNull) != 0 || is_word_sign(code[i - 1]) ||
        is_word_sign(code[i + kNull.size()]))
      continue;
    text.replace(i, kNull.size(), kPointer);
    code.replace(i, kNull.size(), kPointer);
  }
}

/// Whether one of the arguments in these parentheses is a 0, which then is one that may be a pointer.
bool mend_zeros(std::string& text, std::string& code, Size open) {
  constexpr std::string_view kZero = "::lanescope_host::Zero()";
  bool has_zero = false;
  int depth = 0;
  for (Size i = open; i < code.size() && code[i] != ';'; ++i) {
    const bool opens = code[i] == '(' || code[i] == '{' || code[i] == '[';
    depth += opens ? 1 : code[i] == ')' || code[i] == '}' || code[i] == ']' ? -1 : 0;
    if (depth == 0) return has_zero;
    if (depth != 1 || (code[i] != '(' && code[i] != ',')) continue;
    const Size at = code.find_first_not_of(" \t\n", i + 1);
    if (at == kNone || code[at] != '0') continue;
    const Size behind = code.find_first_not_of(" \t\n", at + 1);
    if (behind == kNone || (code[behind] != ',' && code[behind] != ')')) continue;
    text.replace(at, 1, kZero);
    code.replace(at, 1, std::string(kZero.size(), ' '));
    has_zero = true;
  }
  return has_zero;
}

/// The one of these kernels that is launched, of "reduce<256>"; null: it is none of them.
const ScannedKernel* kernel_of(const std::vector<ScannedKernel>& kernels, const std::string& name) {
  const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const ScannedKernel& kernel) {
    return name.starts_with(kernel.name) &&
           (name.size() == kernel.name.size() || !is_word_sign(name[kernel.name.size()]));
  });
  return found == kernels.end() ? nullptr : &*found;
}

/// Whether what is launched is a variable, a member or an element, in which several kernels may be, and no kernel
/// of this name: the text declares it behind a type, or the signs of an expression are in it.
bool is_variable(std::string_view code, std::string_view name) {
  constexpr std::string_view kNoTypes[] = {"return", "else", "do", "case", "goto", "new", "delete", "throw"};
  if (!std::all_of(name.begin(), name.end(), is_word_sign))
    return name.find_first_of("([.-?") != kNone && name.find('<') == kNone;
  for (Size at = code.find(name); at != kNone; at = code.find(name, at + 1)) {
    const Size behind = at + name.size();
    if (at == 0 || is_word_sign(code[at - 1]) || (behind < code.size() && is_word_sign(code[behind]))) continue;
    const Size next = code.find_first_not_of(" \t", behind);
    if (next == kNone || std::string_view(",;)=[{:").find(code[next]) == kNone) continue;
    Size end = at;
    while (end > 0 && (is_space(code[end - 1]) || code[end - 1] == '*' || code[end - 1] == '&')) --end;
    if (end == at || end == 0) continue;
    const Size begin = begin_of_word(code, end);
    const std::string_view before = code.substr(begin, end - begin);
    const bool is_type =
        !before.empty() && std::find(std::begin(kNoTypes), std::end(kNoTypes), before) == std::end(kNoTypes);
    const bool is_pointer = code[end - 1] == '(' && code.substr(end, at - end).find('*') != kNone;  // (*name)(
    if (is_type || is_pointer || code[end - 1] == '>') return true;
  }
  return false;
}

}  // namespace

std::string without_macros_of_configurations(std::string_view source) {
  static const std::regex definition(R"([ \t]*#[ \t]*define[ \t]+(\w+)\(([\w, \t.]*)\)[ \t]*(<<<.*>>>)[ \t]*)");
  constexpr Size kMost = 1000;  // as above
  std::string text(source);
  for (Size at = 0, left = 100; at < text.size() && left > 0;) {
    const Size end = std::min(text.find('\n', at), text.size());
    std::smatch found;
    const std::string line = text.substr(at, std::min(end - at, kMost));
    const bool defines = line.size() < kMost && line.find("<<<") != kNone && directive(line, "define") &&
                         std::regex_match(line, found, definition);
    if (defines) {
      blank_text(text, at + static_cast<Size>(found.position(3)), static_cast<Size>(found.length(3)));
      put_configuration(text, found[1].str(), words_between_commas(found[2].str()), found[3].str());
      --left;
    }
    at = defines ? 0 : end + 1;
  }
  return text;
}

std::string with_known_kernels(std::string_view source, std::string_view headers) {
  constexpr std::string_view kKnown = "::lanescope_host::known->*";
  std::string text(source);
  const std::string code = code_of(source);
  const std::regex cast(
      R"((?:\(\s{0,4}(?:const\s{1,4})?void\s{0,4}(?:const\s{0,4})?\*\s{0,4}\)|(?:reinterpret|static)_cast\s{0,4}<\s{0,4}(?:const\s{1,4})?void\s{0,4}(?:const\s{0,4})?\*\s{0,4}>)(?=[\s(&]{0,8}(\w{1,80})))");
  const std::vector<ScannedKernel> kernels = scan_kernels(text + "\n" + std::string(headers));
  Size added = 0;
  for (std::sregex_iterator found(code.begin(), code.end(), cast), end; found != end; ++found) {
    const std::string name = (*found)[1].str();
    const auto at = static_cast<Size>(found->position(0)), size = static_cast<Size>(found->length(0));
    // What is launched need not be a kernel of this file, or one at all, where nobody gets there.
    const Size before = skip_space_back(code, at);
    const std::string_view head =
        std::string_view(code).substr(0, before == 0 ? 0 : skip_space_back(code, before - 1));
    const bool is_launched = before > 0 && code[before - 1] == '(' &&
                             (head.ends_with("cudaLaunchKernel") || head.ends_with("cudaLaunchCooperativeKernel"));
    if (!is_launched &&
        std::none_of(kernels.begin(), kernels.end(), [&](const auto& kernel) { return kernel.name == name; }))
      continue;
    const std::string lines = newlines_of(text.substr(at + added, size));
    text.replace(at + added, size, std::string(kKnown) + lines);
    added += kKnown.size() + lines.size() - size;
  }
  return text;
}

namespace {

/// Whether a kernel that is a template is launched with all of its arguments, so that its parameters are known.
bool names_template_arguments(const ScannedKernel& kernel, std::string_view launched) {
  if (!kernel.is_template) return true;
  if (kernel.template_parameters.find("...") != std::string::npos || !launched.ends_with('>')) return false;
  const Size open = launched.find('<');
  return listed_parts(launched.substr(open + 1, launched.size() - open - 2)).size() ==
         listed_parts(kernel.template_parameters).size();
}

}  // namespace

std::string with_calls_for_launches(std::string_view source, std::string_view headers) {
  std::string text(source), code = code_of(source);
  const std::string original = code;
  const std::vector<ScannedKernel> kernels = scan_kernels(text + "\n" + std::string(headers));
  const std::vector<LaunchSigns> launches = launches_in(code);
  // From behind, so that the places of those before stay.
  for (auto launch = launches.rbegin(); launch != launches.rend(); ++launch) {
    const auto& [callee, opening, closing] = *launch;
    const Size open = code.find_first_not_of(" \t\r\n", closing.end);
    const bool has_arguments = open != kNone && code[open] == '(';
    if (has_arguments) mend_null_pointers(text, code, open);
    const std::string name = text.substr(callee.begin, callee.end - callee.begin);
    const std::string lines = newlines_of(text.substr(callee.end, opening.begin - callee.end)) +
                              newlines_of(text.substr(closing.begin, closing.end - closing.begin));
    const ScannedKernel* kernel = kernel_of(kernels, name);
    const bool has_reference = kernel && kernel->has_reference, has_type = kernel && kernel->has_one_type &&
                                                                           !has_reference && has_arguments &&
                                                                           names_template_arguments(*kernel, name);
    const bool has_zero = has_arguments && !has_type && mend_zeros(text, code, open),
               has_variable = !kernel && is_variable(original, name);
    // What a variable holds now is called, also where the launch is of a graph and comes later.
    const std::string called = has_variable ? "lanescope_k" : name,
                      captures = has_variable ? "[&, lanescope_k = " + name + "]" : "[&]";
    const std::string head = captures + (has_reference ? "(auto&&... lanescope_a)" : "(auto... lanescope_a)") +
                             " __attribute__((LANESCOPE_UNWATCHED))",
                      body = " { " + called + "(lanescope_a...); }",
                      if_possible = has_zero && !has_reference
                                        ? head + " -> decltype(void(" + called + "(lanescope_a...)))" + body + ", "
                                        : "";
    const std::string call =
        "::lanescope_host::Configured(" +
        (is_in_directive(original, callee.begin) ? "LANESCOPE_NAME(" + name + ")" : quoted_text(name)) + ", " +
        text.substr(opening.end, closing.begin - opening.end) + ")" +
        (has_variable ? ".of(::lanescope_host::place_of(" + name + "))" : "") +
        (has_reference ? ".with_references("
         : has_type    ? ".named().typed(" + name + ", "
         : kernel      ? ".named()("
                       : "(") +
        if_possible + head + body + ")" + (has_type ? ".start" : "") + lines;
    text.replace(callee.begin, closing.end - callee.begin, call);
    code.replace(callee.begin, closing.end - callee.begin, std::string(call.size(), ' '));
  }
  return text;
}

}  // namespace lanescope
