// Keys become commands.
#include "app/window/key_commands.h"

#include <algorithm>
#include <iterator>

#include "engine/core/input.h"

namespace lanescope {
namespace {

double neighbouring_speed(double speed, int direction) {
  const auto* found = std::find(std::begin(kSpeeds), std::end(kSpeeds), speed);
  const auto index = found == std::end(kSpeeds) ? 1 : found - std::begin(kSpeeds);
  return kSpeeds[std::clamp<std::ptrdiff_t>(index + direction, 0, std::ssize(kSpeeds) - 1)];
}

void step(Model& model, int steps) {
  model.handle(SetPlaying{false});
  model.handle(StepBy{steps});
}

/// From the innermost to the outermost: help, then the selection. It never closes the window in mid-lecture.
void escape(Model& model, PanelState& panels) {
  if (panels.help_open) {
    panels.help_open = false;
  } else {
    model.handle(Select{});
  }
}

}  // namespace

void handle_key(Key key, Model& model, PanelState& panels, GlfwWindow& window) {
  const ViewState& view = model.view();
  switch (key) {
    case Key::play: return model.handle(SetPlaying{!view.playing});
    case Key::back: return step(model, -1);
    case Key::forward: return step(model, 1);
    case Key::first: return model.handle(StepTo{0});
    case Key::last: return model.handle(StepTo{model.steps()});
    case Key::faster: return model.handle(SetSpeed{neighbouring_speed(view.speed, 1)});
    case Key::slower: return model.handle(SetSpeed{neighbouring_speed(view.speed, -1)});
    case Key::theme: return model.handle(SetTheme{view.theme == Theme::dark ? Theme::light : Theme::dark});
    case Key::projector: return model.handle(SetProjector{!view.projector});
    case Key::undo: return model.handle(Undo{});
    case Key::redo: return model.handle(Redo{});
    case Key::help: panels.help_open = !panels.help_open; return;
    case Key::full_screen: return window.toggle_full_screen();
    case Key::escape: return escape(model, panels);
    case Key::quit: return window.close();
  }
}

void handle_dropped_file(const std::string& path, Model& model) {
  try {
    const std::uint64_t n = count_elements(path, model.view().request.type);
    InputSpec input = model.view().request.input;
    input.kind = InputKind::file;
    input.path = path;
    model.handle(SetN{n});
    model.handle(SetInput{input});
    model.handle(EndEdit{});
  } catch (const std::exception& error) {
    model.notify(error.what());
  }
}

}  // namespace lanescope
