// The elements view: which thread touches which element, and where values go in the current step.
#include <fmt/format.h>

#include <algorithm>

#include "engine/request/catalogue.h"
#include "viz/views/elements/element_network.h"
#include "viz/views/elements/elements_picture.h"
#include "viz/views/elements/merge_grid.h"
#include "viz/views/shared/divergence_words.h"

namespace lanescope {
namespace {

constexpr float kLowElements = 180;  // units

}  // namespace

ElementsPicture::ElementsPicture(const ViewInput& input, const ElementCells& cells)
    : run_(input.run),
      state_(input.state),
      cells_(cells),
      history_(*history_in_view(input.run)),
      position_(std::min(input.state.position, static_cast<std::uint32_t>(history_.steps()))),
      painter_(input.state, input.size),
      lanes_wait_(any_lane_waits(input)) {}

Scene ElementsPicture::draw() {
  header();
  if (!is_matrix() && (drawn_as_merge() || drawn_as_network())) return std::move(painter_.scene);
  one_warp_ = moves_are_crowded();
  is_matrix() ? draw_sheets() : draw_rows();
  return std::move(painter_.scene);
}

NetworkWords ElementsPicture::words() const {
  return {[this](std::size_t array) { return array_name(array); },
          [this](std::size_t array, std::uint64_t element) { return cell_tip(array, element); },
          [this](std::uint32_t thread, std::int32_t step) { return working_color(thread, step); }};
}

/// Where threads merge two sorted arrays, and there is room for all their elements.
bool ElementsPicture::drawn_as_merge() {
  if (!cells_.merge()) return false;
  const NetworkWords its = words();
  MergeGrid grid(painter_, state_, cells_, *cells_.merge(), position_, its);
  if (!grid.fits()) return false;
  grid.draw();
  return true;
}

/// Where threads exchange values through shared memory round after round, and there is room for all rounds.
bool ElementsPicture::drawn_as_network() {
  const NetworkWords its = words();
  ElementNetwork network(painter_, run_, state_, cells_, position_, its);
  if (!network.fits()) return false;
  network.draw();
  return true;
}

void ElementsPicture::header() {
  const Palette& colors = painter_.colors;
  using Sample = LegendEntry::Sample;
  std::vector<LegendEntry> legend{{Sample::square,
                                   colors.active,
                                   {},
                                   tr("now, no lane waits"),
                                   tr("Read or written in this step, by a warp all of whose lanes work."),
                                   tr("now")}};
  if (lanes_wait_)
    legend.push_back({Sample::square,
                      colors.divergent_active,
                      {},
                      tr("now, divergent warp"),
                      tr("Read or written in this step, by a warp some of whose lanes wait."),
                      tr("divergent")});
  legend.push_back({Sample::square,
                    done_color(colors),
                    {},
                    tr("before"),
                    tr("Read or written in an earlier step."),
                    tr("before")});
  legend.push_back(
      {Sample::square,
       colors.retired,
       {},
       tr("later"),
       tr("Read or written in a later step. Two shades tell threads with even and odd numbers apart.")});
  if (takes_turns())
    legend.push_back({Sample::square,
                      colors.muted,
                      {},
                      tr("waits its turn"),
                      tr("Over an element that several threads update in this step: one mark a thread, as one goes "
                         "after another."),
                      tr("waits its turn"),
                      true});
  const std::string place = where(), added = additions();
  std::string words = place + added;
  // A low picture needs the line below it for its rows, which say the stride, too.
  if (!added.empty() && painter_.content.h < kLowElements * unit()) {
    words = step_in_view() + added;
    const auto beside = [&](const std::string& subtitle) {
      return painter_.has_legend_beside(tr("Elements"), subtitle, legend);
    };
    if (beside(place) && !beside(words)) words = place;
  }
  // On a narrow stage what has been added so far comes before what colours mean.
  const float wide = painter_.width_of(tr("Elements"), FontFace::sans_bold, painter_.title) + 12 * unit() +
                     painter_.width_of(words, FontFace::sans, painter_.body);
  if (painter_.head == Head::own && !added.empty() && wide <= painter_.content.w)
    for (LegendEntry& entry : legend) entry.brief.clear();
  painter_.header(tr("Elements"), words, legend);
}

std::string ElementsPicture::step_in_view() const {
  return position_ == 0 ? std::string(tr("before the first step"))
                        : step_name(history_, static_cast<std::uint32_t>(current()));
}

/// "each key to its place, bit 0 · ": what the launch in view does of what its kernel does in several.
std::string ElementsPicture::part_in_view() const {
  if (!is_part(run_.launch.entry)) return "";
  const KernelInfo& entry = entry_info(run_.launch.entry);
  const unsigned bits = kernel_info(run_.request.kernel).digit_bits, first = run_.launch.first_bit;
  std::string words = tr(entry.title);
  if (entry.takes_digit)
    words +=
        tr(", ") + (bits == 1 ? tr_format("bit {}", first) : tr_format("bits {} to {}", first, first + bits - 1));
  return words + " · ";
}

std::string ElementsPicture::where() const {
  const std::string words =
      part_in_view() + tr_format("block {}", grouped(run_.request.block)) + " · " + step_in_view();
  return position_ == 0 ? words : words + stride_words(run_, history_, static_cast<std::uint32_t>(current()));
}

/// " · 54 of 129 additions": of the block, where a step of a thread is one.
std::string ElementsPicture::additions() const {
  if (facts_of(run_.launch.workload).flop_of_step != 1) return "";
  std::uint64_t done = 0, all = 0;
  for (std::uint32_t step = 0; step < history_.steps(); ++step) {
    if (!is_step(history_.phases[step])) continue;
    if (history_.phases[step] == Phase::line) return "";  // of a user's kernel: nobody knows what it computes
    const std::uint64_t threads = run_.metrics.block.steps[step].active_threads;
    all += threads;
    if (step < position_) done += threads;
  }
  return all == 0 ? "" : " · " + tr_format("{} of {} additions", grouped(done), grouped(all));
}

/// The two colours of the warp activity view.
Color ElementsPicture::working_color(std::uint32_t thread, std::int32_t step) const {
  const std::uint32_t live = run_.trace->live_mask(thread / kWarpSize);
  const std::size_t index =
      static_cast<std::size_t>(std::max(step, 0)) * run_.trace->warps_per_block() + thread / kWarpSize;
  const bool divergent = step >= 0 && index < history_.masks.size() && (history_.masks[index] & live) != live;
  return divergent ? painter_.colors.divergent_active : painter_.colors.active;
}

/// What is done keeps a shade of its colour. What is still to come has two shades, of threads with even and odd
/// numbers, so that it is seen who has neighbouring elements before anybody has them.
Color ElementsPicture::cell_color(std::size_t array, std::uint64_t element) const {
  const Palette& colors = painter_.colors;
  const ElementState state = cells_.state(array, element, position_);
  if (state == ElementState::untouched) return colors.background;
  const auto& touches = cells_.touches(array, element);
  if (state == ElementState::now) {
    const auto now =
        std::find_if(touches.begin(), touches.end(), [&](const auto& t) { return t.step == current(); });
    const Color color = working_color(now->thread, now->step);
    return one_warp_ && now->thread / kWarpSize != shown_warp() ? mix(color, colors.background, 0.45f) : color;
  }
  const float shade = touches.front().thread % 2 == 0 ? 0 : 0.45f;
  if (state == ElementState::done) return mix(done_color(colors), colors.background, shade);
  return mix(colors.retired, colors.grid, 2 * shade);
}

std::string ElementsPicture::array_name(std::size_t array) const {
  const unsigned inputs = facts_of(run_.launch.workload).inputs;
  switch (cells_.arrays()[array].array) {
    case ArrayId::input:
    case ArrayId::input_vectors:
      return inputs > 1 ? tr_format("input {}", 'A') : tr("input");
    case ArrayId::second_input:
      return tr_format("input {}", 'B');
    case ArrayId::third_input:
      return tr_format("input {}", 'C');
    case ArrayId::second_output:
      return tr("second output");
    case ArrayId::output:
      return tr("output");
    default:
      return tr("shared memory");
  }
}

namespace {

std::string what_it_does(AccessKind kind) {
  switch (kind) {
    case AccessKind::global_load:
    case AccessKind::shared_load:
      return tr("reads");
    case AccessKind::global_store:
    case AccessKind::shared_store:
      return tr("writes");
    default:
      return tr("updates atomically");
  }
}

constexpr std::size_t kTouchesTold = 6;

}  // namespace

std::string ElementsPicture::cell_tip(std::size_t array, std::uint64_t element) const {
  const auto& touches = cells_.touches(array, element);
  std::string words = tr_format("Element {} of the array '{}'.", grouped(element), array_name(array));
  for (std::size_t i = 0; i < std::min(touches.size(), kTouchesTold); ++i) {
    const ElementTouch& touch = touches[i];
    const std::string when =
        touch.step < 0 ? tr("before the first step") : step_name(history_, static_cast<std::uint32_t>(touch.step));
    const std::string what = what_it_does(touch.kind);
    words += "\n";
    words += touch.value ? tr_format("{}: thread {} {} it: {}", when, touch.thread, what, plain_value(*touch.value))
                         : tr_format("{}: thread {} {} it", when, touch.thread, what);
  }
  if (touches.size() > kTouchesTold) words += "\n" + tr_format("and {} times more", touches.size() - kTouchesTold);
  return words;
}

bool ElementsPicture::in_focus(std::size_t array, std::uint64_t element, const Focus& focus) const {
  if (!focus.warp || !focus.lane) return false;
  const std::uint32_t thread = *focus.warp * kWarpSize + *focus.lane;
  const auto& touches = cells_.touches(array, element);
  return std::any_of(touches.begin(), touches.end(), [&](const auto& touch) { return touch.thread == thread; });
}

/// The thread that touches it now, or last did, or first will.
Focus ElementsPicture::focus_on(std::size_t array, std::uint64_t element) const {
  const auto& touches = cells_.touches(array, element);
  if (touches.empty()) return {};
  const ElementTouch* shown = &touches.front();
  for (const ElementTouch& touch : touches)
    if (touch.step <= current()) shown = &touch;
  return {.step = {}, .warp = shown->thread / kWarpSize, .lane = shown->thread % kWarpSize, .node = {}};
}

namespace {

std::string why_no_elements(const Run& run) {
  if (run.trace && run.launch.grid_dim == 0) return tr("There is nothing to do: N is 0, so no block was launched.");
  return tr("The addresses of this block were not recorded; run it again with full detail.");
}

Scene elements_scene(const ViewInput& input) {
  const auto cells = element_cells(input.run);
  if (!cells || cells->arrays().empty()) {
    Painter painter(input.state, input.size);
    painter.header(tr("Elements"), input.run.request.kernel, {});
    painter.empty_state(why_no_elements(input.run));
    return std::move(painter.scene);
  }
  return ElementsPicture(input, *cells).draw();
}

}  // namespace

View elements_view() {
  return {.id = "elements",
          .title = tr_later("Elements"),
          .description = tr_later("Which thread takes which element, and where values go, step by step."),
          .example = "scan_kogge_stone --n 16 --block 16 --step 4",
          .build = elements_scene,
          .place = Place::top,
          .fits = fits::has_elements,
          .shares_head = true};
}

}  // namespace lanescope
