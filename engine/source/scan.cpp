#include "engine/source/scan.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/source/active_code.h"
#include "engine/source/scopes.h"
#include "engine/source/source_text.h"
#include "engine/source/struct_fields.h"
#include "engine/source/tokens.h"

namespace lanescope {

using source_text::blank_text;
using source_text::is_word_sign;

namespace {

/// The end of a literal that begins with this quote.
std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    if (text[at] == '\\') ++at;
  return at;
}

constexpr std::array<std::string_view, 4> kAttributes = {"__launch_bounds__", "__attribute__", "__cluster_dims__",
                                                         "__align__"};

/// The last word of a declaration, before what it is set to or how long it is.
std::string name_in(std::string_view declaration) {
  // Of a function that it points to: int (*f)(int).
  if (const std::size_t points = declaration.find("(*"); points != std::string_view::npos)
    declaration = declaration.substr(0, declaration.find(')', points)).substr(points);
  declaration = declaration.substr(0, declaration.find_first_of("=["));
  std::size_t end = declaration.size();
  while (end > 0 && !is_word_sign(declaration[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_word_sign(declaration[begin - 1])) --begin;
  return std::string(declaration.substr(begin, end - begin));
}

std::vector<std::string_view> declarations_in(std::string_view parameters) {
  std::vector<std::string_view> declarations;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= parameters.size(); ++i) {
    const char c = i < parameters.size() ? parameters[i] : ',';
    depth += c == '(' || c == '<' || c == '[' ? 1 : c == ')' || c == '>' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0) continue;
    if (parameters.substr(begin, i - begin).find_first_not_of(" \n\r\t") != std::string_view::npos)
      declarations.push_back(parameters.substr(begin, i - begin));
    begin = i + 1;
  }
  return declarations;
}

/// A sign for each parameter: whether it is a pointer. Kernels of one name that differ in that are several.
std::string shape_of(std::string_view parameters) {
  std::string shape;
  for (const std::string_view declaration : declarations_in(parameters))
    shape += declaration.find_first_of("*[") != std::string_view::npos ? '*' : '.';
  return shape;
}

/// What stands between the brackets of the `template` that the statement of this place began with; none: it is no
/// template.
std::optional<std::string> template_parameters_of(std::string_view code, std::size_t at) {
  const std::size_t begin = code.find_last_of(";}{", at);
  const std::string_view head =
      code.substr(begin == std::string_view::npos ? 0 : begin, at - (begin == std::string_view::npos ? 0 : begin));
  const std::size_t word = head.find("template");
  if (word == std::string_view::npos || (word > 0 && is_word_sign(head[word - 1]))) return std::nullopt;
  const std::size_t open = head.find('<', word);
  if (open == std::string_view::npos) return std::string();
  return std::string(head.substr(open + 1, source_text::end_of_angles(head, open) - open - 2));
}

}  // namespace

void take_parameters(ScannedKernel& function, std::string_view parameters) {
  for (const std::string_view declaration : declarations_in(parameters)) {
    function.parameters.push_back(name_in(declaration));
    function.types.push_back(type_name_in(declaration));
    if (function.first_pointer.empty() && declaration.find('*') != std::string_view::npos)
      function.first_pointer = declaration;
    function.is_const.push_back(declaration.find("const") != std::string_view::npos);
    const std::string_view head = declaration.substr(0, declaration.find('='));
    function.usual.emplace_back(head.size() < declaration.size() ? declaration.substr(head.size() + 1) : "");
    function.declared += (function.declared.empty() ? "" : ",") + std::string(head);
    function.has_one_type =
        function.has_one_type && head.size() == declaration.size() && !source_text::has_word(head, "auto");
    function.has_reference =
        function.has_reference || (head.find('&') != std::string_view::npos && !function.is_const.back());
  }
}

void take_template(ScannedKernel& function, std::string_view code, std::size_t at) {
  const std::optional<std::string> parameters = template_parameters_of(code, at);
  function.is_template = parameters.has_value();
  function.template_parameters = parameters.value_or("");
}

std::string plain_name(std::string name) {
  name.resize(std::min(name.find('<'), name.size()));
  const std::size_t colons = name.rfind("::");
  if (colons != std::string::npos) name.erase(0, colons + 2);
  std::erase(name, ' ');
  return name;
}

std::string code_of(std::string_view source) {
  std::string code(source);
  for (std::size_t i = 0; i < code.size(); ++i) {
    std::size_t end = i;
    if (source.substr(i, 2) == "//") {
      end = std::min(source.find('\n', i), source.size());
      blank_text(code, i, end - i);
    } else if (source.substr(i, 2) == "/*") {
      end = std::min(source.find("*/", i + 2), source.size() - 1) + 1;
      blank_text(code, i, std::min(end + 1, code.size()) - i);
    } else if (source[i] == '"' || (source[i] == '\'' && (i == 0 || !is_word_sign(source[i - 1])))) {
      end = end_of_literal(source, i);
      blank_text(code, i + 1, std::min(end, code.size()) - i - 1);
    }
    i = std::max(i, end);
  }
  return code;
}

