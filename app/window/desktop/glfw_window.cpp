// Everything that touches GLFW.
#include <glad/gl.h>

#include "app/window/character_keys.h"
#include "app/window/input_queue.h"
#include "app/window/window.h"
// glad comes first: GLFW must not include a loader of its own.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/error.h"
#include "viz/panels/layout.h"

namespace lanescope {
namespace {

std::atomic<bool> woken{false};  // GLFW's empty event carries nothing, and has no window

std::optional<Key> key_of(int key, int modifiers) {
  // Letters by what is printed on the key, so that Ctrl+Z follows the user's keyboard layout.
  const char* printed = glfwGetKeyName(key, 0);
  const std::string_view name = printed ? printed : "";
  if (modifiers & GLFW_MOD_CONTROL) {
    if (name == "z") return modifiers & GLFW_MOD_SHIFT ? Key::redo : Key::undo;
    if (name == "y") return Key::redo;
    if (name == "q") return Key::quit;
    if (name == "o") return Key::open_file;
    if (name == "s") return Key::save_file;
    if (name == "e") return Key::export_picture;
    return std::nullopt;
  }
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::play;
    case GLFW_KEY_LEFT:
    case GLFW_KEY_PAGE_UP:
      return Key::back;
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_PAGE_DOWN:
      return Key::forward;
    case GLFW_KEY_HOME:
      return Key::first;
    case GLFW_KEY_END:
      return Key::last;
    case GLFW_KEY_F1:
      return Key::help;
    case GLFW_KEY_F2:
      return Key::lessons;
    case GLFW_KEY_F5:
      return Key::stage;
    case GLFW_KEY_F11:
      return Key::full_screen;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_TAB:
      return modifiers & GLFW_MOD_SHIFT ? Key::previous_panel : Key::next_panel;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enlarge;
    default:
      return std::nullopt;
  }
}

using EventKind = InputEvent::Kind;

/// Of a press: what it does to a text would be out of order beside a character.
bool edits_text(int key, int modifiers) {
  const bool is_modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
  return !is_modifier && (key >= GLFW_KEY_ESCAPE || (modifiers & GLFW_MOD_CONTROL) != 0);
}

/// Mesa's software rasterisers have one back buffer, which a swap copies to the window: it holds afterwards what it
/// held before. Of a GPU's driver nothing is known about that.
bool software_draws() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name ? name : "";
  return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
}

}  // namespace

struct Window::State {
  GLFWwindow* window = nullptr;
  bool keeps_back_buffer = false;
  bool touched = true;
  bool exposed = true;
  bool connected = false;
  double last_move_seconds = 0;
  InputQueue events;
  std::vector<InputEvent> frame;  ///< those of the frame that begins
  ImVec2 pointer;                 ///< where the last frame saw it, in the window's units
  std::array<bool, GLFW_MOUSE_BUTTON_LAST + 1> buttons = {};
  std::vector<std::string> dropped_files;
  int windowed[4] = {0, 0, 0, 0};  ///< x, y, width, height before full screen

  void expose() { touched = exposed = true; }

  static State& self(GLFWwindow* window) { return *static_cast<State*>(glfwGetWindowUserPointer(window)); }

  static void install(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scan_code, int action, int modifiers) {
      self(w).touched = true;
      const bool is_down = action != GLFW_RELEASE;
      self(w).events.push({.kind = EventKind::key,
                           .code = key,
                           .scan_code = scan_code,
                           .is_down = is_down,
                           .modifiers = modifiers,
                           .edits = is_down && edits_text(key, modifiers),
                           .is_control = is_down && (key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL),
                           .meant = is_down ? key_of(key, modifiers) : std::nullopt});
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) {
      self(w).touched = true;
      self(w).events.push({.kind = EventKind::character,
                           .code = static_cast<int>(character),
                           .meant = key_of_character(character)});
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
      self(w).touched = true;
      self(w).last_move_seconds = glfwGetTime();
      self(w).events.push({.kind = EventKind::move, .x = static_cast<float>(x), .y = static_cast<float>(y)});
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
      self(w).touched = true;
      self(w).dropped_files.assign(paths, paths + count);
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
      self(w).touched = true;
      self(w).last_move_seconds = glfwGetTime();
      self(w).events.push({.kind = EventKind::button, .code = button, .is_down = action == GLFW_PRESS});
    });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
      self(w).touched = true;
      self(w).events.push({.kind = EventKind::wheel, .x = static_cast<float>(x), .y = static_cast<float>(y)});
    });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
      self(w).touched = true;
      if (self(w).connected) ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
      self(w).touched = true;
      if (self(w).connected) ImGui_ImplGlfw_CursorEnterCallback(w, entered);
    });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { self(w).expose(); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { self(w).expose(); });
  }
};

Window::Window(int width, int height) : state_(std::make_unique<State>()) {
  if (!glfwInit()) throw Error(ErrorKind::unavailable, "There is no display to open a window on.");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  // No larger than the display: what lies beyond its edge cannot be reached.
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr) {
    width = std::min(width, mode->width);
    height = std::min(height, mode->height);
  }
  state_->window = glfwCreateWindow(width, height, "Lanescope", nullptr, nullptr);
  if (!state_->window) {
    glfwTerminate();
    throw Error(ErrorKind::unavailable, "The display offers no OpenGL 3.3, which the window needs.");
  }
  glfwSetWindowSizeLimits(state_->window, kSmallestWidth, kSmallestHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(state_->window);
  glfwSwapInterval(1);
  if (!gladLoadGL(glfwGetProcAddress)) throw Error(ErrorKind::unavailable, "OpenGL could not be loaded.");
  state_->keeps_back_buffer = software_draws();
  glfwSetWindowUserPointer(state_->window, state_.get());
  State::install(state_->window);
}

