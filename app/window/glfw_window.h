// A window of GLFW with an OpenGL context, its keys and dropped files, and ImGui's platform side.
#pragma once

#include <string>
#include <vector>

#include "viz/panels/frame.h"

struct GLFWwindow;

namespace lanescope {

/// What a key or a dropped file asks for; the main loop knows the state that a toggle changes.
enum class Key {
  play,
  back,
  forward,
  first,
  last,
  launch_before,
  launch_after,
  faster,
  slower,
  theme,
  stage,
  blank,
  draw,
  erase,
  motion,
  language,
  help,
  lessons,
  undo,
  redo,
  full_screen,
  escape,
  quit,
  add_variant,
  link,
  align,
  next_panel,
  previous_panel,
  fold,
  enlarge,
  enlarge_tree,
  enlarge_activity,
  open_file,
  save_file,
  export_picture
};

class GlfwWindow {
 public:
  /// Throws Error(unavailable) if there is no display or no OpenGL 3.3.
  GlfwWindow(int width, int height);
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  bool should_close() const;
  void close();
  void hide();
  /// Waits for events, at most `seconds`; 0 returns at once.
  void wait_events(double seconds);
  /// Whether anything happened since the last call: input, a new size, or a call of wake().
  bool take_touched();
  /// Whether the window system may have lost the window's contents.
  bool take_exposed();
  std::vector<Key> take_keys();
  std::vector<std::string> take_dropped_files();

  void connect_imgui();  ///< after ImGui's context exists
  void disconnect_imgui();
  void begin_imgui_frame();  ///< size and pointer in pixels of the framebuffer
  FrameInput frame_input() const;
  void present();
  void toggle_full_screen();
  /// The size to restore at the next start: the one before full screen.
  void windowed_size(int& width, int& height) const;

  static void wake();  ///< from any thread

 private:
  struct Callbacks;

  void expose() { touched_ = exposed_ = true; }

  GLFWwindow* window_ = nullptr;
  bool keeps_back_buffer_ = false;
  bool touched_ = true;
  bool exposed_ = true;
  bool connected_ = false;
  double last_move_seconds_ = 0;
  std::vector<Key> keys_;
  std::vector<std::string> dropped_files_;
  int windowed_[4] = {0, 0, 0, 0};  ///< x, y, width, height before full screen
};

}  // namespace lanescope
