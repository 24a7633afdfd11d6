// EGL without a surface, which needs neither a display nor a GPU.
#include "viz/render/headless.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "viz/render/gl.h"
#include "viz/render/renderer.h"

namespace lanescope {

struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  ~State() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
};

namespace {

[[noreturn]] void fail(const char* what) {
  throw Error(ErrorKind::unavailable,
              std::string("No picture can be drawn without a window here: EGL has no ") + what + ".");
}

EGLDisplay open_display() {
  const auto platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDisplay display = EGL_NO_DISPLAY;
  if (platform_display) display = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  // Drivers other than Mesa's have no surfaceless platform, but their default display needs no surface.
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
    display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) fail("display");
  }
  return display;
}

}  // namespace

HeadlessContext::HeadlessContext() : state_(std::make_unique<State>()) {
  state_->display = open_display();
  if (!eglBindAPI(EGL_OPENGL_API)) fail("OpenGL");
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(state_->display, wanted, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  const EGLint version[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  state_->context = eglCreateContext(state_->display, config, EGL_NO_CONTEXT, version);
  if (state_->context == EGL_NO_CONTEXT) fail("OpenGL 3.3 context");
  if (!eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context))
    fail("surfaceless context");
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress))) fail("OpenGL functions");
}

HeadlessContext::~HeadlessContext() = default;

std::vector<std::uint8_t> render_scene_headless(const Scene& scene) {
  const HeadlessContext context;
  Renderer renderer;
  renderer.draw(0, scene);
  return renderer.read_pixels(0);
}

std::vector<std::uint8_t> read_framebuffer(int width, int height) {
  const auto row = std::size_t{4} * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  check_gl("reading the framebuffer");
  for (int y = 0; y < height / 2; ++y) {
    const auto top = pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y));
    const auto bottom =
        pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(height - 1 - y));
    std::swap_ranges(top, top + static_cast<std::ptrdiff_t>(row), bottom);
  }
  return pixels;
}

void write_png(const std::string& path, const std::vector<std::uint8_t>& rgba, int width, int height) {
  if (rgba.size() != std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw Error(ErrorKind::failed, "The picture for " + path + " has the wrong number of pixels.");
  std::string png;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  };
  if (!stbi_write_png_to_func(append, &png, width, height, 4, rgba.data(), 4 * width))
    throw Error(ErrorKind::failed, "There is too little memory for the picture " + path + ".");
  write_whole_file(path, png);
}

}  // namespace lanescope
