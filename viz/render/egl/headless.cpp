// EGL without a surface, which needs neither a display nor a GPU.
#include "viz/render/headless.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cmath>

#include "engine/base/error.h"
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

}  // namespace lanescope
