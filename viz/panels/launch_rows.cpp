// How the blocks of a launch are combined, and which of them the pictures show.
#include "viz/panels/launch_rows.h"

#include <fmt/format.h>

#include "engine/base/number_text.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_plan.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

/// Of the ways that reductions have: all but the last, a chain.
constexpr const char* kCombiningMeanings[] = {
    tr_later("each block updates the output, which starts as the identity, by an atomic operation"),
    tr_later("each block stores a partial sum, and the kernel is launched again on those until one is left"),
    tr_later("each block stores a partial sum, and the host combines them"),
    tr_later("each block stores a partial sum, and the block that finishes last reduces them: one launch")};
constexpr const char* kCombiningLabels[] = {tr_later("atomic"), tr_later("relaunch"), tr_later("host"),
                                            tr_later("last block")};

}  // namespace

const char* no_launch(const KernelInfo& info) {
  if (info.on_host) return tr("A loop on the host has no threads to launch.");
  return info.is_library ? tr("The library chooses its own launch.") : nullptr;
}

std::string single_block_words(const KernelInfo& info, const RunRequest& request) {
  if (info.grid == GridRule::one_thread)
    return tr_format("{} is a single thread, so there is nothing to combine.", info.id);
  if (info.grid != GridRule::one_block) return "";
  // Also of a launch that is refused, since N may be more than the block can have.
  return told_together(tr_format("{} has a single block, so there is nothing to combine.", info.id),
                       tr_format("With this blockDim it takes up to {} elements.",
                                 grouped(planned_launch(info, request).elements_per_block)));
}

void combining_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  const std::string alone = single_block_words(info, request);
  const char* const none = alone.empty() ? no_launch(info) : alone.c_str();
  std::vector<Segment> choices;
  for (std::size_t i = 0; i < std::size(kCombiningMeanings); ++i) {
    const Command command = SetCombining{static_cast<Combining>(i)};
    choices.push_back({kCombiningLabels[i], tr_format("{}: {}", tr(kCombiningNames[i]), tr(kCombiningMeanings[i])),
                       none ? Sentence::word(none) : refusal_after(model.view(), command)});
  }
  row_label(ui, tr("combine"), choices_column(ui), none != nullptr);
  const int selected = none ? -1 : static_cast<int>(request.combining.value_or(info.combining));
  if (const auto clicked = segmented(ui, "combine", choices, selected, {.height = kRowHeight})) {
    ui.send(SetCombining{static_cast<Combining>(*clicked)});
    ui.send(EndEdit{});
  }
}

void block_row(const Model& model, const Ui& ui, bool covered) {
  const std::uint64_t blocks = model.run() ? model.run()->launch.grid_dim : 0;
  // The request's own block belongs to the launch in which it was chosen.
  const RunRequest& request = model.view().request();
  const bool own = !model.run() || model.run()->request.launch == request.launch;
  const std::uint64_t block = own ? request.block : model.run()->request.block;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, button = ui.px(24),
              gap = ui.px(2);
  const float y = ImGui::GetCursorScreenPos().y, height = ui.px(kRowHeight);
  row_label(ui, tr("block drawn"), 0);
  const std::string text = !blocks   ? std::string(tr("none"))
                           : covered ? grouped(block)
                                     : tr_format("{} (of {})", grouped(block), grouped(blocks));
  ImGui::SetCursorScreenPos({0, y + std::round((height - ui.fonts.mono->FontSize) / 2)});
  text_right(ui, ui.fonts.mono, ui.colors.text, right - 2 * button - gap - ui.px(8), text);
  ImGui::PushButtonRepeat(true);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  ImGui::SetCursorScreenPos({right - 2 * button - gap, y});
  ImGui::BeginDisabled(block == 0);
  if (ImGui::Button("<##block", {button, height})) ui.send(SetBlock{block - 1});
  ImGui::EndDisabled();
  ui.mark("block_before");
  ui.explain(tr("Show the previous block. All pictures show one block; the totals are of the whole grid."));
  ImGui::SetCursorScreenPos({right - button, y});
  ImGui::BeginDisabled(block + 1 >= blocks);
  if (ImGui::Button(">##block", {button, height}))
    ui.send(SetBlock{ImGui::GetIO().KeyShift ? blocks - 1 : block + 1});
  ImGui::EndDisabled();
  ui.mark("block_after");
  ui.explain(tr("Show the next block; with Shift the last one, which is ragged if N does not fill it."));
  ImGui::PopStyleVar();
  ImGui::PopButtonRepeat();
}

}  // namespace lanescope
