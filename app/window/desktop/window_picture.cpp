// The frame function of the window, drawn into a framebuffer object of an EGL context.
#include "app/window/window_picture.h"

#include <glad/gl.h>
#include <imgui.h>

#include <cfloat>

#include "app/window/shell.h"
#include "engine/base/error.h"
#include "viz/render/headless.h"
#include "viz/render/pixels.h"

namespace lanescope {
namespace {

// ImGui sizes tables and child windows by the previous frame.
constexpr int kFramesUntilSettled = 3;

/// A framebuffer object with one colour texture, bound while it lives.
class Canvas {
 public:
  Canvas(int width, int height) {
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw Error(ErrorKind::failed, "OpenGL cannot draw a picture of " + std::to_string(width) + " x " +
                                         std::to_string(height) + " pixels.");
  }
  ~Canvas() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

 private:
  GLuint texture_ = 0, framebuffer_ = 0;
};

void draw_without_pointer(Shell& shell, const Model& model, const FrameInput& input) {
  shell.begin(input, model.view());
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {input.width, input.height};
  io.MousePos = {-FLT_MAX, -FLT_MAX};
  io.DeltaTime = 1.0f / 60;
  shell.draw(model, input);
}

}  // namespace

void write_window_picture(const Model& model, int width, int height, const std::string& path) {
  const HeadlessContext context;
  const Canvas canvas(width, height);
  Shell shell;
  const FrameInput input{.width = static_cast<float>(width), .height = static_cast<float>(height)};
  for (int frame = 0; frame < kFramesUntilSettled; ++frame) draw_without_pointer(shell, model, input);
  write_png(path, read_framebuffer(width, height), width, height);
}

void write_scene_picture(const Scene& scene, const std::string& path) {
  write_png(path, render_scene_headless(scene), static_cast<int>(scene.width), static_cast<int>(scene.height));
}

}  // namespace lanescope
