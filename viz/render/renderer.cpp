// Draws what changed of one scene, a rectangle after another: clear, shapes below, masks, shapes above, texts.
#include "viz/render/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "viz/render/geometry.h"
#include "viz/render/gl.h"
#include "viz/render/mask_painter.h"
#include "viz/render/tile_hashes.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostParts = 8;  // in which a picture is drawn again

/// A rectangle of the picture, and the vertices of what lies over it: shapes below the masks and above them,
/// glyphs.
struct Part {
  Rect rect;
  std::size_t below = 0, above = 0, end = 0;
  std::size_t glyphs = 0, glyphs_end = 0;
};

/// Restores what the caller had bound.
class Restore {
 public:
  Restore() {
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
    blend_ = glIsEnabled(GL_BLEND);
    scissor_ = glIsEnabled(GL_SCISSOR_TEST);
    depth_ = glIsEnabled(GL_DEPTH_TEST);
    cull_ = glIsEnabled(GL_CULL_FACE);
  }
  ~Restore() {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    set(GL_BLEND, blend_);
    set(GL_SCISSOR_TEST, scissor_);
    set(GL_DEPTH_TEST, depth_);
    set(GL_CULL_FACE, cull_);
    glBindVertexArray(0);
    glUseProgram(0);
  }

 private:
  static void set(GLenum what, GLboolean on) { on ? glEnable(what) : glDisable(what); }
  GLint framebuffer_ = 0, viewport_[4] = {};
  GLboolean blend_ = 0, scissor_ = 0, depth_ = 0, cull_ = 0;
};

void set_attribute(GLuint index, GLint size, GLenum type, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, size, type, type == GL_UNSIGNED_BYTE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
}

}  // namespace

struct Renderer::State {
  struct Slot {
    GlTexture texture;
    GlFramebuffer framebuffer;
    int width = 0, height = 0;
    TileHashes shown;
    std::uint64_t version = 0;
  };

  /// Vertices in a buffer of their own, with the layout that their shader reads.
  struct Batch {
    GlVertexArray array = make_vertex_array();
    GlBuffer vertices = make_buffer();
  };

  GlProgram shape_program = load_program("shape"), text_program = load_program("text");
  Batch shapes, glyphs;
  GlBuffer indices = make_buffer();
  std::size_t indexed_quads = 0;
  MaskPainter masks;
  GLint largest_texture = 0;  ///< pixels of a side
  GlyphAtlas atlas;
  std::map<unsigned, Slot> slots;
  std::vector<ShapeVertex> shape_vertices;
  std::vector<GlyphVertex> glyph_vertices;
  std::uint64_t draws = 0;

  State();
  Slot& prepared_slot(unsigned number, int width, int height);
  void reserve_indices(std::size_t quads);
  void draw_shapes(std::size_t first_vertex, std::size_t end_vertex, const Scene& scene);
  void draw_texts(const Part& part, const Scene& scene);
  std::vector<Part> fill(const Scene& scene, const std::vector<Rect>& rects);
  void fill_texts(const Scene& scene, std::vector<Part>& parts);
  void upload();
  void draw_part(const Part& part, const Scene& scene);
};

Renderer::State::State() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture);
  glBindVertexArray(shapes.array.get());
  glBindBuffer(GL_ARRAY_BUFFER, shapes.vertices.get());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.get());
  set_attribute(0, 2, GL_FLOAT, sizeof(ShapeVertex), offsetof(ShapeVertex, x));
  set_attribute(1, 4, GL_FLOAT, sizeof(ShapeVertex), offsetof(ShapeVertex, local_x));
  set_attribute(2, 4, GL_FLOAT, sizeof(ShapeVertex), offsetof(ShapeVertex, radius));
  set_attribute(3, 4, GL_UNSIGNED_BYTE, sizeof(ShapeVertex), offsetof(ShapeVertex, color));
  glBindVertexArray(glyphs.array.get());
  glBindBuffer(GL_ARRAY_BUFFER, glyphs.vertices.get());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.get());
  set_attribute(0, 2, GL_FLOAT, sizeof(GlyphVertex), offsetof(GlyphVertex, x));
  set_attribute(1, 2, GL_FLOAT, sizeof(GlyphVertex), offsetof(GlyphVertex, u));
  set_attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(GlyphVertex), offsetof(GlyphVertex, color));
  glBindVertexArray(0);
  check_gl("the renderer's construction");
}

