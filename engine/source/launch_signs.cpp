#include "engine/source/launch_signs.h"

#include <algorithm>
#include <optional>

namespace lanescope {

using namespace source_text;

namespace {

using Span = LaunchSigns::Span;

/// Where the brackets begin that end before `end`; none where a statement ends in between.
Size open_of(std::string_view code, Size end, char open, char close) {
  int depth = 0;
  for (Size i = end; i-- > 0;) {
    if (code[i] == ';' || code[i] == '{') return kNone;
    depth += code[i] == close ? 1 : code[i] == open ? -1 : 0;
    if (depth == 0) return i;
  }
  return kNone;
}

/// What joins the parts of an expression that ends here: `.`, `->` or `::`; 0: nothing does.
Size joint_before(std::string_view code, Size end) {
  const std::string_view head = code.substr(0, end);
  if (head.ends_with("->") || head.ends_with("::")) return 2;
  return head.ends_with('.') ? 1 : 0;
}

/// Of the name that ends here, which a macro may make of several: `reduce_##TYPE`.
Size begin_of_name(std::string_view code, Size end) {
  const Size begin = begin_of_word(code, end);
  const Size signs = skip_space_back(code, begin);
  if (!code.substr(0, signs).ends_with("##")) return begin;
  return begin_of_name(code, skip_space_back(code, signs - 2));
}

/// What is launched: a name, with template arguments, an expression in parentheses, or elements and members of
/// others.
std::optional<Span> callee_before(std::string_view code, Size end) {
  end = skip_space_back(code, end);
  Size begin = end;
  if (begin > 0 && code[begin - 1] == '>') begin = open_of(code, begin, '<', '>');
  if (begin != kNone) begin = skip_space_back(code, begin);
  for (Size joint = 1; joint > 0 && begin != kNone;) {
    for (bool is_bracketed = true; is_bracketed && begin != kNone && begin > 0;) {
      const char sign = code[begin - 1];
      is_bracketed = sign == ')' || sign == ']';
      if (is_bracketed) begin = sign == ')' ? open_of(code, begin, '(', ')') : open_of(code, begin, '[', ']');
    }
    if (begin == kNone) return std::nullopt;
    begin = begin_of_name(code, begin);
    joint = joint_before(code, begin);
    begin -= joint;
  }
  if (begin == kNone || begin == end) return std::nullopt;
  return Span{begin, end};
}

/// Three signs `<` that begin a configuration here, with spaces between them as some editors put them; where they
/// end.
Size end_of_opening(std::string_view code, Size at) {
  Size end = at, signs = 0;
  while (end < code.size() && signs < 3 &&
         (code[end] == '<' || (signs > 0 && (code[end] == ' ' || code[end] == '\t'))))
    signs += code[end++] == '<';
  return signs == 3 ? end : kNone;
}

/// The last opening of a configuration that begins before `end`.
std::optional<Span> opening_before(std::string_view code, Size end) {
  for (Size at = end; at-- > 0;) {
    if (code[at] != '<' || (at > 0 && code[at - 1] == '<')) continue;
    const Size behind = end_of_opening(code, at);
    if (behind != kNone) return Span{at, behind};
  }
  return std::nullopt;
}

/// The >>> that ends the configuration that begins here.
std::optional<Span> end_of_configuration(std::string_view code, Size at) {
  int depth = 0;
  for (; at < code.size() && code[at] != ';'; ++at) {
    depth += code[at] == '(' || code[at] == '{' || code[at] == '['   ? 1
             : code[at] == ')' || code[at] == '}' || code[at] == ']' ? -1
                                                                     : 0;
    if (depth != 0 || code[at] != '>') continue;
    Size end = at, signs = 0;
    while (end < code.size() && signs < 3 && (code[end] == '>' || is_space(code[end]))) signs += code[end++] == '>';
    if (signs == 3) return Span{at, end};
  }
  return std::nullopt;
}

}  // namespace

std::vector<LaunchSigns> launches_in(std::string_view code) {
  Size left = 2000;  // each takes time with all of the text, also where it ends nowhere
  std::vector<LaunchSigns> launches;
  for (auto opening = opening_before(code, code.size()); opening && left > 0; --left) {
    const auto callee = callee_before(code, opening->begin);
    const auto closing = callee ? end_of_configuration(code, opening->end) : std::nullopt;
    if (closing) launches.push_back({*callee, *opening, *closing});
    opening = opening_before(code, closing ? callee->begin : opening->begin);
  }
  std::reverse(launches.begin(), launches.end());
  return launches;
}

}  // namespace lanescope
