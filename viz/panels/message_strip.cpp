#include "viz/panels/message_strip.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/request/parse.h"
#include "viz/model/remedy.h"
#include "viz/panels/panels.h"
#include "viz/panels/variant_head.h"
#include "viz/text/characters.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

constexpr float kLeastHeight = 30, kAroundNotice = 8;  // unscaled

std::optional<Offer> offer_of(const Status& status) {
  if (status.offers_undo) return Offer{tr("Undo"), {Undo{}}};
  if (!status.offered) return std::nullopt;
  return Offer{tr_format("Run N = {}", size_text(status.offered->request())),
               {SetVariants{*status.offered}, EndEdit{}}};
}

/// In place of a refused variant's launch: what the sentence advises. The others keep theirs.
std::optional<Offer> remedy_of(const Model& model, std::size_t variant) {
  const RunRequest& request = model.view().variants.requests[variant];
  const auto instead = remedy(request);
  if (!instead) return std::nullopt;
  Variants variants = model.view().variants;
  variants.requests[variant] = *instead;
  const std::string label = instead->kernel == request.kernel ? tr_format("Run N = {}", size_text(*instead))
                                                              : tr_format("Use {}", instead->kernel);
  return Offer{label, {SetVariants{variants}, EndEdit{}}};
}

float offer_width(const Ui& ui, const Offer& offer) {
  return text_width_of(ui.fonts.body, offer.label) + ui.px(24);
}

/// The button of a message that offers something.
void offer_button(const Ui& ui, const Offer& offer, ImVec2 at) {
  ImGui::SetCursorScreenPos(at);
  if (flat_button(ui, offer.label.c_str(), offer_width(ui, offer), true))
    for (const Command& command : offer.commands) ui.send(command);
  ui.mark("offer");
}

struct MessageLook {
  ImFont* font = nullptr;
  std::vector<std::string> lines;
};

/// The sentence in as many lines as `size` has room for, in smaller letters where that makes room for all of it;
/// else its last line is cut.
MessageLook message_look(const Ui& ui, const std::string& sentence, ImVec2 size) {
  MessageLook look;
  for (ImFont* font : {ui.fonts.body, ui.fonts.small}) {
    look = {font, lines_in(font, sentence, size.x)};
    const auto most = static_cast<std::size_t>(std::max(1.0f, std::floor(size.y / font->FontSize)));
    if (look.lines.size() <= most) return look;
    for (; look.lines.size() > most; look.lines.pop_back())
      look.lines[look.lines.size() - 2] = told_together(look.lines[look.lines.size() - 2], look.lines.back());
  }
  look.lines.back() = fit_text(look.font, look.lines.back(), size.x);
  return look;
}

/// What stands beside the sentence of a message, and below it.
struct MessageRoom {
  float beside = 0, below = 0;
  bool offer_below = false;
};

/// A button takes a line of its own where it would leave the sentence a column of single words.
MessageRoom message_room(const Ui& ui, const Message& message, float width) {
  constexpr float kCross = 28, kButtonLine = 28, kLeastSentence = 240;  // unscaled
  MessageRoom room{.beside = ui.px(kCross + 24)};
  if (!message.offered) return room;
  const float button = offer_width(ui, *message.offered) + ui.px(4);
  room.offer_below = width - room.beside - button < ui.px(kLeastSentence);
  (room.offer_below ? room.below : room.beside) += room.offer_below ? ui.px(kButtonLine) : button;
  return room;
}

}  // namespace

std::optional<Message> error_of(const Model& model, std::size_t variant) {
  if (model.error(variant).empty()) return std::nullopt;
  return Message{window_text(model.error(variant)), true, remedy_of(model, variant)};
}

std::optional<Message> notice_of(const Model& model, const Ui& ui) {
  const Status& status = model.status();
  if (status.notice.empty() || ui.exporting) return std::nullopt;
  return Message{window_text(status.notice), false, offer_of(status)};
}

float message_height(const Ui& ui, const Message& message, float width) {
  const MessageRoom room = message_room(ui, message, width);
  ImFont* const font = ui.fonts.small;
  const auto lines = lines_in(font, message.sentence, width - room.beside);
  return font->FontSize * static_cast<float>(lines.size()) + room.below + ui.px(10);
}

void message_strip(const Ui& ui, const Message& message, float bottom) {
  const auto& [sentence, is_error, offered] = message;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float cross = ui.px(28), wide = ImGui::GetContentRegionAvail().x;
  const MessageRoom room = message_room(ui, message, wide);
  const float button = room.beside - ui.px(24);
  const MessageLook look = message_look(ui, sentence, {wide - room.beside, bottom - room.below - at.y});
  const float high = look.font->FontSize * static_cast<float>(look.lines.size());
  const ImVec2 size{
      wide, std::max(ui.px(kLeastHeight), std::min(high + room.below + ui.px(8), bottom - ui.px(2) - at.y))};
  const float text_high = size.y - room.below;
  auto* draw = ImGui::GetWindowDrawList();
  const ImU32 color = is_error ? ui.colors.bad : ui.colors.accent;
  draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, is_error ? ui.colors.bad_soft : ui.colors.raised,
                      ui.px(4));
  draw->AddRectFilled(at, {at.x + ui.px(3), at.y + size.y}, color, ui.px(1));
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("message", {std::max(1.0f, size.x - button), std::max(1.0f, text_high)});
  ui.mark("message");
  ui.explain(sentence);
  for (std::size_t i = 0; i < look.lines.size(); ++i)
    draw->AddText(
        look.font, look.font->FontSize,
        {at.x + ui.px(12), at.y + std::floor((text_high - high) / 2) + look.font->FontSize * static_cast<float>(i)},
        ui.colors.text, look.lines[i].c_str());
  if (offered)
    offer_button(ui, *offered,
                 room.offer_below ? ImVec2{at.x + ui.px(12), at.y + text_high - ui.px(2)}
                                  : ImVec2{at.x + size.x - cross - offer_width(ui, *offered), at.y + ui.px(1)});
  const ImVec2 center{at.x + size.x - cross / 2, at.y + text_high / 2};
  ImGui::SetCursorScreenPos({at.x + size.x - cross, at.y});
  if (ImGui::InvisibleButton("dismiss", {cross, std::max(1.0f, text_high)})) ui.send(DismissMessage{});
  ui.mark("dismiss");
  draw_cross(ui, center, ImGui::IsItemHovered() ? ui.colors.text : ui.colors.dim);
}

float notice_height(const Model& model, const Ui& ui, float width) {
  const auto notice = notice_of(model, ui);
  return notice ? std::max(ui.px(kLeastHeight), message_height(ui, *notice, width)) + ui.px(kAroundNotice) : 0;
}

void notice_panel(const Model& model, const Ui& ui, const Rect& rect) {
  const auto notice = notice_of(model, ui);
  if (!notice || rect.h <= 0) return;
  begin_panel(ui, "notice", rect, {.padding = 0, .filled = false});
  ImGui::SetCursorScreenPos({rect.x, rect.y + ui.px(kAroundNotice / 2)});
  message_strip(ui, *notice, rect.bottom());
  end_panel(ui);
}

}  // namespace lanescope
