// The result beside its reference, and the progress of a slow run.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "engine/base/number_text.h"
#include "engine/request/catalogue.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "viz/kit/painter.h"
#include "viz/panels/panels.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

std::string number(double value) {
  return grouped(fmt::format("{:.9g}", value));
}

/// In the order of Judgement.
constexpr const char* kJudgementWords[] = {tr_later("correct"), tr_later("correct"), tr_later("unproven"),
                                           tr_later("no digit right"), tr_later("WRONG")};

ImU32 color_of(Judgement judgement, const UiColors& colors) {
  if (judgement == Judgement::wrong) return colors.bad;
  return judgement == Judgement::unproven || judgement == Judgement::no_digit ? colors.warn : colors.good;
}

/// A button if the run is quick; progress and Cancel if it is not.
void run_row(const Model& model, const Ui& ui) {
  const Status& status = model.status();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(24), button = ui.px(76);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool slow = status.running && status.seconds > kSlowRunSeconds;
  auto* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + width - button - ui.px(8), at.y + height};
  std::string text = tr("Result");
  if (slow) {
    text = status.launch > 0 ? tr_format("running launch {}", status.launch)
                             : tr_format("running {:3.0f} %", 100 * status.fraction);
    draw->AddRectFilled(at, end, ui.colors.raised, ui.px(4));
    const float done = (end.x - at.x) * static_cast<float>(status.fraction);
    draw->AddRectFilled(at, {at.x + done, end.y}, ui.colors.accent_soft, ui.px(4));
  }
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {at.x + (slow ? ui.px(8) : 0), std::round(at.y + (height - ui.fonts.small->FontSize) / 2)},
                slow ? ui.colors.text : ui.colors.dim, text.c_str());
  ImGui::SetCursorScreenPos({at.x + width - button, at.y});
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  if (ImGui::Button(slow ? tr("Cancel") : tr("Run again"), {button, height}))
    ui.send(slow ? Command(CancelRun{}) : RunAgain{});
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui.mark(slow ? "cancel" : "run");
  ui.explain(slow ? tr("Stop this run; the picture stays as it is.")
                  : tr("Every change starts a run by itself; this runs the same launch again."));
}

/// Of a whole array: how many elements there are, each of which is judged, and one number to tell arrays apart.
void numbers_of_array(const Run& run, const Result& result, const Ui& ui) {
  const LaunchConfig& launch = first_launch(run);
  value_row(ui, tr("output"), counted(arrays_of(launch, element_bytes(run.request.type)).output, "element"),
            ui.colors.text,
            tr("An array. Every element is compared with its own reference: in a wider type for floats, exact for "
               "integers."));
  value_row(ui, tr("their sum"), number(result.value), ui.colors.text,
            tr("All elements of the output added up: one number to compare runs by."));
}

/// What stands before the result: the operator, as the heading says already that it is one.
std::string result_word(const Run& run) {
  return has_array_result(run.launch.workload) || kernel_info(run.request.kernel).own ? tr("output")
                                                                                      : tr(name_of(run.request.op));
}

void numbers(const Run& run, const Result& result, const Ui& ui) {
  value_row(ui, result_word(run), number(result.value), ui.colors.text, tr("What the kernel computed."));
  if (result.mean) value_row(ui, tr("mean"), number(*result.mean), ui.colors.text, tr("The sum divided by N."));
  if (const auto& p = result.point) {
    value_row(
        ui, tr("point"), fmt::format("{:.4g}, {:.4g}, {:.4g}", p->x, p->y, p->z), ui.colors.text,
        tr_format("Coordinates x, y and z of the point that was found: element {} of the input. The result is "
                  "its distance from the origin.",
                  p->index)
            .c_str());
  }
  value_row(ui, tr("reference"), number(result.reference), ui.colors.text,
            tr("The same reduction one element after another: a sum rounded only once, a product in a wider "
               "type for floats, integers exact."));
}

/// Before the last step what comes out is for the student to guess, and nothing is there that could be right.
void result_after_last_step(const Run& run, const Ui& ui) {
  value_row(ui, result_word(run), tr("after the last step"), ui.colors.faint,
            tr("The picture has not come to the end yet; what comes out stands here after the last step (End)."));
  value_row(ui, tr("error"), "–", ui.colors.faint, tr("Whether the result is right stands here once it is there."));
  ui.mark("result_error");
}

