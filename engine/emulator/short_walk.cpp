#include "engine/emulator/short_walk.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "engine/base/quotient.h"
#include "engine/request/catalogue.h"
#include "engine/trace/transactions.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Rounds after which addresses stand at the same place of a sector again, if one round moves them by so many
/// bytes.
std::uint64_t rounds_of_a_period(std::uint64_t bytes) {
  return kSectorBytes / std::gcd(std::uint64_t{kSectorBytes}, bytes);
}

/// Periods of so many rounds that a short launch leaves out. It keeps three rounds, because a first one may be
/// unlike the others, and two periods.
std::uint64_t periods_left_out(std::uint64_t rounds, std::uint64_t period) {
  constexpr std::uint64_t kFewest = 4;  // below, all rounds are as quick
  const std::uint64_t kept = std::max<std::uint64_t>(2, quotient_up(std::uint64_t{3}, period));
  return rounds / period < kept + kFewest ? 0 : rounds / period - kept;
}

LaunchConfig with_n(LaunchConfig launch, std::uint64_t n) {
  launch.n = n;
  return launch;
}

/// Rounds more come with elements more.
struct Stretch {
  std::uint64_t elements = 0, times = 0;
};

std::optional<ShortWalk> shortened(const LaunchConfig& launch, const std::vector<Stretch>& stretches) {
  std::uint64_t n = launch.n;
  for (const Stretch& stretch : stretches) n -= stretch.elements * stretch.times;
  ShortWalk walk{with_n(launch, n), {}};
  for (const Stretch& stretch : stretches)
    if (stretch.times > 0) walk.longer.push_back({with_n(launch, n + stretch.elements), stretch.times});
  if (walk.longer.empty()) return std::nullopt;
  return walk;
}

/// Every thread takes its share of as many elements as all threads take in a round, and the rest is a last, ragged
/// round.
std::optional<ShortWalk> shorter_strides(const KernelInfo& kernel, const LaunchConfig& launch,
                                         unsigned element_bytes) {
  const std::uint64_t of_thread = kernel.vectorized ? kLoadsInFlight * (kVectorBytes / element_bytes) : 1;
  const std::uint64_t round = launch.grid_dim * launch.block_dim * of_thread;
  const std::uint64_t period = rounds_of_a_period(round * element_bytes);
  return shortened(launch, {{period * round, periods_left_out(launch.n / round, period)}});
}

/// Each thread has a chunk. Those before the last one that has elements have a whole chunk; this one has `rest`, so
/// its rounds are of two kinds: until it has taken them, and after that.
std::optional<ShortWalk> shorter_chunks(const LaunchConfig& launch, unsigned element_bytes) {
  const std::uint64_t chunk = quotient_up(launch.n, launch.grid_dim * launch.block_dim);
  if (chunk == 0) return std::nullopt;
  const std::uint64_t whole = launch.n / chunk, rest = launch.n % chunk, period = rounds_of_a_period(element_bytes);
  return shortened(launch, {{(whole + 1) * period, periods_left_out(rest, period)},
                            {whole * period, periods_left_out(chunk - rest, period)}});
}

bool same_row(const History& a, std::size_t row_a, const History& b, std::size_t row_b, std::size_t warps) {
  const auto masks = [&](const History& history, std::size_t row) {
    return history.masks.kept().begin() + static_cast<std::ptrdiff_t>(row * warps);
  };
  return a.phases.kept()[row_a] == b.phases.kept()[row_b] && a.strides.kept()[row_a] == b.strides.kept()[row_b] &&
         a.source_lines.kept()[row_a] == b.source_lines.kept()[row_b] &&
         std::equal(masks(a, row_a), masks(a, row_a + 1), masks(b, row_b)) &&
         (!a.has_accesses() || a.accesses.kept()[row_a + 1] == b.accesses.kept()[row_b + 1]);
}

