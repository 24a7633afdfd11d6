// ImGui's context and its OpenGL back end live exactly as long as the shell.
#include "app/window/shell.h"

#include <glad/gl.h>
#include <imgui.h>
#include <backends/imgui_impl_opengl3.h>

#include "engine/core/error.h"
#include "viz/panels/fonts.h"
#include "viz/render/renderer.h"

namespace lanescope {

struct Shell::Painter : ScenePainter {
  ImTextureID paint(unsigned slot, const Scene& scene) override {
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(renderer.draw(slot, scene)));
  }
  Renderer renderer;
};

Shell::Shell() : painter_(std::make_unique<Painter>()) {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;   // our own settings hold what is worth keeping
  if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
    throw Error(ErrorKind::unavailable, "OpenGL 3.3 is not available here.");
}

Shell::~Shell() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

bool Shell::wants_keyboard() const { return ImGui::GetIO().WantTextInput; }

void Shell::begin(const FrameInput& input, const ViewState& view) {
  const float scale = ui_scale(input, view);
  if (scale != font_scale_) {
    fonts_ = load_fonts(*ImGui::GetIO().Fonts, scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    font_scale_ = scale;
  }
  // Makes the font texture where there is none.
  if (!ImGui::GetIO().Fonts->IsBuilt() || ImGui::GetIO().Fonts->TexID == nullptr) ImGui_ImplOpenGL3_CreateFontsTexture();
  ImGui_ImplOpenGL3_NewFrame();
}

Commands Shell::draw(const Model& model, const FrameInput& input) {
  ImGui::NewFrame();
  Commands commands = draw_frame(model, input, fonts_, panels_, *painter_, marks_);
  ImGui::Render();
  glViewport(0, 0, static_cast<int>(input.width), static_cast<int>(input.height));
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return commands;
}

}  // namespace lanescope
