// What a kernel sees on the emulator: the block it runs in, arrays that note every access, and an operator that
// may follow the values. The twins of these types in engine/cuda make the same kernel source run on a GPU.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "engine/emulator/block_machine.h"
#include "engine/trace/combine_tree.h"
#include "engine/workload/ops.h"

namespace lanescope::emulated {

/// A value that remembers which node of the combine tree it is.
template <class T>
struct Tracked {
  T value{};
  std::uint32_t node = kIdentityNode;
};

template <class T>
inline constexpr bool kIsTracked = false;
template <class T>
inline constexpr bool kIsTracked<Tracked<T>> = true;

/// The element type on the GPU: what an address is counted in.
template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<Tracked<T>> {
  using Type = T;
};
template <class T>
using PlainOf = typename Plain<T>::Type;

}  // namespace lanescope::emulated

namespace lanescope {
template <class T>
inline constexpr unsigned kBytesOf<emulated::Tracked<T>> = sizeof(T);
}

namespace lanescope::emulated {

/// A value as a number of a picture.
template <class T>
double number_of(const T& value) {
  if constexpr (kIsTracked<T>)
    return reduced(value.value).number;
  else
    return reduced(value).number;
}

/// An index that knows the source line that it was written in.
struct Index {
  template <class Integer>
  requires std::is_integral_v<Integer> Index(Integer index, std::uint64_t source_line = __builtin_LINE())
      : value(static_cast<std::uint64_t>(index)), line(source_line) {}
  std::uint64_t value;
  std::uint64_t
      line;  // as wide as what it is passed in: GCC stores half of that and loads all, which waits each time
};

/// `size` elements; any other index is a finding, and ends the block. Of a sparse array only the elements named in
/// `held` (rising) are there: one block's, where it is run alone. With `index_mask` 0 one element stands for all.
template <class T>
struct Array {
  using Value = T;
  T* data = nullptr;
  std::uint64_t size = 0;
  BlockMachine* machine = nullptr;
  ArrayId id = ArrayId::input;
  const std::vector<std::uint64_t>* held = nullptr;
  std::uint64_t index_mask = ~std::uint64_t{0};

  /// An element that is loaded where it is read and stored where it is assigned.
  struct Element {
    const Array& array;
    Index index;
    operator T() const { return array.load(index); }
    T operator=(T value) const {
      array.store(index, value);
      return value;
    }
    T operator=(const Element& other) const { return *this = static_cast<T>(other); }
  };
  Element operator[](Index index) const { return {*this, index}; }

  /// The element itself: an access that is noted elsewhere.
  T& value(Index index) const {
    check(index);
    return data[place(index)];
  }

 private:
  T load(Index index) const {
    check(index);
    const T& element = data[place(index)];
    machine->access(id == ArrayId::shared ? AccessKind::shared_load : AccessKind::global_load, id,
                    index.value * sizeof(PlainOf<T>), index.line, index.value, [&] { return number_of(element); });
    return element;
  }
  void store(Index index, T value) const {
    check(index);
    machine->access(id == ArrayId::shared ? AccessKind::shared_store : AccessKind::global_store, id,
                    index.value * sizeof(PlainOf<T>), index.line, index.value, [&] { return number_of(value); });
    data[place(index)] = value;
  }
  std::uint64_t place(Index index) const {
    if (!held) return index.value & index_mask;
    return static_cast<std::uint64_t>(std::lower_bound(held->begin(), held->end(), index.value) - held->begin());
  }
  void check(Index index) const {
    if (index.value < size && (!held || std::binary_search(held->begin(), held->end(), index.value))) return;
    machine->end_out_of_bounds(id, index.value, size, index.line);
  }
};

/// One access of 16 bytes.
template <class T>
Vector<T> load_vector(const Array<T>& array, Index index) {
  array.machine->access(AccessKind::global_load, ArrayId::input_vectors, index.value * kVectorBytes, index.line);
  Vector<T> vector;
  for (unsigned k = 0; k < Vector<T>::kLength; ++k)
    vector.at[k] = array.value({index.value * Vector<T>::kLength + k, index.line});
  return vector;
}

/// The operator. Operands may be array elements: they are loaded here, the left one first, so that the order of
/// accesses is not the compiler's choice.
template <class T>
struct Operator {
  using Value = T;
  Op op = Op::sum;
  BlockMachine* machine = nullptr;
  CombineTree* tree = nullptr;  // of tracked values

  T identity() const { return T{identity_of<PlainOf<T>>(op)}; }

  T operator()(const auto& left, const auto& right) const {
    const T a = left;
    const T b = right;
    if constexpr (kIsTracked<T>) {
      const auto value = apply_op(op, a.value, b.value);
      const auto node = tree->leaves() + static_cast<std::uint32_t>(tree->operations.size());
      tree->operations.push_back({a.node, b.node, static_cast<std::uint32_t>(machine->current_step()),
                                  machine->current_thread(), reduced(value).number});
      return {value, node};
    } else {
      return apply_op(op, a, b);
    }
  }
};

/// The block's share of an output that is updated: combined in thread order, then block after block, so that a run
/// can be repeated.
template <class T>
struct Partial {
  T value{};
  bool touched = false;
};

/// The block as one of its threads sees it.
template <class T>
class Cta {
 public:
  Cta(BlockMachine& machine, const LaunchConfig& launch, std::uint64_t block, unsigned thread, Partial<T>& partial)
      : machine_(machine),
        launch_(launch),
        block_(static_cast<unsigned>(block)),
        thread_(thread),
        partial_(partial) {}

  unsigned thread() const { return thread_; }
  unsigned block() const { return block_; }
  unsigned size() const { return launch_.block_dim; }
  unsigned grid() const { return static_cast<unsigned>(launch_.grid_dim); }

