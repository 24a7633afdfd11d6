// The record of a run: which lanes were active at every step of every block, and which memory requests they made.
// Blocks that did the same share one history, so a trace of 65,536 blocks is usually a handful of histories. A
// trace is built once (builder.h) and never changes after that. It knows nothing of reduction.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/request/request.h"
#include "engine/trace/history_of_blocks.h"
#include "engine/trace/repeats.h"
#include "kernels/vocabulary.h"

namespace lanescope {

inline constexpr std::string_view kPhaseNames[] = {"own",      "tree",   "shuffle", "commit", "load",
                                                   "exchange", "search", "line",    "branch"};
constexpr std::string_view name_of(Phase phase) {
  return kPhaseNames[static_cast<int>(phase)];
}

/// Kinds of memory access. `atomic` is an update of global memory whose old value is not asked for, `shared_atomic`
/// one of shared memory; neither is a load or a store.
enum class AccessKind : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  atomic,
  shared_atomic
};
inline constexpr std::size_t kAccessKinds = 6;

constexpr bool is_shared(AccessKind kind) {
  return kind == AccessKind::shared_load || kind == AccessKind::shared_store || kind == AccessKind::shared_atomic;
}

/// Which array an address belongs to, and how wide its accesses are; offsets are bytes from its start.
/// `input_vectors`: the input, 16 bytes at a time. `handed_over`: results passed to another block, in parcels of
/// at most 8 bytes, each beside a mark of the same width. `second_input`, `third_input`, `second_output`: if there
/// are several. `file_variable`: what a user's file declares in global memory, one variable behind the other.
/// `chain_place`: the block's place in a chain, a word of shared memory that all its threads read.
enum class ArrayId : std::uint8_t {
  input,
  output,
  shared,
  input_vectors,
  handed_over,
  second_input,
  third_input,
  second_output,
  chain_place,
  file_variable
};

/// The i-th input of a workload, from 0.
constexpr ArrayId input_array(unsigned i) {
  constexpr ArrayId kInputs[] = {ArrayId::input, ArrayId::second_input, ArrayId::third_input};
  return kInputs[i];
}

constexpr ArrayId output_array(unsigned i) {
  return i == 0 ? ArrayId::output : ArrayId::second_output;
}

/// Number of parcels in which a result is passed to another block.
constexpr unsigned parcels_of(unsigned element_bytes) {
  return element_bytes < 8 ? 1 : element_bytes / 8;
}

constexpr unsigned access_bytes(ArrayId array, unsigned element_bytes) {
  if (array == ArrayId::input_vectors) return kVectorBytes;
  if (array == ArrayId::chain_place) return sizeof(unsigned);
  return array == ArrayId::handed_over ? 2 * element_bytes / parcels_of(element_bytes) : element_bytes;
}

/// Memory requests of one kind. A *request* is one instruction of one warp. Its *transactions* are the 32-byte
/// sectors of global memory, or the wavefronts of shared memory; of an atomic update of shared memory, the lanes
/// that update its most wanted word.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;
  std::uint64_t bytes = 0;   ///< that lanes asked for, counted once a lane
  std::uint64_t beyond = 0;  ///< transactions that are bank conflicts: those that the words asked for do not need

  bool operator==(const AccessCounts&) const = default;
  AccessCounts& operator+=(const AccessCounts& other) {
    requests += other.requests;
    transactions += other.transactions;
    bytes += other.bytes;
    beyond += other.beyond;
    return *this;
  }
  /// Of so many times as many.
  AccessCounts repeated(std::uint64_t times) const {
    return {times * requests, times * transactions, times * bytes, times * beyond};
  }
};
using AccessTable = std::array<AccessCounts, kAccessKinds>;

/// What every block with this history did, a row for each call of `cta.step`. All arrays are indexed by row, masks
/// by row * warps + warp. Most rows are steps as a textbook counts them (is_step); code calls them all steps.
/// Rounds of a long loop that are alike are kept once (Repeating).
struct History {
  Repeating<Phase> phases;
  Repeating<std::uint32_t> strides;       ///< as the kernel names it: elements (or lanes) apart
  Repeating<std::uint32_t> source_lines;  ///< of the kernel's file
  Repeating<std::uint32_t> masks;         ///< active lanes of a warp, lane 0 in the lowest bit
  /// Requests that belong to each step: those made after it began and before the next one begins. Entry 0 has
  /// those before the first step (none, in kernels whose loads have rows), entry s + 1 those of step s. Empty if
  /// they were not recorded.
  Repeating<AccessTable> accesses;
  std::uint32_t barriers = 0;  ///< __syncthreads() that the block passed

