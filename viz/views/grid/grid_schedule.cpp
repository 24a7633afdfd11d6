// Blocks over steps: a lane for each place that the chosen GPU has for a block, a bar for each block, as long as it
// has steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "viz/kit/text_width.h"
#include "viz/views/grid/grid_picture.h"
#include "viz/views/shared/same_work.h"

namespace lanescope {
namespace {

// In units.
constexpr float kScheduleLine = 22, kFoot = 20, kLargestLane = 110, kLeastLane = 20, kUsualLane = 28, kLaneGap = 4,
                kLeastBar = 3;
// A bar whose steps are seen. Of the first blocks, larger: a block, and their line.
constexpr float kSeenBar = 24, kFirstBlock = 150, kLeastFirst = 56, kMostFirst = 110, kFirstLine = 20;
constexpr std::uint64_t kMostFirstBlocks = 4;

/// Blocks that one SM of the GPU holds at once.
std::uint32_t blocks_per_sm(const ViewInput& input, const Run& run, const PlacementGpu& gpu) {
  if (!gpu.model) return 1;
  const LaunchResources found = input.surroundings.resources(run.request, run.launch);
  return resources_on(*gpu.model, run.request, run.launch, found.kernel).occupancy.blocks_per_sm;
}

StepSchedule schedule_of(const ViewInput& input, const Run& run, const PlacementGpu& gpu) {
  return step_schedule(*run.trace, gpu.sm_count, blocks_per_sm(input, run, gpu));
}

const PlacementGpu& chosen_gpu(const ViewInput& input) {
  const PlacementGpu* gpu = find_placement_gpu(input.state.placement_gpu);
  return gpu ? *gpu : placement_gpus().front();
}

/// Steps of the whole width: the most of the variants that do the same work.
std::uint64_t longest_of(const ViewInput& input, const PlacementGpu& gpu, std::uint64_t own) {
  std::uint64_t longest = own;
  for (const auto& other : input.variants)
    if (other && other->trace && other.get() != &input.run && same_work(*other, input.run))
      longest = std::max(longest, schedule_of(input, *other, gpu).length);
  return std::max<std::uint64_t>(1, longest);
}

std::string short_name(const PlacementGpu& gpu) {
  if (!gpu.model) return gpu.sm_count == 1 ? tr("toy: 1 SM") : tr_format("toy: {} SMs", gpu.sm_count);
  const std::string name(gpu.model->name);
  return name.substr(name.find(' ') + 1);
}

std::string gpu_tip(const PlacementGpu& gpu) {
  if (!gpu.model)
    return tr_format(
        "A toy of {} that holds one block at a time, whatever the block needs: as the textbook draws blocks that "
        "wait for each other.",
        counted(gpu.sm_count, "SM"));
  return tr_format("{}: {}, each of which holds as many blocks as its threads, shared memory and registers allow.",
                   gpu.model->name, counted(gpu.sm_count, "SM"));
}

class SchedulePicture {
 public:
  SchedulePicture(const GridPicture& picture, const Rect& room)
      : picture_(picture),
        painter_(picture.painter),
        gpu_(chosen_gpu(picture.input)),
        per_sm_(blocks_per_sm(picture.input, picture.run(), gpu_)),
        schedule_(step_schedule(picture.trace(), gpu_.sm_count, per_sm_)),
        longest_(longest_of(picture.input, gpu_, schedule_.length)),
        room_(room) {}

  void draw() {
    if (schedule_.lanes() == 0) return say(tr("No block of this launch fits on an SM of this GPU."));
    if (schedule_.length == 0)
      return say(tr("These blocks have no steps: threads only load and update. Only the queue takes its turn."));
    draw_head();
    place_lanes();
    for (std::uint32_t row = 0; row < shown_; ++row) draw_lane(row, row);
    if (busy_ > shown_) draw_folded();
    draw_axis();
    draw_bars();
    draw_first_blocks();
  }

 private:
  float unit() const { return painter_.unit; }
  const Palette& colors() const { return painter_.colors; }
  float x_of(std::uint64_t step) const {
    return plot_.x + plot_.w * static_cast<float>(static_cast<double>(step) / static_cast<double>(longest_));
  }
  Rect lane_rect(std::uint32_t row) const {
    return {plot_.x, plot_.y + pitch_ * static_cast<float>(row), plot_.w, pitch_ - kLaneGap * unit()};
  }

