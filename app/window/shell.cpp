// ImGui's context and its OpenGL back end live exactly as long as the shell.
#include "app/window/shell.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <utility>

#include "app/window/screen.h"
#include "engine/base/error.h"
#include "viz/panels/fonts.h"
#include "viz/render/gl.h"
#include "viz/render/renderer.h"

namespace lanescope {

struct Shell::Painter : ScenePainter {
  unsigned paint(unsigned slot, const Scene& scene) override { return renderer.draw(slot, scene); }
  void release(unsigned slot) override { renderer.release(slot); }

  Renderer renderer;
  Screen screen;
};

namespace {

void start_imgui() {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the program has settings of its own
  if (!ImGui_ImplOpenGL3_Init(kShadingLanguage))
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

void Shell::leave_field() {
  ImGui::SetWindowFocus(nullptr);
}

void Shell::fill_ground(Theme theme) {
  const ImVec4 color = to_vec4(ui_colors(theme).window);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void Shell::forget() {
  painter_->screen.forget();
}

void Shell::begin(const FrameInput& input, const ViewState& view) {
  const float scale = ui_scale(input, view);
  std::set<char32_t> others = panels_.lesson.wide_characters();
  others.insert(panels_.editor.wide_characters().begin(), panels_.editor.wide_characters().end());
  if (scale != font_scale_ || view.language != font_language_ || others.size() != font_others_) {
    fonts_ = load_fonts(*ImGui::GetIO().Fonts, scale, view.language, others);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    font_scale_ = scale;
    font_language_ = view.language;
    font_others_ = others.size();
    forget();
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
  changed_ = painter_->screen.draw(*ImGui::GetDrawData(), output_, painter_->renderer,
                                   ui_colors(model.view().theme), input);
  return std::move(output_.commands);
}

}  // namespace lanescope
