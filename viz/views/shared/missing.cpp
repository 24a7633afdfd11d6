#include "viz/views/shared/missing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/price.h"
#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "engine/workload/matrices.h"
#include "engine/workload/workload.h"
#include "viz/text/characters.h"
#include "viz/views/shared/times.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kWordsLine = 20, kOfferLine = 26, kWidestWords = 480;  // units
constexpr float kShareOfOffers = 0.25f;                                // of the height, above what there is

/// As many a line as fit; one that is wider than a line is left out.
std::vector<std::vector<Choice>> offer_lines(const Painter& painter, const std::vector<Choice>& offers) {
  std::vector<std::vector<Choice>> lines;
  for (const Choice& offer : offers) {
    if (choices_width(painter, {offer}) > painter.content.w) continue;
    std::vector<Choice> with = lines.empty() ? std::vector<Choice>() : lines.back();
    with.push_back(offer);
    if (lines.empty() || choices_width(painter, with) > painter.content.w)
      lines.push_back({offer});
    else
      lines.back() = std::move(with);
  }
  return lines;
}

std::vector<std::string> words_in(const Painter& painter, const std::string& words, float width, float size) {
  return broken_lines(words, width,
                      [&](const std::string& part) { return painter.width_of(part, FontFace::sans, size); });
}

/// How far apart two launches are.
double distance(const LaunchConfig& a, const LaunchConfig& b) {
  return doublings_between(a.n, b.n) + doublings_between(a.block_dim, b.block_dim) +
         doublings_between(a.coarse_factor, b.coarse_factor) + doublings_between(a.tile_width, b.tile_width);
}

}  // namespace

void draw_missing(Painter& painter, const Missing& missing) {
  const float unit = painter.unit;
  const Rect whole = painter.content;
  const auto lines = offer_lines(painter, missing.offers);
  const float below = kOfferLine * unit * static_cast<float>(lines.size());
  const auto words = words_in(painter, missing.why, std::min(whole.w, kWidestWords * unit), painter.body);
  const bool both = lines.empty() || kWordsLine * unit * static_cast<float>(words.size()) + below <= whole.h;
  float y = whole.y + (whole.h - below) / 2 + kOfferLine * unit / 2;
  if (both) {
    painter.content.h -= below;
    painter.empty_state(missing.why);
    painter.content = whole;
    y += (kWordsLine * static_cast<float>(words.size()) / 2 + 4) * unit;
  }
  for (auto line : lines) {
    if (!both)
      for (Choice& offer : line) offer.tip = told_together(missing.why, offer.tip);
    draw_choices(painter, whole.x + (whole.w - choices_width(painter, line)) / 2, y, line);
    y += kOfferLine * unit;
  }
}

void draw_missing_above(Painter& painter, const Missing& missing) {
  const float unit = painter.unit, pitch = 16 * unit, left = painter.content.x;
  const auto take = [&](float height) {
    painter.content.y += height;
    painter.content.h = std::max(0.0f, painter.content.h - height);
  };
  for (const std::string& words : words_in(painter, missing.why, painter.content.w, painter.small)) {
    if (painter.content.h < pitch) return;
    painter.text(left, painter.content.y + pitch / 2, words, FontFace::sans, painter.small, Align::left,
                 painter.colors.muted);
    take(pitch);
  }
  const float end = painter.content.y + std::max(kOfferLine * unit, kShareOfOffers * painter.content.h);
  for (const auto& line : offer_lines(painter, missing.offers)) {
    if (painter.content.h < kOfferLine * unit || painter.content.y + kOfferLine * unit > end) return;
    draw_choices(painter, left, painter.content.y + kOfferLine * unit / 2, line);
    take(kOfferLine * unit);
  }
}

double doublings_between(std::uint64_t a, std::uint64_t b) {
  const auto doublings = [](std::uint64_t x) {
    return std::log2(static_cast<double>(std::max<std::uint64_t>(x, 1)));
  };
  return std::abs(doublings(a) - doublings(b));
}

