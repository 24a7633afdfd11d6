#include "engine/source/ptx.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

using Words = std::vector<std::string>;

/// Of C++, by the last part of an instruction's name; empty: none.
std::string type_of(std::string_view suffix) {
  constexpr std::pair<const char*, const char*> kTypes[] = {
      {"s32", "int"},   {"u32", "unsigned"},  {"b32", "unsigned"}, {"s64", "long long"}, {"u64", "unsigned long long"}, {"b64", "unsigned long long"},
      {"f32", "float"}, {"f64", "double"},    {"s16", "short"},    {"u16", "unsigned short"}, {"b16", "unsigned short"},     {"u8", "unsigned char"},
      {"s8", "signed char"}, {"b8", "unsigned char"}};
  for (const auto& [part, type] : kTypes)
    if (suffix == part) return type;
  return {};
}

/// How many operands an instruction takes besides its result, and of which function.
struct Instruction {
  const char* name;
  Size count;
  const char* function;
};
constexpr Instruction kInstructions[] = {
    {"add", 2, "add"},      {"sub", 2, "sub"},       {"mul.lo", 2, "mul"},     {"mul", 2, "mul"},         {"mul.rn", 2, "mul"},      {"add.rn", 2, "add"},
    {"mul.hi", 2, "mul_hi"}, {"mad.lo", 3, "mad"},   {"fma.rn", 3, "fma"},     {"mad", 3, "mad"},         {"div.rn", 2, "div"},      {"div", 2, "div"},
    {"rem", 2, "rem"},      {"min", 2, "min"},       {"max", 2, "max"},        {"and", 2, "bits_and"},    {"or", 2, "bits_or"},      {"xor", 2, "bits_xor"},
    {"not", 1, "bits_not"}, {"neg", 1, "neg"},       {"abs", 1, "abs"},        {"shl", 2, "shl"},         {"shr", 2, "shr"},         {"popc", 1, "popc"},
    {"clz", 1, "clz"},      {"brev", 1, "brev"},     {"bfe", 3, "bfe"},        {"bfi", 4, "bfi"},         {"prmt", 3, "prmt"},       {"lop3", 4, "lop3"},
    {"mov", 1, "mov"},      {"sqrt.approx", 1, "sqrt"}, {"sqrt.rn", 1, "sqrt"}, {"rcp.approx", 1, "rcp"}, {"rcp.rn", 1, "rcp"},      {"rsqrt.approx", 1, "rsqrt"},
    {"ex2.approx", 1, "ex2"}, {"ex2.approx.ftz", 1, "ex2"}, {"lg2.approx", 1, "lg2"}, {"sin.approx", 1, "sin"}, {"cos.approx", 1, "cos"}};

std::string trimmed(std::string_view text) {
  const Size first = text.find_first_not_of(" \t\n");
  return first == kNone ? "" : std::string(text.substr(first, text.find_last_not_of(" \t\n") + 1 - first));
}

/// The one string that a body begins with, without the white space that it spells; what is behind is left in `body`.
std::optional<std::string> template_of(std::string_view& body) {
  std::string text;
  for (Size at = body.find_first_not_of(" \t\n"); at != kNone && body[at] == '"'; at = body.find_first_not_of(" \t\n")) {
    const Size end = body.find('"', at + 1);
    if (end == kNone) return std::nullopt;
    text += body.substr(at + 1, end - at - 1);
    body.remove_prefix(end + 1);
  }
  for (const char* spelled : {"\\n", "\\t"})
    for (Size at = text.find(spelled); at != kNone; at = text.find(spelled, at)) text.replace(at, 2, " ");
  text = trimmed(text);
  while (text.ends_with(';')) text.pop_back();
  if (text.find_first_of(";\\@") != kNone) return std::nullopt;
  return text;
}

/// What is in the parentheses of `: "=r"(a), "r"(b) : ...`; clobbers have none.
std::optional<Words> operands_of(std::string_view behind) {
  Words operands;
  for (Size at = 0; at < behind.size(); ++at) {
    if (behind[at] == '"') {
      at = behind.find('"', at + 1);
      if (at == kNone) return std::nullopt;
    } else if (behind[at] == '(') {
      const Size end = end_of_parentheses(behind, at);
      operands.push_back(std::string(behind.substr(at + 1, end - at - 2)));
      at = end - 1;
    }
  }
  return operands;
}

