#include "engine/trace/finding.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/base/error.h"

namespace lanescope {
namespace {

/// Which are found at each place; others end a block.
bool has_places(FindingKind kind) {
  return kind == FindingKind::race || kind == FindingKind::barrier || kind == FindingKind::uninitialised;
}

bool is_same_mistake(const Finding& a, const Finding& b) {
  return has_places(a.kind) && a.kind == b.kind && a.array == b.array && a.array_name == b.array_name &&
         a.sentence.english() && b.sentence.is_of(a.sentence.english());
}

}  // namespace

Sentence Mistake::sentence() const {
  if (places.size() == 1) return places.front().sentence;
  std::set<unsigned> lines;
  for (const Finding& place : places) lines.insert(place.lines.begin(), place.lines.end());
  std::string words;
  for (const unsigned line : lines) words += (words.empty() ? "" : ", ") + std::to_string(line);
  return Sentence("{} Places of this mistake: {}, in lines {}.", places.front().sentence, places.size(), words);
}

std::vector<Mistake> mistakes_of(const std::vector<Finding>& findings) {
  std::vector<Mistake> mistakes;
  for (const Finding& finding : findings) {
    const auto known = std::find_if(mistakes.begin(), mistakes.end(), [&](const Mistake& one) {
      return is_same_mistake(one.places.front(), finding);
    });
    if (known == mistakes.end())
      mistakes.push_back({{finding}});
    else
      known->places.push_back(finding);
  }
  return mistakes;
}

void require_no_findings(const std::vector<Finding>& findings) {
  if (!findings.empty()) throw Error(ErrorKind::failed, findings.front().sentence);
}

}  // namespace lanescope