/// The rows of the short launch that come twice in a longer one, one after another; nothing where that is not all
/// by which the two differ.
std::optional<Repeat> rows_that_come_twice(const History& in_short, const History& in_longer) {
  const std::size_t steps = in_short.steps(), more = in_longer.steps() - steps;
  if (in_longer.steps() <= steps || steps == 0 || in_short.has_accesses() != in_longer.has_accesses())
    return std::nullopt;
  if (in_short.has_accesses() && in_short.accesses.front() != in_longer.accesses.front()) return std::nullopt;
  const std::size_t warps = in_short.masks.kept().size() / steps;
  std::size_t before = 0, behind = 0;  // equal rows, from either end
  while (before < steps && same_row(in_short, before, in_longer, before, warps)) ++before;
  while (behind < steps && same_row(in_short, steps - 1 - behind, in_longer, steps - 1 - behind + more, warps))
    ++behind;
  const std::size_t begin = steps - behind;
  if (begin + more > before) return std::nullopt;
  return Repeat{begin, more, 2};
}

/// How a longer launch goes on: its repeat, and where each step of the short one is in it, when it comes for the
/// first time.
struct Matched {
  Repeat repeat;
  const BlockAddresses* addresses;
  std::uint64_t times;

  std::int32_t step(std::int32_t in_short) const {
    const bool behind = in_short >= 0 && static_cast<std::uint64_t>(in_short) >= repeat.end();
    return in_short + (behind ? static_cast<std::int32_t>(repeat.rows) : 0);
  }
};

bool by_warp_and_step(const Request& a, const Request& b) {
  return a.warp != b.warp ? a.warp < b.warp : a.step < b.step;
}

/// The `number`-th request of a warp and step, if it is like this one; null else.
const Request* twin_of(const Request& request, const BlockAddresses& addresses, std::int32_t step,
                       std::size_t number) {
  Request wanted = request;
  wanted.step = step;
  const auto first =
      std::lower_bound(addresses.requests.begin(), addresses.requests.end(), wanted, by_warp_and_step);
  if (static_cast<std::size_t>(addresses.requests.end() - first) <= number) return nullptr;
  const Request& found = first[static_cast<std::ptrdiff_t>(number)];
  wanted.first_offset = found.first_offset;
  return found == wanted ? &found : nullptr;
}

/// The addresses of the whole walk: each moves with every round more as far as it did with the first ones.
class Addresses {
 public:
  Addresses(const BlockAddresses& in_short, std::vector<Matched> longer, Repeats repeats)
      : whole_(in_short),
        longer_(std::move(longer)),
        repeats_(std::move(repeats)),
        shifts_(repeats_.list().size()) {}

  std::optional<KeptAddresses> found() {
    const auto& requests = whole_.requests;
    if (!std::is_sorted(requests.begin(), requests.end(), by_warp_and_step)) return std::nullopt;
    const BlockAddresses in_short = whole_;
    std::size_t number = 0;  // among those of its warp and step
    for (std::size_t i = 0; i < requests.size(); ++i) {
      number = i > 0 && !by_warp_and_step(requests[i - 1], requests[i]) ? number + 1 : 0;
      for (const Matched& longer : longer_)
        if (!move(in_short, requests[i], number, longer)) return std::nullopt;
    }
    std::vector<std::uint64_t> shifts;
    for (const std::optional<std::uint64_t>& shift : shifts_) shifts.push_back(shift.value_or(0));
    return KeptAddresses(std::move(whole_), repeats_, std::move(shifts));
  }