  std::size_t steps() const { return phases.size(); }
  /// Steps as a textbook counts them among the first `rows`: the "4" and the "11" of "step 4 of 11".
  std::uint32_t counted_steps(std::size_t rows) const {
    std::uint64_t steps = 0;
    for (std::size_t kept = 0; kept < kept_steps(); ++kept)
      if (is_step(phases.kept()[kept])) steps += repeats().times_among(kept, rows);
    return static_cast<std::uint32_t>(steps);
  }
  std::uint32_t counted_steps() const { return counted_steps(steps()); }
  /// The rows that are kept, and how often each comes: for sums over all rows.
  std::size_t kept_steps() const { return phases.kept().size(); }
  const Repeats& repeats() const { return phases.repeats(); }
  /// Lets rows of a history without repeats come again.
  void repeat(const Repeats& repeats);
  bool has_accesses() const { return !accesses.empty(); }
  bool operator==(const History&) const = default;
};

/// One memory instruction of one warp in a block whose addresses were kept.
struct Request {
  std::uint32_t warp = 0;
  std::int32_t step = -1;  ///< -1: before the first step
  std::uint32_t source_line = 0;
  AccessKind kind = AccessKind::global_load;
  ArrayId array = ArrayId::input;
  std::uint32_t mask = 0;          ///< lanes that took part
  std::uint64_t first_offset = 0;  ///< index of its first lane's entry in BlockAddresses::offsets
  std::uint8_t bytes = 0;          ///< of a lane's access, where they are not those of its array; else 0

  bool operator==(const Request&) const = default;
};

/// Bytes of each lane's access.
constexpr unsigned access_bytes(const Request& request, unsigned element_bytes) {
  return request.bytes != 0 ? request.bytes : access_bytes(request.array, element_bytes);
}

/// Requests of one block in the order of warps, and in each warp of execution.
struct BlockAddresses {
  std::uint64_t block = 0;
  std::vector<Request> requests;
  std::vector<std::uint64_t> offsets;  ///< bytes into the array, one for each bit of a request's mask, lowest first

  bool operator==(const BlockAddresses&) const = default;
};

/// All requests of one block. Those of steps that come again and again are kept once, because each round of them
/// asks for what lies `shift` bytes behind what the round before asked for, in the input; in other arrays for the
/// same.
class KeptAddresses {
 public:
  KeptAddresses() = default;
  explicit KeptAddresses(BlockAddresses all) : kept_(std::move(all)) {}
  /// `repeats`: of steps, with a shift for each. `kept`: in each warp by step.
  KeptAddresses(BlockAddresses kept, Repeats repeats, std::vector<std::uint64_t> shifts)
      : kept_(std::move(kept)), repeats_(std::move(repeats)), shifts_(std::move(shifts)) {}

  std::uint64_t block() const { return kept_.block; }
  /// Those of one step, -1: of the time before the first.
  BlockAddresses of_step(std::int32_t step) const;
  /// Of one warp, or of all.
  BlockAddresses all(std::optional<std::uint32_t> warp = std::nullopt) const;

  const BlockAddresses& kept() const { return kept_; }
  BlockAddresses& kept() { return kept_; }
  const Repeats& repeats() const { return repeats_; }
  const std::vector<std::uint64_t>& shifts() const { return shifts_; }

  bool operator==(const KeptAddresses& other) const;

 private:
  void add(BlockAddresses& to, const Request& request, std::uint64_t round) const;

  BlockAddresses kept_;
  Repeats repeats_;
  std::vector<std::uint64_t> shifts_;  // for each repeat
};

/// Whether an array is one whose elements a loop walks through.
constexpr bool is_walked(ArrayId array) {
  return array == ArrayId::input || array == ArrayId::input_vectors;
}

/// Where and when the GPU ran each block; empty vectors on the emulator.
struct BlockPlacement {
  std::vector<std::uint32_t> sm_ids;
  std::vector<std::uint64_t> start_ns;  ///< since the first block began (global timer of the GPU)
  std::vector<std::uint64_t> end_ns;
};

struct Trace {
  LaunchConfig launch;
  unsigned element_bytes = 4;
  NumberKind kind = NumberKind::emulated;
  std::vector<History> histories;
  HistoryOfBlocks history_of_block;
  std::vector<KeptAddresses> addresses;  ///< of the chosen blocks
  BlockPlacement placement;

  unsigned warps_per_block() const { return (launch.block_dim + kWarpSize - 1) / kWarpSize; }
  /// The lanes of a warp that exist: all 32, or blockDim if it is less.
  std::uint32_t live_mask() const {
    return launch.block_dim < kWarpSize ? (1u << launch.block_dim) - 1 : 0xffffffffu;
  }
  /// Of this one: fewer in the last warp of a block that is no whole number of warps.
  std::uint32_t live_mask(unsigned warp) const {
    const unsigned left = launch.block_dim - warp * kWarpSize;
    return left < kWarpSize ? (1u << left) - 1 : 0xffffffffu;
  }
  const History& history(std::uint64_t block) const { return histories[history_of_block[block]]; }
  /// An entry for each history.
  std::vector<SharingBlocks> sharing_blocks() const { return history_of_block.sharing(histories.size()); }
  const KeptAddresses* addresses_of(std::uint64_t block) const {
    for (const auto& chosen : addresses)
      if (chosen.block() == block) return &chosen;
    return nullptr;
  }
};

}  // namespace lanescope
