// The launches of a run as boxes beside the transport: which one is drawn, and a click for another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/panels/panels.h"
#include "viz/views/launch_words.h"

namespace lanescope {
namespace {

constexpr float kBoxPadding = 8;  // on each side of a label
constexpr float kBoxGap = 2;
constexpr float kMostOfTransport = 0.5f;  // of the room that it shares with the scrubber

/// Of the variants' runs the one with most launches; the active one's where it has as many. Null where all have one.
const Run* longest_run(const Model& model) {
  const Run* longest = model.run().get();
  for (const auto& run : model.runs())
    if (run && (!longest || run->launches.size() > longest->launches.size())) longest = run.get();
  return longest && longest->launches.size() > 1 ? longest : nullptr;
}

/// Of which variant the launches are, where there are several.
std::string name_of_strip(const Model& model, const Run* run) {
  if (model.count() == 1) return tr("launch");
  std::size_t variant = 0;
  while (model.run(variant).get() != run) ++variant;
  return tr_format("launch of {}", letter_of(variant));
}

std::vector<std::string> labels_of(const Run& run, bool with_blocks) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < run.launches.size(); ++i)
    labels.push_back(with_blocks ? fmt::format("{}  {}", i + 1, counted(run.launches[i].launch.grid_dim, "block"))
                                 : std::to_string(i + 1));
  return labels;
}

float width_of(const Ui& ui, const std::string& label) {
  return std::round(text_width_of(ui.fonts.small, label) + 2 * ui.px(kBoxPadding));
}

float width_of(const Ui& ui, const std::vector<std::string>& labels) {
  float width = -ui.px(kBoxGap);
  for (const std::string& label : labels) width += width_of(ui, label) + ui.px(kBoxGap);
  return width;
}

/// Which boxes find room: all, or those around the one that is lit.
std::pair<std::size_t, std::size_t> shown_boxes(const Ui& ui, const std::vector<std::string>& labels,
                                                std::size_t lit, float room) {
  std::size_t first = lit, end = lit + 1;
  float width = width_of(ui, labels[lit]);
  const auto fits = [&](std::size_t i) { return width + ui.px(kBoxGap) + width_of(ui, labels[i]) <= room; };
  for (bool grew = true; grew;) {
    grew = false;
    if (end < labels.size() && fits(end)) {
      width += ui.px(kBoxGap) + width_of(ui, labels[end++]);
      grew = true;
    }
    if (first > 0 && fits(first - 1)) {
      width += ui.px(kBoxGap) + width_of(ui, labels[--first]);
      grew = true;
    }
  }
  return {first, end};
}

}  // namespace

float launch_strip(const Model& model, const Ui& ui, float x, float middle, float room) {
  const Run* run = longest_run(model);
  if (!run) return 0;
  const std::string name = name_of_strip(model, run);
  const float named = text_width_of(ui.fonts.small, name) + ui.px(kBoxPadding);
  room = kMostOfTransport * room - named;
  std::vector<std::string> labels = labels_of(*run, true);
  if (width_of(ui, labels) > room) labels = labels_of(*run, false);
  const std::size_t lit = model.launch() - 1;
  const auto [first, end] = shown_boxes(ui, labels, std::min(lit, labels.size() - 1), room);
  ImGui::GetWindowDrawList()->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                                      {x, std::round(middle - ui.fonts.small->FontSize / 2)}, ui.colors.dim, name.c_str());
  float at = x + named;
  ImGui::PushFont(ui.fonts.small);
  for (std::size_t i = first; i < end; ++i) {
    const float width = width_of(ui, labels[i]);
    ImGui::SetCursorScreenPos({at, middle - ui.px(14)});
    const std::string id = "launch/" + std::to_string(i + 1);
    if (flat_button(ui, (labels[i] + "##" + id).c_str(), width, i == lit) && i != lit) {
      ui.send(SetLaunch{static_cast<unsigned>(i + 1)});
      ui.send(EndEdit{});
    }
    ui.mark(id);
    ImGui::PushFont(ui.fonts.body);
    ui.explain(launch_sentence(*run, i) + "\n\n" + tr("[ and ] choose the launch that is drawn."));
    ImGui::PopFont();
    at += width + ui.px(kBoxGap);
  }
  ImGui::PopFont();
  return at - x + ui.px(16);
}

}  // namespace lanescope
