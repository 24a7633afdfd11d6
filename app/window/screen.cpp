// Hashing a frame into tiles, and drawing the rectangles that differ.
#include "app/window/screen.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kMostParts = 24;  // four variants have a dozen pictures, which change in a row or two

/// The three corners of a triangle of a draw command.
struct Triangle {
  const ImDrawVert* corners[3];

  Triangle(const ImDrawList& list, const ImDrawCmd& command, unsigned at) {
    for (unsigned i = 0; i < 3; ++i) {
      const ImDrawIdx index = list.IdxBuffer[static_cast<int>(command.IdxOffset + at + i)];
      corners[i] = &list.VtxBuffer[static_cast<int>(command.VtxOffset + index)];
    }
  }
  Rect bounds() const {
    const auto [left, right] = std::minmax({corners[0]->pos.x, corners[1]->pos.x, corners[2]->pos.x});
    const auto [top, bottom] = std::minmax({corners[0]->pos.y, corners[1]->pos.y, corners[2]->pos.y});
    return {left - 1, top - 1, right - left + 2, bottom - top + 2};
  }
  std::uint64_t hash(std::uint64_t seed) const {
    for (const ImDrawVert* corner : corners) seed = hash_bytes(seed, corner, sizeof *corner);
    return seed;
  }
};

Rect clip_of(const ImDrawCmd& command) {
  const ImVec4& clip = command.ClipRect;
  return {clip.x, clip.y, clip.z - clip.x, clip.w - clip.y};
}

void add_triangles(TileHashes& tiles, const ImDrawData& data) {
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const Rect clip = clip_of(command);
      const std::uint64_t seed = hash_bytes(kHashSeed, &clip, sizeof clip);
      for (unsigned at = 0; at + 3 <= command.ElemCount; at += 3) {
        const Triangle triangle(list, command, at);
        tiles.add(shared_part(triangle.bounds(), clip), triangle.hash(seed));
      }
    }
  }
}

/// Leaves in a list the triangles that lie over the rectangles, each clipped to its rectangle.
void keep_inside(ImDrawList& list, const std::vector<Rect>& rects) {
  ImVector<ImDrawCmd> commands;
  ImVector<ImDrawIdx> indices;
  for (const ImDrawCmd& whole : list.CmdBuffer)
    for (const Rect& rect : rects) {
      const Rect clip = shared_part(clip_of(whole), rect);
      if (clip.w <= 0 || clip.h <= 0) continue;
      ImDrawCmd command = whole;
      command.ClipRect = {clip.x, clip.y, clip.right(), clip.bottom()};
      command.IdxOffset = static_cast<unsigned>(indices.Size);
      for (unsigned at = 0; at + 3 <= whole.ElemCount; at += 3) {
        if (!Triangle(list, whole, at).bounds().overlaps(clip)) continue;
        for (unsigned i = 0; i < 3; ++i)
          indices.push_back(list.IdxBuffer[static_cast<int>(whole.IdxOffset + at + i)]);
      }
      command.ElemCount = static_cast<unsigned>(indices.Size) - command.IdxOffset;
      if (command.ElemCount > 0) commands.push_back(command);
    }
  list.CmdBuffer.swap(commands);
  list.IdxBuffer.swap(indices);
}

/// WebGL takes an upload of no bytes for one of all that there are.
void drop_empty_lists(ImDrawData& data) {
  ImDrawList** const end = std::remove_if(data.CmdLists, data.CmdLists + data.CmdListsCount,
                                          [](const ImDrawList* list) { return list->IdxBuffer.empty(); });
  data.CmdListsCount = static_cast<int>(end - data.CmdLists);
}

/// Of all that a frame is made of. Cheaper than tiles, and enough to see that nothing changed.
std::uint64_t hash_of_frame(const ImDrawData& data, std::uint64_t pictures, ImU32 ground) {
  const float head[] = {data.DisplaySize.x, data.DisplaySize.y};
  std::uint64_t hash = hash_bytes(hash_bytes(pictures, head, sizeof head), &ground, sizeof ground);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    hash = hash_bytes(hash, list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    hash = hash_bytes(hash, list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list.CmdBuffer)
      hash = hash_bytes(hash, &command.ClipRect, sizeof command.ClipRect);
  }
  return hash;
}

