#include "engine/source/struct_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// CUDA's own, which no text of a user has.
const std::pair<std::string_view, std::vector<std::string>> kKnown[] = {
    {"cudaPitchedPtr", {"ptr", "pitch", "xsize", "ysize"}},
    {"cudaExtent", {"width", "height", "depth"}},
};

/// What stands between the braces of its definition; none: it has none.
std::string_view body_of(std::string_view code, std::string_view type) {
  for (Size at = find_word(code, type); at != kNone; at = find_word(code, type, at + 1)) {
    const Size before = skip_space_back(code, at);
    const bool is_head = code.substr(0, before).ends_with("struct") || code.substr(0, before).ends_with("class");
    const Size open = code.find_first_not_of(" \t\n", at + type.size());
    if (is_head && open != kNone && code[open] == '{')
      return code.substr(open + 1, std::min(close_of(code, open), code.size()) - open - 1);
    if (before == 0 || code[before - 1] != '}' || open == kNone || (code[open] != ';' && code[open] != ','))
      continue;
    int depth = 0;  // back to where `typedef struct {` begins
    for (Size i = before; i-- > 0;) {
      depth += code[i] == '}' ? 1 : code[i] == '{' ? -1 : 0;
      if (depth > 0) continue;
      const Size begin = code.find_last_of(";}", i);
      const std::string_view head =
          code.substr(begin == kNone ? 0 : begin + 1, i - (begin == kNone ? 0 : begin + 1));
      if (has_word(head, "typedef") && has_word(head, "struct")) return code.substr(i + 1, before - 1 - i - 1);
      break;
    }
  }
  return {};
}

/// Names that a declaration of fields declares: "a" and "b" of "float *a, b[3] = {}".
std::vector<std::string> names_in(std::string_view declaration) {
  std::vector<std::string> names;
  for (const std::string& part : listed_parts(declaration)) {
    const std::string_view one = std::string_view(part).substr(0, part.find_first_of("=[{"));
    const Size end = skip_space_back(one, one.size());
    const Size word = begin_of_word(one, end);
    if (word < end) names.emplace_back(one.substr(word, end - word));
  }
  return names;
}

}  // namespace

std::string type_name_in(std::string_view declaration) {
  declaration = declaration.substr(0, declaration.find('='));
  if (declaration.find_first_of("*[(") != kNone) return {};
  std::string text(declaration.substr(0, declaration.find('<')));
  Size end = skip_space_back(text, text.size());
  if (declaration.find('<') == kNone) {  // the name of the parameter is behind it
    end = begin_of_word(text, end);
    while (end > 0 && !is_word_sign(text[end - 1])) --end;
  }
  const Size begin = begin_of_word(text, end);
  return text.substr(begin, end - begin);
}

std::vector<std::string> struct_fields(std::string_view code, std::string_view type) {
  if (type.empty()) return {};
  const auto* known =
      std::find_if(std::begin(kKnown), std::end(kKnown), [&](const auto& one) { return one.first == type; });
  if (known != std::end(kKnown)) return known->second;
  std::vector<std::string> fields;
  const std::string_view body = body_of(code, type);
  Size begin = 0;
  for (Size i = 0; i < body.size(); ++i) {
    const bool is_braced = body[i] == '{';
    if (is_braced) {
      const Size end = close_of(body, i);
      const std::string_view head = body.substr(begin, i - begin);
      const bool is_value = head.find('(') == kNone && !has_any_word(head, {"struct", "union", "class", "enum"});
      i = std::min(end, body.size());
      if (!is_value) begin = i + 1;  // a function, or a type within
      continue;
    }
    if (body[i] == ':' && i + 1 < body.size() && body[i + 1] != ':' && body[i - (i > 0)] != ':') {
      if (has_any_word(body.substr(begin, i - begin), {"public", "private", "protected"})) {
        begin = i + 1;
        continue;
      }
      return {};
    }
    if (body[i] != ';') continue;
    const std::string_view declaration = body.substr(begin, i - begin);
    begin = i + 1;
    if (declaration.find('(') != kNone ||
        has_any_word(declaration, {"static", "using", "typedef", "template", "friend", "enum"}))
      continue;
    for (std::string& name : names_in(declaration)) fields.push_back(std::move(name));
  }
  return fields;
}

std::string code_of_fields(const std::vector<std::vector<std::string>>& fields) {
  std::string code;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].empty()) continue;
    std::string calls;
    for (const std::string& name : fields[i])
      calls += fmt::format(
          " all.add({0}, __builtin_offsetof(T, {1}), parameter<typename OfField<decltype(T::{1})>::Type>());", i,
          name);
    code += fmt::format(
        "namespace lanescope_entry {{ template <> struct FieldsOf<{}> {{ template <class T> static constexpr void "
        "put(Signature& all) {{{} }} }}; }} ",
        i, calls);
  }
  return code;
}

}  // namespace lanescope
