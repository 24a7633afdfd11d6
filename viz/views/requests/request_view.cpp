// The frame around one or more requests: header, choices, sentence, numbers; and what to say if there is none.
#include "viz/views/requests/request_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/kit/text_width.h"
#include "viz/views/requests/shuffles.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

constexpr float kFaint = 0.6f;  // of the background, over what is of another step
constexpr float kSentenceHeight = 22, kTableHeight = 64, kTableWidth = 380, kTableFrom = 820;

std::string step_words(const Run& run, std::int32_t step) {
  if (step == kBeforeFirstStep) return tr("before the first step");
  const History& history = *history_in_view(run);
  const auto row = static_cast<std::uint32_t>(step);
  return step_name(history, row) + stride_words(run, history, row);
}

/// "step 7", without how many there are.
std::string brief_step_words(const Run& run, std::int32_t step) {
  const History& history = *history_in_view(run);
  if (step == kBeforeFirstStep || !is_step(history.phases[static_cast<std::size_t>(step)]))
    return step_words(run, step);
  return tr_format("step {}", grouped(history.counted_steps(static_cast<std::size_t>(step) + 1)));
}

/// "load 2": the kind, with a number if there are several.
std::string request_name(const std::vector<const Request*>& requests, std::size_t index) {
  const auto word = [](const Request& request) {
    switch (request.kind) {
      case AccessKind::global_load:
      case AccessKind::shared_load:
        return tr("load");
      case AccessKind::global_store:
      case AccessKind::shared_store:
        return tr("store");
      case AccessKind::atomic:
      case AccessKind::shared_atomic:
        break;
    }
    return tr("atomic");
  };
  std::size_t alike = 0, number = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i]->kind != requests[index]->kind) continue;
    ++alike;
    if (i <= index) ++number;
  }
  return alike > 1 ? fmt::format("{} {}", word(*requests[index]), number) : word(*requests[index]);
}

void draw_request(Painter& painter, const Rect& place, const RequestView& view, const RequestShown& shown,
                  const std::string& name) {
  const float middle = place.y + kSentenceHeight / 2 * painter.unit;
  float x = place.x;
  if (!name.empty()) {
    const float width = painter.width_of(name, FontFace::sans_bold, painter.small);
    if (width + 60 * painter.unit < place.w) {
      painter.text(x, middle, name, FontFace::sans_bold, painter.small, Align::left, painter.colors.muted);
      x += width + 10 * painter.unit;
    }
  }
  draw_sentence(painter, x, middle, place.right() - x, view.sentences(shown));
  const float used = kSentenceHeight * painter.unit;
  view.draw(painter, {place.x, place.y + used, place.w, std::max(1.0f, place.h - used)}, shown);
}

/// The numbers of warp and block, at the right or at the bottom, if there is room.
void draw_numbers(Painter& painter, const ViewInput& input, const RequestView& view, float needed) {
  const Rect whole = painter.content;
  const float unit = painter.unit, height = kTableHeight * unit, width = kTableWidth * unit;
  if (whole.h >= 1.6f * needed + height && whole.w >= width) {
    painter.content = {whole.x, whole.bottom() - height, std::min(whole.w, 1.6f * width), height};
    draw_table(painter, view.table(input), input.state);
    painter.content = {whole.x, whole.y, whole.w, whole.h - height - 8 * unit};
  } else if (whole.w >= kTableFrom * unit && whole.h >= height) {
    painter.content = {whole.right() - width, whole.y, width, height};
    draw_table(painter, view.table(input), input.state);
    painter.content = {whole.x, whole.y, whole.w - width - 24 * unit, whole.h};
  }
}

/// The first request of that step, faint, as it is not of the step in view, and below a line for what says so.
/// False where there is no room for it, or nothing to draw.
bool draw_faint(Painter& painter, const ViewInput& input, const ChosenRequests& chosen, const RequestView& view,
                std::int32_t step) {
  const float line = 26 * painter.unit;
  if (painter.content.h < view.least_height * painter.unit + line) return false;
  VariantView there = input.state;
  there.position = static_cast<std::uint32_t>(step + 1);
  there.hover = there.selection = {};
  there.selection.warp = chosen.warp;
  ChosenRequests nearest = choose_requests(input.run, there, view.space);
  if (nearest.of_warp.empty() && !nearest.of_block.empty()) {
    there.selection.warp = nearest.of_block.front()->warp;
    nearest = choose_requests(input.run, there, view.space);
  }
  if (nearest.of_warp.empty()) return false;
  const Request& request = *nearest.of_warp.front();
  const Rect place{painter.content.x, painter.content.y + line, painter.content.w, painter.content.h - line};
  const std::size_t picks = painter.scene.picks.size(), texts = painter.scene.texts.size();
  draw_request(painter, place, view,
               {input.run, there, nearest, request, bytes_of(*input.run.trace, *nearest.block, request)},
               tr_format("warp {} · {}", nearest.warp, brief_step_words(input.run, step)));
  painter.scene.picks.resize(picks);  // they are of another step
  // Words stay legible, on the faint cells, too.
  for (std::size_t i = texts; i < painter.scene.texts.size(); ++i)
    painter.scene.texts[i].color = ink_on_faded(painter.colors);
  painter.scene.overlays.push_back({.rect = place, .color = with_alpha(painter.colors.background, kFaint)});
  return true;
}

