#include "viz/text/cjk_font.h"

namespace lanescope {

const std::string& language_refusal(Language language) {
  static const std::string none;
  static const std::string missing =
      "Chinese needs a font that is not installed here; install the package fonts-noto-cjk and start again.";
  return row_of(language).cjk_face >= 0 && cjk_font(false).empty() ? missing : none;
}

Language next_language(Language language) {
  const auto next = static_cast<Language>((static_cast<std::size_t>(language) + 1) % kLanguageCount);
  return language_refusal(next).empty() ? next : Language::english;
}

}  // namespace lanescope
