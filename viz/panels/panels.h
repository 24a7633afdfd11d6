// The panels, one function and one file each: const Model in, commands out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viz/model/model.h"
#include "viz/model/presets.h"
#include "viz/panels/editor_state.h"
#include "viz/panels/launch_times.h"
#include "viz/panels/layout.h"
#include "viz/panels/lesson_state.h"
#include "viz/panels/missing_views.h"
#include "viz/panels/picture.h"
#include "viz/panels/ui.h"

namespace lanescope {

/// A file operation that the user asked for; the window's owner carries it out.
struct FileRequest {
  enum class Kind {
    save_session,
    open,
    export_view,
    export_window,
    lesson_results,
    save_lesson,    ///< the text of the open lesson, to `path`
    save_source,    ///< the text of the active variant's kernel, to `path`
    choose_kernel,  ///< `path`: which kernel of the file that asks; empty: its main()
    copy_link,      ///< to the session
    open_source,    ///< of the program
    copy_kernel,    ///< the active variant's kernel becomes a text
    new_kernel
  };
  Kind kind = Kind::open;
  std::string path;  ///< of a session; for exports only the ending: ".png", ".svg", ".csv", ".json"
  std::string view;  ///< id, of export_view
};

struct Point2 {
  float x = 0, y = 0;
};
/// What the pointer drew, in pixels: from pressing to letting go.
using Strokes = std::vector<std::vector<Point2>>;

/// How to leave the stage's pictures, or see more of them: shown when it opens, until something is done.
struct StageHint {
  double since = 0;            ///< ImGui's time
  std::uint32_t position = 0;  ///< the step then
  bool done = false;
};

/// What strokes were drawn over: over anything else they would mean nothing.
struct DrawnOver {
  std::string enlarged;
  std::vector<RunRequest> requests;
  unsigned launch = 1;
  float width = 0, height = 0;
  bool operator==(const DrawnOver&) const = default;
};

/// What a lecturer does on the stage besides showing pictures.
struct StageState {
  bool curtain = false;    ///< nothing is shown
  bool pen = false;        ///< the pointer draws
  bool transport = false;  ///< the pointer asked for the transport, and is still there
  Strokes strokes;
  DrawnOver drawn_over;                 ///< of the strokes
  std::optional<double> told_end = {};  ///< when a step was asked for at the end, which is told since then
  std::optional<StageHint> hint = {};   ///< until the lecturer has moved on; nothing before the stage was seen

  /// The hint has an end of its own, which comes without any event.
  bool counting() const { return hint && !hint->done; }
};

/// The name of the view that fills the window, for a moment after it does.
struct ShownName {
  std::string view;       ///< id; empty: none fills it
  double until = 0;       ///< ImGui's time
  bool counting = false;  ///< the name is to go, without any event
};

/// Where the pointer was when a click or a key answered the tip there: it comes back when the pointer moves on.
struct AnsweredTip {
  std::optional<Point2> at = {};
};

/// Of a preset. It stays when a parameter is changed, which is what a question asks for.
struct AskedQuestion {
  const Preset* preset = nullptr;  ///< null: none is asked
  bool changed = false;            ///< the launches are no longer the preset's
  bool is_silent = false;          ///< a lesson asks
};

/// The value of the launch that is being typed, or that was refused.
struct TypedValue {
  std::string id;  ///< of its parameter; empty: none
  std::string text;
  bool editing = false;
  Sentence error;     ///< why it was refused; until a click, Escape, or another value of the launch
  std::string value;  ///< of the launch, when it was refused
};

/// A run that takes longer says that it runs.
inline constexpr double kSlowRunSeconds = 0.5;

/// State of the panels between frames that nothing else needs: half-typed text, what is being dragged.
struct PanelState {
  Splitters splitters;
  std::optional<SplitterId> dragging;
  TypedValue typed;
  bool awaits_number = false;  ///< the last click was among the launch's numbers, where the pointer still is
  LaunchTimes launch_times;
  float below_kernels = 0;      ///< height of the left column's part below the list, as last drawn
  bool kernels_hidden = false;  ///< that list scrolled in the last frame
  bool help_open = false;
  bool has_links = false;                 ///< there is a page that links open
  std::string source_address;             ///< of the program; empty: nobody named it
  bool files_open = false;                ///< the file menu should be open
  bool menu_open = false;                 ///< whether a menu (files or presets) was open in the last frame
  bool close_menus = false;               ///< close that menu
  Rect menu_button = {};                  ///< which opened the header's menu that is open
  std::string file_path;                  ///< as typed in it
  std::vector<std::string> recent_files;  ///< newest first
  std::vector<FileRequest> file_requests;
  StageState stage;
  ShownName name;
  AnsweredTip answered_tip;
  AskedQuestion question;
  LessonState lesson;
  EditorState editor;
  Pictures pictures;
  MissingViews missing_views;
};

/// The variants that have a column: these, one beside the other.
struct Shown {
  std::size_t first = 0, count = 1;
};

void header_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
void controls_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
/// Fills the panel except for `below` pixels at its bottom. Returns whether a kernel was chosen.
bool kernel_list(const Model& model, const Ui& ui, PanelState& state, float below);
/// The kernel in a row, which opens the list.
void kernel_row_of_launch(const Model& model, const Ui& ui, PanelState& state);
void launch_sliders(const Model& model, const Ui& ui, PanelState& state);
/// Operator and element type.
void element_choices(const Model& model, const Ui& ui);
/// The input, and where it runs.
void data_choices(const Model& model, const Ui& ui);
/// Where the choices begin to the right of their labels, in pixels: the same for every row of the left column.
float choices_column(const Ui& ui);
void result_panel(const Model& model, const Ui& ui, const Rect& rect);
/// Decides whose question is asked in this frame.
void choose_question(const Model& model, PanelState& state);
/// Height of the question (the preset's question and remark) in a panel of this width; 0 if none is asked.
float question_height(const Model& model, const Ui& ui, const AskedQuestion& asked, float width);
/// Whether the question's button leads back from the view that fills the stage, so that none else need.
bool question_leads_back(const Model& model, const AskedQuestion& asked);
void question_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
/// The program's notice in a panel of this width; 0 if there is none.
float notice_height(const Model& model, const Ui& ui, float width);
void notice_panel(const Model& model, const Ui& ui, const Rect& rect);
/// What the messages of the variants in sight need beyond the height of `rect`, a variant's line, in pixels; 0 or
/// less where they have room.
float room_for_messages(const Model& model, const Ui& ui, const Rect& rect, Shown shown);
/// The line above a variant's pictures: which variant it is, and its step in words.
void sentence_panel(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect,
                    Shown shown);
void view_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const View& view,
                std::size_t variant, const Rect& rect, Head head = Head::own);