unsigned unclosed_brace(std::string_view source) {
  const std::string code = code_of(source);
  if (code.find("#else") != std::string::npos || code.find("#elif") != std::string::npos) return 0;
  std::vector<unsigned> open;
  unsigned line = 1;
  for (const char sign : code) {
    if (sign == '\n') ++line;
    if (sign == '{') open.push_back(line);
    if (sign == '}' && !open.empty()) open.pop_back();
  }
  return open.empty() ? 0 : open.front();
}

namespace {

/// Whether `name` is asked for its x, y and z; as a whole: for its x.
std::array<bool, 3> directions_in(std::string_view body, const std::string& name) {
  std::array<bool, 3> asked = {};
  constexpr const char* kDirections[] = {".x", ".y", ".z"};
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = body.find(name + kDirections[i]) != body.npos;
  const bool is_any = asked[0] || asked[1] || asked[2];
  return {asked[0] || (!is_any && body.find(name) != body.npos), asked[1], asked[2]};
}

bool is_any(const std::array<bool, 3>& directions) {
  return directions[0] || directions[1] || directions[2];
}

/// Whether all that is asked of blockIdx.y, or z, is how many blocks stand before it, as in
/// `blockIdx.y * gridDim.x + blockIdx.x`: a grid of one row has all of them.
bool is_counted_through(const std::string& body, const std::string& index) {
  constexpr std::string_view kWidth = "gridDim.x", kHeight = "gridDim.y";
  bool is_asked = false;
  for (std::size_t at = body.find(index); at != body.npos; at = body.find(index, at + 1)) {
    const std::string_view before = std::string_view(body).substr(0, at),
                           behind = std::string_view(body).substr(at + index.size());
    const auto is_multiplied_by = [&](std::string_view size) {
      return before.ends_with(std::string(size) + "*") || behind.starts_with("*" + std::string(size));
    };
    if (!is_multiplied_by(kWidth) && !is_multiplied_by(kHeight)) return false;
    is_asked = true;
  }
  return is_asked;
}

/// Directions in which the grid spans something of its own.
std::array<bool, 3> directions_of_blocks(std::string_view text, const std::array<bool, 3>& threads) {
  std::array<bool, 3> blocks = directions_in(text, "blockIdx");
  if (!blocks[0] || threads[1] || threads[2]) return blocks;
  std::string body(text);
  std::erase_if(body, source_text::is_space);
  blocks[1] = blocks[1] && !is_counted_through(body, "blockIdx.y");
  blocks[2] = blocks[2] && !is_counted_through(body, "blockIdx.z");
  return blocks;
}

/// Whether threads could do different things by what stands there, macros of headers among it.
bool may_know_thread(std::string_view code) {
  constexpr std::string_view kWords[] = {"threadIdx", "this_thread", "thread_rank", "coalesced",
                                         "this_grid", "cub::",       "atomic",      "asm",
                                         "LOOP",      "THREAD",      "TID",         "IDX"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return code.find(word) != code.npos; });
}

/// Whether an atomic there may be of what all blocks see: all but those whose first word is a shared variable's
/// name.
bool has_atomic_of_all(std::string_view code) {
  constexpr std::string_view kAtomic = "atomic", kShared = "__shared__";
  std::string shared;
  for (std::size_t at = code.find(kShared); at != code.npos; at = code.find(kShared, at + 1))
    shared += code.substr(at, code.find(';', at) - at);
  for (std::size_t at = code.find(kAtomic); at != code.npos; at = code.find(kAtomic, at + 1)) {
    const std::size_t open = source_text::end_of_word(code, at),
                      name = open < code.size() && code[open] == '(' ? code.find_first_not_of(" \t\n&", open + 1)
                                                                     : code.npos;
    if (name == code.npos || (at > 0 && source_text::is_word_sign(code[at - 1]))) return true;
    if (!source_text::has_word(shared, code.substr(name, source_text::end_of_word(code, name) - name))) return true;
  }
  return false;
}

/// Whether blocks could do different things by what stands there: by their number, or by who comes first.
bool may_know_block(std::string_view code) {
  constexpr std::string_view kWords[] = {"blockIdx", "this_grid", "grid_group", "ctaid"};
  return has_atomic_of_all(code) || std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
           return code.find(word) != code.npos;
         });
}

}  // namespace

