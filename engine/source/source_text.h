// How the text of a file is looked through: by signs, words, brackets, lines and directives. Comments are blank
// before (code_of() in engine/source/scan.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::source_text {

using Size = std::size_t;
constexpr Size kNone = std::string::npos;

bool is_space(char c);

bool is_word_sign(char c);

/// Where the word begins that ends there, and ends that begins there; the same place where there is none.
Size begin_of_word(std::string_view text, Size end);
Size end_of_word(std::string_view text, Size begin);

/// Without white space before and behind it.
std::string trimmed(std::string_view text);

/// Between commas outside of brackets, without white space around them; those that are empty are left out.
std::vector<std::string> listed_parts(std::string_view text);

Size skip_space_back(std::string_view code, Size end);

std::string newlines_of(std::string_view text);

/// Directives blanked too, each with the lines that it goes on in.
std::string without_directives(std::string code);

/// Where the word stands alone, at `from` or behind it; kNone: nowhere.
Size find_word(std::string_view text, std::string_view word, Size from = 0);

bool has_word(std::string_view text, std::string_view word);

bool has_any_word(std::string_view text, const std::vector<std::string>& words);

std::vector<std::string_view> lines_of(std::string_view text);

/// The number of the line that has this place, from 1.
unsigned line_at(std::string_view text, Size at);

/// Whether all letters of a word are capitals, as those of a macro are.
bool is_in_capitals(std::string_view word);

/// What follows `# word` in a line; none where it is no such directive. By hand: a line may have a million signs,
/// and an expression of the library recurses with every one.
std::optional<std::string_view> directive(std::string_view line, std::string_view word);

Size close_of(std::string_view code, Size open);

/// Where the parentheses end that open at or behind `at`.
Size end_of_parentheses(std::string_view code, Size at);

/// Behind the `>` that closes the `<` of `open`; one in parentheses closes nothing.
Size end_of_angles(std::string_view code, Size open);

void blank_text(std::string& text, Size begin, Size count);

}  // namespace lanescope::source_text
