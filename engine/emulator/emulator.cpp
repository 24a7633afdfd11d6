#include "engine/emulator/emulator.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "engine/core/error.h"
#include "engine/emulator/lane.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

using namespace emulated;

/// What every thread of the grid has in common.
template <class T>
struct Launch {
  const RunRequest& request;
  const LaunchConfig& config;
  T* input;                         // of element `first`
  std::uint64_t first, last;        // elements of the input that exist
  CombineTree* tree = nullptr;
};

template <class T>
using BlockBody = void (*)(const Launch<T>&, BlockMachine&, std::uint64_t block, unsigned thread, Partial<T>&);

template <class Kernel, class T>
void run_thread(const Launch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread,
                Partial<T>& partial) {
  const Array<T> input{launch.input, launch.first, launch.last, &machine, ArrayId::input};
  const Array<T> output{nullptr, 0, 0, &machine, ArrayId::output};
  const Operator<T> op{launch.request.op, &machine, launch.tree};
  Kernel{}(Cta<T>(machine, launch.config, block, thread, partial), input, output, launch.config.n,
           launch.config.coarse_factor, op);
}

template <class T>
BlockBody<T> body_of(const std::string& kernel) {
  BlockBody<T> body = nullptr;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel == Kernel::facts.id) body = run_thread<Kernel, T>;
  });
  if (!body) throw Error(ErrorKind::usage, "Kernel '" + kernel + "' does not run on the emulator.");
  return body;
}

/// One grid, its blocks dealt out to the cores in chunks.
template <class T>
class Grid {
 public:
  Grid(const Launch<T>& launch, Progress& progress)
      : launch_(launch),
        progress_(progress),
        body_(body_of<T>(launch.request.kernel)),
        partials_(launch.config.grid_dim),
        builder_(launch.config, sizeof(T), NumberKind::emulated) {}

  EmulatedRun run() {
    const std::uint64_t chunks = (launch_.config.grid_dim + kChunk - 1) / kChunk;
    const auto workers = std::min<std::uint64_t>(std::max(1u, std::thread::hardware_concurrency()), chunks);
    std::vector<std::thread> threads;
    for (std::uint64_t i = 1; i < workers; ++i) threads.emplace_back([this] { work(); });
    if (workers > 0) work();
    for (auto& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return {combined(), launch_.request.detail == Detail::none ? Trace{} : builder_.finish()};
  }

 private:
  static constexpr std::uint64_t kChunk = 4;

  void work() {
    try {
      BlockMachine machine(launch_.config.block_dim, sizeof(T));
      for (std::uint64_t first; (first = next_.fetch_add(kChunk)) < launch_.config.grid_dim;) {
        if (stop_) return;
        progress_.check();
        for (std::uint64_t block = first; block < std::min(first + kChunk, launch_.config.grid_dim); ++block) {
          run_block(machine, block);
        }
        progress_.set_fraction(static_cast<double>(first) / static_cast<double>(launch_.config.grid_dim));
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
  }

  void run_block(BlockMachine& machine, std::uint64_t block) {
    const Detail detail = launch_.request.detail;
    const bool keep_addresses = detail == Detail::full && block == launch_.request.block;
    Partial<T>& partial = partials_[block];
    const auto& record = machine.run(block, detail, keep_addresses, [&](unsigned thread) {
      body_(launch_, machine, block, thread, partial);
    });
    if (detail != Detail::none) builder_.add(block, record.history());
    if (keep_addresses) builder_.add_addresses(record.addresses());
  }

  double combined() const {
    T value = identity_of<T>(launch_.request.op);
    for (const auto& partial : partials_)
      if (partial.touched) value = apply_op(launch_.request.op, value, partial.value);
    return static_cast<double>(value);
  }

  const Launch<T>& launch_;
  Progress& progress_;
  BlockBody<T> body_;
  std::vector<Partial<T>> partials_;
  TraceBuilder builder_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

bool destroys_input(const std::string& kernel) {
  bool destroys = false;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel == Kernel::facts.id) destroys = Kernel::facts.destroys_input;
  });
  return destroys;
}

template <class T>
EmulatedRun emulate_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input,
                          Progress& progress) {
  std::vector<T> copy;
  if (destroys_input(request.kernel)) copy = input;
  // A kernel that does not destroy its input never stores to it.
  T* data = copy.empty() ? const_cast<T*>(input.data()) : copy.data();
  const Launch<T> launch{request, config, data, 0, config.n};
  return Grid<T>(launch, progress).run();
}

template <class T>
CombineTree tree_typed(const RunRequest& request, const LaunchConfig& config, const std::vector<T>& input) {
  CombineTree tree;
  tree.block = request.block;
  tree.first_element = std::min(config.n, request.block * config.elements_per_block);
  const std::uint64_t last = std::min(config.n, tree.first_element + config.elements_per_block);
  std::vector<Tracked<T>> elements;
  for (std::uint64_t i = tree.first_element; i < last; ++i) {
    elements.push_back({input[i], static_cast<std::uint32_t>(elements.size())});
    tree.leaf_values.push_back(static_cast<double>(input[i]));
  }
  if (elements.empty()) return tree;

  const Launch<Tracked<T>> launch{request, config, elements.data(), tree.first_element, last, &tree};
  const auto body = body_of<Tracked<T>>(request.kernel);
  Partial<Tracked<T>> partial;
  BlockMachine machine(config.block_dim, sizeof(T));
  machine.run(request.block, Detail::none, false,
              [&](unsigned thread) { body(launch, machine, request.block, thread, partial); });
  tree.root = partial.value.node;
  return tree;
}

}  // namespace

EmulatedRun emulate(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  return std::visit([&](const auto& values) { return emulate_typed(request, launch, values, progress); }, input);
}

CombineTree emulate_tree(const RunRequest& request, const LaunchConfig& launch, const Input& input) {
  return std::visit([&](const auto& values) { return tree_typed(request, launch, values); }, input);
}

}  // namespace lanescope
