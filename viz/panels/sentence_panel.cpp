// The step in words, above the pictures; below it the selection, or an error. With several variants, or where there
// is no left column, each variant has its letter and its name on top, and its launch behind them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"
#include "viz/panels/caption_form.h"
#include "viz/panels/idea_panel.h"
#include "viz/panels/message_strip.h"
#include "viz/panels/panels.h"
#include "viz/panels/variant_head.h"
#include "viz/text/characters.h"
#include "viz/text/window_text.h"
#include "viz/views/launch_words.h"
#include "viz/views/shared/captions.h"
#include "viz/views/shared/own_verdict.h"
#include "viz/views/shared/sentences.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

std::string one_line(std::string text) {
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', end))
    text.replace(end, 1, " · ");
  return capitalized(std::move(text));
}

/// What was found wrong with a user's kernel stands there whatever is pointed at.
bool has_fault(const Run& run) {
  return kernel_info(run.request.kernel).own && own_verdict(run).tone == OwnVerdict::Tone::mistake;
}

/// What this launch is for, with several entries; else what its kernel teaches, as far as `width` has room, and
/// what to watch; of a user's kernel what was found.
std::string launch_words(const Ui& ui, const Run& run, float width) {
  if (is_part(run.launch.entry)) return one_line(launch_sentence(run, run.request.launch - 1));
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (kernel.own) return one_line(own_verdict(run).words);
  const std::string watch = watch_words(run), both = told_together(one_line(tr(kernel.lesson)), watch);
  for (const std::string& words : {with_way_to_blocks(run, both), with_way_to_blocks(run, watch)})
    if (text_width_of(ui.fonts.body, words) <= width) return words;
  return watch;
}

/// `why`: of the step; the launch follows as far as `width` has room.
std::string second_line(const Model& model, const Ui& ui, std::size_t variant, const std::string& why,
                        float width) {
  const Status& status = model.status();
  if (!model.up_to_date() && status.running && status.seconds > kSlowRunSeconds)
    return tr("Running; until it is done, the picture shows the previous run.");
  const Run& run = *model.run(variant);
  if (has_fault(run)) return one_line(own_verdict(run).words);
  // What to watch is of blocks.
  if (run.trace && run.launch.grid_dim == 0) return tr("Drag N to the right to launch blocks.");
  const std::string text = focus_sentence(run, model.view_of(variant).selection);
  if (!text.empty()) return one_line(text);
  if (why.empty()) return launch_words(ui, run, width);
  const std::string both = told_together(why, launch_words(ui, run, 0));
  return text_width_of(ui.fonts.body, both) > width ? why : both;
}

/// A single variant beside its controls has no head, and a second line.
bool is_alone(const Model& model) {
  return model.count() == 1 && has_left_column(model.view());
}

/// Unscaled: from the top of a sentence's panel to its message.
float message_top(const Model& model) {
  if (is_alone(model)) return 40;
  return model.view().projector ? 30 : 36;
}

/// Of a variant that stands while others step: whether it has come to its end, or only to that of a phase.
std::string waiting_words(const Model& model, std::size_t variant) {
  const VariantView view = model.view_of(variant);
  const History* history = history_in_view(*model.run(variant));
  if (history && view.position >= history->steps()) return tr_format("{} is done.", letter_of(variant));
  return tr_format("{} waits for the others.", letter_of(variant));
}

/// The step in words; what stands while others go on says so.
Caption step_words(const Model& model, std::size_t variant) {
  if (!model.run(variant)) {
    const std::string running =
        model.error(variant).empty() ? tr("Running the first launch ...") : tr("Nothing to show");
    return {running, running, running, running};
  }
  Caption caption = step_caption(*model.run(variant), model.view_of(variant));
  if (model.is_old(variant))
    for (std::string* words : {&caption.full, &caption.shorter, &caption.brief, &caption.least})
      *words = tr_format("Old picture: {}", *words);
  if (!model.lock_step().waits(variant, model.view().position)) return caption;
  for (std::string* words : {&caption.full, &caption.shorter, &caption.brief, &caption.least}) {
    if (!words->ends_with(tr("."))) *words += tr(".");
    *words = told_together(*words, waiting_words(model, variant));
  }
  caption.tiny = caption.fewest = waiting_words(model, variant);
  caption.why = {};  // what comes next is the others' doing
  return caption;
}

