// Keys become commands.
#include "app/window/key_commands.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <vector>

#include "viz/model/presets.h"
#include "viz/panels/stage_end.h"
#include "viz/text/cjk_font.h"
#include "viz/views/views.h"

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

/// The view of the next tab, cyclically; a hidden view is shown again first.
std::string neighbouring_panel(const ViewState& view, int direction) {
  if (view.folded) return open_view(view).id;
  const auto tabs = tabs_of(workload_of(view));
  const auto count = std::ssize(tabs);
  const auto open = std::find(tabs.begin(), tabs.end(), &open_view(view)) - tabs.begin();
  return tabs[static_cast<std::size_t>((open + direction + count) % count)]->id;
}

/// The views that can fill the window, as Tab goes through them: pictures first, then tabs.
std::vector<const View*> enlarged_in_turn(const ViewState& view) {
  std::vector<const View*> all{&view_in_the_middle()};
  if (const View* top = shown_on_top(view)) all.insert(all.begin(), top);
  const auto tabs = tabs_of(workload_of(view));
  all.insert(all.end(), tabs.begin(), tabs.end());
  return all;
}

/// Where one view fills the window, or only pictures are shown, the next view fills it; on the stage the pictures
/// come between the last one and the first.
Command next_enlarged(const ViewState& view, int direction) {
  const auto all = enlarged_in_turn(view);
  const auto count = std::ssize(all);
  const View* const now = enlarged_view(view);
  const auto at = now ? std::find(all.begin(), all.end(), now) - all.begin() : direction > 0 ? -1 : count;
  const auto next = at + direction;
  if ((next < 0 || next >= count) && view.projector) return Enlarge{};
  return Enlarge{all[static_cast<std::size_t>((next + count) % count)]->id};
}

void go_to_view(Model& model, int direction) {
  const ViewState& view = model.view();
  if (view.projector || enlarged_view(view)) return model.handle(next_enlarged(view, direction));
  model.handle(OpenPanel{neighbouring_panel(view, direction)});
}

void toggle_enlarged(Model& model, const std::string& id) {
  model.handle(Enlarge{model.view().enlarged == id ? "" : id});
}

void next_language_of(Model& model) {
  const std::string& refused = language_refusal(Language::traditional_chinese);
  if (!refused.empty()) return model.notify(Sentence::word(refused));
  model.handle(SetLanguage{next_language(model.view().language)});
}

/// The keys that only the stage has; returns false for another one. What a curtain hides comes back at any key.
bool handle_stage_key(Key key, StageState& stage) {
  if (stage.curtain) {
    stage.curtain = false;
    return true;
  }
  switch (key) {
    case Key::blank:
      stage.curtain = true;
      return true;
    case Key::draw:
      stage.pen = !stage.pen;
      return true;
    case Key::erase:
      stage.strokes.clear();
      return true;
    default:
      return false;
  }
}

/// Whether something is being written beside the lesson, which a key that was meant for the text should not close.
bool writes_for(const LessonState& lesson) {
  return lesson.has_task() || lesson.is_writing();
}

/// Closes the innermost first: help, a menu, the pen, the enlarged view, the stage, the selection, then the
/// lessons. It never closes the window, in the middle of a lecture, say.
void escape(Model& model, PanelState& panels) {
  if (panels.help_open) {
    panels.help_open = false;
  } else if (panels.menu_open) {
    panels.close_menus = true;
  } else if (panels.lesson.in_class()) {
    if (!panels.lesson.class_mode().was_on_stage) model.handle(SetProjector{false});
    panels.lesson.leave_class();
  } else if (panels.stage.pen || !panels.stage.strokes.empty()) {
    panels.stage = {};
  } else if (!model.view().enlarged.empty()) {
    model.handle(Enlarge{});
  } else if (model.view().projector) {
    model.handle(SetProjector{false});
  } else if (model.view().selection.empty() && panels.lesson.shown() && !writes_for(panels.lesson)) {
    panels.lesson.close();
  } else {
    model.handle(Select{});
  }
}

void choose_launch(Model& model, unsigned launch) {
  if (launch == model.launch()) return;
  model.handle(SetLaunch{launch});
  model.handle(EndEdit{});
}