  void say(const std::string& words) {
    const Rect before = painter_.content;
    painter_.content = {room_.x, room_.y, room_.w, room_.h};
    painter_.empty_state(words);
    painter_.content = before;
  }

  /// The sentence that says what comes of the chosen GPU.
  void draw_head() {
    const float y = room_.y + 0.45f * kScheduleLine * unit();
    const std::string steps = summary(), told = short_name(gpu_) + " · " + steps;
    head_ = fitting(painter_, {told, steps, counted(schedule_.length, "step")}, FontFace::sans_bold, painter_.body,
                    room_.w);
    painter_.text(room_.x, y, head_, FontFace::sans_bold, painter_.body, Align::left, colors().text);
    painter_.scene.picks.push_back(
        {{room_.x, y - 9 * unit(), room_.w, 18 * unit()}, {}, {}, summary_tip(), "schedule"});
    room_.y += kScheduleLine * unit();
    room_.h -= kScheduleLine * unit();
  }

  std::string summary() const {
    const std::uint64_t blocks = picture_.launch().grid_dim;
    const std::string steps = counted(schedule_.length, "step");
    if (blocks == 1) return tr_format("{} of one block", steps);
    if (schedule_.lanes() == 1) return tr_format("{}: {} one after another", steps, counted(blocks, "block"));
    const std::uint32_t busy = schedule_.busy_lanes();
    if (busy == blocks) return tr_format("{}: all {} at once", steps, counted(blocks, "block"));
    return tr_format("{}: {}, {} at a time", steps, counted(blocks, "block"), grouped(busy));
  }

  std::string summary_tip() const {
    std::string words = gpu_tip(gpu_);
    if (gpu_.model)
      words += "\n" + tr_format("Of this launch an SM holds {}, the GPU {} at once.", counted(per_sm_, "block"),
                                grouped(schedule_.lanes()));
    words += "\n" +
             std::string(tr("Blocks begin in the order of their numbers, each in the place that is free first.")) +
             "\n" +
             tr("A model: a block is as long as it has steps; loads and waiting are not in it. It is no time.") +
             "\n" +
             tr("A step is one operation of each thread that takes part, as the textbook counts it; loads and "
                "commits are none.");
    return words;
  }

  /// As many lanes as have room; where some do not, a line of text takes the place of the others.
  void place_lanes() {
    busy_ = schedule_.busy_lanes();
    float label = 0;
    for (const std::uint32_t sm : {0u, schedule_.sm_count - 1})
      label = std::max(label, painter_.width_of(tr_format("SM {}", sm), FontFace::mono, painter_.small));
    plot_ = {room_.x + label + 8 * unit(), room_.y, room_.w - label - 8 * unit(), room_.h - kFoot * unit()};
    const auto fitting = static_cast<std::uint32_t>(std::max(1.0f, plot_.h / (kLeastLane * unit())));
    shown_ = busy_ <= fitting ? busy_ : std::max(1u, fitting - 1);
    pitch_ = std::min(kLargestLane * unit(), plot_.h / static_cast<float>(shown_ + (busy_ > shown_ ? 1 : 0)));
  }

  void draw_lane(std::uint32_t lane, std::uint32_t row) {
    const Rect rect = lane_rect(row);
    painter_.text(room_.x, rect.y + rect.h / 2, tr_format("SM {}", schedule_.sm_of(lane)), FontFace::mono,
                  painter_.small, Align::left, colors().muted);
    painter_.scene.quads.push_back({.rect = rect, .color = colors().retired});
    if (!schedule_.stays.empty() && bar_width() >= kLeastBar * unit()) return;  // bars come later
    const float end = x_of(schedule_.ends[lane]);
    painter_.scene.quads.push_back({.rect = {rect.x, rect.y, std::max(unit(), end - rect.x), rect.h},
                                    .color = mix(colors().background, colors().active, 0.7f)});
    const std::string words = tr_format("{} one after another", counted(schedule_.blocks[lane], "block"));
    const bool said = head_.ends_with(words);
    if (!said && painter_.width_of(words, FontFace::sans, painter_.small) + 12 * unit() <= end - rect.x)
      painter_.text(rect.x + 6 * unit(), rect.y + rect.h / 2, words, FontFace::sans, painter_.small, Align::left,
                    colors().text);
    painter_.scene.picks.push_back({rect, {}, {}, words, fmt::format("lane/{}", lane)});
  }