/// What is told of the step to whoever rests on it: what is not `shown` of the caption, and the numbers once more.
std::string step_tip(const Model& model, std::size_t variant, const Caption& caption, const std::string& shown) {
  if (!model.run(variant)) return caption.full;
  const std::string words = shown == caption.with_why() ? ""
                            : shown == caption.full     ? caption.why
                                                        : caption.with_why();
  return words + (words.empty() ? "" : "\n\n") +
         capitalized(step_sentence(*model.run(variant), model.view_of(variant)));
}

/// A variant's step in large letters.
Caption draw_step(const Model& model, const Ui& ui, const Rect& rect) {
  const Caption caption = step_words(model, 0);
  const auto fits = [&](ImFont* font, const std::string& words) { return text_width_of(font, words) <= rect.w; };
  const std::string& words = fits(ui.fonts.bold, caption.full)      ? caption.full
                             : fits(ui.fonts.bold, caption.shorter) ? caption.shorter
                                                                    : caption.brief;
  ImFont* font = fits(ui.fonts.title, words) ? ui.fonts.title : ui.fonts.bold;
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(10)});
  text_colored(font, ui.colors.text, fit_text(font, words, rect.w));
  ui.mark("step_sentence");
  ui.explain(step_tip(model, 0, caption, words));
  return caption;
}

/// For a single variant: its step, below it what to watch; neither while they are being predicted.
void whole_sentence(const Model& model, const Ui& ui, const Rect& rect, bool covered) {
  const Caption caption = covered ? Caption() : draw_step(model, ui, rect);
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(message_top(model))});
  if (const auto error = error_of(model, 0)) return message_strip(ui, *error, rect.bottom());
  if (covered || !model.run(0)) return;
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(46)});
  const std::string text = second_line(model, ui, 0, caption.why, rect.w);
  const bool fault = has_fault(*model.run(0));
  text_colored(ui.fonts.body, fault ? ui.colors.bad : ui.colors.dim, fit_text(ui.fonts.body, text, rect.w));
  if (fault) ui.mark("mistake/A");
  ui.explain(text);
}

/// Letters, and in how many lines.
struct CaptionLook {
  ImFont* font = nullptr;
  std::size_t lines = 1;
};

/// The best first. On the stage one line; elsewhere, where there is no left column, one large line, or two smaller
/// ones. By the width of a column, so that they stay from step to step.
std::vector<CaptionLook> caption_looks(const Model& model, const Ui& ui, float width) {
  constexpr float kWide = 360, kNarrow = 200;  // unscaled
  if (has_left_column(model.view())) return {{ui.fonts.body, 2}};
  std::vector<CaptionLook> looks;
  if (width >= ui.px(kWide)) looks.push_back({ui.fonts.title, 1});
  if (!model.view().projector) return looks.push_back({ui.fonts.bold, 2}), looks;
  if (width >= ui.px(kNarrow)) looks.push_back({ui.fonts.bold, 1});
  looks.push_back({ui.fonts.small, 1});  // in narrow columns the step and its stride need it
  return looks;
}

std::vector<std::string> lines_of(const CaptionLook& look, const std::string& words, float width) {
  return lines_in(look.font, words, width);
}

bool fits(const CaptionLook& look, const std::string& words, float width) {
  const float whole = text_width_of(look.font, words);
  if (whole <= width) return true;
  if (whole > width * static_cast<float>(look.lines)) return false;
  const auto lines = lines_of(look, words, width);
  return lines.size() <= look.lines && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
           return text_width_of(look.font, line) <= width;
         });
}

bool waits(const Model& model, std::size_t variant) {
  return model.run(variant) && model.lock_step().waits(variant, model.view().position);
}

/// Where the fewest words would be the same in all columns, though their steps are not, they name the step.
void tell_apart(std::vector<Caption>& captions, Caption& own) {
  const Caption& first = captions.front();
  const auto all_like_first = [&](std::string Caption::*words) {
    return std::all_of(captions.begin(), captions.end(),
                       [&](const Caption& one) { return one.*words == first.*words; });
  };
  if (first.by_step.empty() || !all_like_first(&Caption::tiny) || all_like_first(&Caption::by_step)) return;
  const auto name_step = [](Caption& one) {
    if (one.by_step.empty()) return;
    one.tiny = one.by_step;
    one.least = one.both.empty() ? one.by_step : one.both;
  };
  for (Caption& one : captions) name_step(one);
  name_step(own);
}

