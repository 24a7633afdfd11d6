// GLX's functions are asked for by name: under Wayland there are none, and the window is swapped.
#include "app/window/back_buffer.h"

#include <glad/gl.h>
// glad comes first: GLFW must not include a loader of its own.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <string_view>

namespace lanescope {
namespace {

bool software_draws() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name ? name : "";
  return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
}

}  // namespace

BackBuffer::BackBuffer(GLFWwindow* window) : window_(window) {
  if (!software_draws() || !glfwExtensionSupported("GLX_MESA_copy_sub_buffer")) return;
  display_ = reinterpret_cast<GetCurrent>(glfwGetProcAddress("glXGetCurrentDisplay"));
  drawable_ = reinterpret_cast<GetCurrent>(glfwGetProcAddress("glXGetCurrentDrawable"));
  if (display_ && drawable_) copy_ = reinterpret_cast<CopyPart>(glfwGetProcAddress("glXCopySubBufferMESA"));
}

void BackBuffer::present(const std::vector<Rect>& changed, float height) const {
  if (!copy_ || changed.empty()) return glfwSwapBuffers(window_);
  for (const Rect& rect : changed)
    copy_(display_(), drawable_(), static_cast<int>(rect.x), static_cast<int>(height - rect.bottom()),
          static_cast<int>(rect.w), static_cast<int>(rect.h));
}

}  // namespace lanescope
