// Glyphs of the three fonts, and of Chinese characters, as coverage in one texture; each is rasterised when it is
// first used.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "viz/kit/scene.h"
#include "viz/render/gl.h"

namespace lanescope {

/// The place of a glyph in the atlas, and its offset from the pen on the baseline, in pixels.
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

  /// `phase` of kPhases: how far the pen is to the right of a whole pixel. Null if the font has no such glyph, or
  /// if it is blank. Valid until the next clear().
  const Glyph* glyph(char32_t character, FontFace face, float size, int phase);
  /// Whether the atlas became full since the last clear(); glyphs requested after that are missing.
  bool full() const { return full_; }
  void clear();
  /// Uploads what was added since the last call, and returns the texture.
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
