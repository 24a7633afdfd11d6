#include "viz/text/window_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/base/sentence.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

/// An option, and what the window calls it.
struct OptionName {
  std::string_view option;
  const char* name;
};
constexpr OptionName kOptionNames[] = {{"--n", "N"},
                                       {"--block", "blockDim"},
                                       {"--block-index", tr_later("block")},
                                       {"--grid", "gridDim"},
                                       {"--coarse", "COARSE_FACTOR"},
                                       {"--tile", "TILE_WIDTH"},
                                       {"--type", tr_later("type")},
                                       {"--op", tr_later("op")},
                                       {"--combine", tr_later("combine")},
                                       {"--backend", tr_later("run on")},
                                       {"--input", tr_later("input")},
                                       {"--as", tr_later("judged as")},
                                       {"--arguments", tr_later("arguments")}};

bool continues_option(char c) {
  return c == '-' || std::isalnum(static_cast<unsigned char>(c));
}

}  // namespace

namespace {

std::string with_names(const std::string& words) {
  std::string told;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    const bool begins = words.compare(i, 2, "--") == 0 && (i == 0 || !continues_option(words[i - 1]));
    while (begins && end < words.size() && continues_option(words[end])) ++end;
    const auto named = std::find_if(std::begin(kOptionNames), std::end(kOptionNames), [&](const OptionName& name) {
      return name.option == std::string_view(words).substr(i, end - i);
    });
    end = std::max(end, i + 1);
    told += named == std::end(kOptionNames) ? words.substr(i, end - i) : tr(std::string_view(named->name));
    i = end;
  }
  return told;
}

/// Values that are numbers, in groups.
Sentence with_groups(const Sentence& sentence) {
  if (!sentence.english()) {
    const std::string word = sentence.text();
    const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
    return is_number ? Sentence::word(grouped(word)) : sentence;
  }
  std::vector<Sentence> values;
  for (const Sentence& value : sentence.values()) values.push_back(with_groups(value));
  const Sentence same = Sentence::of(sentence.english(), std::move(values));
  return sentence.text()[0] == same.text()[0] ? same : same.capitalized();
}

}  // namespace

std::string window_text(const Sentence& sentence) {
  return with_names(printable(tr(with_groups(sentence))));
}

std::string window_launch(const std::string& options) {
  std::string told = options;
  const std::string between = tr(", ");
  for (std::size_t i = told.find(" --"); i != std::string::npos; i = told.find(" --", i + between.size()))
    told.replace(i, 1, between);
  return with_names(told);
}

}  // namespace lanescope
