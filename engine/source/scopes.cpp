#include "engine/source/scopes.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "engine/source/source_text.h"

namespace lanescope {
namespace {

/// "a::b::" of "inline namespace a::b"; empty where it has no name.
std::string name_behind(std::string_view head, std::string_view word) {
  std::string name;
  for (std::size_t i = source_text::find_word(head, word) + word.size(); i < head.size(); ++i)
    if (source_text::is_word_sign(head[i]) || head[i] == ':') name += head[i];
  return name.empty() ? name : name + "::";
}

}  // namespace

Scopes::Scopes(const std::string& code_with_directives) {
  const std::string code = source_text::without_directives(code_with_directives);
  std::vector<std::size_t> opened;  // of each brace, how long the scope was before
  std::string scope;
  std::size_t begin = 0;  // of the declaration
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '{') {
      opened.push_back(scope.size());
      const std::string_view head = std::string_view(code).substr(begin, i - begin);
      if (source_text::has_word(head, "namespace")) scope += name_behind(head, "namespace");
    } else if (code[i] == '}' && !opened.empty()) {
      scope.resize(opened.back());
      opened.pop_back();
    } else if (code[i] != ';') {
      continue;
    }
    begin = i + 1;
    if (changes_.empty() || changes_.back().second != scope) changes_.emplace_back(i, scope);
  }
}

std::string Scopes::at(std::size_t place) const {
  const auto behind = std::upper_bound(changes_.begin(), changes_.end(), place,
                                       [](std::size_t value, const auto& change) { return value < change.first; });
  return behind == changes_.begin() ? "" : std::prev(behind)->second;
}

}  // namespace lanescope