Renderer::State::Slot& Renderer::State::prepared_slot(unsigned number, int width, int height) {
  Slot& slot = slots[number];
  if (slot.width == width && slot.height == height) return slot;
  if (std::max(width, height) > largest_texture)
    throw Error(ErrorKind::failed,
                Sentence("A picture of {} x {} pixels is too large; OpenGL on this machine draws up to {} per "
                         "side.",
                         width, height, largest_texture));
  slot = {make_texture(), make_framebuffer(), width, height, {}, 0};
  glBindTexture(GL_TEXTURE_2D, slot.texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindFramebuffer(GL_FRAMEBUFFER, slot.framebuffer.get());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, slot.texture.get(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw Error(ErrorKind::failed, "OpenGL cannot draw into a texture of " + std::to_string(width) + " x " +
                                       std::to_string(height) + " pixels.");
  return slot;
}

void Renderer::State::reserve_indices(std::size_t quads) {
  if (quads <= indexed_quads) return;
  indexed_quads = std::max<std::size_t>(2 * quads, 4096);
  std::vector<std::uint32_t> list;
  list.reserve(6 * indexed_quads);
  for (std::uint32_t q = 0; q < indexed_quads; ++q)
    for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) list.push_back(4 * q + corner);
  glBindVertexArray(0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.size() * sizeof list[0]), list.data(),
               GL_STATIC_DRAW);
}

void Renderer::State::draw_shapes(std::size_t first_vertex, std::size_t end_vertex, const Scene& scene) {
  if (first_vertex == end_vertex) return;
  glUseProgram(shape_program.get());
  glUniform2f(glGetUniformLocation(shape_program.get(), "u_size"), std::ceil(scene.width), std::ceil(scene.height));
  glBindVertexArray(shapes.array.get());
  const std::size_t first_index = first_vertex / 4 * 6;
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>((end_vertex - first_vertex) / 4 * 6), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(first_index * sizeof(std::uint32_t)));
}

void Renderer::State::fill_texts(const Scene& scene, std::vector<Part>& parts) {
  std::vector<Rect> places;
  places.reserve(scene.texts.size());
  for (const Text& text : scene.texts) places.push_back(drawn_bounds(text));
  // A second try with an empty atlas is enough: one picture's glyphs always fit.
  for (int attempt = 0; attempt < 2; ++attempt) {
    glyph_vertices.clear();
    bool complete = true;
    for (Part& part : parts) {
      part.glyphs = glyph_vertices.size();
      for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].overlaps(part.rect)) complete = add_text(glyph_vertices, scene.texts[i], atlas) && complete;
      part.glyphs_end = glyph_vertices.size();
    }
    if (complete) return;
    atlas.clear();
  }
}

std::vector<Part> Renderer::State::fill(const Scene& scene, const std::vector<Rect>& rects) {
  const float period = hatch_period(scene);
  std::vector<Part> parts;
  shape_vertices.clear();
  for (const Rect& rect : rects) {
    const auto add_quads = [&](const std::vector<Quad>& quads) {
      for (const Quad& quad : quads)
        if (drawn_bounds(quad).overlaps(rect)) add_quad(shape_vertices, quad, period);
    };
    Part part{.rect = rect, .below = shape_vertices.size()};
    add_quads(scene.quads);
    part.above = shape_vertices.size();
    for (const Line& line : scene.lines)
      if (drawn_bounds(line).overlaps(rect)) add_line(shape_vertices, line);
    add_quads(scene.overlays);
    part.end = shape_vertices.size();
    parts.push_back(part);
  }
  fill_texts(scene, parts);
  return parts;
}

void Renderer::State::upload() {
  reserve_indices(std::max(shape_vertices.size(), glyph_vertices.size()) / 4);
  // WebGL takes an upload of no bytes for one of all that there are: of the program's whole memory.
  const auto fill_buffer = [](GLuint buffer, const auto& list) {
    if (list.empty()) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(list.size() * sizeof list[0]), list.data(),
                 GL_STREAM_DRAW);
  };
  fill_buffer(shapes.vertices.get(), shape_vertices);
  fill_buffer(glyphs.vertices.get(), glyph_vertices);
}

