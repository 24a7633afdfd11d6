#include "engine/source/child/repeated_launches.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kMostKeptBytes = std::uint64_t{256} << 20;
constexpr std::size_t kMostKinds = 4096;
constexpr ArraySet kVariables = set_of(ArrayId::file_variable);
/// What a launch of which nothing is known may touch: all, also if it is not known later, since loads were not
/// looked at; or, where the host's variables are too many to be looked at, all but those.
constexpr ArraySet kFirstGuesses[] = {~ArraySet{0}, ~kVariables};
constexpr unsigned kMostMisses = 3;  // in a row, after which it is not asked again

/// Whether the launch is called with it, and it has a bit of its own.
bool is_argument(std::uintptr_t begin, const RepeatedLaunches::Ids& ids) {
  const auto found = ids.find(begin);
  return found != ids.end() && found->second.bit >= kFirstOwnBit;
}

/// Where the arrays lie, as their bits count them.
std::vector<std::uintptr_t> places_of(const RepeatedLaunches::Ids& ids) {
  std::vector<std::uintptr_t> places(kBits, 0);
  for (const auto& [begin, array] : ids)
    if (array.bit >= kFirstOwnBit) places[array.bit] = begin;
  return places;
}

/// Of an array of the state.
std::uintptr_t place_of_array(std::uintptr_t begin, ArraySet array, const std::vector<std::uintptr_t>& places) {
  return begin != 0 ? begin : places[static_cast<std::size_t>(std::countr_zero(array))];
}

std::uint64_t threads_of(const LanescopeLaunch& launch) {
  std::uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) threads *= std::uint64_t{launch.grid[i]} * launch.block[i];
  return threads;
}

}  // namespace

