// Inter for text, JetBrains Mono for numbers. ImGui aborts on a file that is not there, so each is looked for first.
#include "viz/panels/fonts.h"

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>

namespace lanescope {
namespace {

// Sizes of the em square; ImGui wants the height of a line, which differs from face to face.
constexpr float kBodySize = 13.5f, kSmallSize = 12.5f, kMonoSize = 12.5f, kTitleSize = 20;
constexpr float kInterLine = 1.21f, kJetBrainsLine = 1.32f;

// Latin, and the signs that sentences and tables use: dashes, quotes, ellipsis, arrows, comparisons, middle dot.
constexpr ImWchar kGlyphs[] = {0x20, 0xff, 0x2010, 0x2027, 0x2030, 0x203a, 0x2190, 0x2195,
                               0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

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

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale) {
  atlas.Clear();
  const std::string sans = find_font({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf"});
  const std::string bold = find_font({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "DejaVuSans-Bold.ttf"});
  const std::string mono = find_font({"JetBrainsMono-Regular.ttf", "DejaVuSansMono.ttf"});
  Fonts fonts;
  fonts.body = load(atlas, sans, kInterLine * kBodySize * scale);
  fonts.bold = load(atlas, bold, kInterLine * kBodySize * scale);
  fonts.small = load(atlas, sans, kInterLine * kSmallSize * scale);
  fonts.mono = load(atlas, mono, kJetBrainsLine * kMonoSize * scale);
  fonts.title = load(atlas, bold, kInterLine * kTitleSize * scale);
  return fonts;
}

}  // namespace lanescope
