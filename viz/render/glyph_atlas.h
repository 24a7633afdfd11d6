// Glyphs of the three faces, and of Chinese characters, as coverage in one texture, rasterised when first asked
// for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "viz/render/gl.h"
#include "viz/kit/scene.h"

namespace lanescope {

/// Where a glyph lies in the atlas, and where on the picture relative to the pen on the baseline. In pixels.
struct Glyph {
  int x = 0, y = 0, width = 0, height = 0;
  float left = 0, top = 0;
};

class GlyphAtlas {
 public:
  static constexpr int kSide = 1024;
  /// Glyphs are rasterised at this many places between two pixels.
  static constexpr int kPhases = 4;

  GlyphAtlas();
  ~GlyphAtlas();

  /// `phase` of kPhases: how far right of a whole pixel the pen stands. Null where the font has no such glyph and
  /// where it is blank. Valid until the next clear().
  const Glyph* glyph(char32_t character, FontFace face, float size, int phase);
  /// Whether the atlas ran full since the last clear(); glyphs asked for after that are missing.
  bool full() const { return full_; }
  void clear();
  /// Brings what was added to the texture up to date, and returns it.
  GLuint upload();

 private:
  struct Font;
  struct Key {
    char32_t character;
    int slot, size_64ths, phase;
    auto operator<=>(const Key&) const = default;
  };
  static constexpr int kFaces = 3, kWideFaces = 6;  ///< of FontFace; regular and bold of each language
  const Font* font_of(int slot);
  bool place(Glyph& glyph);

  std::unique_ptr<Font> fonts_[kFaces], wide_fonts_[kWideFaces];
  std::map<Key, Glyph> glyphs_;
  std::vector<std::uint8_t> pixels_;
  int shelf_x_ = 1, shelf_y_ = 1, shelf_height_ = 0;
  bool changed_ = true, full_ = false;
  GlTexture texture_;
};

}  // namespace lanescope