/// All columns that have a step have it in the same words; one that waits has its own, in the same letters.
void draw_caption(const Model& model, const Ui& ui, std::size_t variant, const Rect& rect) {
  const std::vector<CaptionLook> looks = caption_looks(model, ui, rect.w);
  std::vector<Caption> captions;
  for (std::size_t i = 0; i < model.count(); ++i)
    if (model.count() == 1 || !waits(model, i)) captions.push_back(step_words(model, i));
  Caption caption = step_words(model, variant);
  if (captions.empty()) captions.push_back(caption);
  tell_apart(captions, caption);
  const bool on_stage = model.view().projector;
  const bool any_why =
      std::any_of(captions.begin(), captions.end(), [](const Caption& one) { return !one.why.empty(); });
  std::vector<std::vector<std::string>> columns;
  for (const Caption& one : captions) columns.push_back(forms_of(one, on_stage, any_why));
  CaptionChoice choice = common_form(columns, looks.size(), [&](std::size_t look, const std::string& words) {
    return fits(looks[look], words, rect.w);
  });
  const CaptionLook& look = looks[choice.look];
  const std::vector<std::string> own = forms_of(caption, on_stage, any_why);
  if (waits(model, variant))
    choice =
        common_form({own}, 1, [&](std::size_t, const std::string& words) { return fits(look, words, rect.w); });
  const std::string& shown = own[choice.form];
  auto lines = lines_of(look, shown, rect.w);
  if (lines.size() > look.lines) lines.resize(look.lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const float below = (look.font->FontSize + ui.px(1)) * static_cast<float>(i);
    ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(on_stage ? 34 : 36) + below});
    text_colored(look.font, ui.colors.text, fit_text(look.font, lines[i], rect.w));
    if (i == 0) ui.mark("caption/" + letter_of(variant));
    ui.explain(step_tip(model, variant, caption, shown));
  }
}

/// In a narrow column it is a cross.
bool says_close(const Ui& ui, const Rect& column) {
  constexpr float kWide = 320;  // unscaled
  return column.w >= ui.px(kWide);
}
float close_width(const Ui& ui, const Rect& column) {
  return says_close(ui, column) ? text_width_of(ui.fonts.body, tr("Close")) + ui.px(20) : ui.px(24);
}

/// The way back from a view that fills the window; returns the width that it takes.
float close_button(const Ui& ui, const Rect& column) {
  const bool wide = says_close(ui, column);
  const std::string words = wide ? tr("Close") : "";
  const float width = close_width(ui, column), height = ui.px(24);
  const ImVec2 at{column.right() - width, column.y + ui.px(6)};
  ImGui::SetCursorScreenPos(at);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  if (ImGui::Button((words + "##close").c_str(), {width, height})) ui.send(Enlarge{});
  ImGui::PopStyleVar();
  if (!wide) draw_cross(ui, {at.x + width / 2, at.y + height / 2}, ui.colors.text);
  ui.mark("close_enlarged");
  ui.explain(tr("All pictures again (Esc). Tab goes to the next view."));
  return width + ui.px(wide ? 8 : 2);
}

std::string others_words(const Model& model, Shown shown) {
  return "+" + std::to_string(model.count() - shown.count);
}
float others_width(const Ui& ui, const std::string& words) {
  return text_width_of(ui.fonts.body, words) + ui.px(16);
}

/// How many variants have no room, and a way to them; returns the width that it takes.
float others_button(const Model& model, const Ui& ui, Shown shown, float right, float top) {
  const std::string words = others_words(model, shown);
  const float width = others_width(ui, words);
  ImGui::SetCursorScreenPos({right - width, top});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const std::size_t next = shown.first + shown.count;
  if (ImGui::Button(words.c_str(), {width, ui.px(24)})) ui.send(Activate{next < model.count() ? next : 0});
  ImGui::PopStyleVar();
  ui.mark("other_variants");
  ui.explain(tr("So many variants have no room beside the open panel. Click: the next of them."));
  return width + ui.px(8);
}

/// In a view that fills the window, unless another button does the same.
bool has_close_button(const Model& model, const PanelState& state) {
  return enlarged_view(model.view()) && !question_leads_back(model, state.question);
}

