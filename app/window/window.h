// A window with an OpenGL context, its keys and dropped files, and ImGui's platform side: by GLFW on the desktop
// (desktop/), or a page (browser/).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/sentence.h"
#include "viz/panels/frame.h"

namespace lanescope {

/// What a key asks for; the main loop knows the state that a toggle changes.
enum class Key {
  play,
  back,
  forward,
  first,
  last,
  launch_before,
  launch_after,
  preset_before,
  preset_after,
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

class Window {
 public:
  /// Throws Error(unavailable) if there is no display or no OpenGL.
  Window(int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool should_close() const;
  void close();
  void hide();
  /// Waits for events, at most `seconds`; 0 returns at once. A page does not wait: it is called again when
  /// something happens, or after these seconds.
  void wait_events(double seconds);
  /// Whether anything happened since the last call: input, a new size, or a call of wake().
  bool take_touched();
  /// Whether the window system may have lost the window's contents.
  bool take_exposed();
  /// Where somebody types, only those that are no text.
  std::vector<Key> take_keys(bool types);
  /// Files to open: dropped, or chosen after ask_for_file().
  std::vector<std::string> take_files();

  void connect_imgui();  ///< after ImGui's context exists
  void disconnect_imgui();
  void begin_imgui_frame();  ///< size and pointer in pixels of the framebuffer
  FrameInput frame_input() const;
  void present();
  void toggle_full_screen();
  /// The size to restore at the next start: the one before full screen.
  void windowed_size(int& width, int& height) const;

  /// Lets the user choose a file to open. False where a name is typed instead.
  bool ask_for_file();
  /// Whether the user has the program's files, and knows them by their names.
  bool has_files() const;
  /// Files that the user asked for have been written into the current folder; where the user does not have that,
  /// they are handed over.
  void hand_over_files();
  /// The settings have been written there.
  void keep_settings(const std::string& path);
  /// Whether there is a page that a link can open.
  bool has_links() const;
  /// Puts a link to the session into the clipboard; whether that worked is told in take_news().
  void copy_link(const std::string& session);
  /// What happened outside of a frame, to be shown to the user; empty: nothing.
  Sentence take_news();
  /// What is shown now, in words, for those who do not see it.
  void say_what_is_shown(const std::string& title, const std::string& words);

  /// What takes typing: where a screen has no keys beside it, a tap there shows some.
  void know_fields(const std::vector<TextField>& fields);
  /// Where the program's source is, for a page to say; empty: nobody named it.
  std::string source_address() const;
  void open_source_address();

  static void wake();  ///< from any thread

  struct State;  ///< of the platform

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lanescope
