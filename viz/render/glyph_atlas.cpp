// Rasterises with stb_truetype, and packs glyphs in rows.
#include "viz/render/glyph_atlas.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cmath>

#include "viz/fonts/font_files.h"
#include "viz/text/characters.h"
#include "viz/text/cjk_font.h"

namespace lanescope {

struct GlyphAtlas::Font {
  stbtt_fontinfo info{};

  /// Returns false if the bytes, which must outlive the font, are not a font.
  bool read(const unsigned char* bytes, int face) {
    const int offset = stbtt_GetFontOffsetForIndex(bytes, face);
    return offset >= 0 && stbtt_InitFont(&info, bytes, offset) != 0;
  }
};

GlyphAtlas::GlyphAtlas() : pixels_(std::size_t{kSide} * kSide), texture_(make_texture()) {
  for (int face = 0; face < kFaces; ++face) {
    auto font = std::make_unique<Font>();
    if (font->read(font_file(static_cast<FontFace>(face)).data(), 0)) fonts_[face] = std::move(font);
  }
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, kSide, kSide, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

GlyphAtlas::~GlyphAtlas() = default;

void GlyphAtlas::clear() {
  glyphs_.clear();
  std::fill(pixels_.begin(), pixels_.end(), std::uint8_t{0});
  shelf_x_ = shelf_y_ = 1;
  shelf_height_ = 0;
  changed_ = true;
  full_ = false;
}

bool GlyphAtlas::place(Glyph& glyph) {
  if (shelf_x_ + glyph.width + 1 > kSide) {
    shelf_x_ = 1;
    shelf_y_ += shelf_height_ + 1;
    shelf_height_ = 0;
  }
  if (shelf_y_ + glyph.height + 1 > kSide || glyph.width + 2 > kSide) return false;
  glyph.x = shelf_x_;
  glyph.y = shelf_y_;
  shelf_x_ += glyph.width + 1;
  shelf_height_ = std::max(shelf_height_, glyph.height);
  return true;
}

/// Wide characters come from another font, one per language and weight, which is opened when it is first needed.
const GlyphAtlas::Font* GlyphAtlas::font_of(int slot) {
  if (slot < kFaces) return fonts_[slot].get();
  auto& font = wide_fonts_[slot - kFaces];
  if (font) return font.get();
  const auto bytes = cjk_font((slot - kFaces) % 2 == 1);
  auto opened = std::make_unique<Font>();
  if (bytes.empty() || !opened->read(bytes.data(), cjk_face_of(static_cast<Language>((slot - kFaces) / 2))))
    return nullptr;
  font = std::move(opened);
  return font.get();
}

const Glyph* GlyphAtlas::glyph(char32_t character, FontFace face, float size, int phase) {
  int slot = static_cast<int>(face);
  if (is_wide(character))
    slot = kFaces + 2 * static_cast<int>(current_language()) + (face == FontFace::sans_bold ? 1 : 0);
  const Key key{character, slot, static_cast<int>(std::lround(size * 64)), phase};
  if (const auto found = glyphs_.find(key); found != glyphs_.end())
    return found->second.width > 0 ? &found->second : nullptr;
  const Font* font = font_of(slot);
  if (!font) return nullptr;
  Glyph glyph;
  const int index = stbtt_FindGlyphIndex(&font->info, static_cast<int>(character));
  const float scale = stbtt_ScaleForMappingEmToPixels(&font->info, size);
  const float shift = static_cast<float>(phase) / kPhases;
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetGlyphBitmapBoxSubpixel(&font->info, index, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
  glyph.width = x1 - x0;
  glyph.height = y1 - y0;
  glyph.left = static_cast<float>(x0);
  glyph.top = static_cast<float>(y0);
  if (glyph.width > 0 && glyph.height > 0) {
    if (!place(glyph)) {
      full_ = true;
      return nullptr;
    }
    std::uint8_t* corner = pixels_.data() + std::size_t{kSide} * static_cast<std::size_t>(glyph.y) + glyph.x;
    stbtt_MakeGlyphBitmapSubpixel(&font->info, corner, glyph.width, glyph.height, kSide, scale, scale, shift, 0,
                                  index);
    changed_ = true;
  }
  const Glyph& kept = glyphs_.emplace(key, glyph).first->second;
  return kept.width > 0 ? &kept : nullptr;
}

GLuint GlyphAtlas::upload() {
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  if (changed_) {
    const int rows = std::min(kSide, shelf_y_ + shelf_height_ + 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kSide, rows, GL_RED, GL_UNSIGNED_BYTE, pixels_.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    changed_ = false;
  }
  return texture_.get();
}

}  // namespace lanescope