void Renderer::State::draw_texts(const Part& part, const Scene& scene) {
  if (part.glyphs == part.glyphs_end) return;
  glActiveTexture(GL_TEXTURE0);
  atlas.upload();
  glUseProgram(text_program.get());
  glUniform1i(glGetUniformLocation(text_program.get(), "u_atlas"), 0);
  glUniform2f(glGetUniformLocation(text_program.get(), "u_size"), std::ceil(scene.width), std::ceil(scene.height));
  glBindVertexArray(glyphs.array.get());
  const std::size_t first_index = part.glyphs / 4 * 6;
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>((part.glyphs_end - part.glyphs) / 4 * 6), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(first_index * sizeof(std::uint32_t)));
}

void Renderer::State::draw_part(const Part& part, const Scene& scene) {
  const Rect& rect = part.rect;
  glScissor(static_cast<GLint>(rect.x), static_cast<GLint>(rect.y), static_cast<GLsizei>(rect.w),
            static_cast<GLsizei>(rect.h));
  glClear(GL_COLOR_BUFFER_BIT);
  draw_shapes(part.below, part.above, scene);
  for (const MaskGrid& grid : scene.mask_grids)
    if (grid.rect.overlaps(rect)) masks.draw(grid, scene);
  draw_shapes(part.above, part.end, scene);
  draw_texts(part, scene);
}

Renderer::Renderer() : state_(std::make_unique<State>()) {}
Renderer::~Renderer() = default;

unsigned Renderer::draw(unsigned number, const Scene& scene) {
  State& s = *state_;
  const int width = std::max(1, static_cast<int>(std::ceil(scene.width)));
  const int height = std::max(1, static_cast<int>(std::ceil(scene.height)));
  const Restore restore;
  State::Slot& slot = s.prepared_slot(number, width, height);
  TileHashes wanted = tiles_of(scene);
  const std::vector<Rect> changed = wanted.changed_since(slot.shown, kMostParts);
  if (changed.empty()) return slot.texture.get();
  slot.shown = {};  // until all of it is drawn
  const std::vector<Part> parts = s.fill(scene, changed);
  s.upload();

  glBindFramebuffer(GL_FRAMEBUFFER, slot.framebuffer.get());
  glViewport(0, 0, width, height);
  glEnable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  const Color& back = scene.background;
  glClearColor(static_cast<float>(back.r) / 255, static_cast<float>(back.g) / 255, static_cast<float>(back.b) / 255,
               1);
  s.masks.forget();
  for (const Part& part : parts) s.draw_part(part, scene);
  check_gl("drawing a picture");
  slot.shown = std::move(wanted);
  slot.version = ++s.draws;
  return slot.texture.get();
}

std::uint64_t Renderer::version(unsigned number) const {
  const auto found = state_->slots.find(number);
  return found == state_->slots.end() ? 0 : found->second.version;
}

const TileHashes& Renderer::tiles(unsigned number) const {
  static const TileHashes nothing;
  const auto found = state_->slots.find(number);
  return found == state_->slots.end() ? nothing : found->second.shown;
}

unsigned Renderer::texture(unsigned number) const {
  const auto found = state_->slots.find(number);
  return found == state_->slots.end() ? 0 : found->second.texture.get();
}

void Renderer::release(unsigned number) {
  state_->slots.erase(number);
}

std::vector<std::uint8_t> Renderer::read_pixels(unsigned number) const {
  const auto found = state_->slots.find(number);
  if (found == state_->slots.end()) return {};
  const Restore restore;
  const State::Slot& slot = found->second;
  std::vector<std::uint8_t> pixels(std::size_t{4} * static_cast<std::size_t>(slot.width) *
                                   static_cast<std::size_t>(slot.height));
  glBindFramebuffer(GL_FRAMEBUFFER, slot.framebuffer.get());
  glReadPixels(0, 0, slot.width, slot.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  check_gl("reading a picture back");
  return pixels;
}

void Renderer::finish() const {
  glFinish();
}

}  // namespace lanescope
