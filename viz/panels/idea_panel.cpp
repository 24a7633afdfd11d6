#include "viz/panels/idea_panel.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/request/catalogue.h"
#include "viz/text/characters.h"
#include "viz/text/window_text.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

struct Idea {
  std::vector<std::string> lines, small;

  float height(const Ui& ui) const {
    if (lines.empty()) return 0;
    const float below = small.empty() ? 0 : ui.px(kAboveLineGap) + ui.fonts.small->FontSize * small.size();
    return ui.px(kAbovePadding + kAboveLineGap) + ui.fonts.body->FontSize * static_cast<float>(lines.size()) +
           below;
  }
};

Idea idea_of(const Model& model, const Ui& ui, std::size_t variant, float width) {
  const KernelInfo& kernel = kernel_info(model.view().variants.requests[variant].kernel);
  if (kernel.own)
    return {
        lines_in(ui.fonts.body, tr_format("{}: a kernel of your own.", kernel.id), width),
        lines_in(ui.fonts.small,
                 tr("A row is a line of its text; where only some lanes of a warp come to it, the others wait."),
                 width)};
  Idea idea{lines_in(ui.fonts.body, tr_format("{}: {}", tr(kernel.title), tr(kernel.lesson)), width), {}};
  if (model.run(variant))
    idea.small =
        lines_in(ui.fonts.small, with_way_to_blocks(*model.run(variant), watch_words(*model.run(variant))), width);
  return idea;
}

}  // namespace

std::string watch_words(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (kernel.coarsens && run.request.coarse_factor == 1 && kernel.max_coarse_factor > 1)
    return tr("COARSE_FACTOR is 1, so nothing is coarsened yet: try 2, 4 or 8.");
  return capitalized(tr(kernel.watch));
}

std::string with_way_to_blocks(const Run& run, const std::string& words) {
  const bool waits_for_blocks =
      kernel_info(run.request.kernel).grid == GridRule::per_segment && run.launch.grid_dim == 1;
  return waits_for_blocks ? tr_format("{} One block has all elements yet: drag N to the right for more.", words)
                          : words;
}

float idea_height(const Model& model, const Ui& ui, float width) {
  if (model.count() == 1 || !has_left_column(model.view()) || enlarged_view(model.view())) return 0;
  float height = 0;
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    height = std::max(height, idea_of(model, ui, variant, width).height(ui));
  return height;
}

void idea_panel(const Model& model, const Ui& ui, const Rect& rect) {
  if (rect.h <= 0) return;
  begin_panel(ui, "idea", rect, {.padding = 0, .filled = false});
  const Idea idea = idea_of(model, ui, model.active(), rect.w);
  const float below =
      draw_lines(ui.fonts.body, ui.colors.text, {rect.x, rect.y + ui.px(kAbovePadding)}, idea.lines);
  draw_lines(ui.fonts.small, ui.colors.dim, {rect.x, below + ui.px(kAboveLineGap)}, idea.small);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton("idea", {rect.w, rect.h});
  ui.mark("idea");
  end_panel(ui);
}

}  // namespace lanescope
