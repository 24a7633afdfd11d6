#include "engine/source/gpu_child/device_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/base/statistics.h"

namespace lanescope {
namespace {

/// As of the kernels of the program (engine/cuda/cuda_run.cpp).
constexpr double kTimingBudgetUs = 3e6, kBatchUs = 50e3;

// Of cuda.h.
constexpr int kSharedBytes = 1, kLocalBytes = 3, kRegisters = 4, kMostDynamicBytes = 8;

/// Memory of the GPU that launches change, and what it held before the first of them.
struct KeptMemory {
  CudaAddress place = 0, before = 0;
  std::size_t bytes = 0;
};

class DeviceRun {
 public:
  DeviceRun(const Driver& cuda, const CompiledCode& code, const GpuJob& job, char* memory)
      : cuda_(cuda), job_(job), memory_(memory) {
    cuda.check(GpuStep::load, cuda.load_module(&module_, code.image.c_str()));
    cuda.check(GpuStep::load, cuda.get_function(&function_, module_, code.function.c_str()));
    if (job.dynamic_bytes > 0)
      cuda.check(GpuStep::load,
                 cuda.set_function_attribute(function_, kMostDynamicBytes, static_cast<int>(job.dynamic_bytes)));
  }

  void read_resources(GpuAnswer& answer) const {
    answer.resources.registers = attribute(kRegisters);
    answer.resources.static_shared_bytes = attribute(kSharedBytes);
    answer.resources.local_bytes = attribute(kLocalBytes);
    int blocks = 0;
    cuda_.check(GpuStep::load,
                cuda_.blocks_per_sm(&blocks, function_, static_cast<int>(threads()), job_.dynamic_bytes));
    answer.blocks_per_sm = static_cast<unsigned>(blocks);
  }

  void copy_in() {
    require_memory();
    for (const GpuArray& array : job_.arrays) {
      places_.push_back(allocated(array.bytes));
      if (array.bytes > 0)
        cuda_.check(GpuStep::copy_in, cuda_.copy_in(places_.back(), memory_ + array.begin, array.bytes));
    }
    values_.emplace(job_.arguments, std::vector<std::uintptr_t>(places_.begin(), places_.end()));
  }

  /// Before the first launch.
  void keep(const CompiledCode& code) {
    if (job_.repeats == 0) return;
    for (std::size_t i = 0; i < job_.arrays.size(); ++i)
      if (job_.arrays[i].is_restored) keep(places_[i], job_.arrays[i].bytes);
    // Variables of the file, which a launch may leave changed: a counter of blocks, for example. Those of shared
    // memory have no address outside of a launch.
    for (const std::string& variable : code.variables) {
      CudaAddress place = 0;
      std::size_t bytes = 0;
      const CudaStatus status = cuda_.get_global(&place, &bytes, module_, variable.c_str());
      if (status == kCudaNotFound) continue;
      cuda_.check(GpuStep::load, status);
      keep(place, bytes);
    }
  }

  void first_launch() {
    first_us_ = timed_launch(GpuStep::run);
    // Prints what the kernel printed; the launches that are timed would print it again.
    cuda_.check(GpuStep::run, cuda_.synchronize());
    std::fflush(stdout);
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
  }

  /// What the first launch left. An array that it left as it was need not be restored.
  void copy_out() {
    std::vector<char> piece;
    for (std::size_t i = 0; i < job_.arrays.size(); ++i) {
      const GpuArray& array = job_.arrays[i];
      if (!array.is_written) continue;
      bool is_changed = false;
      for (std::uint64_t begin = 0; begin < array.bytes; begin += piece.size()) {
        piece.resize(std::min(array.bytes - begin, kPieceBytes));
        cuda_.check(GpuStep::copy_out, cuda_.copy_out(piece.data(), places_[i] + begin, piece.size()));
        char* there = memory_ + array.begin + begin;
        is_changed |= std::memcmp(there, piece.data(), piece.size()) != 0;
        std::memcpy(there, piece.data(), piece.size());
      }
      if (!is_changed) std::erase_if(kept_, [&](const KeptMemory& one) { return one.place == places_[i]; });
    }
  }

  void time(GpuAnswer& answer) {
    if (job_.repeats == 0) return;
    // The first launch also loaded the code; the second is what a repeat will take.
    const double estimate_us = std::max(1.0, first_us_ < kTimingBudgetUs ? timed_launch(GpuStep::time) : first_us_);
    const double affordable = std::max(1.0, std::floor(kTimingBudgetUs / estimate_us));
    const auto repeats = static_cast<unsigned>(std::min<double>(job_.repeats, affordable));
    const auto batch = static_cast<unsigned>(std::clamp(kBatchUs / estimate_us, 1.0, 1e6));
    std::vector<double> times_us;
    for (unsigned first = 0; first < repeats; first += batch)
      time_batch(std::min(batch, repeats - first), times_us);
    const Summary times = summary_of(times_us);
    answer.min_us = times.least;
    answer.max_us = times.most;
    answer.median_us = times.median;
    answer.repeats = repeats;
  }

