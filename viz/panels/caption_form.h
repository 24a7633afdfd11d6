// In which words and letters captions of columns side by side are written: in the same ones, so that they can be
// compared. Plain choice, no ImGui.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "viz/views/shared/captions.h"

namespace lanescope {

/// A caption's words from the longest to the shortest. `any_why`: one of the columns tells why nobody waits, and
/// then each has the words for that, or what is left of them.
std::vector<std::string> forms_of(const Caption& caption, bool on_stage, bool any_why);

struct CaptionChoice {
  std::size_t look = 0, form = 0;
};
/// Of `looks`, the best first, the first one in which some form fits in all columns, and the longest such form.
/// `columns` must not be empty, and have equally many forms.
CaptionChoice common_form(const std::vector<std::vector<std::string>>& columns, std::size_t looks,
                          const std::function<bool(std::size_t look, const std::string& words)>& fits);

}  // namespace lanescope