/// What is said, and beside it the place to click, in one line above what is drawn faint.
/// `brief`: the offer's word where the other one leaves the shortest sentence no room in letters of its size.
void draw_offer_above(Painter& painter, const std::vector<std::string>& sentences, Choice offer,
                      const std::string& brief) {
  const float y = painter.content.y + 10 * painter.unit,
              least = painter.width_of(sentences.back(), FontFace::sans, painter.small);
  const float whole = painter.width_of(sentences.back(), FontFace::sans, painter.body);
  if (choices_width(painter, {offer}) + 12 * painter.unit + whole > painter.content.w) offer.word = brief;
  const float width = choices_width(painter, {offer});
  const float room = painter.content.w - width - 12 * painter.unit;
  // Where not even the shortest sentence has room, the offer alone: half a word says nothing.
  if (least <= room) draw_sentence(painter, painter.content.x, y, room, sentences);
  draw_choices(painter, painter.content.right() - width, y, {offer});
}

/// There is no request here: shows the nearest step that has one, and offers to go there.
void offer_nearest_step(Painter& painter, const ViewInput& input, const ChosenRequests& chosen,
                        const RequestView& view) {
  const Run& run = input.run;
  if (!chosen.of_block.empty()) {
    const std::uint32_t other = chosen.of_block.front()->warp;
    return draw_missing(painter, {tr_format("Warp {} makes no request to {} here; other warps of its block do.",
                                            chosen.warp, tr(view.memory)),
                                  {{.word = tr_format("show warp {}", other),
                                    .tip = tr("The first warp that has a request at this step."),
                                    .name = "offer",
                                    .chooses = Focus{.step = {}, .warp = other, .lane = {}, .node = {}}}}});
  }
  const KeptAddresses& addresses = *run.trace->addresses_of(run.request.block);
  auto nearest = nearest_step_with(addresses, view.space, chosen.step);
  if (view.space == MemorySpace::shared) {
    const auto shuffle = nearest_shuffle(*history_in_view(run), chosen.step);
    if (shuffle && (!nearest || std::abs(*shuffle - chosen.step) < std::abs(*nearest - chosen.step)))
      nearest = shuffle;
  }
  if (!nearest) return draw_missing(painter, missing_requests(input, view));
  Choice offer{.word = tr_format("show {}", step_words(run, *nearest)),
               .tip = tr("The nearest step that has such a request."),
               .name = "offer"};
  if (*nearest == kBeforeFirstStep)
    offer.clicks = {StepTo{0}, Select{}};
  else
    offer.chooses = Focus{.step = static_cast<std::uint32_t>(*nearest), .warp = {}, .lane = {}, .node = {}};
  const std::string nothing = tr_format("No request to {} in this step.", tr(view.memory));
  const bool requests = view.space == MemorySpace::global &&
                        cost_of_step(*run.trace, addresses.of_step(*nearest), view.space, *nearest).requests > 0;
  if (requests && draw_faint(painter, input, chosen, view, *nearest))
    return draw_offer_above(painter,
                            {tr_format("No request to {} in this step; the nearest one, faint: {}.",
                                       tr(view.memory), step_words(run, *nearest)),
                             nothing, tr("None in this step."), tr("None here.")},
                            offer, tr_format("show {}", brief_step_words(run, *nearest)));
  draw_missing(painter, {nothing, {offer}});
}

std::string why_empty(const Run& run) {
  if (run.trace && run.launch.grid_dim == 0)
    return tr("There is nothing to reduce: N is 0, so no block was launched.");
  if (!run.trace) return tr("This kernel is a loop on the host: it has no warps, so no memory requests.");
  return tr("The addresses of this block were not recorded; run it again with full detail.");
}

std::string subtitle(const Run& run, const ChosenRequests& chosen) {
  std::string words = tr_format("warp {} · {}", chosen.warp, step_words(run, chosen.step));
  if (!chosen.of_warp.empty())
    words += tr_format(" · {} of this warp, {} of the block", counted(chosen.of_warp.size(), "request"),
                       grouped(chosen.of_block.size()));
  return words;
}

}  // namespace

std::vector<Choice> request_choices(const ChosenRequests& chosen, MemorySpace space, std::optional<std::size_t> lit,
                                    std::size_t first) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < chosen.of_warp.size(); ++i) {
    const std::string name = request_name(chosen.of_warp, i);
    choices.push_back(
        {.word = name,
         .chosen = i == lit,
         .clicks = {ChooseRequest{space, static_cast<std::uint32_t>(first + i)}},
         .tip = tr_format("The {} at line {} of the kernel's file.", name, chosen.of_warp[i]->source_line),
         .name = fmt::format("request/{}", i)});
  }
  return choices;
}

