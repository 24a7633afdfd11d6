// Recordings whose structure and checksum are right and whose numbers are extreme: each is refused in a sentence,
// or every view, table and text can be made of it. The first bytes choose a run of the emulator; the rest changes
// it, three bytes a change: what, where, and to which number.
#include "viz/views/views.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "engine/base/error.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "tests/fuzz/fuzz.h"
#include "viz/kit/svg.h"
#include "viz/views/shared/sentences.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kNumbers[] = {
    0,          1,          2,          3,          31,         32,         33,         127,        1023,
    1024,       1025,       4095,       4096,       16383,      16384,      16385,      16500,      65535,
    65536,      1u << 20,   1u << 22,   1u << 26,   0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 1ull << 32,
    1ull << 40, 1ull << 53, 1ull << 62, 1ull << 63, ~0ull - 1,  ~0ull};
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kReals[] = {0,    -0.0, 1,     -1,     0.5,       1e-320,     1e-30,       1e9,
                             1e18, 1e38, 1e300, -1e300, kInfinite, -kInfinite, std::nan("")};
constexpr unsigned kBlocks[] = {1, 4, 32, 128};
constexpr std::uint64_t kSizes[] = {0, 1, 7, 100, 1000};

/// What a change may use.
struct Change {
  unsigned place;
  std::uint64_t number;
  double real;

  template <class Values, class To>
  void set(Values& values, To to) const {
    if (!values.empty()) values[place % values.size()] = static_cast<typename Values::value_type>(to);
  }
};

History* history_of(Trace& trace, const Change& c) {
  return trace.histories.empty() ? nullptr : &trace.histories[c.place % trace.histories.size()];
}

