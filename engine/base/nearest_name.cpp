#include "engine/base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace lanescope {
namespace {

constexpr std::size_t kLongestText = 64;  // longer texts are not kernel names
constexpr std::size_t kAboutAsNear = 1;   // edits more than the nearest takes

std::string lower_case(std::string_view text) {
  std::string lower(text.substr(0, kLongestText));
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// Of Damerau and Levenshtein, where no letter is moved twice: rows of the table of all prefixes.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> least(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      const std::size_t other = from[i - 1] == to[j - 1] ? 0 : 1;
      least[i][j] = std::min({least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + other});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  }
  return least[from.size()][to.size()];
}

std::size_t distance(const std::string& text, const std::string& name) {
  const std::string lower = lower_case(name);
  constexpr std::size_t kMinPart = 3;  // a letter or two are part of most names
  return text.size() >= kMinPart && lower.find(text) != std::string::npos ? 1 : 1 + edits(text, lower);
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view text, const std::vector<std::string>& names) {
  struct Near {
    std::size_t distance;
    std::string name;
  };
  const std::string wanted = lower_case(text);
  std::vector<Near> all;
  for (const std::string& name : names) all.push_back({distance(wanted, name), name});
  std::stable_sort(all.begin(), all.end(), [](const Near& a, const Near& b) { return a.distance < b.distance; });
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, all.size()); ++i)
    if (all[i].distance <= all[0].distance + kAboutAsNear) nearest.push_back(all[i].name);
  return nearest;
}

}  // namespace lanescope