/// The pictures of all variants, and the view that is open below them.
void view_columns(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Layout& layout);
/// The workload of the variants, which decides which views there are.
Workload workload_of(const ViewState& state);
/// The view above warp activity; null where there is none, or no variant's kernel could have a picture there.
const View* shown_on_top(const ViewState& state);
/// Null where none is.
const View* enlarged_view(const ViewState& state);
/// Whether the launch's controls are beside the pictures: not of an enlarged view, and not on the stage.
bool has_left_column(const ViewState& state);
/// The view whose tab is open, or that is enlarged.
const View& open_view(const ViewState& state);
void tabs_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
/// The width of its buttons, unscaled: what is beside them has room from there on.
float least_comparison_bar();
/// Where a kernel is from, and below it what the name of that source is short for.
std::string source_words(const KernelInfo& info);
/// The bar of presets and variants.
void comparison_bar(const Model& model, const Ui& ui, PanelState& state, float left, float right, float middle);
/// Opens a menu of the header; its button is the last item.
void open_menu(PanelState& state, const char* id);
/// The strip of the runs' launches, from `x` on in up to half of `room`, centred on `middle`. Returns its width in
/// pixels; 0 if every run has only one launch.
float launch_strip(const Model& model, const Ui& ui, float x, float middle, float room);
/// What that strip needs with one box, and the slider beside it, in pixels; 0 if every run has only one launch.
float least_launch_strip(const Model& model, const Ui& ui);
void transport_panel(const Model& model, const Ui& ui, const PanelState& state, const Rect& rect);
/// The menu of sessions and exports.
void file_menu(const Model& model, const Ui& ui, PanelState& state);
/// Whether the transport is shown on the stage: the pointer went to the lower edge, and has not left `transport`
/// since.
bool transport_shown(const Ui& ui, StageState& stage, const Rect& transport);
/// What the hint takes of the window, in pixels; 0: it is not there.
float stage_hint_height(const Ui& ui, const StageState& stage);
/// At the lower edge, in the first seconds: which keys there are, and where the transport is.
void stage_hint(const Model& model, const Ui& ui, PanelState& state, const Rect& room);
/// At the lower end of `room`, after the last step: what comes, once a step forward has asked for it.
void stage_end(const Model& model, const Ui& ui, StageState& stage, const Rect& room);
/// The curtain, or what the pointer drew, over everything else on the stage.
void stage_cover(const Model& model, const Ui& ui, PanelState& state, const Rect& window, const Rect& room);
/// Width of the panel of lessons, at the right edge of the window; 0 if it is closed.
float lesson_width(const Ui& ui, const PanelState& state, float window_width);
/// The name of a view that has just been enlarged, at the lower end of `area`, which is below the view's rows where
/// there is room.
void enlarged_name(const Model& model, const Ui& ui, ShownName& name, const Rect& area);
/// Hides the pictures while a prediction of what they will show is awaited.
void lesson_cover(const Model& model, const Ui& ui, const PanelState& state, const Rect& rect);
/// Width of the panel with the text of a user's kernel, at the right edge of the window; 0 if it is closed.
float editor_width(const Ui& ui, const PanelState& state, float window_width);
/// What saves the text that is shown, into its file or the one that is named; nothing where none is shown.
std::optional<FileRequest> save_of_text(const Model& model, const EditorState& editor);
/// To be called in every frame: it also takes texts from the model, and sends what was typed.
void editor_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
void lesson_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
/// The question over the whole window, in class mode.
void lesson_class(const Ui& ui, LessonState& state, float width, float height);
void help_overlay(const Ui& ui, PanelState& state, float width, float height);

}  // namespace lanescope