/// What the buttons take of the last head.
float beside_last_head(const Model& model, const Ui& ui, const PanelState& state, const Rect& column, Shown shown) {
  float taken = 0;
  if (has_close_button(model, state)) taken += close_width(ui, column) + ui.px(says_close(ui, column) ? 8 : 2);
  if (shown.count < model.count()) taken += others_width(ui, others_words(model, shown)) + ui.px(8);
  return taken;
}

/// What was found wrong with a user's kernel, below the caption of its column, and the room that it takes.
struct FaultLines {
  CaptionLook look;
  std::vector<std::string> lines;

  float height(const Ui& ui) const {
    return lines.empty() ? 0 : look.font->FontSize * static_cast<float>(lines.size()) + ui.px(6);
  }
};

/// In large letters where they are few lines. A column's caption is in one panel with it.
FaultLines fault_lines(const Model& model, const Ui& ui, std::size_t variant, float width) {
  constexpr std::size_t kMostLines = 6;
  FaultLines fault;
  if (!model.run(variant) || !has_fault(*model.run(variant))) return fault;
  const std::string words = one_line(own_verdict(*model.run(variant)).words);
  for (const CaptionLook& look : {CaptionLook{ui.fonts.body, 2}, CaptionLook{ui.fonts.small, kMostLines}}) {
    fault = {look, lines_of(look, words, width)};
    if (fault.lines.size() <= look.lines) return fault;
  }
  for (; fault.lines.size() > kMostLines; fault.lines.pop_back())
    fault.lines[fault.lines.size() - 2] = told_together(fault.lines[fault.lines.size() - 2], fault.lines.back());
  return fault;
}

void draw_fault(const Model& model, const Ui& ui, std::size_t variant, const Rect& rect) {
  const FaultLines fault = fault_lines(model, ui, variant, rect.w);
  float y = rect.bottom() - fault.height(ui);
  for (const std::string& line : fault.lines) {
    ImGui::SetCursorScreenPos({rect.x, std::round(y)});
    text_colored(fault.look.font, ui.colors.bad, fit_text(fault.look.font, line, rect.w));
    if (y + fault.height(ui) <= rect.bottom()) ui.mark("fault/" + letter_of(variant));
    ui.explain(one_line(own_verdict(*model.run(variant)).words));
    y += fault.look.font->FontSize;
  }
}

/// For one of several variants, and where there is no left column: its head, and its step, which is not told while
/// it is being predicted.
void column_sentence(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect,
                     Shown shown) {
  const bool is_last = variant + 1 == shown.first + shown.count;
  float end = rect.right();
  if (is_last && has_close_button(model, state)) end -= close_button(ui, rect);
  if (is_last && shown.count < model.count()) end -= others_button(model, ui, shown, end, rect.y + ui.px(6));
  variant_head(model, ui, state, variant, {rect.x, rect.y, end - rect.x, rect.h},
               rect.w - beside_last_head(model, ui, state, rect, shown));
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(message_top(model))});
  const bool covered = state.lesson.covers_pictures(model.view().request());
  if (const auto error = error_of(model, variant)) {
    message_strip(ui, *error, rect.bottom());
  } else if (!covered) {
    draw_caption(model, ui, variant, rect);
    draw_fault(model, ui, variant, rect);
  }
}

}  // namespace

float room_for_messages(const Model& model, const Ui& ui, const Rect& rect, Shown shown) {
  float more = 0;
  for (std::size_t variant = shown.first; variant < shown.first + shown.count; ++variant) {
    if (const auto error = error_of(model, variant))
      more = std::max(more, message_height(ui, *error, rect.w) - (rect.h - ui.px(message_top(model))));
    else if (!is_alone(model))
      more = std::max(more, fault_lines(model, ui, variant, rect.w).height(ui));
  }
  return more;
}

void sentence_panel(const Model& model, const Ui& ui, PanelState& state, std::size_t variant, const Rect& rect,
                    Shown shown) {
  if (rect.w <= 0) return;
  const std::string name = "sentence/" + letter_of(variant);
  begin_panel(ui, name.c_str(), rect, {.padding = 0, .filled = false});
  if (is_alone(model))
    whole_sentence(model, ui, rect, state.lesson.covers_pictures(model.view().request()));
  else
    column_sentence(model, ui, state, variant, rect, shown);
  end_panel(ui);
}

}  // namespace lanescope