  void draw_folded() {
    const Rect rect = lane_rect(shown_);
    painter_.fitted_text(plot_.x, rect.y + rect.h / 2,
                         tr_format("… {} more places with blocks", grouped(busy_ - shown_)), FontFace::sans,
                         painter_.small, plot_.w, colors().muted);
  }

  /// Of the shortest block that has steps.
  float bar_width() const {
    std::uint64_t least = longest_;
    for (const History& history : picture_.trace().histories)
      if (const std::uint64_t steps = history.counted_steps(); steps > 0) least = std::min(least, steps);
    return x_of(least) - plot_.x;
  }

  void draw_bars() {
    if (bar_width() < kLeastBar * unit()) return;
    std::vector<Repeating<StepLanes>> active;
    for (const History& history : picture_.trace().histories)
      active.push_back(working_lanes(history, picture_.trace().warps_per_block()));
    for (const StepStay& stay : schedule_.stays) {
      if (stay.lane >= shown_ || stay.end == stay.start) continue;
      Rect rect = lane_rect(stay.lane);
      rect.x = x_of(stay.start);
      rect.w = x_of(stay.end) - rect.x;
      draw_bar(stay, rect, active[picture_.trace().history_of_block[stay.block]]);
    }
  }

  void draw_bar(const StepStay& stay, Rect rect, const Repeating<StepLanes>& active) {
    if (rect.w >= 6 * unit()) rect.w -= 2 * unit();
    draw_steps(picture_, active, picture_.launch().block_dim, rect, true);
    const bool own = stay.block == picture_.block_in_view() && picture_.launch().grid_dim > 1;
    if (own) painter_.outline(rect, 1.5f * unit(), colors().selection);
    label_bar(stay, rect, own);
    pick_block(picture_, stay.block, rect,
               tr_format("Here on SM {}, steps {} to {}.", schedule_.sm_of(stay.lane), grouped(stay.start + 1),
                         grouped(stay.end)));
  }

  /// One lane of so many blocks that the steps of none are seen: the first ones again, larger, in what room is left
  /// below.
  void draw_first_blocks() {
    if (busy_ > 1 || bar_width() >= kSeenBar * unit()) return;
    const float line = lane_rect(0).bottom() + (kFoot + kFirstLine) * unit();
    const Rect room{plot_.x, line + 0.6f * kFirstLine * unit(), plot_.w,
                    room_.bottom() - line - (0.6f * kFirstLine + kFoot) * unit()};
    const auto count = std::min({picture_.launch().grid_dim, kMostFirstBlocks,
                                 static_cast<std::uint64_t>(room.w / (kFirstBlock * unit()))});
    if (room.h < kLeastFirst * unit() || count < 2) return;
    std::vector<StepStay> stays;
    for (std::uint64_t block = 0, steps = 0; block < count; ++block) {
      const std::uint64_t begin = steps;
      steps += picture_.trace().history(block).counted_steps();
      stays.push_back({block, 0, begin, steps});
    }
    const std::uint64_t all = stays.back().end;
    if (all == 0) return;
    painter_.text(room.x, line, tr_format("the first {}, larger", counted(count, "block")), FontFace::sans,
                  painter_.small, Align::left, colors().muted);
    const float height = std::min(room.h, kMostFirst * unit());
    const auto x_at = [&](std::uint64_t step) {
      return room.x + room.w * static_cast<float>(step) / static_cast<float>(all);
    };
    for (const StepStay& stay : stays) {
      const float x = x_at(stay.start);
      draw_bar(stay, {x, room.y, x_at(stay.end) - x, height},
               working_lanes(picture_.trace().history(stay.block), picture_.trace().warps_per_block()));
      const bool last = stay.block + 1 == count;
      painter_.text(x_at(stay.end), room.y + height + 10 * unit(), grouped(stay.end), FontFace::mono,
                    painter_.small, last ? Align::right : Align::center, colors().muted);
    }
  }

