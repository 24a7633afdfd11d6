#include "viz/panels/caption_form.h"

#include <algorithm>

#include "viz/text/language.h"

namespace lanescope {

std::vector<std::string> forms_of(const Caption& caption, bool on_stage, bool any_why) {
  const std::string &tiny = caption.tiny.empty() ? caption.least : caption.tiny,
                    &fewest = caption.fewest.empty() ? tiny : caption.fewest,
                    &both = caption.both.empty() ? caption.least : caption.both,
                    &both_brief = caption.both_brief.empty() ? both : caption.both_brief;
  std::vector<std::string> forms{caption.with_why()};
  // From far away the reason comes before the numbers.
  if (on_stage && any_why)
    forms.insert(forms.end(), {told_together(caption.brief, caption.why), told_together(fewest, caption.why),
                               told_together(fewest, caption.why_brief),
                               caption.why_brief.empty() ? fewest : caption.why_brief});
  forms.insert(forms.end(),
               {caption.full, caption.shorter, caption.brief, caption.least, both, both_brief, tiny, fewest});
  return forms;
}

CaptionChoice common_form(const std::vector<std::vector<std::string>>& columns, std::size_t looks,
                          const std::function<bool(std::size_t look, const std::string& words)>& fits) {
  const std::size_t forms = columns.front().size();
  const auto fit = [&](std::size_t look, std::size_t form) {
    return std::all_of(columns.begin(), columns.end(), [&](const auto& words) { return fits(look, words[form]); });
  };
  for (std::size_t look = 0; look < looks; ++look)
    for (std::size_t form = 0; form < forms; ++form)
      if (fit(look, form)) return {look, form};
  return {looks - 1, forms - 1};
}

}  // namespace lanescope
