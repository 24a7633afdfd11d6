// One thread per sweep; the next frame takes what it measured.
#include "viz/model/sweeper.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "engine/bench/bench.h"
#include "engine/request/catalogue.h"
#include "engine/this_machine.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// As in the recorded sweeps.
SweepLists all_values(bool matrices) {
  SweepLists all;
  if (matrices) {
    for (std::uint64_t n = 256; n <= 4096; n *= 2) all.n.push_back(n);
    all.tile_width.assign(std::begin(kTileWidths), std::end(kTileWidths));
  } else {
    for (std::uint64_t n = 1 << 12; n <= 1 << 28; n *= 4) all.n.push_back(n);
    for (unsigned block = 32; block <= kMaxBlockDim; block *= 2) all.block_dim.push_back(block);
  }
  for (unsigned factor = 1; factor <= kMaxCoarseFactor; factor *= 2) all.coarse_factor.push_back(factor);
  return all;
}

/// The variant's own launch, and all other values along the chart's axes.
SweepLists lists_of(const RunRequest& request, std::optional<SweepChart> chart) {
  const bool matrices = facts_of(kernel_info(request.kernel).workload).of_matrices();
  SweepLists lists{.n = {request.n},
                   .grid_dim = {},
                   .block_dim = {request.block_dim},
                   .coarse_factor = {request.coarse_factor},
                   .tile_width = {request.tile_width}};
  const auto with = [](auto own, const auto& all) {
    own.insert(own.end(), all.begin(), all.end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    return own;
  };
  const bool map = chart == SweepChart::heat_map, coarsens = kernel_info(request.kernel).coarsens;
  const SweepLists all = all_values(matrices);
  if (chart == SweepChart::n) lists.n = with(lists.n, all.n);
  if (map || chart == SweepChart::block_dim) {
    lists.block_dim = with(lists.block_dim, all.block_dim);
    lists.tile_width = with(lists.tile_width, all.tile_width);
  }
  if (coarsens && (map || chart == SweepChart::coarse_factor))
    lists.coarse_factor = with(lists.coarse_factor, all.coarse_factor);
  return lists;
}

/// Whether a GPU has become known since the last call.
bool gpu_became_known(SweepStatus& status) {
  if (status.possible) return false;
  const auto here = known_backend();
  if (!here || !here->cuda_available) return false;
  status.device = here->device;
  status.possible = true;
  return true;
}

}  // namespace

Sweeper::Sweeper(Measure measure, std::function<void()> wake)
    : measure_(std::move(measure)), wake_(std::move(wake)) {
  status_.possible = static_cast<bool>(measure_);
  if (!measure_) measure_ = measured_sweep;
  gpu_became_known(status_);
}

Sweeper::~Sweeper() {
  progress_.cancel();
  if (thread_.joinable()) thread_.join();
}

void Sweeper::start(std::vector<SweepPoint> points) {
  if (!status_.possible || thread_.joinable()) return;
  progress_.reset();
  status_.running = true;
  status_.fraction = 0;
  status_.error = {};
  error_ = {};
  thread_ = std::thread([this, points = std::move(points)]() mutable {
    try {
      outcome_ = measure_(std::move(points), progress_);
    } catch (const std::exception& error) {
      outcome_ = {};
      if (!progress_.cancelled()) error_ = sentence_of(error);
    }
    done_ = true;
    done_.notify_all();
    if (wake_) wake_();
  });
}

void Sweeper::cancel() {
  if (status_.running) progress_.cancel();
}

bool Sweeper::update() {
  if (!thread_.joinable()) return gpu_became_known(status_);
  if (!done_) {
    // In hundredths: the bar need not be drawn more often.
    const double fraction = std::floor(100 * progress_.fraction()) / 100;
    return std::exchange(status_.fraction, fraction) != fraction;
  }
  thread_.join();
  done_ = false;
  status_.running = false;
  status_.error = error_;
  take(std::move(outcome_));
  return true;
}

void Sweeper::wait() {
  if (thread_.joinable()) done_.wait(false);
}

void Sweeper::take(RecordedSweep sweep) {
  if (sweep.times.empty()) return;
  for (RecordedSweep& other : status_.measured)
    if (other.op == sweep.op && other.type == sweep.type) return merge_times(other.times, sweep.times);
  status_.measured.push_back(std::move(sweep));
}

void merge_times(std::vector<SweepTime>& times, const std::vector<SweepTime>& newer) {
  for (const SweepTime& time : newer) {
    const auto same = std::find_if(times.begin(), times.end(), [&](const SweepTime& other) {
      return other.kernel == time.kernel && other.launch == time.launch;
    });
    if (same == times.end())
      times.push_back(time);
    else
      *same = time;
  }
}

std::vector<SweepPoint> points_to_measure(const ViewState& view, std::optional<SweepChart> chart) {
  std::vector<SweepPoint> all;
  const auto add = [&](const RunRequest& request, const SweepLists& lists) {
    for (SweepPoint& point : sweep_points({request}, lists)) {
      const auto same = [&](const SweepPoint& other) {
        return other.request.kernel == point.request.kernel && other.launch == point.launch;
      };
      if (point.skipped.empty() && std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(point));
    }
  };
  for (const RunRequest& variant : view.variants.requests) {
    if (view.must_ask(variant.kernel)) continue;
    RunRequest request = variant;
    request.backend = BackendChoice::automatic;
    request.detail = Detail::none;
    request.block = 0;
    request.own.checks = false;                                          // which the emulator alone does
    if (own_shape(request) != OwnShape::none) request.grid_dim.reset();  // chosen anew at every point
    const SweepLists lists = lists_of(request, chart);
    add(request, lists);
    if (has_array_result(kernel_info(request.kernel).workload)) continue;  // the library reduces
    RunRequest peer = request;
    peer.kernel = kPeer;
    peer.block_dim = 1;
    peer.coarse_factor = 1;
    peer.grid_dim.reset();
    peer.combining.reset();
    add(peer, {.n = lists.n, .grid_dim = {}, .block_dim = {1}, .coarse_factor = {1}});
  }
  return all;
}

}  // namespace lanescope