  void label_bar(const StepStay& stay, const Rect& rect, bool own) {
    const auto width_of = [&](const std::string& words) {
      return painter_.width_of(words, FontFace::sans, painter_.small) + 8 * unit();
    };
    // The same words in every bar: those that the highest number leaves room for.
    std::string widest = grouped(picture_.launch().grid_dim - 1);
    for (char& c : widest)
      if (c != ',') c = '8';
    const bool whole = width_of(tr_format("block {}", widest)) <= rect.w;
    if (!whole && width_of(widest) > rect.w)
      return;  // as in every bar: not here and there where a number is narrow
    const std::string words = whole ? tr_format("block {}", grouped(stay.block)) : grouped(stay.block);
    const float width = width_of(words);
    if (rect.h < 14 * unit()) return;
    const Rect back{rect.right() - width, rect.bottom() - 14 * unit(), width, 14 * unit()};
    painter_.scene.overlays.push_back({.rect = back, .color = colors().background, .radius = 3 * unit()});
    painter_.text(back.x + back.w / 2, back.y + back.h / 2, words, FontFace::sans, painter_.small, Align::center,
                  own ? colors().selection : colors().text);
  }

  /// Numbers of steps under the lanes, and a line where all blocks are done.
  void draw_axis() {
    const float bottom = lane_rect(shown_ - 1).bottom() + (busy_ > shown_ ? pitch_ : 0), y = bottom + 10 * unit();
    const float end = x_of(schedule_.length);
    const std::string last = counted(schedule_.length, "step");
    const bool said = head_ == last;
    const float last_w = said ? 0 : painter_.width_of(last, FontFace::sans_bold, painter_.small);
    const float last_x = std::max(plot_.x + last_w / 2, std::min(end, plot_.right() - last_w / 2));
    painter_.scene.lines.push_back({end, plot_.y, end, bottom + 4 * unit(), 1.5f * unit(), colors().text});
    if (!said) painter_.text(last_x, y, last, FontFace::sans_bold, painter_.small, Align::center, colors().text);
    const std::uint64_t every = tick();
    for (std::uint64_t step = 0; step <= longest_; step += every) {
      const float x = x_of(step), half = painter_.width_of(grouped(step), FontFace::mono, painter_.small) / 2;
      // Far enough from the words at the end not to be read with them.
      const bool apart = said || std::abs(x - last_x) >= last_w / 2 + half + 16 * unit();
      if (!apart || x < plot_.x || x + half > plot_.right() + 6 * unit()) continue;
      painter_.scene.lines.push_back({x, bottom, x, bottom + 3 * unit(), unit(), colors().faint});
      painter_.text(x, y, grouped(step), FontFace::mono, painter_.small, Align::center, colors().muted);
    }
  }

  /// 1, 2, 5, 10 ... steps apart.
  std::uint64_t tick() const {
    std::uint64_t every = 1;
    // From 1 to 2, from 2 to 5, from 5 to 10.
    const float least = painter_.width_of(grouped(longest_), FontFace::mono, painter_.small) + 20 * unit();
    for (int i = 0; x_of(every) - plot_.x < least && every < longest_; ++i)
      every = i % 3 == 1 ? every / 2 * 5 : every * 2;
    return every;
  }

  const GridPicture& picture_;
  Painter& painter_;
  const PlacementGpu& gpu_;
  std::uint32_t per_sm_;
  StepSchedule schedule_;
  std::uint64_t longest_;
  Rect room_, plot_;
  std::string head_;                    ///< what is said above the lanes is not said again in them or below
  std::uint32_t busy_ = 0, shown_ = 0;  ///< lanes that get a block, and those of them that are drawn
  float pitch_ = 1;
};

}  // namespace

void draw_schedule(const GridPicture& picture, const Rect& room) {
  SchedulePicture(picture, room).draw();
}

float schedule_height(const GridPicture& picture) {
  const PlacementGpu& gpu = chosen_gpu(picture.input);
  const float lanes = gpu.model
                          ? kUsualLane * static_cast<float>(std::min<std::uint64_t>(picture.launch().grid_dim, 10))
                          : 0.8f * kLargestLane * static_cast<float>(gpu.sm_count);
  return kScheduleLine + kFoot + lanes;
}

std::vector<Choice> gpu_choices(const ViewInput& input) {
  std::vector<Choice> choices;
  for (const PlacementGpu& gpu : placement_gpus())
    choices.push_back({.word = short_name(gpu),
                       .chosen = &gpu == &chosen_gpu(input),
                       .clicks = {SetPlacementGpu{std::string(gpu.id)}},
                       .tip = gpu_tip(gpu),
                       .name = fmt::format("placement/{}", gpu.id)});
  return choices;
}

}  // namespace lanescope