 private:
  static constexpr std::uint64_t kPieceBytes = 64 << 20;

  unsigned threads() const { return job_.block[0] * job_.block[1] * job_.block[2]; }

  unsigned attribute(int which) const {
    int value = 0;
    cuda_.check(GpuStep::load, cuda_.function_attribute(&value, which, function_));
    return static_cast<unsigned>(value);
  }

  void require_memory() const {
    std::size_t free_bytes = 0, all_bytes = 0;
    cuda_.check(GpuStep::copy_in, cuda_.memory(&free_bytes, &all_bytes));
    std::uint64_t wanted_bytes = 0;
    for (const GpuArray& array : job_.arrays)
      wanted_bytes += array.bytes * (array.is_restored && job_.repeats > 0 ? 2 : 1);
    if (wanted_bytes > free_bytes) throw TooLittleMemory{wanted_bytes, free_bytes};
  }

  /// An array of nothing has an address too.
  CudaAddress allocated(std::uint64_t bytes) const {
    CudaAddress place = 0;
    cuda_.check(GpuStep::copy_in, cuda_.allocate(&place, std::max<std::uint64_t>(bytes, 1)));
    return place;
  }

  void keep(CudaAddress place, std::size_t bytes) {
    if (bytes == 0) return;
    KeptMemory kept{place, allocated(bytes), bytes};
    cuda_.check(GpuStep::copy_in, cuda_.copy_within(kept.before, kept.place, bytes, nullptr));
    kept_.push_back(kept);
  }

  void restore() const {
    for (const KeptMemory& kept : kept_)
      cuda_.check(GpuStep::time, cuda_.copy_within(kept.place, kept.before, kept.bytes, nullptr));
  }

  CudaHandle new_event() const {
    CudaHandle event = nullptr;
    cuda_.check(GpuStep::time, cuda_.create_event(&event, 0));
    return event;
  }

  struct Events {
    CudaHandle start, stop;
  };
  Events& events(std::size_t index) {
    while (events_.size() <= index) events_.push_back({new_event(), new_event()});
    return events_[index];
  }

  /// Between the two events lies the launch and nothing else.
  void queue(const Events& events) {
    cuda_.check(GpuStep::launch, cuda_.record_event(events.start, nullptr));
    cuda_.check(GpuStep::launch,
                cuda_.launch(function_, job_.grid[0], job_.grid[1], job_.grid[2], job_.block[0], job_.block[1],
                             job_.block[2], job_.dynamic_bytes, nullptr, values_->pointers(), nullptr));
    cuda_.check(GpuStep::launch, cuda_.record_event(events.stop, nullptr));
  }

  void wait(CudaHandle event, GpuStep step) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(job_.seconds);
    for (CudaStatus status; (status = cuda_.query_event(event)) != kCudaSuccess;) {
      if (status != kCudaNotReady) throw CudaFailure{step, status};
      if (Clock::now() > end) throw StillRunning{};
      usleep(50);
    }
  }

  double us_between(const Events& events) const {
    float ms = 0;
    cuda_.check(GpuStep::time, cuda_.elapsed_ms(&ms, events.start, events.stop));
    return ms * 1e3;
  }

  double timed_launch(GpuStep step) {
    if (step == GpuStep::time) restore();
    queue(events(0));
    wait(events(0).stop, step);
    return us_between(events(0));
  }

  /// Queued together, so that a launch's latency hides behind the one before.
  void time_batch(unsigned count, std::vector<double>& times_us) {
    events(count - 1);
    for (unsigned i = 0; i < count; ++i) {
      restore();
      queue(events_[i]);
    }
    wait(events_[count - 1].stop, GpuStep::time);
    for (unsigned i = 0; i < count; ++i) times_us.push_back(us_between(events_[i]));
  }

  const Driver& cuda_;
  const GpuJob& job_;
  char* memory_;
  CudaHandle module_ = nullptr, function_ = nullptr;
  std::vector<CudaAddress> places_;  ///< of the arrays
  std::optional<CallValues> values_;
  std::vector<KeptMemory> kept_;
  std::vector<Events> events_;
  double first_us_ = 0;
};

}  // namespace

void run_on_device(const Driver& cuda, const CompiledCode& code, const GpuJob& job, char* memory,
                   GpuAnswer& answer) {
  DeviceRun run(cuda, code, job, memory);
  run.read_resources(answer);
  if (!job.is_launched) return;
  run.copy_in();
  run.keep(code);
  run.first_launch();
  run.copy_out();
  run.time(answer);
}

}  // namespace lanescope
