// The window as a page: a canvas with WebGL 2, and what the page tells of pointer, keys and files (web/page.js).
#include <GLES3/gl3.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "app/window/browser/page_calls.h"
#include "app/window/character_keys.h"
#include "app/window/input_queue.h"
#include "app/window/window.h"
#include "engine/base/error.h"

namespace lanescope {
namespace {

using EventKind = InputEvent::Kind;
enum Modifier { kShift = 1, kControl = 2, kAlt = 4 };

struct NamedKey {
  const char* name;  ///< KeyboardEvent.key
  ImGuiKey imgui;
  std::optional<Key> meant;
};
/// F5 and F11 are the browser's own.
const NamedKey kNamedKeys[] = {{" ", ImGuiKey_Space, Key::play},
                               {"ArrowLeft", ImGuiKey_LeftArrow, Key::back},
                               {"PageUp", ImGuiKey_PageUp, Key::back},
                               {"ArrowRight", ImGuiKey_RightArrow, Key::forward},
                               {"PageDown", ImGuiKey_PageDown, Key::forward},
                               {"ArrowUp", ImGuiKey_UpArrow, {}},
                               {"ArrowDown", ImGuiKey_DownArrow, {}},
                               {"Home", ImGuiKey_Home, Key::first},
                               {"End", ImGuiKey_End, Key::last},
                               {"F1", ImGuiKey_COUNT, Key::help},
                               {"F2", ImGuiKey_COUNT, Key::lessons},
                               {"Escape", ImGuiKey_Escape, Key::escape},
                               {"Enter", ImGuiKey_Enter, Key::enlarge},
                               {"Backspace", ImGuiKey_Backspace, {}},
                               {"Delete", ImGuiKey_Delete, {}},
                               {"Insert", ImGuiKey_Insert, {}},
                               {"Tab", ImGuiKey_Tab, Key::next_panel},
                               {"a", ImGuiKey_A, {}},
                               {"c", ImGuiKey_C, {}},
                               {"x", ImGuiKey_X, {}},
                               {"y", ImGuiKey_Y, {}},
                               {"z", ImGuiKey_Z, {}}};

}  // namespace

struct Window::State {
  InputQueue events;              ///< keys are ImGuiKey
  std::vector<InputEvent> frame;  ///< those of the frame that begins
  std::vector<TextField> fields;
  bool is_typing = false;
  bool touched = true, exposed = true;
  double last_move_seconds = 0, last_frame_seconds = 0;
  std::vector<std::string> files;
  Sentence news;
  std::string title, words;
  int cursor = -1;
  bool told_of_settings = false;
};

namespace {

/// The one window of the page; events find it here.
Window::State* page_window = nullptr;

double now_seconds() {
  return emscripten_get_now() / 1000;
}

/// Something happened: the next frame of the screen shows it.
void touch() {
  if (!page_window) return;
  page_window->touched = true;
  lanescope_page_wait(0);
}

std::string text_of_page_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

// --- called by the page ---

extern "C" {

EMSCRIPTEN_KEEPALIVE void lanescope_pointer(float x, float y) {
  if (!page_window) return;
  page_window->events.push({.kind = EventKind::move, .x = x, .y = y});
  page_window->last_move_seconds = now_seconds();
  touch();
}

EMSCRIPTEN_KEEPALIVE void lanescope_button(int button, int is_down) {
  if (!page_window) return;
  page_window->events.push({.kind = EventKind::button, .code = button, .is_down = is_down != 0});
  page_window->last_move_seconds = now_seconds();
  touch();
}

EMSCRIPTEN_KEEPALIVE void lanescope_wheel(float x, float y) {
  if (!page_window) return;
  page_window->events.push({.kind = EventKind::wheel, .x = x, .y = y});
  touch();
}

/// `name` as in KeyboardEvent.key, letters small. Returns whether it is one of the program's.
EMSCRIPTEN_KEEPALIVE int lanescope_key(const char* name, int modifiers, int is_down) {
  if (!page_window) return 0;
  const std::string_view pressed = name;
  const bool has_control = (modifiers & kControl) != 0, has_shift = (modifiers & kShift) != 0;
  const auto* key = std::find_if(std::begin(kNamedKeys), std::end(kNamedKeys),
                                 [&](const NamedKey& one) { return pressed == one.name; });
  if (key == std::end(kNamedKeys)) return 0;
  std::optional<Key> meant = has_control ? std::nullopt : key->meant;
  if (meant == Key::next_panel && has_shift) meant = Key::previous_panel;
  if (has_control && pressed == "z") meant = has_shift ? Key::redo : Key::undo;
  if (has_control && pressed == "y") meant = Key::redo;
  page_window->events.push({.kind = EventKind::key,
                            .code = key->imgui,
                            .is_down = is_down != 0,
                            .modifiers = modifiers,
                            .edits = is_down != 0 && (pressed.size() > 1 || has_control),
                            .meant = is_down != 0 ? meant : std::nullopt});
  touch();
  return !has_control || (is_down != 0 && meant) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void lanescope_character(unsigned character) {
  if (!page_window) return;
  page_window->events.push(
      {.kind = EventKind::character, .code = static_cast<int>(character), .meant = key_of_character(character)});
  touch();
}

/// What takes typing at a place: 0 nothing, 1 a text, 2 a number.
EMSCRIPTEN_KEEPALIVE int lanescope_field_at(float x, float y) {
  if (!page_window) return 0;
  for (const TextField& field : page_window->fields)
    if (field.rect.contains(x, y)) return field.digits ? 2 : 1;
  return 0;
}

/// A file that the user dropped or chose.
EMSCRIPTEN_KEEPALIVE void lanescope_file(const char* path) {
  if (!page_window) return;
  page_window->files.emplace_back(path);
  touch();
}

/// The canvas has another size, or lost what it showed.
EMSCRIPTEN_KEEPALIVE void lanescope_expose() {
  if (!page_window) return;
  page_window->exposed = true;
  touch();
}

EMSCRIPTEN_KEEPALIVE void lanescope_link_copied(int characters) {
  if (!page_window) return;
  page_window->news =
      characters > 0
          ? Sentence("The link is in the clipboard: {} characters.", characters)
          : Sentence("The browser did not let the link into the clipboard; it is in the page's own line above.");
  touch();
}

EMSCRIPTEN_KEEPALIVE void lanescope_link_damaged() {
  if (!page_window) return;
  page_window->news = Sentence("The link is damaged or cut short, so this is what was open last.");
  touch();
}

}  // extern "C"

Window::Window(int, int) : state_(std::make_unique<State>()) {
  EmscriptenWebGLContextAttributes wanted;
  emscripten_webgl_init_context_attributes(&wanted);
  wanted.majorVersion = 2;
  wanted.antialias = false;  // pictures are copied to the canvas, which a multisampled one does not allow
  wanted.depth = wanted.stencil = false;
  wanted.preserveDrawingBuffer = true;  // a frame draws what changed
  wanted.enableExtensionsByDefault = false;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wanted);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
    throw Error(ErrorKind::unavailable,
                Sentence("This browser has no WebGL 2, or it is switched off, so nothing can be drawn."));
  page_window = state_.get();
}

Window::~Window() {
  page_window = nullptr;
}

bool Window::should_close() const {
  return false;
}
void Window::close() {}
void Window::hide() {}

void Window::wait_events(double seconds) {
  lanescope_page_wait(seconds);
}

bool Window::take_touched() {
  return std::exchange(state_->touched, false);
}
bool Window::take_exposed() {
  return std::exchange(state_->exposed, false);
}
std::vector<Key> Window::take_keys(bool types) {
  state_->frame = state_->events.next_frame();
  return keys_meant(state_->frame, types);
}
std::vector<std::string> Window::take_files() {
  return std::exchange(state_->files, {});
}

void Window::connect_imgui() {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendPlatformName = "page";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.SetClipboardTextFn = [](void*, const char* text) { lanescope_page_copy(text); };  // the page pastes by itself
  for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = key;
}
void Window::disconnect_imgui() {}

void Window::begin_imgui_frame() {
  ImGuiIO& io = ImGui::GetIO();
  const FrameInput input = frame_input();
  io.DisplaySize = {input.width, input.height};
  const double now = now_seconds();
  io.DeltaTime = static_cast<float>(std::clamp(now - state_->last_frame_seconds, 0.001, 1.0));
  state_->last_frame_seconds = now;
  if (std::exchange(state_->is_typing, io.WantTextInput) != io.WantTextInput) lanescope_page_type(io.WantTextInput);
  for (const InputEvent& event : std::exchange(state_->frame, {})) {
    switch (event.kind) {
      case EventKind::move:
        io.MousePos = {event.x, event.y};
        break;
      case EventKind::button:
        if (event.code >= 0 && event.code < IM_ARRAYSIZE(io.MouseDown)) io.MouseDown[event.code] = event.is_down;
        break;
      case EventKind::wheel:
        io.MouseWheelH += event.x;
        io.MouseWheel += event.y;
        break;
      case EventKind::key:
        if (event.code != ImGuiKey_COUNT) io.KeysDown[event.code] = event.is_down;
        io.KeyShift = (event.modifiers & kShift) != 0;
        io.KeyCtrl = (event.modifiers & kControl) != 0;
        io.KeyAlt = (event.modifiers & kAlt) != 0;
        break;
      case EventKind::character:
        io.AddInputCharacter(static_cast<unsigned>(event.code));
        break;
    }
  }
  if (state_->events.has_more()) touch();
}

FrameInput Window::frame_input() const {
  double size[3] = {};
  lanescope_page_size(size);
  return {.width = static_cast<float>(size[0]),
          .height = static_cast<float>(size[1]),
          .display_scale = static_cast<float>(size[2]),
          .pointer_still_seconds = now_seconds() - state_->last_move_seconds,
          .kept = true};
}

void Window::present() {
  const int cursor = ImGui::GetCurrentContext() ? ImGui::GetMouseCursor() : 0;
  if (std::exchange(state_->cursor, cursor) != cursor) lanescope_page_cursor(cursor);
}

void Window::toggle_full_screen() {
  lanescope_page_full_screen();
}

void Window::windowed_size(int& width, int& height) const {
  const FrameInput input = frame_input();
  width = static_cast<int>(input.width);
  height = static_cast<int>(input.height);
}

bool Window::ask_for_file() {
  lanescope_page_choose_file();
  return true;
}

bool Window::has_files() const {
  return false;
}

void Window::hand_over_files() {
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::current_path(ignored), ignored))
    if (file.is_regular_file(ignored)) lanescope_page_download(file.path().c_str());
}

void Window::keep_settings(const std::string& path) {
  if (lanescope_page_keep(text_of_page_file(path).c_str()) != 0 || std::exchange(state_->told_of_settings, true))
    return;
  state_->news = Sentence("This window keeps nothing, so settings are those of a first start the next time.");
}

bool Window::has_links() const {
  return true;
}

void Window::copy_link(const std::string& session) {
  lanescope_page_copy_link(session.data(), static_cast<int>(session.size()));
}

Sentence Window::take_news() {
  return std::exchange(state_->news, {});
}

void Window::say_what_is_shown(const std::string& title, const std::string& words) {
  if (title == state_->title && words == state_->words) return;
  state_->title = title;
  state_->words = words;
  lanescope_page_say(title.c_str(), words.c_str());
}

void Window::know_fields(const std::vector<TextField>& fields) {
  state_->fields = fields;
}

std::string Window::source_address() const {
  return LANESCOPE_SOURCE_ADDRESS;
}
void Window::open_source_address() {
  lanescope_page_open(LANESCOPE_SOURCE_ADDRESS);
}

void Window::wake() {
  touch();
}

}  // namespace lanescope