void verdict(const Run& run, const Result& result, const Ui& ui) {
  const bool array = has_array_result(run.launch.workload);
  array ? numbers_of_array(run, result, ui) : numbers(run, result, ui);
  const Judgement judgement = judgement_of(result);
  const auto [off, bound] = distinct_texts(result.relative_error, result.error_bound);
  std::string error = result.relative_error == 0 ? "0" : fmt::format("{:.1e}", result.relative_error);
  if (judgement == Judgement::correct) error += fmt::format(" ≤ {:.1e}", result.error_bound);
  if (judgement == Judgement::wrong && result.error_bound > 0) error = off + " > " + bound;
  std::string meaning = array ? tr("The largest error of any element, as a fraction of what is added up in it.")
                              : tr("How far the result is from the reference, as a fraction of it.");
  if (result.error_bound > 0) meaning += tr_format(" Rounding explains up to {}", bound);
  if (result.addition_depth > 0)
    meaning += tr_format(": an element goes through up to {} additions, each of which rounds once",
                         grouped(static_cast<std::uint64_t>(result.addition_depth)));
  if (result.error_bound > 0) meaning += tr(".");
  if (!result.note.empty()) meaning += "\n\n" + window_text(result.note);
  value_row(ui, result.note.empty() ? tr("error") : tr("error, note"),
            error + "  " + tr(kJudgementWords[static_cast<int>(judgement)]), color_of(judgement, ui.colors),
            meaning.c_str());
  ui.mark("result_error");
}

/// Of a user's kernel, why there is no result; null of others.
const char* why_unjudged(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (!kernel.own) return nullptr;
  if (kernel.own->is_program)
    return tr("A program says itself what it computed; what it printed stands beside its text.");
  if (!run.trace) return tr("The kernel did not come to its end.");
  return tr("Nobody said what the kernel is meant to compute; choose what it is judged as beside its text.");
}

/// The traces follow from the launch, and are there already.
void missing_result(const Run& run, bool computing, const Ui& ui) {
  if (const char* const why = why_unjudged(run))
    return value_row(ui, result_word(run), tr("not judged"), ui.colors.faint, why);
  const char* words = run.awaits_result && computing ? tr("being computed") : tr("not computed");
  const std::string why = run.no_result.empty() ? tr("What the lanes do follows from the launch alone, so the "
                                                     "picture is there at once. For the result every "
                                                     "lane of the grid must really compute.")
                                                : window_text(run.no_result);
  value_row(ui, result_word(run), words, run.no_result.empty() ? ui.colors.faint : ui.colors.warn, why.c_str());
  ui.mark("result_missing");
}

/// The picture is of the launch or text before: what came out there says nothing about this one.
bool is_of_another_launch(const Model& model) {
  const Status& status = model.status();
  return model.is_old(model.active()) ||
         (!model.up_to_date() && status.running && status.seconds > kSlowRunSeconds);
}
void result_to_come(const Run& run, const Model& model, const Ui& ui) {
  value_row(ui, has_array_result(run.launch.workload) ? tr("sum of the output") : result_word(run),
            model.is_old(model.active()) ? tr("not computed") : tr("being computed"), ui.colors.faint,
            tr("The picture is of the run before, whose result says nothing about this one."));
  ui.mark("result_missing");
}

}  // namespace

void result_panel(const Model& model, const Ui& ui, const Rect& rect) {
  begin_panel(ui, "result", rect, {.padding = kColumnPadding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(kRowGap)});
  ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x + rect.w, rect.y}, ui.colors.border);
  run_row(model, ui);
  if (const auto run = model.run()) {
    if (is_of_another_launch(model))
      result_to_come(*run, model, ui);
    else if (run->result && !model.at_end() && judgement_of(*run->result) != Judgement::wrong)
      result_after_last_step(*run, ui);
    else if (run->result)
      verdict(*run, *run->result, ui);
    else
      missing_result(*run, model.status().running, ui);
  }
  ImGui::PopStyleVar();
  end_panel(ui);
}

}  // namespace lanescope