void draw_sentence(Painter& painter, float x, float y, float width, const std::vector<std::string>& candidates) {
  for (const std::string& words : candidates)
    for (const float size : {painter.body, painter.small})
      if (painter.width_of(words, FontFace::sans, size) <= width)
        return painter.text(x, y, words, FontFace::sans, size, Align::left, painter.colors.text);
  painter.fitted_text(x, y, candidates.back(), FontFace::sans, painter.small, width, painter.colors.text);
}

Missing missing_requests(const ViewInput& input, const RequestView& view) {
  const ChosenRequests chosen = choose_requests(input.run, input.state, view.space);
  if (!chosen.block) return {why_empty(input.run), {}};
  const KeptAddresses& addresses = *input.run.trace->addresses_of(input.run.request.block);
  if (nearest_step_with(addresses, view.space, chosen.step)) return {};
  if (view.space == MemorySpace::shared) {
    if (nearest_shuffle(*history_in_view(input.run), chosen.step)) return {};
    const auto updates = [](const Request& request) { return request.kind == AccessKind::shared_atomic; };
    const auto& requests = addresses.kept().requests;
    if (std::any_of(requests.begin(), requests.end(), updates)) return {};
  }
  return {tr_format("This block makes no request to {}.", tr(view.memory)),
          view.offers ? view.offers(input) : std::vector<Choice>()};
}

Scene request_scene(const ViewInput& input, const RequestView& view, const std::vector<Choice>& others) {
  const Run& run = input.run;
  Painter painter(input.state, input.size);
  const ChosenRequests chosen = choose_requests(run, input.state, view.space);
  if (!chosen.block) {
    painter.header(tr(view.title), run.request.kernel, {});
    painter.empty_state(why_empty(run));
    return std::move(painter.scene);
  }
  const auto& requests = chosen.of_warp;
  const std::size_t wanted =
      view.space == MemorySpace::global ? input.state.global_request : input.state.shared_request;
  const std::size_t lit =
      std::min<std::size_t>(wanted - std::min(wanted, others.size()), requests.empty() ? 0 : requests.size() - 1);
  const float least = view.least_height * painter.unit, header = 44 * painter.unit;
  const bool all = others.empty() && static_cast<float>(requests.size()) * least <= painter.content.h - header;
  std::vector<Choice> choices = others;
  if (!all)
    for (Choice& choice : request_choices(chosen, view.space, lit, others.size()))
      choices.push_back(std::move(choice));
  add_warp_choices(painter, choices, run.trace->warps_per_block(), chosen.warp);
  header_with_choices(painter, tr(view.title), tr(view.short_title), subtitle(run, chosen),
                      requests.empty() ? std::vector<LegendEntry>() : view.legend(painter.colors, input), choices);
  if (requests.empty()) {
    offer_nearest_step(painter, input, chosen, view);
    return std::move(painter.scene);
  }
  const std::size_t first = all ? 0 : lit, shown = all ? requests.size() : 1;
  draw_numbers(painter, input, view, static_cast<float>(shown) * least);
  const float height = painter.content.h / static_cast<float>(shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Request& request = *requests[first + i];
    const Rect place{painter.content.x, painter.content.y + static_cast<float>(i) * height, painter.content.w,
                     height - (i + 1 < shown ? 8 * painter.unit : 0)};
    draw_request(painter, place, view,
                 {run, input.state, chosen, request, bytes_of(*run.trace, *chosen.block, request)},
                 all && requests.size() > 1 ? request_name(requests, i) : "");
  }
  return std::move(painter.scene);
}

void add_cost_rows(NumberTable& table, const ViewInput& input, MemorySpace space,
                   std::vector<TableCell> (*more)(const RequestCost& cost)) {
  const ChosenRequests chosen = choose_requests(input.run, input.state, space);
  if (!chosen.block) return;
  const auto add = [&](const std::string& name, const RequestCost& cost) {
    const double each =
        cost.requests == 0 ? 0 : static_cast<double>(cost.transactions) / static_cast<double>(cost.requests);
    TableRow row;
    row.cells = {{name, Tone::dim},
                 {std::to_string(cost.requests)},
                 {std::to_string(cost.transactions)},
                 {short_number(each, 3)}};
    for (TableCell& cell : more(cost)) row.cells.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
  };
  RequestCost warp;
  for (const Request* request : chosen.of_warp) warp += cost_of(*input.run.trace, *chosen.block, *request);
  add(tr_format("warp {}", chosen.warp), warp);
  add(tr_format("block {}", input.run.request.block),
      cost_of_step(*input.run.trace, *chosen.block, space, chosen.step));
}

}  // namespace lanescope