/// Four words at a time, since each multiplication waits for the one before it.
std::uint64_t hash_of_memory(std::uintptr_t begin, std::uint64_t bytes) {
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

/// Of a pointer into an array that the launch is called with: which one, and how far in.
std::string RepeatedLaunches::key_of(const LanescopeLaunch& launch, const Ids& ids) {
  std::string key;
  const auto add = [&](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(launch.call);
  add(launch.function);
  add(launch.grid);
  add(launch.block);
  add(launch.shared_bytes);
  add(launch.is_cooperative);
  std::string values(static_cast<const char*>(launch.key), launch.key_bytes);
  const auto bytes_of = [](const LanescopeArgument& argument) {
    return argument.is_pointer ? sizeof argument.pointer : argument.bytes;
  };
  std::size_t bytes = 0;
  for (unsigned i = 0; i < launch.count; ++i) bytes += bytes_of(launch.arguments[i]);
  if (bytes + 1 != values.size()) return key + values;
  std::size_t at = 0;
  for (unsigned i = 0; i < launch.count; at += bytes_of(launch.arguments[i++])) {
    const auto address = reinterpret_cast<std::uintptr_t>(launch.arguments[i].pointer);
    std::uintptr_t begin = 0;
    if (!launch.arguments[i].is_pointer || !memory_.find(address, &begin) || !is_argument(begin, ids)) continue;
    const std::uint64_t place = address - begin;  // no address is as small
    std::memcpy(&values[at], &place, sizeof place);
    add(i);
    add(ids.find(begin)->second.bit);
  }
  return key + values;
}

std::uint64_t RepeatedLaunches::bytes_of_state(ArraySet touched, const Ids& ids) const {
  std::uint64_t bytes = constants_.end - constants_.begin;
  if (touched & kVariables) bytes += variables_.end - variables_.begin;
  for (const auto& [begin, allocation] : memory_.allocations())
    if ((touched & array_of(begin, ids)) && !hashes_.contains(begin)) bytes += allocation.bytes;
  return bytes;
}

RepeatedLaunches::State RepeatedLaunches::state(ArraySet touched, const Ids& ids) {
  State state;
  const auto add_file = [&](ArraySet array, const KernelMemory::Range& file) {
    const std::uint64_t bytes = file.end - file.begin;
    if (bytes > 0) state.push_back({array, file.begin, bytes, hash_of_memory(file.begin, bytes)});
  };
  add_file(0, constants_);
  if (touched & kVariables) add_file(kVariables, variables_);
  bool is_open = false;
  for (const auto& [begin, allocation] : memory_.allocations()) {
    const ArraySet array = array_of(begin, ids);
    if (!(touched & array)) continue;
    Region& region = state.emplace_back(Region{array, is_argument(begin, ids) ? 0 : begin, allocation.bytes, 0});
    if (const auto known = hashes_.find(begin); known != hashes_.end()) {
      region.hash = known->second;
      continue;
    }
    const bool is_device = allocation.kind == DeviceMemory::Kind::device;
    if (is_device && !std::exchange(is_open, true)) memory_.open();
    region.hash = hash_of_memory(begin, allocation.bytes);
    if (is_device) hashes_[begin] = region.hash;
  }
  if (is_open) memory_.close();
  std::stable_sort(state.begin(), state.end(), [](const Region& a, const Region& b) {
    return std::tie(a.array, a.begin) < std::tie(b.array, b.begin);
  });
  return state;
}

std::optional<bool> RepeatedLaunches::replay(const LanescopeLaunch& launch, const Ids& ids) {
  before_.clear();
  if (!launch.key || known_.size() > kMostKinds) return std::nullopt;
  const auto found = known_.find(key_of(launch, ids));
  if (found == known_.end()) {
    // Whether it comes again nobody knows; looking at memory costs some 0.3 ns a byte, a thread a hundred times
    // that.
    const auto* guess = std::find_if(std::begin(kFirstGuesses), std::end(kFirstGuesses), [&](ArraySet touched) {
      return bytes_of_state(touched, ids) / 32 <= threads_of(launch);
    });
    if (guess != std::end(kFirstGuesses)) before_ = state(looked_at_ = *guess, ids);
    return std::nullopt;
  }
  Known& known = found->second;
  const std::chrono::nanoseconds looking{bytes_of_state(known.touched, ids) / 2};
  if (known.is_hopeless || looking > known.time) return std::nullopt;
  before_ = state(looked_at_ = known.touched, ids);
  if (known.before.empty()) return std::nullopt;
  if (known.before != before_) {
    known.is_hopeless = ++known.misses >= kMostMisses;
    return std::nullopt;
  }
  known.misses = 0;
  const std::vector<std::uintptr_t> places = places_of(ids);
  if (known.tells_addresses && places != known.places) return std::nullopt;
  if (known.changes.empty()) return known.is_watched;
  memory_.open();
  for (const auto& [region, bytes] : known.changes) {
    const std::uintptr_t begin = place_of_array(region.begin, region.array, places);
    std::memcpy(reinterpret_cast<void*>(begin), bytes.data(), bytes.size());
    if (memory_.is_device(begin)) hashes_[begin] = region.hash;
  }
  memory_.close();
  return known.is_watched;
}

bool RepeatedLaunches::may_hold_addresses(const std::string& bytes) const {
  std::uintptr_t word = 0;
  for (std::size_t at = 0; at + sizeof word <= bytes.size(); at += sizeof word) {
    std::memcpy(&word, &bytes[at], sizeof word);
    if (memory_.holds(word)) return true;
  }
  return false;
}

void RepeatedLaunches::keep(Known& known, const State& after, const Ids& ids) {
  std::uint64_t bytes = 0;
  for (const auto& change : known.changes) kept_bytes_ -= change.second.size();
  known.before.clear();
  known.changes.clear();
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].array != before_[i].array || after[i].begin != before_[i].begin ||
        after[i].bytes != before_[i].bytes)
      return;
    if (after[i].hash != before_[i].hash) bytes += after[i].bytes;
  }
  if (bytes > kMostKeptBytes - kept_bytes_) return;
  kept_bytes_ += bytes;
  known.places = places_of(ids);
  known.tells_addresses = false;
  memory_.open();
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].hash == before_[i].hash) continue;
    const auto* from = reinterpret_cast<const char*>(place_of_array(after[i].begin, after[i].array, known.places));
    const std::string& left = known.changes.emplace_back(after[i], std::string(from, after[i].bytes)).second;
    known.tells_addresses = known.tells_addresses || may_hold_addresses(left);
  }
  memory_.close();
  known.before = before_;
}

void RepeatedLaunches::note(const LanescopeLaunch& launch, const Ids& ids, const Did& did) {
  std::erase_if(hashes_, [&](const auto& one) { return (did.touched & array_of(one.first, ids)) != 0; });
  if (!launch.key || known_.size() > kMostKinds) return;
  Known& known = known_[key_of(launch, ids)];
  const bool saw_all = (did.touched & ~looked_at_) == 0;
  known.time = did.time;
  known.is_watched = did.is_watched;
  known.is_hopeless = known.is_hopeless || did.beyond_memory;
  known.touched |= did.touched;
  if (known.is_hopeless || before_.empty() || !saw_all) return;
  std::erase_if(before_,
                [&](const Region& region) { return region.array != 0 && !(region.array & known.touched); });
  const State after = state(known.touched, ids);
  if (after.size() == before_.size()) keep(known, after, ids);
}

bool RepeatedLaunches::knows_hash_of(const void* place) {
  std::uintptr_t begin = 0;
  return memory_.find(reinterpret_cast<std::uintptr_t>(place), &begin) && hashes_.contains(begin);
}

void RepeatedLaunches::forget_hash_of(const void* place) {
  std::uintptr_t begin = 0;
  if (memory_.find(reinterpret_cast<std::uintptr_t>(place), &begin)) hashes_.erase(begin);
}

}  // namespace lanescope