/// An operand of the instruction: one of `operands`, or a whole number.
std::optional<std::string> value_of(const std::string& word, const Words& operands) {
  if (word.empty()) return std::nullopt;
  const bool is_operand = word[0] == '%';
  const std::string digits = word.substr(is_operand || word[0] == '-' ? 1 : 0);
  const bool is_hex = digits.starts_with("0x");
  if (digits.empty() || digits.find_first_not_of(is_hex ? "0123456789abcdefABCDEFx" : "0123456789") != kNone) return std::nullopt;
  if (!is_operand) return word;
  const Size number = digits.size() > 2 ? operands.size() : static_cast<Size>(std::stoul(digits));
  if (number >= operands.size()) return std::nullopt;
  return "(" + operands[number] + ")";
}

/// "[%1]", or "[%1+4]", as a place of this type.
std::optional<std::string> place_of(const std::string& word, const std::string& type, const Words& operands) {
  if (!word.starts_with('[') || !word.ends_with(']')) return std::nullopt;
  const std::string inside = word.substr(1, word.size() - 2);
  const Size plus = inside.find('+');
  const auto base = value_of(trimmed(inside.substr(0, plus)), operands);
  const auto offset = plus == kNone ? std::optional<std::string>("0") : value_of(trimmed(inside.substr(plus + 1)), operands);
  if (!base || !offset) return std::nullopt;
  return "*reinterpret_cast<" + type + "*>((unsigned long long)" + *base + " + " + *offset + ")";
}

/// "ld.global.f32 %0, [%1]". Shared addresses of 32 bits are none that a host has.
std::string access_for(std::string_view name, const std::string& type, const Words& words, const Words& operands) {
  if (words.size() != 2 || name.find(".v2") != kNone || name.find(".v4") != kNone || name.find("shared") != kNone) return {};
  const bool loads = name.starts_with("ld.");
  const auto place = place_of(words[loads ? 1 : 0], type, operands);
  const auto value = value_of(words[loads ? 0 : 1], operands);
  if (!place || !value) return {};
  return loads ? "(void)(" + *value + " = " + *place + ")" : "(void)(" + *place + " = " + *value + ")";
}

/// "mov.b64 {%0, %1}, %2" and "mov.b64 %0, {%1, %2}": a word of 64 bits and its halves, the lower one first.
std::string halves_for(Words words, const Words& operands) {
  const bool splits = words[0].starts_with('{') && words[1].ends_with('}'), joins = words[1].starts_with('{') && words[2].ends_with('}');
  if (splits == joins) return {};
  for (std::string& word : words) {
    std::erase_if(word, [](char sign) { return sign == '{' || sign == '}'; });
    const auto value = value_of(trimmed(word), operands);
    if (!value || word.find('%') == kNone) return {};
    word = *value;
  }
  return std::string("lanescope_asm::") + (splits ? "split(" : "join(") + words[0] + ", " + words[1] + ", " + words[2] + ")";
}

Words words_of(std::string_view list) {
  Words words;
  while (!list.empty()) {
    const Size comma = std::min(list.find(','), list.size());
    words.push_back(trimmed(list.substr(0, comma)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return words;
}

}  // namespace

std::string expression_for_ptx(std::string_view body) {
  const auto text = template_of(body);
  const auto operands = text ? operands_of(body) : std::nullopt;
  if (!operands) return {};
  const Size space = text->find_first_of(" \t"), dot = text->substr(0, space).rfind('.');
  if (space == kNone || dot == kNone) return {};
  const std::string name = text->substr(0, dot), type = type_of(text->substr(dot + 1, space - dot - 1));
  const Words words = words_of(std::string_view(*text).substr(space));
  if (type.empty()) return {};
  if (name.starts_with("ld.global") || name.starts_with("st.global")) return access_for(name, type, words, *operands);
  if (name == "mov" && words.size() == 3 && type == type_of("b64")) return halves_for(words, *operands);
  const auto* known = std::find_if(std::begin(kInstructions), std::end(kInstructions), [&](const Instruction& one) { return name == one.name; });
  const Size count = known == std::end(kInstructions) ? 0 : known->count + 1;
  if (known == std::end(kInstructions) || words.size() != count) return {};
  std::string values;
  for (Size i = 0; i < words.size(); ++i) {
    const auto value = value_of(words[i], *operands);
    if (!value || (i == 0 && words[i][0] != '%')) return {};
    if (i > 0) values += (i > 1 ? ", (" : "(") + type + ")" + *value;
    if (i == 0) values = "(void)(" + *value + " = lanescope_asm::" + known->function + "<" + type + ">(";
  }
  return values + "))";
}

}  // namespace lanescope
