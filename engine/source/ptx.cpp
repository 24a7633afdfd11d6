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
  // clang-format off
  constexpr std::pair<const char*, const char*> kTypes[] = {
      {"s32", "int"}, {"u32", "unsigned"}, {"b32", "unsigned"}, {"s64", "long long"}, {"u64", "unsigned long long"},
      {"b64", "unsigned long long"}, {"f32", "float"}, {"f64", "double"}, {"s16", "short"},
      {"u16", "unsigned short"}, {"b16", "unsigned short"}, {"u8", "unsigned char"}, {"s8", "signed char"}, {"b8", "unsigned char"}};
  // clang-format on
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
// clang-format off
constexpr Instruction kInstructions[] = {
    {"add", 2, "add"}, {"sub", 2, "sub"}, {"mul", 2, "mul"}, {"mul.hi", 2, "mul_hi"}, {"mul.wide", 2, "mul_wide"},
    {"mad", 3, "mad"}, {"mad.wide", 3, "mad_wide"}, {"mad.hi", 3, "mad_hi"}, {"fma", 3, "fma"}, {"div", 2, "div"},
    {"rem", 2, "rem"}, {"min", 2, "min"}, {"max", 2, "max"}, {"and", 2, "bits_and"}, {"or", 2, "bits_or"},
    {"xor", 2, "bits_xor"}, {"not", 1, "bits_not"}, {"neg", 1, "neg"}, {"abs", 1, "abs"}, {"shl", 2, "shl"},
    {"shr", 2, "shr"}, {"popc", 1, "popc"}, {"clz", 1, "clz"}, {"brev", 1, "brev"}, {"bfe", 3, "bfe"},
    {"bfi", 4, "bfi"}, {"prmt", 3, "prmt"}, {"lop3", 4, "lop3"}, {"sqrt", 1, "sqrt"}, {"rcp", 1, "rcp"},
    {"rsqrt", 1, "rsqrt"}, {"ex2", 1, "ex2"}, {"lg2", 1, "lg2"}, {"sin", 1, "sin"}, {"cos", 1, "cos"},
    {"tanh", 1, "tanh"}, {"sad", 3, "sad"}, {"shf.l.wrap", 3, "shf_l"}, {"shf.r.wrap", 3, "shf_r"},
    {"shf.l.clamp", 3, "shf_lc"}, {"shf.r.clamp", 3, "shf_rc"}};
// clang-format on
// Which change no result beyond its last digits.
constexpr const char* kPlainParts[] = {"rn", "approx", "ftz", "full", "lo"};