void choose_preset(Model& model, int direction) {
  const Preset* preset = neighbouring_preset(model.view().variants.requests, direction);
  if (!preset) return;
  for (const Command& command : commands_of(*preset)) model.handle(command);
}

/// On the stage a step beyond the last one leads on.
void step_forward(Model& model, StageState& stage) {
  if (!model.view().projector || !stands_at_end(model)) return step(model, 1);
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  for (const Command& command : step_beyond_end(model, stage, now.count())) model.handle(command);
}

/// The keys of the transport; nothing happens at another one.
void handle_transport_key(Key key, Model& model, StageState& stage) {
  const ViewState view = model.view();
  switch (key) {
    case Key::play:
      return model.handle(SetPlaying{!view.playing});
    case Key::back:
      return step(model, -1);
    case Key::forward:
      return step_forward(model, stage);
    case Key::first:
      return model.handle(StepTo{0});
    case Key::last:
      return model.handle(StepTo{model.frames()});
    case Key::launch_before:
      return choose_launch(model, std::max(1u, model.launch() - 1));
    case Key::launch_after:
      return choose_launch(model, std::min(model.launches(), model.launch() + 1));
    case Key::preset_before:
      return choose_preset(model, -1);
    case Key::preset_after:
      return choose_preset(model, 1);
    case Key::faster:
      return model.handle(SetSpeed{neighbouring_speed(view.speed, 1)});
    case Key::slower:
      return model.handle(SetSpeed{neighbouring_speed(view.speed, -1)});
    default:
      return;
  }
}

}  // namespace

void handle_key(Key key, Model& model, PanelState& panels, Window& window) {
  const ViewState view = model.view();
  // A question takes the digits and Enter.
  const bool answers = key == Key::enlarge || key == Key::enlarge_tree || key == Key::enlarge_activity;
  if (panels.lesson.takes_answers() && answers) return;
  // Digits and Enter after a click that just missed the field of a number are meant for it, and enlarge nothing.
  if (panels.awaits_number && answers && has_left_column(view)) return;
  const bool of_class = key == Key::escape || key == Key::quit || key == Key::full_screen || key == Key::theme ||
                        key == Key::language || key == Key::help;
  if (panels.lesson.in_class() && !of_class) return;
  if (view.projector && handle_stage_key(key, panels.stage)) return;
  switch (key) {
    case Key::theme:
      return model.handle(SetTheme{view.theme == Theme::dark ? Theme::light : Theme::dark});
    case Key::stage:
      return model.handle(SetProjector{!view.projector});
    case Key::motion:
      return model.handle(SetMotion{!view.motion});
    case Key::language:
      return next_language_of(model);
    case Key::undo:
      return model.handle(Undo{});
    case Key::redo:
      return model.handle(Redo{});
    case Key::help:
      panels.help_open = !panels.help_open;
      return;
    case Key::lessons:
      return panels.lesson.shown() ? panels.lesson.close() : panels.lesson.show_list();
    case Key::full_screen:
      return window.toggle_full_screen();
    case Key::escape:
      return escape(model, panels);
    case Key::quit:
      return window.close();
    case Key::save_file:
      if (const auto text = save_of_text(model, panels.editor)) return panels.file_requests.push_back(*text);
      [[fallthrough]];
    case Key::open_file:
    case Key::export_picture:
      panels.files_open = true;
      return;
    case Key::add_variant:
      model.handle(AddVariant{kernel_to_add(view)});
      return model.handle(EndEdit{});
    case Key::link:
      return model.handle(SetLinked{!view.variants.linked});
    case Key::align:
      return model.handle(SetAlignment{view.alignment == Alignment::rounds ? Alignment::steps : Alignment::rounds});
    case Key::next_panel:
      return go_to_view(model, 1);
    case Key::previous_panel:
      return go_to_view(model, -1);
    case Key::fold:
      return model.handle(FoldPanel{!view.folded});
    case Key::enlarge:
      return toggle_enlarged(model, open_view(view).id);
    case Key::enlarge_tree:
      if (const View* top = view_on_top(workload_of(view))) toggle_enlarged(model, top->id);
      return;
    case Key::enlarge_activity:
      return toggle_enlarged(model, view_in_the_middle().id);
    default:
      return handle_transport_key(key, model, panels.stage);
  }
}

}  // namespace lanescope
