#include "engine/json/access_counts_json.h"

#include <algorithm>
#include <array>

#include "engine/json/packed_json.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxOfBlock = std::uint64_t{1} << 40;  // requests, transactions, bytes
constexpr std::uint64_t kMaxTransactions = 4 * kWarpSize, kMaxBytes = kMaxBytesOfLane * kWarpSize;  // of a request

/// The kinds that every trace has under "accesses"; the other one has a field of its own, if there are any.
constexpr std::size_t kCommonKinds = 5;
static_assert(kAccessKinds == kCommonKinds + 1);

/// Of kinds `first` to before `last`.
json accesses_to_json(const std::vector<AccessTable>& accesses, std::size_t first, std::size_t last) {
  std::vector<std::uint64_t> numbers;  // kind by kind, so that equal neighbours are frequent
  for (std::size_t kind = first; kind < last; ++kind) {
    for (const auto& table : accesses) numbers.push_back(table[kind].requests);
    for (const auto& table : accesses) numbers.push_back(table[kind].transactions);
    for (const auto& table : accesses) numbers.push_back(table[kind].bytes);
  }
  return binary(numbers);
}

void read_accesses(const json& numbers_of_kinds, std::size_t first, std::size_t last, Unpacker& unpacker,
                   std::vector<AccessTable>& accesses) {
  const auto numbers =
      unpacker.numbers(numbers_of_kinds, accesses.size() * (last - first) * 3, kMaxOfBlock, "access counts");
  auto next = numbers.begin();
  for (std::size_t kind = first; kind < last; ++kind) {
    for (auto& table : accesses) table[kind].requests = *next++;
    for (auto& table : accesses) table[kind].transactions = *next++;
    for (auto& table : accesses) table[kind].bytes = *next++;
  }
}

constexpr std::array<std::size_t, 2> kKindsOfBanks = {static_cast<std::size_t>(AccessKind::shared_load),
                                                      static_cast<std::size_t>(AccessKind::shared_store)};

/// Of elements of one word they are all transactions but the first of each request, and have no field.
void assume_conflicts_of_words(std::vector<AccessTable>& accesses) {
  for (AccessTable& table : accesses)
    for (const std::size_t kind : kKindsOfBanks)
      table[kind].beyond = table[kind].transactions - std::min(table[kind].transactions, table[kind].requests);
}

bool has_conflicts_of_wide_words(const History& history) {
  return std::any_of(history.accesses.kept().begin(), history.accesses.kept().end(), [](const AccessTable& table) {
    return std::any_of(kKindsOfBanks.begin(), kKindsOfBanks.end(), [&](std::size_t kind) {
      return table[kind].beyond != table[kind].transactions - table[kind].requests;
    });
  });
}

json conflicts_to_json(const std::vector<AccessTable>& accesses) {
  std::vector<std::uint64_t> numbers;
  for (const std::size_t kind : kKindsOfBanks)
    for (const AccessTable& table : accesses) numbers.push_back(table[kind].beyond);
  return binary(numbers);
}

void read_conflicts(const json& numbers_of_kinds, Unpacker& unpacker, std::vector<AccessTable>& accesses) {
  const auto numbers =
      unpacker.numbers(numbers_of_kinds, accesses.size() * kKindsOfBanks.size(), kMaxOfBlock, "bank conflicts");
  auto next = numbers.begin();
  for (const std::size_t kind : kKindsOfBanks)
    for (AccessTable& table : accesses) table[kind].beyond = *next++;
}

/// Checks that each step's counts are consistent, and that sums over all steps of a block and all blocks of a grid
/// fit into 64 bits.
void check_accesses(const std::vector<AccessTable>& accesses, const Repeats& repeats) {
  AccessTable sum{};
  for (std::size_t entry = 0; entry < accesses.size(); ++entry) {
    const std::uint64_t times = repeats.times(entry);
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
      const AccessCounts& counts = accesses[entry][kind];
      if (counts.transactions < counts.requests)
        refuse_trace(Sentence("its access counts have fewer transactions than requests."));
      if (counts.beyond > counts.transactions - counts.requests)
        refuse_trace(Sentence("its access counts have more bank conflicts than transactions beyond the first."));
      if (counts.transactions > kMaxTransactions * counts.requests || counts.bytes > kMaxBytes * counts.requests)
        refuse_trace(Sentence("its access counts are more than their requests can make."));
      if (counts.bytes > kMaxOfBlock / times || counts.transactions > kMaxOfBlock / times)
        refuse_trace(Sentence("its access counts are more than a block can make."));
      sum[kind] += counts.repeated(times);
      if (sum[kind].transactions > kMaxOfBlock || sum[kind].bytes > kMaxOfBlock)
        refuse_trace(Sentence("its access counts are more than a block can make."));
    }
  }
}

bool has_shared_atomics(const History& history) {
  return std::any_of(history.accesses.kept().begin(), history.accesses.kept().end(),
                     [](const AccessTable& table) { return table[kCommonKinds].requests > 0; });
}

}  // namespace

void put_accesses(json& object, const History& history) {
  const std::vector<AccessTable>& accesses = history.accesses.kept();
  object["accesses"] = accesses_to_json(accesses, 0, kCommonKinds);
  if (has_conflicts_of_wide_words(history)) object["bank_conflicts"] = conflicts_to_json(accesses);
  if (has_shared_atomics(history))
    object["shared_atomics"] = accesses_to_json(accesses, kCommonKinds, kAccessKinds);
}

std::vector<AccessTable> accesses_from_json(const json& object, std::size_t steps, const Repeats& repeats,
                                            Unpacker& unpacker) {
  if (packed(object, "accesses").empty()) return {};
  std::vector<AccessTable> accesses(steps + 1);
  read_accesses(packed(object, "accesses"), 0, kCommonKinds, unpacker, accesses);
  if (object.contains("shared_atomics"))
    read_accesses(packed(object, "shared_atomics"), kCommonKinds, kAccessKinds, unpacker, accesses);
  assume_conflicts_of_words(accesses);
  if (object.contains("bank_conflicts")) read_conflicts(packed(object, "bank_conflicts"), unpacker, accesses);
  check_accesses(accesses, repeats);
  return accesses;
}

}  // namespace lanescope