/// Clearing is the cheapest way to fill a rectangle, on every rasteriser.
void clear_with(ImU32 color, const Rect& rect, const FrameInput& input) {
  if (rect.w <= 0 || rect.h <= 0) return;
  const ImVec4 c = to_vec4(color);
  glScissor(static_cast<int>(rect.x), static_cast<int>(input.height - rect.bottom()), static_cast<int>(rect.w),
            static_cast<int>(rect.h));
  glClearColor(c.x, c.y, c.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

Screen::Screen() {
  glGenFramebuffers(1, &source_);
}

Screen::~Screen() {
  glDeleteFramebuffers(1, &source_);
}

void Screen::forget() {
  shown_ = {};
  quick_hash_ = 0;
}

/// Copies pixel for pixel, which costs a software rasteriser a fraction of a textured, blended quad.
void Screen::copy(const PlacedPicture& picture, const Rect& part, const FrameInput& input) const {
  if (part.w <= 0 || part.h <= 0) return;
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, source_);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture.texture, 0);
  const auto left = static_cast<GLint>(part.x), right = static_cast<GLint>(part.right());
  const auto top = static_cast<GLint>(part.y), bottom = static_cast<GLint>(part.bottom());
  const auto x = static_cast<GLint>(picture.rect.x), y = static_cast<GLint>(picture.rect.y);
  const auto height = static_cast<GLint>(input.height);
  glBlitFramebuffer(left - x, top - y, right - x, bottom - y, left, height - top, right, height - bottom,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
}

/// What lies below ImGui's triangles.
void Screen::draw_below(const FrameOutput& frame, const Rect& part, const UiColors& colors,
                        const FrameInput& input) const {
  const bool covered = std::any_of(frame.pictures.begin(), frame.pictures.end(), [&](const PlacedPicture& picture) {
    return shared_part(picture.rect, part) == part;
  });
  if (!covered) {
    glEnable(GL_SCISSOR_TEST);
    clear_with(colors.window, part, input);
    for (const Rect& fill : frame.fills) clear_with(colors.panel, shared_part(fill, part), input);
    glDisable(GL_SCISSOR_TEST);
  }
  for (const PlacedPicture& picture : frame.pictures) copy(picture, shared_part(picture.rect, part), input);
}

std::vector<Rect> Screen::draw(ImDrawData& triangles, const FrameOutput& frame, const Renderer& renderer,
                               const UiColors& colors, const FrameInput& input) {
  TileHashes wanted(static_cast<int>(input.width), static_cast<int>(input.height),
                    hash_bytes(kHashSeed, &colors.window, sizeof colors.window));
  std::uint64_t pictures = kHashSeed;
  for (const PlacedPicture& picture : frame.pictures) {
    const std::uint64_t version = renderer.version(picture.slot);
    pictures = hash_bytes(hash_bytes(pictures, &picture, sizeof picture), &version, sizeof version);
  }
  const std::uint64_t quick = hash_of_frame(triangles, pictures, colors.window);
  if (quick == quick_hash_) return {};
  for (const Rect& fill : frame.fills) wanted.add(fill, colors.panel);
  for (const PlacedPicture& picture : frame.pictures)
    wanted.add_tiles(renderer.tiles(picture.slot), picture.rect.x, picture.rect.y);
  add_triangles(wanted, triangles);
  std::vector<Rect> changed = wanted.changed_since(shown_, kMostParts);
  if (!input.kept && !changed.empty()) changed = {wanted.whole()};

  glViewport(0, 0, static_cast<int>(input.width), static_cast<int>(input.height));
  for (const Rect& rect : changed) draw_below(frame, rect, colors, input);
  for (int i = 0; i < triangles.CmdListsCount; ++i) keep_inside(*triangles.CmdLists[i], changed);
  drop_empty_lists(triangles);
  if (!changed.empty()) ImGui_ImplOpenGL3_RenderDrawData(&triangles);
  shown_ = std::move(wanted);
  quick_hash_ = quick;
  return changed;
}

}  // namespace lanescope
