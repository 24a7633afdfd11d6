#include "engine/source/source_text.h"

#include <algorithm>
#include <cctype>

namespace lanescope::source_text {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_word_sign(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

Size skip_space_back(std::string_view code, Size end) {
  while (end > 0 && is_space(code[end - 1])) --end;
  return end;
}

Size begin_of_word(std::string_view text, Size end) {
  while (end > 0 && is_word_sign(text[end - 1])) --end;
  return end;
}

Size end_of_word(std::string_view text, Size begin) {
  while (begin < text.size() && is_word_sign(text[begin])) ++begin;
  return begin;
}

std::string trimmed(std::string_view text) {
  const Size first = text.find_first_not_of(" \t\n");
  return first == kNone ? "" : std::string(text.substr(first, text.find_last_not_of(" \t\n") + 1 - first));
}

std::vector<std::string> listed_parts(std::string_view text) {
  constexpr std::string_view kOpening = "<([{", kClosing = ">)]}", kShift = "<<";
  std::vector<std::string> parts;
  int depth = 0;
  Size begin = 0;
  for (Size i = 0; i <= text.size(); ++i) {
    if (text.substr(std::min(i, text.size()), kShift.size()) == kShift) i += kShift.size();
    const char sign = i < text.size() ? text[i] : ',';
    depth += kOpening.find(sign) != kNone ? 1 : kClosing.find(sign) != kNone ? -1 : 0;
    if (sign != ',' || (depth > 0 && i < text.size())) continue;
    if (std::string part = trimmed(text.substr(begin, i - begin)); !part.empty()) parts.push_back(std::move(part));
    begin = i + 1;
  }
  return parts;
}

std::string newlines_of(std::string_view text) {
  return std::string(static_cast<Size>(std::count(text.begin(), text.end(), '\n')), '\n');
}

std::string without_directives(std::string code) {
  for (Size at = 0; at < code.size();) {
    Size end = std::min(code.find('\n', at), code.size());
    const Size first = code.find_first_not_of(" \t", at);
    if (first < end && code[first] == '#') {
      while (end < code.size() && end > at && code[end - 1] == '\\') {
        code[end - 1] = ' ';
        end = std::min(code.find('\n', end + 1), code.size());
      }
      for (Size i = at; i < end; ++i)
        if (code[i] != '\n') code[i] = ' ';
    }
    at = end + 1;
  }
  return code;
}

Size find_word(std::string_view text, std::string_view word, Size from) {
  for (Size at = text.find(word, from); at != kNone; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_sign(text[at - 1]);
    const bool ends = at + word.size() >= text.size() || !is_word_sign(text[at + word.size()]);
    if (begins && ends) return at;
  }
  return kNone;
}

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != kNone;
}

bool has_any_word(std::string_view text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return has_word(text, word); });
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (Size begin = 0; begin < text.size();) {
    const Size end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::optional<std::string_view> directive(std::string_view line, std::string_view word) {
  const auto trimmed = [](std::string_view text) {
    const Size first = text.find_first_not_of(" \t");
    return first == kNone ? std::string_view() : text.substr(first);
  };
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  if (!line.starts_with(word) || (line.size() > word.size() && is_word_sign(line[word.size()])))
    return std::nullopt;
  return trimmed(line.substr(word.size()));
}

Size close_of(std::string_view code, Size open) {
  int depth = 0;
  for (Size i = open; i < code.size(); ++i) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    if (depth == 0) return i;
  }
  return code.size();
}

Size end_of_parentheses(std::string_view code, Size at) {
  int depth = 0;
  for (Size i = code.find('(', at); i < code.size(); ++i) {
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return code.size();
}

Size end_of_angles(std::string_view code, Size open) {
  int depth = 0;
  for (Size i = open; i < code.size(); ++i) {
    if (code[i] == '(') i = end_of_parentheses(code, i) - 1;
    const std::string_view next = code.substr(std::min(i, code.size()), 2);
    if (next == "<=" || next == "<<") {
      ++i;
      continue;
    }
    if (i < code.size()) depth += code[i] == '<' ? 1 : code[i] == '>' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return code.size();
}

void blank_text(std::string& text, Size begin, Size count) {
  for (Size i = begin; i < begin + count; ++i)
    if (text[i] != '\n') text[i] = ' ';
}

unsigned line_at(std::string_view text, Size at) {
  return static_cast<unsigned>(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

bool is_in_capitals(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char sign) {
    return sign == '_' || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9');
  });
}

}  // namespace lanescope::source_text