/// So many steps, each like the last one.
void stretch(Trace& trace, History& history, std::uint64_t steps) {
  const unsigned warps = trace.warps_per_block();
  if (history.steps() == 0 || steps > 70'000) return;
  const auto grow = [](auto& values, std::size_t size) {
    values.resize(size, values.empty() ? typename std::decay_t<decltype(values)>::value_type{} : values.back());
  };
  grow(history.phases, steps);
  grow(history.strides, steps);
  grow(history.source_lines, steps);
  grow(history.masks, steps * warps);
  if (history.has_accesses()) grow(history.accesses, steps + 1);
}

void place_blocks(Trace& trace, const Change& c) {
  trace.placement = {};
  for (std::uint64_t block = 0; block < trace.launch.grid_dim; ++block) {
    trace.placement.sm_ids.push_back(static_cast<std::uint32_t>(block % 4));
    trace.placement.start_ns.push_back(block);
    trace.placement.end_ns.push_back(block + 10);
  }
  c.set(trace.placement.sm_ids, c.number);
}

void set_history(Trace& trace, const Change& c, std::uint64_t number) {
  auto& blocks = trace.history_of_block;
  if (!blocks.empty()) blocks.set(c.place % blocks.size(), static_cast<std::uint32_t>(number));
}

using Changer = void (*)(Run& run, Trace& trace, const Change& c);
constexpr Changer kChangers[] = {
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) c.set(h->strides, c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) c.set(h->source_lines, c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) c.set(h->masks, c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) c.set(h->phases, c.number % std::size(kPhaseNames));
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) h->barriers = static_cast<std::uint32_t>(c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) stretch(t, *h, c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      auto* h = history_of(t, c);
      if (!h || !h->has_accesses()) return;
      AccessCounts& counts = h->accesses[c.place % h->accesses.size()][c.place % kAccessKinds];
      counts.requests = c.number;
      if (counts.transactions < c.number) counts.transactions = c.number;
    },
    [](Run&, Trace& t, const Change& c) {
      auto* h = history_of(t, c);
      if (h && h->has_accesses())
        h->accesses[c.place % h->accesses.size()][c.place % kAccessKinds].bytes = c.number;
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) h->accesses.clear();
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c)) {
        t.histories.push_back(*h);
        set_history(t, c, t.histories.size() - 1);
      }
    },
    [](Run&, Trace& t, const Change& c) { set_history(t, c, c.number); },
    [](Run&, Trace& t, const Change& c) { place_blocks(t, c); },
    [](Run&, Trace& t, const Change& c) { c.set(t.placement.start_ns, c.number); },
    [](Run&, Trace& t, const Change& c) { c.set(t.placement.end_ns, c.number); },
    [](Run&, Trace& t, const Change&) { t.addresses.clear(); },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses) c.set(kept.kept().offsets, c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        if (auto& requests = kept.kept().requests; !requests.empty())
          requests[c.place % requests.size()].step = static_cast<std::int32_t>(c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        if (auto& requests = kept.kept().requests; !requests.empty())
          requests[c.place % requests.size()].warp = static_cast<std::uint32_t>(c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        if (auto& requests = kept.kept().requests; !requests.empty())
          requests[c.place % requests.size()].source_line = static_cast<std::uint32_t>(c.number);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        if (auto& requests = kept.kept().requests; !requests.empty())
          requests[c.place % requests.size()].array = static_cast<ArrayId>(c.number % 7);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        if (auto& requests = kept.kept().requests; !requests.empty())
          requests[c.place % requests.size()].kind = static_cast<AccessKind>(c.number % kAccessKinds);
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses) kept.kept().block = c.number;
    },
    [](Run&, Trace& t, const Change& c) { t.element_bytes = static_cast<unsigned>(c.number); },
    [](Run& r, Trace&, const Change& c) {
      r.launch.n = c.number;
      r.request.n = c.number;
    },
    [](Run& r, Trace&, const Change& c) { r.launch.grid_dim = c.number; },
    [](Run& r, Trace&, const Change& c) { r.request.grid_dim = c.number; },
    [](Run& r, Trace&, const Change& c) {
      r.launch.coarse_factor = r.request.coarse_factor = static_cast<unsigned>(c.number);
    },
    [](Run& r, Trace&, const Change& c) { r.launch.elements_per_block = static_cast<unsigned>(c.number); },
    [](Run& r, Trace&, const Change& c) { r.launch.shared_elements = static_cast<unsigned>(c.number); },
    [](Run& r, Trace&, const Change& c) {
      r.launch.combining = static_cast<Combining>(c.number % std::size(kCombiningNames));
    },
    [](Run& r, Trace&, const Change& c) { r.launches[0].block = c.number; },
    [](Run& r, Trace&, const Change& c) { r.request.repeats = static_cast<unsigned>(c.number); },
    [](Run& r, Trace&, const Change& c) {
      r.request.input = {InputKind::file, std::string("\xff\x1b]0;x\a\n") + static_cast<char>(c.number), c.number};
    },
    [](Run& r, Trace&, const Change& c) {
      r.timing.emplace();
      r.timing->time_us = c.real;
      r.timing->max_us = c.real;
    },
    [](Run& r, Trace&, const Change& c) {
      r.timing.emplace();
      r.timing->time_us = 1;
      r.timing->min_us = c.real;
    },
    [](Run& r, Trace&, const Change& c) {
      if (r.timing) r.timing->bandwidth_gbps = c.real;
    },
    [](Run& r, Trace&, const Change& c) {
      if (r.timing) r.timing->repeats = static_cast<unsigned>(c.number);
    },
    [](Run& r, Trace&, const Change& c) { r.result->value = c.real; },
    [](Run& r, Trace&, const Change& c) { r.result->reference = c.real; },
    [](Run& r, Trace&, const Change& c) { r.result->relative_error = c.real; },
    [](Run& r, Trace&, const Change& c) { r.result->error_bound = c.real; },
    [](Run& r, Trace&, const Change& c) { r.result->addition_depth = c.real; },
    [](Run& r, Trace&, const Change& c) { r.result->mean = c.real; },
    [](Run& r, Trace&, const Change& c) {
      r.provenance.kind = static_cast<NumberKind>(c.number % 3);
      r.provenance.backend = c.place % 2 ? "cuda" : "emulator";
    },
    [](Run& r, Trace&, const Change& c) {
      r.provenance.device = r.provenance.command = r.provenance.date =
          std::string(c.place, '\x1b') + "\n\xc2\x9b\xff";
    },
    [](Run&, Trace& t, const Change& c) {
      if (auto* h = history_of(t, c); h && h->steps() > 0 && c.number < 1 << 16)
        h->repeat(Repeats({{c.place % h->steps(), 1, c.number}}));
    },
    [](Run&, Trace& t, const Change& c) {
      for (auto& kept : t.addresses)
        kept = {kept.kept(), Repeats({{c.place % 7, 1 + c.place % 2, c.number}}), {c.place % 64}};
    },
};