std::vector<std::string> environment_names(std::string_view source) {
  constexpr std::string_view kCall = "getenv";
  const std::string code = code_of(source);
  std::vector<std::string> names;
  for (std::size_t at = code.find(kCall); at != std::string::npos; at = code.find(kCall, at + 1)) {
    Tokens tokens(code, at + kCall.size());
    if (tokens.next() != "(" || tokens.next() != "\"") continue;
    const std::size_t begin = tokens.at();
    if (tokens.next() != "\"") continue;
    std::string name(source.substr(begin, tokens.at() - 1 - begin));
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

namespace {

/// Where a parameter has no name, as it need not where it is only declared, its type is not known.
bool differ(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  if (some.size() != others.size()) return true;
  for (std::size_t i = 0; i < some.size(); ++i)
    if (!some[i].empty() && !others[i].empty() && some[i] != others[i]) return true;
  return false;
}

}  // namespace

std::vector<ScannedKernel> scan_kernels(std::string_view source) {
  const std::string code = active_code_of(source);
  constexpr std::string_view kMark = "__global__";
  struct Declared {
    std::string name, shape;
    std::vector<std::string> types;
    bool has_one_type;  // false: arguments have defaults
  };
  std::vector<ScannedKernel> kernels;
  std::vector<std::string> shapes;  // of those
  std::vector<Declared> declared;   // without a body
  std::string others = code;        // without the bodies of kernels
  const Scopes scopes(code);
  for (std::size_t at = code.find(kMark); at != std::string::npos; at = code.find(kMark, at + kMark.size())) {
    ScannedKernel kernel;
    Tokens tokens(code, at + kMark.size());
    std::string_view token = tokens.next(), parameters;
    for (; !token.empty() && token != ";" && token != "{"; token = tokens.next()) {
      const bool attribute = std::find(kAttributes.begin(), kAttributes.end(), token) != kAttributes.end();
      if (attribute && tokens.next() == "(") {
        tokens.skip_parentheses();
      } else if (token == "(") {
        take_parameters(kernel, parameters = tokens.skip_parentheses());
        break;
      } else if (is_word_sign(token[0])) {
        kernel.name = token;
      }
    }
    if (token != "(" || kernel.name.empty()) continue;
    if (tokens.next() != "{") {
      declared.push_back({kernel.name, shape_of(parameters), std::move(kernel.types), kernel.has_one_type});
      continue;
    }
    const std::string_view body =
        std::string_view(code).substr(tokens.at()).substr(0, code.find(kMark, tokens.at()) - tokens.at());
    kernel.threads = directions_in(body, "threadIdx");
    kernel.blocks = directions_of_blocks(body, kernel.threads);
    const std::size_t end = std::min(source_text::close_of(code, tokens.at() - 1), code.size());
    const std::string_view own = std::string_view(code).substr(tokens.at(), end - tokens.at());
    kernel.knows_block = may_know_block(own);
    if (!is_any(kernel.threads)) kernel.threads[0] = may_know_thread(own);
    blank_text(others, tokens.at(), end - tokens.at());
    kernel.line = source_text::line_at(code, at);
    take_template(kernel, code, at);
    kernel.scope = scopes.at(at);
    const auto same =
        std::find_if(kernels.begin(), kernels.end(), [&](const auto& other) { return other.name == kernel.name; });
    if (same != kernels.end()) {
      same->has_one_type = false;
    } else {
      kernels.push_back(std::move(kernel));
      shapes.push_back(shape_of(parameters));
    }
  }
  const bool others_may = may_know_block(others);
  for (ScannedKernel& kernel : kernels) {
    kernel.knows_block = kernel.knows_block || others_may;
    if (!is_any(kernel.threads)) kernel.threads = directions_in(others, "threadIdx");
    if (!is_any(kernel.threads)) kernel.threads[0] = may_know_thread(others);
    if (!is_any(kernel.blocks)) kernel.blocks = directions_in(others, "blockIdx");
  }
  for (std::size_t i = 0; i < kernels.size(); ++i)
    for (const Declared& one : declared)
      if (one.name == kernels[i].name &&
          (!one.has_one_type || one.shape != shapes[i] || differ(one.types, kernels[i].types)))
        kernels[i].has_one_type = false;
  return kernels;
}

KernelText kernel_text(const std::string& code, const std::string& kernel) {
  using namespace source_text;
  for (Size at = code.find("__global__"); at != kNone; at = code.find("__global__", at + 1)) {
    const Size open = code.find_first_of(";{", at);
    if (open == kNone || code[open] == ';') continue;
    if (!kernel.empty() && !has_word(std::string_view(code).substr(at, open - at), kernel)) continue;
    return {code.substr(at, open - at), code.substr(open, close_of(code, open) - open)};
  }
  return {};
}

}  // namespace lanescope
