// The folders of the distribution's font packages, best first.
#include "viz/render/font_files.h"

#include <filesystem>

namespace lanescope {

FontFile find_font(FontFace face) {
  static const FontFile kSans[] = {{"/usr/share/fonts/opentype/inter/Inter-Regular.otf", 1},
                                   {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0.88f}};
  static const FontFile kSansBold[] = {{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", 1},
                                       {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", 0.86f}};
  static const FontFile kMono[] = {{"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", 1},
                                   {"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 0.98f}};
  const auto& candidates = face == FontFace::mono ? kMono : face == FontFace::sans_bold ? kSansBold : kSans;
  for (const FontFile& candidate : candidates) {
    std::error_code error;
    if (std::filesystem::is_regular_file(candidate.path, error)) return candidate;
  }
  return {};
}

}  // namespace lanescope
