// Inter for text, JetBrains Mono for numbers, Noto Sans CJK for what those lack. ImGui aborts on a file that is not
// there, so each is looked for first.
#include "viz/panels/fonts.h"

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>

#include "viz/text/cjk_font.h"
#include "viz/text/strings.h"

namespace lanescope {
namespace {

// Sizes of the em square; ImGui wants the height of a line, which differs from face to face.
constexpr float kBodySize = 13.5f, kSmallSize = 12.5f, kMonoSize = 12.5f, kTitleSize = 20;
constexpr float kInterLine = 1.21f, kJetBrainsLine = 1.32f;

// Latin, and the signs that sentences and tables use: dashes, quotes, ellipsis, arrows, comparisons, middle dot.
constexpr ImWchar kGlyphs[] = {0x20,   0xff,   0x2010, 0x2027, 0x2030, 0x203a, 0x2190,
                               0x2195, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

std::string find_font(std::initializer_list<const char*> names) {
  for (const char* folder : {"/usr/share/fonts/opentype/inter/", "/usr/share/fonts/truetype/jetbrains-mono/",
                             "/usr/share/fonts/truetype/inter/", "/usr/share/fonts/truetype/dejavu/"})
    for (const char* name : names) {
      std::string path = std::string(folder) + name;
      std::error_code ignored;
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  return {};
}

ImFont* load(ImFontAtlas& atlas, const std::string& path, float size) {
  if (!path.empty()) {
    ImFontConfig config;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    if (ImFont* font = atlas.AddFontFromFileTTF(path.c_str(), std::round(size), &config, kGlyphs)) return font;
  }
  ImFontConfig fallback;
  fallback.SizePixels = std::round(size * 0.85f);
  return atlas.AddFontDefault(&fallback);
}

/// The wide characters of the program's words, from a font of their own.
class WideCharacters {
 public:
  explicit WideCharacters(Language language) : language_(language) {
    ImFontGlyphRangesBuilder builder;
    for (const char32_t character : wide_characters_of(language))
      if (character <= IM_UNICODE_CODEPOINT_MAX) builder.AddChar(static_cast<ImWchar>(character));
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
    config.FontNo = cjk_face(language_);
    // Said to be the atlas's own, the 20 MB are not copied; unsaid, they are not freed.
    config.FontDataOwnedByAtlas = true;
    atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()),
                               std::round(kCjkLine * em), &config, ranges_.Data);
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
  }

 private:
  Language language_;
  ImVector<ImWchar> ranges_;
};

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale, Language language) {
  atlas.Clear();
  const std::string sans = find_font({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf"});
  const std::string bold = find_font({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "DejaVuSans-Bold.ttf"});
  const std::string mono = find_font({"JetBrainsMono-Regular.ttf", "DejaVuSansMono.ttf"});
  const WideCharacters wide(language);
  const auto face = [&](const std::string& path, float line, float em, bool is_bold) {
    ImFont* const font = load(atlas, path, line * em * scale);
    wide.add_to(atlas, em * scale, is_bold);
    return font;
  };
  Fonts fonts;
  fonts.body = face(sans, kInterLine, kBodySize, false);
  fonts.bold = face(bold, kInterLine, kBodySize, true);
  fonts.small = face(sans, kInterLine, kSmallSize, false);
  fonts.mono = face(mono, kJetBrainsLine, kMonoSize, false);
  fonts.title = face(bold, kInterLine, kTitleSize, true);
  atlas.Build();  // while the ranges live
  return fonts;
}

}  // namespace lanescope