  unsigned thread_x() const { return thread_ % launch_.tile_width; }
  unsigned thread_y() const { return thread_ / launch_.tile_width; }
  unsigned block_x() const { return block_ % static_cast<unsigned>(launch_.grid_columns()); }
  unsigned block_y() const { return block_ / static_cast<unsigned>(launch_.grid_columns()); }
  unsigned size_x() const { return launch_.tile_width; }

  [[gnu::always_inline]] void sync() { machine_.wait_for_block(thread_); }
  [[gnu::always_inline]] void sync_warp() { machine_.wait_for_warp(thread_); }

  bool step(Phase phase, std::uint32_t stride, bool active = true, unsigned line = __builtin_LINE()) {
    machine_.step(steps_++, phase, stride, line, thread_, active);
    return active;
  }

  void skip_steps(std::uint32_t count) { steps_ += count; }

  template <class Element>
  Array<Element> shared(unsigned count) {
    auto* data = reinterpret_cast<Element*>(machine_.shared_memory(count * sizeof(Element)));
    return {data, count, &machine_, ArrayId::shared, nullptr};
  }

  [[gnu::always_inline]] T shuffle_down(unsigned /*lanes*/, T value, unsigned offset, unsigned width) {
    static_assert(sizeof(T) <= BlockMachine::kMaxElementBytes);
    auto* slots = reinterpret_cast<T*>(machine_.exchange(thread_, shuffles_++ % 2));
    const unsigned lane = thread_ % kWarpSize;
    slots[lane] = value;
    machine_.wait_for_warp(thread_);
    const unsigned source = lane % width + offset < width ? lane + offset : lane;
    return slots[source];
  }

  void combine(const Operator<T>& op, const Array<T>& output, const auto& operand,
               unsigned line = __builtin_LINE()) {
    const T value = operand;
    if (launch_.combining != Combining::atomic) {
      output[Index(block_, line)] = value;
      return;
    }
    machine_.access(AccessKind::atomic, ArrayId::output, 0, line);
    partial_.value = partial_.touched ? op(partial_.value, value) : value;
    partial_.touched = true;
  }

  /// Of whole numbers, whose sum does not depend on the order. Blocks may run at the same time.
  void atomic_add(const Array<T>& array, Index index, const auto& operand) {
    static_assert(std::is_integral_v<T>);
    const T value = operand;
    const T sum = __atomic_add_fetch(&array.value(index), value, __ATOMIC_RELAXED);
    machine_.access(array.id == ArrayId::shared ? AccessKind::shared_atomic : AccessKind::atomic, array.id,
                    index.value * sizeof(T), index.line, index.value, [&] { return number_of(sum); });
  }

  T reduce_warp(const Operator<T>& op, T value, unsigned lanes, unsigned width, unsigned line = __builtin_LINE()) {
    for (unsigned offset = width / 2; offset >= 1; offset /= 2) {
      step(Phase::shuffle, offset, true, line);
      value = op(value, shuffle_down(lanes, value, offset, width));
    }
    return value;
  }

  void publish(const Array<T>& output, const T& value, unsigned line = __builtin_LINE()) {
    hand_over(AccessKind::global_store, block_, line);
    output.value({block_, line}) = value;
  }

  /// `block` ran before, so nothing is waited for.
  T collect(const Array<T>& output, unsigned block, unsigned line = __builtin_LINE()) {
    hand_over(AccessKind::global_load, block, line);
    hand_over(AccessKind::global_store, block, line);
    return output.value({block, line});
  }

  /// Blocks of a chain run one after another.
  [[gnu::always_inline]] unsigned place_in_chain(unsigned line = __builtin_LINE()) {
    if (thread_ == 0) machine_.access(AccessKind::shared_store, ArrayId::chain_place, 0, line);
    sync();
    machine_.access(AccessKind::shared_load, ArrayId::chain_place, 0, line);
    return block_;
  }
  /// The sum stands in the first of the two elements that a block has.
  void pass_on(const Array<T>& sums, unsigned place, const T& sum, unsigned line = __builtin_LINE()) {
    hand_over(AccessKind::global_store, place, line);
    sums.value({2 * std::uint64_t{place}, line}) = sum;
  }
  T wait_for(const Array<T>& sums, unsigned place, unsigned line = __builtin_LINE()) {
    hand_over(AccessKind::global_load, place, line);
    hand_over(AccessKind::global_store, place, line);
    return sums.value({2 * std::uint64_t{place}, line});
  }

  /// The last block of the grid, which runs after all others are done.
  [[gnu::always_inline]] bool is_last_block() {
    sync();
    return block_ + 1 == launch_.grid_dim;
  }

 private:
  void hand_over(AccessKind kind, std::uint64_t block, unsigned line) {
    constexpr unsigned kParcels = parcels_of(sizeof(PlainOf<T>));
    constexpr unsigned kBytes = access_bytes(ArrayId::handed_over, sizeof(PlainOf<T>));
    for (unsigned i = 0; i < kParcels; ++i)
      machine_.access(kind, ArrayId::handed_over, (block * kParcels + i) * kBytes, line);
  }

  BlockMachine& machine_;
  const LaunchConfig& launch_;
  unsigned block_;
  unsigned thread_;
  Partial<T>& partial_;
  std::uint32_t steps_ = 0;
  unsigned shuffles_ = 0;
};

static_assert(BlockOfThreads<Cta<int>, Array<int>, Operator<int>>);
static_assert(BlockOfThreads<Cta<Tracked<double>>, Array<Tracked<double>>, Operator<Tracked<double>>>);

}  // namespace lanescope::emulated