/// The one string that a body begins with, without the white space that it spells; what is behind is left in
/// `body`.
std::optional<std::string> template_of(std::string_view& body) {
  std::string text;
  for (Size at = body.find_first_not_of(" \t\n"); at != kNone && body[at] == '"';
       at = body.find_first_not_of(" \t\n")) {
    const Size end = body.find('"', at + 1);
    if (end == kNone) return std::nullopt;
    text += body.substr(at + 1, end - at - 1);
    body.remove_prefix(end + 1);
  }
  for (const char* spelled : {"\\n", "\\t", "\\r"})
    for (Size at = text.find(spelled); at != kNone; at = text.find(spelled, at)) text.replace(at, 2, " ");
  return text.find_first_of("\\") == kNone ? std::optional(text) : std::nullopt;
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

/// Parts of a list, but not of a list in brackets.
Words split(std::string_view list, char sign) {
  Words words;
  int depth = 0;
  Size begin = 0;
  for (Size i = 0; i <= list.size(); ++i) {
    if (i < list.size() && (list[i] == '{' || list[i] == '[')) ++depth;
    if (i < list.size() && (list[i] == '}' || list[i] == ']')) --depth;
    if (i < list.size() && (list[i] != sign || depth > 0)) continue;
    words.push_back(trimmed(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  return words;
}

bool has(const Words& words, std::string_view one) {
  return std::find(words.begin(), words.end(), one) != words.end();
}

Words statements_of(std::string_view text) {
  Words statements;
  while (!text.empty()) {
    const Size end = std::min(text.find(';'), text.size());
    statements.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return statements;
}

/// What cannot be said in C++ ends it.
struct NotKnown {};

[[noreturn]] void give_up() {
  throw NotKnown();
}

class Translation {
 public:
  explicit Translation(Words operands) : operands_(std::move(operands)) {}

  void add(const std::string& statement) {
    std::string text = trimmed(statement);
    while (!text.empty() && (text[0] == '{' || text[0] == '}')) text = trimmed(text.substr(1));
    if (text.empty()) return;
    std::string condition;
    if (text[0] == '@') {
      const Size end = std::min(text.find_first_of(" \t"), text.size());
      const bool is_not = text.compare(1, 1, "!") == 0;
      condition = std::string("if (") + (is_not ? "!" : "") +
                  value_of(text.substr(is_not ? 2 : 1, end - (is_not ? 2 : 1))) + ") ";
      text = trimmed(text.substr(end));
    }
    const Size end = std::min(text.find_first_of(" \t"), text.size());
    parts_ = split(text.substr(0, end), '.');
    words_ = split(std::string_view(text).substr(end), ',');
    if (words_.size() == 1 && words_[0].empty()) words_.clear();
    if (text.starts_with(".reg"))
      declare(trimmed(text.substr(end)));
    else
      statements_ += condition + instruction() + "; ";
  }

  std::string text() const {
    return locals_.empty() && statements_.find("if (") != 0 && statements_.find("; ") + 2 == statements_.size()
               ? "(void)(" + statements_.substr(0, statements_.size() - 2) + ")"
               : "[&]() __attribute__((always_inline)) { " + declarations_ + statements_ + "}()";
  }
  bool is_empty() const { return statements_.empty(); }

 private:
  /// ".u32 a, b".
  void declare(const std::string& what) {
    const Size end = what.find_first_of(" \t");
    if (end == kNone || what[0] != '.') give_up();
    const std::string type = what.substr(1, end - 1) == "pred" ? "bool" : type_of(what.substr(1, end - 1));
    if (type.empty()) give_up();
    for (std::string name : split(std::string_view(what).substr(end), ',')) {
      std::erase(name, '%');
      if (name.empty() || !std::all_of(name.begin(), name.end(), is_word_sign)) give_up();
      locals_.push_back(name);
      declarations_ += type + " lanescope_" + name + "{}; ";
    }
  }

  /// One of the operands, a register of its own, a special register, or a number.
  std::string value_of(const std::string& word) const {
    if (word.empty()) give_up();
    const Size first = std::min(word.find_first_not_of('%'), word.size());
    const std::string name = word.substr(first);
    if (has(locals_, name)) return "lanescope_" + name;
    if (first == 1 && name.find_first_not_of("0123456789") == kNone && name.size() <= 2 && !name.empty()) {
      const auto number = static_cast<Size>(std::stoul(name));
      return number < operands_.size() ? "(" + operands_[number] + ")" : (give_up(), "");
    }
    constexpr const char* kSpecial[] = {"laneid",      "warpid",      "nwarpid",     "smid",        "nsmid",
                                        "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge",
                                        "clock",       "clock64",     "globaltimer", "tid.x",       "tid.y",
                                        "tid.z",       "ntid.x",      "ntid.y",      "ntid.z",      "ctaid.x",
                                        "ctaid.y",     "ctaid.z",     "nctaid.x",    "nctaid.y",    "nctaid.z"};
    if (first > 0 && std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial)) {
      std::string macro = "LANESCOPE_PTX_" + name;
      std::replace(macro.begin(), macro.end(), '.', '_');
      return "(" + macro + ")";
    }
    if (first > 0) give_up();
    if (word.size() == 10 && (word.starts_with("0f") || word.starts_with("0F")))
      return "__int_as_float(0x" + word.substr(2) + ")";
    const std::string digits = word.substr(word[0] == '-' ? 1 : 0);
    const bool is_hex = digits.starts_with("0x");
    if (digits.empty() || digits.find_first_not_of(is_hex ? "0123456789abcdefABCDEFx" : "0123456789") != kNone)
      give_up();
    return word;
  }
  std::string value(Size index, const std::string& type) const {
    return "lanescope_asm::as<" + type + ">(" + value_of(index < words_.size() ? words_[index] : "") + ")";
  }
  std::string put(const std::string& where, const std::string& what) const {
    if (where.find_first_not_of("-0123456789") == kNone) give_up();
    return where == "_" ? "(void)(" + what + ")" : "lanescope_asm::put(" + value_of(where) + ", " + what + ")";
  }
  bool is_of_shared() const { return has(parts_, "shared") || has(parts_, "shared::cta"); }
  /// "[%1]", or "[%1+4]", as a place of this type.
  std::string place(Size index, const std::string& type, bool is_shared) const {
    const std::string word = index < words_.size() ? words_[index] : "";
    if (!word.starts_with('[') || !word.ends_with(']')) give_up();
    const Words parts = split(std::string_view(word).substr(1, word.size() - 2), '+');
    if (parts.empty() || parts.size() > 2) give_up();
    return std::string("lanescope_asm::") + (is_shared ? "shared_place<" : "place<") + type + ">(" +
           value_of(parts[0]) + ", " + (parts.size() == 2 ? value_of(parts[1]) : "0") + ")";
  }
  Words vector(Size index) const {
    const std::string& word = words_.at(index);
    return word.starts_with('{') ? split(std::string_view(word).substr(1, word.size() - 2), ',') : Words{word};
  }

  std::string instruction() {
    const std::string& name = parts_[0];
    Words types;
    for (const std::string& part : parts_)
      if (const std::string type = part == "pred" ? "bool" : type_of(part); !type.empty()) types.push_back(type);
    const std::string type = types.empty() ? "" : types.back();
    if (name == "membar" || name == "fence") return "__threadfence()";
    if (name == "prefetch" || name == "prefetchu" || name == "nanosleep" || name == "griddepcontrol")
      return "(void)0";
    if (name == "bar" || name == "barrier") return barrier();
    if (name == "trap") return "__trap()";
    if (name == "cp") return copy();
    if (types.empty()) give_up();
    if (name == "mov" || name == "cvta") return move(type);
    if (name == "ld" || name == "st" || name == "ldu") return access(type, name != "st");
    if (name == "atom" || name == "red") return update(type, name == "atom");
    if (name == "cvt") return convert(types);
    if (name == "setp") return compare(type);
    if (name == "selp" && words_.size() == 4)
      return put(words_[0], value_of(words_[3]) + " ? " + value(1, type) + " : " + value(2, type));
    if (name == "activemask" && words_.size() == 1) return put(words_[0], "__activemask()");
    if (name == "redux" && words_.size() == 3 && parts_.size() > 2)
      return put(words_[0],
                 "__reduce_" + parts_[2] + "_sync(" + value(2, "unsigned") + ", " + value(1, type) + ")");
    if (name == "vote" && words_.size() == 3 && parts_.size() > 2 && parts_[1] == "sync")
      return put(words_[0], "__" + parts_[2] + "_sync(" + value(2, "unsigned") + ", " + value_of(words_[1]) + ")");
    if (name == "shfl") return shuffle(type);
    return compute(type);
  }

  std::string barrier() const {
    if (has(parts_, "warp")) return "__syncwarp(" + value(0, "unsigned") + ")";
    if (!has(parts_, "sync") || words_.size() != 1 || words_[0] != "0") give_up();
    return "__syncthreads()";
  }

  /// "cp.async.cg.shared.global [%0], [%1], 16, %2", "cp.async.commit_group" and the like.
  std::string copy() const {
    if (parts_.size() < 3 || parts_[1] != "async") give_up();
    if (parts_[2] == "commit_group" || parts_[2] == "wait_group" || parts_[2] == "wait_all") return "(void)0";
    if ((parts_[2] != "ca" && parts_[2] != "cg") || words_.size() < 3 || words_.size() > 4) give_up();
    const std::string bytes = value(2, "unsigned");
    return "lanescope_asm::copy(" + place(0, "char", is_of_shared()) + ", " + place(1, "const char", false) + ", " +
           bytes + ", " + (words_.size() == 4 ? value(3, "unsigned") : bytes) + ")";
  }

  /// Bits of a word, of its halves, or of a word in two halves, the lower one first.
  std::string move(const std::string& type) const {
    if (words_.size() != 2) give_up();
    const Words to = vector(0), from = vector(1);
    const auto half = [&](const std::string& word) {
      return word == "_" ? "lanescope_asm::Nowhere().bits" : value_of(word);
    };
    if (to.size() == 2 && from.size() == 1)
      return "lanescope_asm::split(" + half(to[0]) + ", " + half(to[1]) + ", " + value_of(from[0]) + ")";
    if (to.size() == 1 && from.size() == 2)
      return "lanescope_asm::join(" + value_of(to[0]) + ", " + value_of(from[0]) + ", " + value_of(from[1]) + ")";
    if (to.size() != 1 || from.size() != 1) give_up();
    return put(to[0], value(1, type));
  }

  std::string access(const std::string& type, bool loads) const {
    if (words_.size() != 2) give_up();
    const Words values = vector(loads ? 0 : 1);
    const Size count = has(parts_, "v2") ? 2 : has(parts_, "v4") ? 4 : 1;
    if (values.size() != count) give_up();
    const bool is_volatile =
        has(parts_, "volatile") || has(parts_, "relaxed") || has(parts_, "acquire") || has(parts_, "release");
    const std::string from = place(loads ? 1 : 0, is_volatile ? "volatile " + type : type, is_of_shared());
    if (count == 1) return loads ? put(values[0], "*" + from) : "*" + from + " = " + value(1, type);
    std::string list;
    for (const std::string& one : values) list += ", " + value_of(one);
    return std::string("lanescope_asm::") + (loads ? "load" : "store") + std::to_string(count) + "(" + from + list +
           ")";
  }

  std::string update(const std::string& type, bool has_result) const {
    constexpr std::pair<const char*, const char*> kUpdates[] = {
        {"add", "Add"}, {"min", "Min"},   {"max", "Max"}, {"and", "And"}, {"or", "Or"},
        {"xor", "Xor"}, {"exch", "Exch"}, {"inc", "Inc"}, {"dec", "Dec"}, {"cas", "CAS"}};
    for (const auto& [part, function] : kUpdates) {
      if (!has(parts_, part)) continue;
      const Size at = has_result ? 1 : 0, values = std::string_view(part) == "cas" ? 2 : 1;
      if (words_.size() != at + 1 + values) give_up();
      std::string call = std::string("atomic") + function + "(" + place(at, type, is_of_shared());
      for (Size i = 0; i < values; ++i) call += ", " + value(at + 1 + i, type);
      return has_result ? put(words_[0], call + ")") : call + ")";
    }
    give_up();
  }

  std::string convert(const Words& types) const {
    if (types.size() != 2 || words_.size() != 2 || has(parts_, "sat")) give_up();
    const char* rounds = has(parts_, "rni")   ? "rint"
                         : has(parts_, "rmi") ? "floor"
                         : has(parts_, "rpi") ? "ceil"
                         : has(parts_, "rzi") ? "trunc"
                                              : "";
    const bool is_plain = has(parts_, "rz") || has(parts_, "rm") || has(parts_, "rp");
    if (is_plain) give_up();
    return put(words_[0], "lanescope_asm::convert<" + types[0] + ">(" + rounds + "(" + value(1, types[1]) + "))");
  }

  std::string compare(const std::string& type) const {
    constexpr std::pair<const char*, const char*> kSigns[] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="},
                                                              {"gt", ">"},  {"ge", ">="}, {"lo", "<"}, {"ls", "<="},
                                                              {"hi", ">"},  {"hs", ">="}};
    for (const auto& [part, sign] : kSigns)
      if (parts_.size() == 3 && parts_[1] == part && words_.size() == 3)
        return put(words_[0], value(1, type) + " " + sign + " " + value(2, type));
    give_up();
  }

  /// Of whole warps: the other operands are those that __shfl_sync() and its kin make.
  std::string shuffle(const std::string& type) const {
    constexpr std::pair<const char*, const char*> kWays[] = {
        {"idx", ""}, {"up", "_up"}, {"down", "_down"}, {"bfly", "_xor"}};
    if (words_.size() != 5 || parts_.size() < 3 || parts_[1] != "sync" || words_[0].find('|') != kNone) give_up();
    for (const auto& [part, function] : kWays)
      if (parts_[2] == part && words_[3] == (parts_[2] == "up" ? "0" : words_[3] == "31" ? "31" : "0x1f"))
        return put(words_[0], std::string("__shfl") + function + "_sync(" + value(4, "unsigned") + ", " +
                                  value(1, type) + ", " + value(2, "int") + ")");
    give_up();
  }

  /// "add.cc", "madc.hi.cc" and the like: the carry is the thread's, from one instruction to the next, also of
  /// another asm.
  std::string compute_with_carry(const std::string& type) const {
    const bool takes = parts_[0].ends_with('c'), keeps = has(parts_, "cc"),
               is_product = parts_[0].starts_with("mad");
    if (words_.size() != (is_product ? 4u : 3u) || (is_product && has(parts_, "hi") == has(parts_, "lo")))
      give_up();
    std::string first = value(1, type);
    if (is_product)
      first = std::string("lanescope_asm::") + (has(parts_, "hi") ? "mul_hi<" : "mul<") + type + ">(" + first +
              ", " + value(2, type) + ")";
    return put(words_[0], std::string("lanescope_asm::") + (parts_[0].starts_with("sub") ? "sub" : "add") +
                              "_carry<" + type + ">(" + first + ", " + value(is_product ? 3 : 2, type) +
                              (takes ? ", true" : ", false") + (keeps ? ", true)" : ", false)"));
  }

  std::string compute(const std::string& type) const {
    constexpr const char* kWithCarry[] = {"addc", "subc", "madc"};
    const bool is_sum = parts_[0] == "add" || parts_[0] == "sub" || parts_[0] == "mad";
    if ((is_sum && has(parts_, "cc")) ||
        std::find(std::begin(kWithCarry), std::end(kWithCarry), parts_[0]) != std::end(kWithCarry))
      return compute_with_carry(type);
    std::string name = parts_[0];
    for (Size i = 1; i + 1 < parts_.size(); ++i)
      if (std::find(std::begin(kPlainParts), std::end(kPlainParts), parts_[i]) == std::end(kPlainParts))
        name += "." + parts_[i];
    const auto* known = std::find_if(std::begin(kInstructions), std::end(kInstructions),
                                     [&](const Instruction& one) { return name == one.name; });
    if (known == std::end(kInstructions) || words_.size() != known->count + 1) give_up();
    std::string values;
    for (Size i = 1; i < words_.size(); ++i) {
      const bool is_sum = name.ends_with(".wide") && i == 3;  // of twice the width
      values += (i > 1 ? ", " : "") + (is_sum ? value_of(words_[i]) : value(i, type));
    }
    return put(words_[0], std::string("lanescope_asm::") + known->function + "<" + type + ">(" + values + ")");
  }

  Words operands_, locals_, parts_, words_;
  std::string declarations_, statements_;
};

}  // namespace

std::string expression_for_ptx(std::string_view body) {
  const auto text = template_of(body);
  const auto operands = text ? operands_of(body) : std::nullopt;
  if (!operands) return {};
  try {
    Translation translation(*operands);
    for (const std::string& statement : statements_of(*text)) translation.add(statement);
    return translation.is_empty() ? "" : translation.text();
  } catch (const NotKnown&) {
    return {};
  }
}

}  // namespace lanescope
