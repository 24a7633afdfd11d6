// Inter for text, JetBrains Mono for numbers, Noto Sans CJK for what those lack.
#include "viz/panels/fonts.h"

#include <cmath>
#include <vector>

#include "viz/fonts/font_files.h"
#include "viz/text/cjk_font.h"
#include "viz/text/strings.h"

namespace lanescope {
namespace {

// Sizes of the em square; ImGui needs the line height, which differs between fonts.
constexpr float kBodySize = 13.5f, kSmallSize = 12.5f, kMonoSize = 12.5f, kTitleSize = 20;
constexpr float kInterLine = 1.21f, kJetBrainsLine = 1.32f;

/// In ImGui's format: pairs, with a 0 at the end.
const ImWchar* written_characters() {
  static const std::vector<ImWchar> pairs = [] {
    std::vector<ImWchar> list;
    for (const CharacterRange& range : kWrittenCharacters)
      for (const char32_t character : {range.first, range.last}) list.push_back(static_cast<ImWchar>(character));
    list.push_back(0);
    return list;
  }();
  return pairs.data();
}

ImFont* load(ImFontAtlas& atlas, FontFace face, float size) {
  const auto file = font_file(face);
  ImFontConfig config;
  config.OversampleH = 2;
  config.PixelSnapH = true;
  config.FontDataOwnedByAtlas = false;
  return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), static_cast<int>(file.size()),
                                    std::round(size), &config, written_characters());
}

/// The wide characters of the program's texts, from another font.
class WideCharacters {
 public:
  WideCharacters(Language language, const std::set<char32_t>& others) : language_(language) {
    ImFontGlyphRangesBuilder builder;
    for (const char32_t character : wide_characters_of(language)) add(builder, character);
    for (const char32_t character : others) add(builder, character);
    builder.BuildRanges(&ranges_);
  }

  /// Merges them into the atlas's last font. The ranges must live until the atlas is built.
  void add_to(ImFontAtlas& atlas, float em, bool bold) const {
    const auto bytes = cjk_font(bold);
    if (bytes.empty() || ranges_.Size < 2) return;
    ImFontConfig config;
    config.MergeMode = true;
    config.PixelSnapH = true;
    config.OversampleH = 1;
    config.FontNo = cjk_face_of(language_);
    // ImGui copies a font that the atlas does not own, and frees one that it owns. Setting this now and clearing
    // it below avoids both for the mapped 20 MB.
    config.FontDataOwnedByAtlas = true;
    atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()),
                               std::round(kCjkLine * em), &config, ranges_.Data);
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
  }

 private:
  static void add(ImFontGlyphRangesBuilder& builder, char32_t character) {
    if (character <= IM_UNICODE_CODEPOINT_MAX) builder.AddChar(static_cast<ImWchar>(character));
  }

  Language language_;
  ImVector<ImWchar> ranges_;
};

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale, Language language, const std::set<char32_t>& others) {
  atlas.Clear();
  const WideCharacters wide(language, others);
  const auto added = [&](FontFace face, float line, float em) {
    ImFont* const font = load(atlas, face, line * em * scale);
    wide.add_to(atlas, em * scale, face == FontFace::sans_bold);
    return font;
  };
  Fonts fonts;
  fonts.body = added(FontFace::sans, kInterLine, kBodySize);
  fonts.bold = added(FontFace::sans_bold, kInterLine, kBodySize);
  fonts.small = added(FontFace::sans, kInterLine, kSmallSize);
  fonts.mono = added(FontFace::mono, kJetBrainsLine, kMonoSize);
  fonts.title = added(FontFace::sans_bold, kInterLine, kTitleSize);
  atlas.Build();  // while the ranges live
  return fonts;
}

}  // namespace lanescope
