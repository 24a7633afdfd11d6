#include "engine/source/template_arguments.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/source_text.h"
#include "engine/source/text_constants.h"
#include "engine/source/tokens.h"

namespace lanescope {

using namespace source_text;

namespace {

constexpr Size kLongestArguments = 300;

bool is_literal(std::string_view word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

bool is_type_of_the_language(std::string_view word) {
  constexpr std::string_view kTypes[] = {
      "float",  "double",  "int",      "unsigned",    "long",          "short",   "char",    "bool",   "signed",
      "size_t", "int8_t",  "uint8_t",  "int16_t",     "uint16_t",      "int32_t", "int64_t", "half",   "__half",
      "half2",  "__half2", "uint32_t", "uint64_t",    "uint",          "uchar",   "float2",  "float4", "int2",
      "int4",   "uchar4",  "double2",  "nv_bfloat16", "__nv_bfloat16", "true",    "false",   "std",    "const"};
  return std::find(std::begin(kTypes), std::end(kTypes), word) != std::end(kTypes);
}

/// An argument with numbers in place of constants; none: it has a name that has no meaning elsewhere.
std::optional<std::string> settled(std::string_view argument, const TextConstants& constants) {
  std::string text;
  for (Size i = 0; i < argument.size();) {
    if (!is_word_sign(argument[i])) {
      text += argument[i++];
      continue;
    }
    const Size end = end_of_word(argument, i);
    const std::string word(argument.substr(i, end - i));
    const auto constant = constants.find(word);
    if (!is_literal(word) && !is_type_of_the_language(word) && constant == constants.end()) return std::nullopt;
    text += constant == constants.end() ? word : std::to_string(constant->second);
    i = end;
  }
  return text;
}

/// Of `name<A, B><<<` or `name<A, B>(`: of a launch, an instantiation or a specialization.
std::optional<std::string> arguments_of_use(const std::string& code, const std::string& name,
                                            const TextConstants& constants) {
  for (Size at = find_word(code, name); at != kNone; at = find_word(code, name, at + 1)) {
    const Size open = code.find_first_not_of(" \t\n", at + name.size());
    if (open == kNone || code[open] != '<' || code.compare(open, 3, "<<<") == 0) continue;
    const Size call = std::min(code.find("<<<", open), code.find('(', open));
    if (call == kNone || call - open > kLongestArguments) continue;
    const Size close = skip_space_back(code, call);
    if (close <= open + 1 || code[close - 1] != '>' || code.find_first_of(";{}", open) < call) continue;
    std::string text;
    bool is_known = true;
    for (const std::string& argument : listed_parts(std::string_view(code).substr(open + 1, close - open - 2))) {
      const std::optional<std::string> one = settled(argument, constants);
      is_known = is_known && one;
      text += (text.empty() ? "" : ", ") + one.value_or("");
    }
    if (is_known && !text.empty()) return "<" + text + ">";
  }
  return std::nullopt;
}

/// Of a declaration.
std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> all;
  Tokens tokens(text, 0);
  for (std::string_view one = tokens.next(); !one.empty(); one = tokens.next()) all.emplace_back(one);
  return all;
}

/// What a parameter `const T* in` makes of T where an instantiation has `const unsigned int*`.
void deduce(const std::string& declared, const std::string& used, std::map<std::string, std::string>& types) {
  const std::vector<std::string> words = tokens_of(declared), others = tokens_of(used);
  for (Size i = 0, k = 0; i < words.size() && k < others.size(); ++i) {
    const auto type = types.find(words[i]);
    if (type == types.end()) {
      if (words[i] != others[k++]) return;
      continue;
    }
    std::string found = others[k++];
    while (k < others.size() && is_type_of_the_language(others[k])) found += " " + others[k++];
    type->second = found;
  }
}

/// Of `template void name(float*);`, which leaves them to the compiler.
std::optional<std::string> arguments_of_instantiation(const std::string& code, const ScannedKernel& function) {
  for (Size at = find_word(code, "template"); at != kNone; at = find_word(code, "template", at + 1)) {
    const Size end = std::min(code.find_first_of(";{", at), code.size());
    const std::string_view statement = std::string_view(code).substr(at, end - at);
    const Size name = find_word(statement, function.name),
               open = statement.find('(', std::min(name, statement.size())),
               first = statement.find_first_not_of(" \t\n", std::string_view("template").size());
    if (open == kNone || statement[first] == '<' || skip_space_back(statement, open) != name + function.name.size())
      continue;
    std::map<std::string, std::string> types;
    std::vector<std::string> order;
    for (const std::string& parameter : listed_parts(function.template_parameters)) {
      if (parameter.find('=') != std::string::npos) break;  // and so have all behind it
      const std::vector<std::string> words = tokens_of(parameter);
      if (!words.empty()) types[order.emplace_back(words.back())] = "";
    }
    const auto declared = listed_parts(function.declared),
               used = listed_parts(statement.substr(open + 1, end_of_parentheses(statement, open) - open - 2));
    for (Size i = 0; i < std::min(declared.size(), used.size()); ++i) deduce(declared[i], used[i], types);
    std::string text;
    for (const std::string& one : order) text += (text.empty() ? "" : ", ") + types[one];
    if (!types.empty() &&
        std::none_of(types.begin(), types.end(), [](const auto& type) { return type.second.empty(); }))
      return "<" + text + ">";
  }
  return std::nullopt;
}

/// "blockSize", "BLOCK_DIM", "kThreads": how many threads a block has in a direction.
bool is_called_as_block(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char sign) { return std::tolower(sign); });
  return name.find("block") != std::string::npos || name.find("thread") != std::string::npos;
}

constexpr const char *kUsualBlock = "256", *kUsualSide = "16";  // threads of a block where nobody says how many

}  // namespace

TemplateArguments usual_template_arguments(std::string_view text, const ScannedKernel& kernel) {
  const std::string code = active_code_of(text);
  const TextConstants constants = constants_of(code);
  if (const auto used = arguments_of_use(code, kernel.name, constants)) return {*used, true, true};
  if (const auto used = arguments_of_instantiation(code, kernel)) return {*used, true, true};
  TemplateArguments arguments{"", true, false};
  for (const std::string& parameter : listed_parts(kernel.template_parameters)) {
    if (parameter.find('=') != std::string::npos) break;  // and so have all behind it
    const Size begin = parameter.find_last_of(" \t\n") + 1;
    const std::string kind = parameter.substr(0, parameter.find_first_of(" \t\n")), name = parameter.substr(begin);
    const auto constant = constants.find(name);
    const bool is_type = kind == "typename" || kind == "class";
    if (!is_type && constant == constants.end() && !is_called_as_block(name)) arguments.are_all_known = false;
    arguments.text += arguments.text.empty() ? "" : ", ";
    arguments.text += is_type                       ? "float"
                      : constant != constants.end() ? std::to_string(constant->second)
                      : kernel.threads[1]           ? kUsualSide
                                                    : kUsualBlock;
  }
  arguments.text = "<" + arguments.text + ">";
  return arguments;
}

}  // namespace lanescope