/// A run of the emulator, made once.
const Run& run_of(unsigned kernel_byte, unsigned block_byte, unsigned size_byte) {
  static std::map<unsigned, Run> runs;
  static const std::vector<KernelInfo> kernels = [] {
    std::vector<KernelInfo> traced;
    for (const KernelInfo& kernel : all_kernels())
      if (kernel.traced()) traced.push_back(kernel);
    return traced;
  }();
  const unsigned kernel = kernel_byte % kernels.size(), block = block_byte % std::size(kBlocks),
                 size = size_byte % std::size(kSizes);
  const auto [found, made] = runs.try_emplace((kernel * 16 + block) * 16 + size);
  if (!made) return found->second;
  RunRequest request;
  request.kernel = kernels[kernel].id;
  request.block_dim = kBlocks[block];
  request.n = kSizes[size];
  if (facts_of(kernels[kernel].workload).of_matrices()) {
    request.n = request.n % 40;
    request.tile_width = 8;
  }
  request.type = default_type(kernels[kernel].workload);
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  if (refusal(request)) request.n = 1;
  if (refusal(request)) return found->second;
  Progress progress;
  found->second = run(request, progress);
  return found->second;
}

void check_scene(const Scene& scene) {
  const auto finite = [](auto... values) { return (std::isfinite(values) && ...); };
  for (const Quad& q : scene.quads)
    require(finite(q.rect.x, q.rect.y, q.rect.w, q.rect.h, q.radius), "a quad has a place");
  for (const Quad& q : scene.overlays)
    require(finite(q.rect.x, q.rect.y, q.rect.w, q.rect.h, q.radius), "an overlay has a place");
  for (const Line& l : scene.lines) require(finite(l.x0, l.y0, l.x1, l.y1, l.width), "a line has a place");
  for (const Text& t : scene.texts) require(finite(t.x, t.y, t.size), "a text has a place");
  for (const MaskGrid& g : scene.mask_grids)
    require(finite(g.rect.x, g.rect.y, g.rect.w, g.rect.h), "masks have a place");
  require(scene.quads.size() + scene.overlays.size() + scene.lines.size() + scene.texts.size() < 2'000'000,
          "a picture can be drawn in a moment");
}

void show_views(const std::shared_ptr<const Run>& run, unsigned variety) {
  const std::vector<std::shared_ptr<const Run>> runs = {run};
  const auto timings = timing_rows(runs, recorded_sweeps());
  const SceneSize sizes[] = {{640, 360, 1}, {200, 90, 1}, {1600, 900, 2}};
  VariantView state;
  state.activity = static_cast<ActivityLevel>(variety % 4);
  const History* history =
      run->trace && !run->trace->history_of_block.empty() ? &run->trace->history(run->request.block) : nullptr;
  const auto steps = history ? static_cast<std::uint32_t>(history->steps()) : 0;
  state.position = variety % 3 == 0 ? steps : variety % 3 == 1 ? steps / 2 : 0;
  state.global_request = state.shared_request = variety * 977;
  if (steps > 0) state.selection.step = steps - 1;
  if (run->trace) state.selection.warp = run->trace->warps_per_block() - 1;
  state.rounding = variety % 2;
  for (const View* view : views_of(run->launch.workload)) {
    const ViewInput input{*run, state, sizes[variety % 3], runs, timings, nothing_measured(), surroundings_here()};
    const Scene scene = view->build(input);
    check_scene(scene);
    pick(scene, 100, 60);
    if (scene.mask_grids.empty() || steps < 100) to_svg(scene);
    if (view->table) to_csv(view->table(input));
  }
  step_sentence(*run, state);
  focus_sentence(*run, state.selection);
}

void show(Run run, unsigned variety) {
  run_json(run);
  launch_text(run);
  provenance_text(run.provenance);
  if (run.trace && run.metrics.block.steps.size() < 2000) {
    block_json(run);
    block_text(run);
  }
  if (run.request.n <= 4096 && run.request.input.kind != InputKind::file) {
    Progress progress;
    try {
      run = with_trees(run, progress);
    } catch (const Error&) {  // it is said that there is none
    }
  }
  show_views(std::make_shared<const Run>(std::move(run)), variety);
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  if (size < 4) return 0;
  Run run = run_of(data[0], data[1], data[2]);
  if (!run.trace) return 0;
  auto trace = std::make_shared<Trace>(*run.trace);
  for (std::size_t at = 4; at + 2 < size && at < 64; at += 3) {
    const Change change{data[at + 1], kNumbers[data[at + 2] % std::size(kNumbers)],
                        kReals[data[at + 2] % std::size(kReals)]};
    kChangers[data[at] % std::size(kChangers)](run, *trace, change);
  }
  run.launches[0].launch = run.launch;
  run.launches[0].trace = std::move(trace);
  std::vector<Run> read;
  try {
    read = decode_recording(encode_recording({run}), "FILE");
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage, "a bad file is refused with a sentence");
    return 0;
  }
  for (Run& one : read) show(std::move(one), data[3]);
  return 0;
}
