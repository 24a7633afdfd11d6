// Text measurement from the advance tables.
#include "viz/kit/text_width.h"

#include "viz/kit/advances.h"

namespace lanescope {

float advance_width(char32_t character, FontFace face) {
  if (is_wide(character)) return 1;
  if (face == FontFace::mono) return kMonoAdvance / 1000.0f;
  const bool bold = face == FontFace::sans_bold;
  if (character >= 32 && character < 127)
    return (bold ? kSansBoldAdvances : kSansAdvances)[character - 32] / 1000.0f;
  for (const WideAdvance& wide : kWideAdvances)
    if (wide.character == character) return (bold ? wide.sans_bold : wide.sans) / 1000.0f;
  return kUnknownAdvance / 1000.0f;
}

float text_width(const std::string& text, FontFace face, float size) {
  float width = 0;
  for (std::size_t i = 0; i < text.size();) width += advance_width(next_character(text, i), face);
  return width * size;
}

std::string fitted(const std::string& text, FontFace face, float size, float width) {
  if (text_width(text, face, size) <= width) return text;
  const std::string ellipsis = "…";
  float used = text_width(ellipsis, face, size);
  if (used > width) return "";
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size(); end = i) {
    used += advance_width(next_character(text, i), face) * size;
    if (used > width) break;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return text.substr(0, end) + ellipsis;
}

}  // namespace lanescope
