#include "engine/source/child/repeated_launches.h"

#include <cstring>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kMostKeptBytes = std::uint64_t{256} << 20;
constexpr std::size_t kMostKinds = 4096;
constexpr ArraySet kVariables = set_of(ArrayId::file_variable);
/// What a launch of which nothing is known may touch. Variables of the file are the host's, too, and mostly that.
constexpr ArraySet kFirstGuess = ~kVariables;
constexpr unsigned kMostMisses = 3;  // in a row, after which it is not asked again

std::string key_of(const LanescopeLaunch& launch) {
  std::string key;
  const auto add = [&](const void* from, std::size_t bytes) { key.append(static_cast<const char*>(from), bytes); };
  add(&launch.call, sizeof launch.call);
  add(&launch.function, sizeof launch.function);
  add(launch.grid, sizeof launch.grid);
  add(launch.block, sizeof launch.block);
  add(&launch.shared_bytes, sizeof launch.shared_bytes);
  add(&launch.is_cooperative, sizeof launch.is_cooperative);
  add(launch.key, launch.key_bytes);
  return key;
}

ArraySet array_of(std::uintptr_t begin, const RepeatedLaunches::Ids& ids) {
  const auto found = ids.find(begin);
  return ArraySet{1} << (found == ids.end() ? RepeatedLaunches::Array() : found->second).bit;
}

std::uint64_t threads_of(const LanescopeLaunch& launch) {
  std::uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) threads *= std::uint64_t{launch.grid[i]} * launch.block[i];
  return threads;
}

/// Four words at a time, since each multiplication waits for the one before it.
std::uint64_t hash_of(std::uintptr_t begin, std::uint64_t bytes) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;
  std::uint64_t parts[4] = {bytes, 1, 2, 3};
  const auto* at = reinterpret_cast<const unsigned char*>(begin);
  const auto mix = [&](std::uint64_t& part, std::uint64_t word) {
    part = (part ^ word) * kOdd;
    part ^= part >> 32;
  };
  std::uint64_t words[4];
  for (; bytes >= sizeof words; bytes -= sizeof words, at += sizeof words) {
    std::memcpy(words, at, sizeof words);
    for (int i = 0; i < 4; ++i) mix(parts[i], words[i]);
  }
  std::memset(words, 0, sizeof words);
  std::memcpy(words, at, bytes);
  for (int i = 0; i < 4; ++i) mix(parts[i], words[i]);
  for (int i = 1; i < 4; ++i) mix(parts[0], parts[i]);
  return parts[0];
}

}  // namespace

std::uint64_t RepeatedLaunches::bytes_of_state(ArraySet touched, const Ids& ids) const {
  const KernelMemory::Range file = touched & kVariables ? variables_ : constants_;
  std::uint64_t bytes = file.end - file.begin;
  for (const auto& [begin, allocation] : memory_.allocations())
    if ((touched & array_of(begin, ids)) && !hashes_.contains(begin)) bytes += allocation.bytes;
  return bytes;
}

RepeatedLaunches::State RepeatedLaunches::state(ArraySet touched, const Ids& ids) {
  State state;
  const KernelMemory::Range file = touched & kVariables ? variables_ : constants_;
  if (file.end > file.begin)
    state.push_back({0, file.begin, file.end - file.begin, hash_of(file.begin, file.end - file.begin)});
  bool is_open = false;
  for (const auto& [begin, allocation] : memory_.allocations()) {
    const ArraySet array = array_of(begin, ids);
    if (!(touched & array)) continue;
    const auto known = hashes_.find(begin);
    if (known != hashes_.end()) {
      state.push_back({array, begin, allocation.bytes, known->second});
      continue;
    }
    const bool is_device = allocation.kind == DeviceMemory::Kind::device;
    if (is_device && !std::exchange(is_open, true)) memory_.open();
    state.push_back({array, begin, allocation.bytes, hash_of(begin, allocation.bytes)});
    if (is_device) hashes_[begin] = state.back().hash;
  }
  if (is_open) memory_.close();
  return state;
}

std::optional<bool> RepeatedLaunches::replay(const LanescopeLaunch& launch, const Ids& ids) {
  before_.clear();
  if (!launch.key || known_.size() > kMostKinds) return std::nullopt;
  const auto found = known_.find(key_of(launch));
  if (found == known_.end()) {
    // Whether it comes again nobody knows; looking at memory costs some 0.3 ns a byte, a thread a hundred times
    // that.
    if (bytes_of_state(kFirstGuess, ids) / 32 <= threads_of(launch)) before_ = state(kFirstGuess, ids);
    return std::nullopt;
  }
  Known& known = found->second;
  const std::chrono::nanoseconds looking{bytes_of_state(known.touched, ids) / 2};
  if (known.is_hopeless || looking > known.time) return std::nullopt;
  before_ = state(known.touched, ids);
  if (known.before.empty()) return std::nullopt;
  if (known.before != before_) {
    known.is_hopeless = ++known.misses >= kMostMisses;
    return std::nullopt;
  }
  known.misses = 0;
  if (known.changes.empty()) return known.is_watched;
  memory_.open();
  for (const auto& [begin, bytes] : known.changes) {
    std::memcpy(reinterpret_cast<void*>(begin), bytes.data(), bytes.size());
    hashes_.erase(begin);
  }
  memory_.close();
  return known.is_watched;
}

void RepeatedLaunches::keep(Known& known, const State& after) {
  std::uint64_t bytes = 0;
  for (const auto& change : known.changes) kept_bytes_ -= change.second.size();
  known.before.clear();
  known.changes.clear();
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].begin != before_[i].begin || after[i].bytes != before_[i].bytes) return;
    if (after[i].hash != before_[i].hash) bytes += after[i].bytes;
  }
  if (bytes > kMostKeptBytes - kept_bytes_) return;
  kept_bytes_ += bytes;
  memory_.open();
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i].hash != before_[i].hash)
      known.changes.emplace_back(after[i].begin,
                                 std::string(reinterpret_cast<const char*>(after[i].begin), after[i].bytes));
  memory_.close();
  known.before = before_;
}

void RepeatedLaunches::note(const LanescopeLaunch& launch, const Ids& ids, const Did& did) {
  std::erase_if(hashes_, [&](const auto& one) { return (did.touched & array_of(one.first, ids)) != 0; });
  if (!launch.key || known_.size() > kMostKinds) return;
  const auto [place, is_first] = known_.try_emplace(key_of(launch));
  Known& known = place->second;
  const bool saw_all = (did.touched & ~(is_first ? kFirstGuess : known.touched)) == 0;
  known.time = did.time;
  known.is_watched = did.is_watched;
  known.is_hopeless = known.is_hopeless || did.beyond_memory;
  known.touched |= did.touched;
  if (known.is_hopeless || before_.empty() || !saw_all) return;
  std::erase_if(before_,
                [&](const Region& region) { return region.array != 0 && !(region.array & known.touched); });
  const State after = state(known.touched, ids);
  if (after.size() == before_.size()) keep(known, after);
}

void RepeatedLaunches::forget_hash_of(const void* place) {
  std::uintptr_t begin = 0;
  if (memory_.find(reinterpret_cast<std::uintptr_t>(place), &begin)) hashes_.erase(begin);
}

}  // namespace lanescope