Window::~Window() {
  glfwDestroyWindow(state_->window);
  glfwTerminate();
}

bool Window::should_close() const {
  return glfwWindowShouldClose(state_->window);
}
void Window::close() {
  glfwSetWindowShouldClose(state_->window, GLFW_TRUE);
}
void Window::hide() {
  glfwHideWindow(state_->window);
}

void Window::wait_events(double seconds) {
  if (seconds > 0) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
}

bool Window::take_touched() {
  return std::exchange(state_->touched, false) | woken.exchange(false);
}
bool Window::take_exposed() {
  return std::exchange(state_->exposed, false);
}
std::vector<Key> Window::take_keys(bool types) {
  state_->frame = state_->events.next_frame();
  return keys_meant(state_->frame, types);
}
std::vector<std::string> Window::take_files() {
  return std::exchange(state_->dropped_files, {});
}

void Window::connect_imgui() {
  state_->connected = ImGui_ImplGlfw_InitForOpenGL(state_->window, false);  // the callbacks above tell it
}

void Window::disconnect_imgui() {
  if (std::exchange(state_->connected, false)) ImGui_ImplGlfw_Shutdown();
}

void Window::begin_imgui_frame() {
  GLFWwindow* const window = state_->window;
  for (const InputEvent& event : std::exchange(state_->frame, {})) {
    switch (event.kind) {
      case EventKind::move:
        state_->pointer = {event.x, event.y};
        break;
      case EventKind::button:
        state_->buttons[static_cast<std::size_t>(event.code)] = event.is_down;
        break;
      case EventKind::wheel:
        ImGui_ImplGlfw_ScrollCallback(window, event.x, event.y);
        break;
      case EventKind::key:
        ImGui_ImplGlfw_KeyCallback(window, event.code, event.scan_code, event.is_down ? GLFW_PRESS : GLFW_RELEASE,
                                   event.modifiers);
        break;
      case EventKind::character:
        ImGui_ImplGlfw_CharCallback(window, static_cast<unsigned>(event.code));
        break;
    }
  }
  if (state_->events.has_more()) state_->touched = true;
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 ratio = io.DisplayFramebufferScale;
  io.DisplaySize = {io.DisplaySize.x * ratio.x, io.DisplaySize.y * ratio.y};
  // As they were at that event, and not as they are by now.
  if (ImGui::IsMousePosValid(&io.MousePos))
    io.MousePos = {state_->pointer.x * ratio.x, state_->pointer.y * ratio.y};
  for (int button = 0; button < IM_ARRAYSIZE(io.MouseDown); ++button)
    io.MouseDown[button] = state_->buttons[static_cast<std::size_t>(button)];
  io.DisplayFramebufferScale = {1, 1};
}

FrameInput Window::frame_input() const {
  int width = 0, height = 0;
  float scale_x = 1, scale_y = 1;
  glfwGetFramebufferSize(state_->window, &width, &height);
  glfwGetWindowContentScale(state_->window, &scale_x, &scale_y);
  return {.width = static_cast<float>(width),
          .height = static_cast<float>(height),
          .display_scale = scale_x > 0 ? scale_x : 1,
          .pointer_still_seconds = glfwGetTime() - state_->last_move_seconds,
          .kept = state_->keeps_back_buffer};
}

void Window::present() {
  glfwSwapBuffers(state_->window);
}

void Window::toggle_full_screen() {
  if (glfwGetWindowMonitor(state_->window)) {
    glfwSetWindowMonitor(state_->window, nullptr, state_->windowed[0], state_->windowed[1], state_->windowed[2],
                         state_->windowed[3], GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (!mode) return;
  glfwGetWindowPos(state_->window, &state_->windowed[0], &state_->windowed[1]);
  glfwGetWindowSize(state_->window, &state_->windowed[2], &state_->windowed[3]);
  glfwSetWindowMonitor(state_->window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::windowed_size(int& width, int& height) const {
  if (glfwGetWindowMonitor(state_->window)) {
    width = state_->windowed[2];
    height = state_->windowed[3];
  } else {
    glfwGetWindowSize(state_->window, &width, &height);
  }
}

bool Window::ask_for_file() {
  return false;
}
bool Window::has_files() const {
  return true;
}
void Window::hand_over_files() {}
void Window::keep_settings(const std::string&) {}
bool Window::has_links() const {
  return false;
}
void Window::copy_link(const std::string&) {}
Sentence Window::take_news() {
  return {};
}
void Window::say_what_is_shown(const std::string&, const std::string&) {}
void Window::know_fields(const std::vector<TextField>&) {}
std::string Window::source_address() const {
  return "";
}
void Window::open_source_address() {}

void Window::wake() {
  woken = true;
  glfwPostEmptyEvent();
}

}  // namespace lanescope
