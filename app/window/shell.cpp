// ImGui's context and its OpenGL back end live exactly as long as the shell.
#include "app/window/shell.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <cstring>
#include <utility>

#include "engine/base/error.h"
#include "viz/panels/fonts.h"
#include "viz/render/renderer.h"

namespace lanescope {

struct Shell::Painter : ScenePainter {
  Painter() { glGenFramebuffers(1, &source); }
  ~Painter() override { glDeleteFramebuffers(1, &source); }

  unsigned paint(unsigned slot, const Scene& scene) override {
    ++paints;
    return renderer.draw(slot, scene);
  }

  void release(unsigned slot) override { renderer.release(slot); }

  /// Copies pixel for pixel, which costs a software rasteriser a fraction of a textured, blended quad.
  void copy_to_screen(const PlacedPicture& picture, const FrameInput& input) const {
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture.texture, 0);
    const auto width = static_cast<GLint>(picture.rect.w), height = static_cast<GLint>(picture.rect.h);
    const auto x = static_cast<GLint>(picture.rect.x);
    const auto top = static_cast<GLint>(input.height) - static_cast<GLint>(picture.rect.y);
    glBlitFramebuffer(0, 0, width, height, x, top, x + width, top - height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
  }

  Renderer renderer;
  GLuint source = 0;
  std::uint64_t paints = 0;
};

namespace {

/// FNV-1a, eight bytes at a time.
std::uint64_t hash_bytes(std::uint64_t hash, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (; size >= 8; bytes += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 1099511628211u;
    hash ^= hash >> 29;
  }
  for (; size > 0; ++bytes, --size) hash = (hash ^ *bytes) * 1099511628211u;
  return hash;
}

/// Two frames with the same hash look the same: same triangles, and no texture was painted in between.
std::uint64_t hash_of_frame(const ImDrawData& data, std::uint64_t paints, Theme theme) {
  const std::uint64_t head[] = {paints, static_cast<std::uint64_t>(theme),
                                static_cast<std::uint64_t>(data.DisplaySize.x),
                                static_cast<std::uint64_t>(data.DisplaySize.y)};
  std::uint64_t hash = hash_bytes(14695981039346656037u, head, sizeof head);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    hash = hash_bytes(hash, list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    hash = hash_bytes(hash, list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list.CmdBuffer)
      hash = hash_bytes(hash, &command.ClipRect, sizeof command.ClipRect);
  }
  return hash;
}

void clear_with(ImU32 color) {
  const ImVec4 c = to_vec4(color);
  glClearColor(c.x, c.y, c.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

/// Clearing is the cheapest way to fill large rectangles, on every rasteriser.
void clear_grounds(const std::vector<Rect>& fills, const UiColors& colors, const FrameInput& input) {
  glViewport(0, 0, static_cast<int>(input.width), static_cast<int>(input.height));
  clear_with(colors.window);
  glEnable(GL_SCISSOR_TEST);
  for (const Rect& rect : fills) {
    glScissor(static_cast<int>(rect.x), static_cast<int>(input.height - rect.bottom()), static_cast<int>(rect.w),
              static_cast<int>(rect.h));
    clear_with(colors.panel);
  }
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace

namespace {

void start_imgui() {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the program has settings of its own
  if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
    throw Error(ErrorKind::unavailable, "OpenGL 3.3 is not available here.");
}

void stop_imgui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

}  // namespace

Shell::Shell() : painter_(std::make_unique<Painter>()) {
  start_imgui();
}

Shell::~Shell() {
  stop_imgui();
}

void Shell::restart() {
  stop_imgui();
  panels_.pictures = {};  // they refer to textures of the painter that is destroyed
  painter_.reset();
  while (glGetError() != GL_NO_ERROR) {
  }
  painter_ = std::make_unique<Painter>();
  start_imgui();
  font_scale_ = 0;
  forget();
}

std::vector<std::uint8_t> Shell::pixels_of(const Scene& scene) {
  constexpr unsigned kExportSlot = 1'000'000;  // above those of the window's pictures
  painter_->renderer.draw(kExportSlot, scene);
  std::vector<std::uint8_t> pixels = painter_->renderer.read_pixels(kExportSlot);
  painter_->renderer.release(kExportSlot);
  return pixels;
}

bool Shell::wants_keyboard() const {
  return ImGui::GetIO().WantTextInput;
}

void Shell::fill_ground(Theme theme) {
  clear_with(ui_colors(theme).window);
}

void Shell::begin(const FrameInput& input, const ViewState& view) {
  const float scale = ui_scale(input, view);
  if (scale != font_scale_ || view.language != font_language_) {
    fonts_ = load_fonts(*ImGui::GetIO().Fonts, scale, view.language);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    font_scale_ = scale;
    font_language_ = view.language;
  }
  // Makes the font texture if there is none.
  if (!ImGui::GetIO().Fonts->IsBuilt() || ImGui::GetIO().Fonts->TexID == nullptr)
    ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui_ImplOpenGL3_NewFrame();
}

Commands Shell::draw(const Model& model, const FrameInput& input) {
  ImGui::NewFrame();
  output_ = draw_frame(model, input, fonts_, panels_, *painter_);
  ImGui::Render();
  const std::uint64_t panels = hash_of_frame(*ImGui::GetDrawData(), painter_->paints, model.view().theme);
  const std::uint64_t wanted =
      hash_bytes(panels, output_.pictures.data(), output_.pictures.size() * sizeof(PlacedPicture));
  drew_ = wanted != drawn_;
  if (drew_) {
    drawn_ = wanted;
    clear_grounds(output_.fills, ui_colors(model.view().theme), input);
    for (const auto& picture : output_.pictures) painter_->copy_to_screen(picture, input);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }
  return std::move(output_.commands);
}

}  // namespace lanescope
