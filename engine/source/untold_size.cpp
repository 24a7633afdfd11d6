#include "engine/source/untold_size.h"

#include <sstream>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"

namespace lanescope {

void tell_of_untold_size(Finding& finding, const RunRequest& request) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  if (!own.is_free || !finding_words::is_outside(finding.sentence) || finding.index < 0) return;
  const std::vector<OwnParameter> leaves = leaves_of(own.parameters);
  std::string arguments;
  bool is_untold = false;
  std::size_t leaf = 0;
  for (const std::string& all : argument_words(request)) {
    arguments += arguments.empty() ? "" : ",";
    std::stringstream words(all);
    for (std::string word; std::getline(words, word, '/') && leaf < leaves.size(); ++leaf) {
      const bool is_it = leaves[leaf].is_pointer && leaves[leaf].name == finding.array_name;
      if (is_it) is_untold = word.find(':') == std::string::npos;
      arguments += (arguments.empty() || arguments.back() == ',' ? "" : "/") + word + (is_it ? ":ELEMENTS" : "");
    }
  }
  if (!is_untold) return;
  std::vector<Sentence> values = finding.sentence.values();
  const Sentence given = values[4];
  values.insert(values.end(), {Sentence::word(arguments), given});
  finding.sentence = Sentence::of(finding_words::kOutsideUntold, std::move(values));
}

}  // namespace lanescope