RunRequest request_at(const SweepTime& time, const RunRequest& in_view) {
  const KernelInfo& kernel = kernel_info(time.kernel);
  RunRequest request = in_view;
  request.kernel = time.kernel;
  request.n = time.launch.n;
  if (time.launch.matrices != MatrixSizes{}) {
    request.n = time.launch.matrices.rows;
    request.matrices.reset();
    if (!is_square(facts_of(kernel.workload).shape, time.launch.matrices)) request.matrices = time.launch.matrices;
  }
  request.block_dim = kernel.is_library ? RunRequest{}.block_dim : time.launch.block_dim;
  request.coarse_factor = kernel.is_library ? 1 : time.launch.coarse_factor;
  if (time.launch.tile_width > 0) request.tile_width = time.launch.tile_width;
  request.grid_dim.reset();
  request.combining.reset();
  if (kernel.grid == GridRule::chosen) request.grid_dim = time.launch.grid_dim;
  if (kernel.any_combining && !kernel.is_library) request.combining = time.launch.combining;
  request.block = 0;
  request.launch = 1;
  return request;
}

Choice launch_offer(const RunRequest& now, const RunRequest& wanted) {
  Choice offer;
  const auto change = [&](bool differs, Command command, const std::string& words) {
    if (!differs) return;
    offer.clicks.push_back(std::move(command));
    offer.word += (offer.word.empty() ? "" : " · ") + words;
  };
  const LaunchConfig from = launch_config(now), to = launch_config(wanted);
  change(now.op != wanted.op, SetOp{wanted.op}, tr(name_of(wanted.op)));
  change(now.type != wanted.type, SetType{wanted.type}, std::string(name_of(wanted.type)));
  if (to.tile_width > 0)
    change(from.tile_width != to.tile_width, SetTileWidth{to.tile_width},
           fmt::format("TILE_WIDTH {}", to.tile_width));
  else
    change(from.block_dim != to.block_dim, SetBlockDim{to.block_dim}, block_dim_words(to.block_dim));
  change(from.coarse_factor != to.coarse_factor, SetCoarseFactor{to.coarse_factor},
         coarse_factor_words(to.coarse_factor));
  change(from.combining != to.combining, SetCombining{to.combining}, tr(name_of(to.combining)));
  if (to.matrices != MatrixSizes{})
    change(from.matrices != to.matrices, SetMatrices{to.matrices},
           matrix_text(facts_of(to.workload).shape, to.matrices));
  else
    change(from.n != to.n, SetN{to.n}, "N " + grouped(to.n));
  RunRequest without = wanted;
  without.grid_dim = now.grid_dim;
  const bool another_grid =
      now.grid_dim != wanted.grid_dim && (refusal(without) || launch_config(without).grid_dim != to.grid_dim);
  change(another_grid, SetGridDim{wanted.grid_dim}, grid_dim_words(to.grid_dim));
  return offer;
}

std::vector<Choice> timed_launch_offer(const ViewInput& input) {
  const RunRequest& now = input.run.request;
  const LaunchConfig& launch = first_launch(input.run);
  std::optional<RunRequest> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (const auto* list : {&input.sweeps.measured, &input.surroundings.sweeps()})
    for (const RecordedSweep& sweep : *list)
      for (const SweepTime& time : sweep.times) {
        // Another operator or type is farther than any launch.
        const double apart =
            distance(launch, time.launch) + (sweep.op != now.op ? 100 : 0) + (sweep.type != now.type ? 100 : 0);
        if (time.kernel != now.kernel || apart >= least) continue;
        RunRequest wanted = request_at(time, now);
        wanted.op = sweep.op;
        wanted.type = sweep.type;
        if (refusal(wanted)) continue;
        least = apart;
        nearest = std::move(wanted);
      }
  if (!nearest) return {};
  Choice offer = launch_offer(now, *nearest);
  if (offer.clicks.empty()) return {};
  offer.word = tr_format("Show {}", offer.word);
  offer.tip = tr("The nearest launch of this kernel of which a GPU's time is known; Ctrl+Z goes back.");
  offer.clicks.push_back(EndEdit{});
  offer.name = "timed_launch";
  return {offer};
}

Choice kernel_offer(const RunRequest& request) {
  return {.word = tr_format("Add {}", kernel_title(request.kernel)),
          .clicks = {ShowBeside{request}, EndEdit{}},
          .tip = tr("The same problem by both, side by side; Ctrl+Z goes back."),
          .name = "add_kernel"};
}

}  // namespace lanescope
