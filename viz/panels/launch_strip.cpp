// The launches of a run as boxes beside the transport: which one is drawn, and a click for another.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/panels/panels.h"
#include "viz/views/launch_words.h"

namespace lanescope {
namespace {

constexpr float kBoxPadding = 8;  // on each side of a label
constexpr float kBoxGap = 2, kPageButton = 20;
constexpr float kMostOfTransport = 0.5f;  // of the room that it shares with the scrubber; more where
constexpr float kWholePage = 8;           // so many boxes need it,
constexpr float kLeastScrubber = 120;     // and the scrubber keeps this, unscaled

/// Of the variants' runs the one with most launches; the active one's where it has as many. Null where all have
/// one.
const Run* longest_run(const Model& model) {
  const Run* longest = model.run().get();
  for (const auto& run : model.runs())
    if (run && (!longest || run->launches.size() > longest->launches.size())) longest = run.get();
  return longest && longest->launches.size() > 1 ? longest : nullptr;
}

std::size_t variant_of(const Model& model, const Run* run) {
  std::size_t variant = 0;
  while (model.run(variant).get() != run) ++variant;
  return variant;
}

/// Of which variant the launches are, where there are several.
std::string name_of_strip(const Model& model, const Run* run) {
  if (model.count() == 1) return tr("launch");
  return tr_format("launch of {}", letter_of(variant_of(model, run)));
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

/// Boxes of one width that stand where they stand while another of them is chosen: `count` from `first`.
struct BoxPage {
  std::size_t first = 0, count = 0;
  float box_width = 0;
};

/// Where not all boxes have room: those of the page with the one that is lit, `room` pixels wide.
BoxPage page_of(const Ui& ui, const std::vector<std::string>& labels, std::size_t lit, float room) {
  BoxPage page;
  for (const std::string& label : labels) page.box_width = std::max(page.box_width, width_of(ui, label));
  const float boxes = (room + ui.px(kBoxGap)) / (page.box_width + ui.px(kBoxGap));
  const auto most = static_cast<std::size_t>(std::max(1.0f, boxes));
  page.first = lit / most * most;
  page.count = std::min(most, labels.size() - page.first);
  return page;
}

/// How wide a page is where there is room.
float whole_page(const Ui& ui, const std::vector<std::string>& labels) {
  const float box = page_of(ui, labels, 0, 0).box_width + ui.px(kBoxGap);
  return kWholePage * box + 2 * ui.px(kPageButton + kBoxGap);
}

/// How wide a page of one box is.
float least_page(const Ui& ui, const std::vector<std::string>& labels) {
  return page_of(ui, labels, 0, 0).box_width + ui.px(kBoxGap) + 2 * ui.px(kPageButton + kBoxGap);
}

/// Which launch is lit, of how many; of which variant, where there are several.
std::string place_of_lit(const Model& model, const Run* run, std::size_t lit) {
  const std::string place = tr_format("launch {} of {}", lit + 1, run->launches.size());
  return model.count() == 1 ? place : fmt::format("{}: {}", letter_of(variant_of(model, run)), place);
}

/// How wide the words are with the widest digits, so that nothing behind them moves.
float width_with_any_digits(const Ui& ui, std::string words) {
  for (char& letter : words)
    if (letter >= '0' && letter <= '9') letter = '0';
  return text_width_of(ui.fonts.small, words);
}

void choose_launch(const Ui& ui, std::size_t launch) {
  ui.send(SetLaunch{static_cast<unsigned>(launch + 1)});
  ui.send(EndEdit{});
}

/// The strip as it is drawn, from left to right.
class Strip {
 public:
  Strip(const Model& model, const Ui& ui, const Run& run, float x, float middle)
      : ui_(ui),
        run_(run),
        lit_(std::min<std::size_t>(model.launch(), run.launches.size()) - 1),
        x_(x),
        middle_(middle) {}

  void words(const std::string& text, float width) {
    const float y = std::round(middle_ - ui_.fonts.small->FontSize / 2);
    ImGui::GetWindowDrawList()->AddText(ui_.fonts.small, ui_.fonts.small->FontSize, {x_, y}, ui_.colors.dim,
                                        text.c_str());
    x_ += width + ui_.px(kBoxPadding);
  }
  void box(const std::string& label, std::size_t launch, float width) {
    button(label, fmt::format("launch/{}", launch + 1), launch, width, launch == lit_,
           launch_sentence(run_, launch) + "\n\n" + tr("[ and ] choose the launch that is drawn."));
  }
  /// To the first launch of another page; dim where there is none.
  void page_button(const char* sign, const char* id, std::optional<std::size_t> launch, const char* tip) {
    ImGui::BeginDisabled(!launch);
    button(sign, id, launch.value_or(lit_), ui_.px(kPageButton), false, tip);
    ImGui::EndDisabled();
  }
  float end() const { return x_; }
  void skip(float width) { x_ += width; }
  std::size_t lit() const { return lit_; }

 private:
  void button(const std::string& label, const std::string& id, std::size_t launch, float width, bool is_lit,
              const std::string& tip) {
    ImGui::SetCursorScreenPos({x_, middle_ - ui_.px(14)});
    if (flat_button(ui_, (label + "##" + id).c_str(), width, is_lit) && launch != lit_) choose_launch(ui_, launch);
    ui_.mark(id);
    ImGui::PushFont(ui_.fonts.body);
    ui_.explain(tip);
    ImGui::PopFont();
    x_ += width + ui_.px(kBoxGap);
  }

  const Ui& ui_;
  const Run& run_;
  std::size_t lit_;
  float x_, middle_;
};

void all_boxes(const Ui& ui, Strip& strip, const std::vector<std::string>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) strip.box(labels[i], i, width_of(ui, labels[i]));
}

/// Some of them, and ways to those before and after.
void page_of_boxes(const Ui& ui, Strip& strip, const std::vector<std::string>& labels, float room) {
  const float buttons = 2 * ui.px(kPageButton + kBoxGap);
  const BoxPage page = page_of(ui, labels, strip.lit(), room - buttons);
  const std::size_t end = page.first + page.count;
  const std::size_t whole = page_of(ui, labels, 0, room - buttons).count;
  const auto to = [](bool is_there, std::size_t first) { return is_there ? std::optional(first) : std::nullopt; };
  strip.page_button("<", "launch/earlier", to(page.first > 0, page.first - whole), tr("The launches before these"));
  for (std::size_t i = page.first; i < end; ++i) strip.box(labels[i], i, page.box_width);
  strip.skip(static_cast<float>(whole - page.count) * (page.box_width + ui.px(kBoxGap)));  // of the last page
  strip.page_button(">", "launch/later", to(end < labels.size(), end), tr("The launches after these"));
}

}  // namespace

float least_launch_strip(const Model& model, const Ui& ui) {
  const Run* run = longest_run(model);
  if (!run) return 0;
  const std::string place =
      place_of_lit(model, run, std::min<std::size_t>(model.launch(), run->launches.size()) - 1);
  return width_with_any_digits(ui, place) + ui.px(kBoxPadding + 16) + least_page(ui, labels_of(*run, false)) +
         ui.px(kLeastScrubber);
}

float launch_strip(const Model& model, const Ui& ui, float x, float middle, float room) {
  const Run* run = longest_run(model);
  if (!run) return 0;
  Strip strip(model, ui, *run, x, middle);
  const std::string name = name_of_strip(model, run), place = place_of_lit(model, run, strip.lit());
  const float named = text_width_of(ui.fonts.small, name), placed = width_with_any_digits(ui, place);
  const float padding = ui.px(kBoxPadding);
  const float most = room - ui.px(kLeastScrubber);
  room *= kMostOfTransport;
  std::vector<std::string> labels = labels_of(*run, true);
  if (width_of(ui, labels) > room - named - padding) labels = labels_of(*run, false);
  const bool all = width_of(ui, labels) <= room - named - padding;
  room = std::max(room, std::min(most, whole_page(ui, labels) + placed + padding));
  // Where the words would take the room of the only box, the box says enough.
  const float worded = room - placed - padding;
  const bool with_words = all || worded >= least_page(ui, labels);
  if (with_words) strip.words(all ? name : place, all ? named : placed);
  ImGui::PushFont(ui.fonts.small);
  if (all)
    all_boxes(ui, strip, labels);
  else
    page_of_boxes(ui, strip, labels, with_words ? worded : room);
  ImGui::PopFont();
  return strip.end() - x + ui.px(16 - kBoxGap);
}

}  // namespace lanescope