 private:
  bool move(const BlockAddresses& in_short, const Request& request, std::size_t number, const Matched& longer) {
    const BlockAddresses& there = *longer.addresses;
    const Request* first = twin_of(request, there, longer.step(request.step), number);
    if (!first) return false;
    const int lanes = std::popcount(request.mask);
    const auto at = [&](const BlockAddresses& addresses, const Request& of, int lane) {
      return addresses.offsets[of.first_offset + static_cast<std::uint64_t>(lane)];
    };
    for (int lane = 0; lane < lanes; ++lane)
      whole_.offsets[request.first_offset + static_cast<std::uint64_t>(lane)] +=
          longer.times * (at(there, *first, lane) - at(in_short, request, lane));
    if (request.step < 0 || !longer.repeat.has(static_cast<std::uint64_t>(request.step))) return true;
    const Request* again =
        twin_of(request, there, request.step + static_cast<std::int32_t>(longer.repeat.rows), number);
    if (!again || again->mask != request.mask) return false;
    for (int lane = 0; lane < lanes; ++lane)
      if (!has_shift(longer.repeat, request.array, at(there, *again, lane) - at(there, *first, lane))) return false;
    return true;
  }

  /// Whether all that a repeat asks for moves alike.
  bool has_shift(const Repeat& repeat, ArrayId array, std::uint64_t shift) {
    if (!is_walked(array)) return shift == 0;
    const auto same = [&](const Repeat& other) { return other.begin == repeat.begin; };
    const auto index = std::find_if(repeats_.list().begin(), repeats_.list().end(), same) - repeats_.list().begin();
    std::optional<std::uint64_t>& known = shifts_[static_cast<std::size_t>(index)];
    if (!known) known = shift;
    return *known == shift;
  }

  BlockAddresses whole_;
  std::vector<Matched> longer_;
  Repeats repeats_;
  std::vector<std::optional<std::uint64_t>> shifts_;
};

/// All repeats together, one for longer launches with the same rows more; nothing where they overlap.
std::optional<Repeats> repeats_of(const std::vector<Matched>& longer) {
  std::vector<Repeat> list;
  for (const Matched& one : longer) {
    const auto same = std::find_if(list.begin(), list.end(), [&](const Repeat& other) {
      return other.begin == one.repeat.begin && other.rows == one.repeat.rows;
    });
    if (same != list.end())
      same->times += one.times;
    else
      list.push_back({one.repeat.begin, one.repeat.rows, 1 + one.times});
  }
  std::sort(list.begin(), list.end(), [](const Repeat& a, const Repeat& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < list.size(); ++i)
    if (list[i].begin < list[i - 1].end()) return std::nullopt;
  return Repeats(std::move(list));
}

}  // namespace

std::optional<ShortWalk> short_walk(const LaunchConfig& launch, unsigned element_bytes) {
  const KernelInfo& kernel = entry_info(launch.entry);
  const bool walks = !has_array_result(launch.workload) && launch.elements_per_block == 0 && launch.grid_dim > 0;
  if (!walks || kernel.own) return std::nullopt;
  return kernel.in_chunks ? shorter_chunks(launch, element_bytes) : shorter_strides(kernel, launch, element_bytes);
}

std::optional<BlockWalk> whole_walk(const ShortWalk& walk, const BlockWalk& in_short,
                                    const std::vector<BlockWalk>& in_longer) {
  std::vector<Matched> longer;
  History whole = in_short.history;
  for (std::size_t i = 0; i < in_longer.size(); ++i) {
    const auto repeat = rows_that_come_twice(in_short.history, in_longer[i].history);
    if (!repeat) return std::nullopt;
    longer.push_back({*repeat, &in_longer[i].addresses.kept(), walk.longer[i].times});
    const std::uint64_t barriers = in_longer[i].history.barriers - in_short.history.barriers;
    whole.barriers += static_cast<std::uint32_t>(walk.longer[i].times * barriers);
  }
  const auto repeats = repeats_of(longer);
  if (!repeats) return std::nullopt;
  auto addresses = Addresses(in_short.addresses.kept(), std::move(longer), *repeats).found();
  if (!addresses) return std::nullopt;
  whole.repeat(*repeats);
  return BlockWalk{std::move(whole), std::move(*addresses)};
}

}  // namespace lanescope
