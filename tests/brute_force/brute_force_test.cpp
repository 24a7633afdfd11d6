// The emulator against an independent brute force (brute_force_author.h), counted with sets. Random launches,
// ragged ones included.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "engine/request/refusals.h"
#include "engine/workload/workload.h"
#include "tests/brute_force/array_author.h"
#include "tests/brute_force/brute_force_author.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::Access;
using testing::ArrayAuthor;
using testing::Author;
using testing::Program;
using testing::Step;

/// Shared memory serves 128 bytes at a time: of wide elements a half or a quarter of the warp.
std::set<std::uint64_t> words_asked_for(const std::vector<std::uint64_t>& elements, unsigned words) {
  std::set<std::uint64_t> all;
  for (const std::uint64_t element : elements)
    for (std::uint64_t word = element * words; word < (element + 1) * words; ++word) all.insert(word);
  return all;
}

std::size_t wavefronts_of(const std::vector<std::uint64_t>& elements, unsigned words) {
  std::map<std::uint64_t, std::size_t> words_of_bank;
  std::size_t deepest = 0;
  for (const std::uint64_t word : words_asked_for(elements, words))
    deepest = std::max(deepest, ++words_of_bank[word % 32]);
  return deepest;
}

/// Lanes on the element that most of them want.
std::size_t turns_of(const std::vector<std::uint64_t>& elements) {
  std::map<std::uint64_t, std::size_t> lanes_of;
  std::size_t most = 0;
  for (const std::uint64_t element : elements) most = std::max(most, ++lanes_of[element]);
  return most;
}

AccessCounts count(const Access& access, std::uint64_t block, unsigned block_dim, unsigned bytes) {
  AccessCounts counts;
  for (unsigned first = 0; first < block_dim; first += 32) {
    std::set<std::uint64_t> sectors;
    std::vector<std::uint64_t> elements;
    for (unsigned thread = first; thread < std::min(first + 32, block_dim); ++thread) {
      const auto element = access.element(block, thread);
      if (!element) continue;
      elements.push_back(*element);
      sectors.insert(*element * bytes / 32);
    }
    const std::size_t transactions = access.kind == AccessKind::shared_atomic ? turns_of(elements)
                                     : is_shared(access.kind)                 ? wavefronts_of(elements, bytes / 4)
                                                                              : sectors.size();
    const bool has_banks = is_shared(access.kind) && access.kind != AccessKind::shared_atomic;
    const std::size_t needed = (words_asked_for(elements, bytes / 4).size() + 31) / 32;
    counts += {!elements.empty(), transactions, std::uint64_t{bytes} * elements.size(),
               has_banks ? transactions - needed : 0};
  }
  return counts;
}

/// What a block accesses in each row of its record: an access belongs to the last row before it that the block
/// reaches.
std::vector<AccessTable> accesses_of_rows(const Program& program, const LaunchConfig& launch, std::uint64_t block,
                                          unsigned element_bytes) {
  std::vector<AccessTable> rows(1);
  std::vector<std::size_t> row_at{0};
  for (const Step& step : program.steps) {
    if (step.reached(block)) rows.emplace_back();
    row_at.push_back(rows.size() - 1);
  }
  for (const auto& access : program.accesses)
    rows[row_at[access.steps_before]][static_cast<std::size_t>(access.kind)] +=
        count(access, block, launch.block_dim, access.bytes ? access.bytes : element_bytes);
  return rows;
}

/// All numbers of an input, which a double holds exactly.
std::vector<double> numbers_of(const Input& input) {
  std::vector<double> numbers;
  std::visit(
      [&]<class T>(const std::vector<T>& elements) {
        if constexpr (std::is_arithmetic_v<T>) numbers.assign(elements.begin(), elements.end());
      },
      input);
  return numbers;
}

Program reduction_of(const RunRequest& request, const LaunchConfig& launch) {
  return Author(launch, element_bytes(request.type)).write(request.kernel);
}

void expect_program(const RunRequest& request, const Trace& trace, const Program& program) {
  const LaunchConfig& launch = trace.launch;
  AccessTable expected{};
  for (std::uint64_t block = 0; block < launch.grid_dim; ++block) {
    const History& history = trace.history(block);
    std::vector<Step> steps = program.steps;
    std::erase_if(steps, [&](const Step& step) { return !step.reached(block); });
    ASSERT_EQ(history.steps(), steps.size());
    for (std::size_t s = 0; s < steps.size(); ++s) {
      ASSERT_EQ(history.phases[s], steps[s].phase) << "step " << s;
      ASSERT_EQ(history.strides[s], steps[s].stride) << "step " << s;
      for (unsigned thread = 0; thread < launch.block_dim; ++thread) {
        const auto mask = history.masks[s * trace.warps_per_block() + thread / 32];
        ASSERT_EQ(bool(mask >> thread % 32 & 1), steps[s].active(block, thread))
            << "block " << block << " step " << s << " thread " << thread;
      }
    }
    const auto rows = accesses_of_rows(program, launch, block, element_bytes(request.type));
    ASSERT_EQ(history.accesses.size(), rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
        ASSERT_EQ(history.accesses[row][kind], rows[row][kind])
            << "block " << block << " row " << row << " " << kind;
        expected[kind] += rows[row][kind];
      }
  }
  const auto sums = totals(trace);
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind) EXPECT_EQ(sums.accesses[kind], expected[kind]) << kind;
}

/// Of a reduction the first launch; of a kernel with several entries all.
void expect_program(const RunRequest& request) {
  Progress progress;
  const Input input = make_input(request, progress);
  const unsigned bytes = element_bytes(request.type);
  const auto launches = testing::emulate(request, input).launches;
  if (!has_array_result(launches[0].launch.workload))
    return expect_program(request, launches[0].trace, reduction_of(request, launches[0].launch));
  for (const auto& [launch, stored, trace, values] : launches) {
    SCOPED_TRACE(launch.entry);
    ArrayAuthor author(launch, bytes, numbers_of(input));
    expect_program(request, trace, author.write(launch.entry));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(BruteForce, EveryKernelAtRandomLaunches) {
  std::mt19937_64 random(2026);
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (int round = 0; round < 25; ++round) {
      const unsigned block_dim = 1u << random() % 11;
      const unsigned factor = kernel.coarsens ? 1 + random() % 7 : 1;
      const std::uint64_t blocks = kernel.grid == GridRule::one_block ? 1 : 4;
      const std::uint64_t per_block = kernel.grid == GridRule::one_thread ? 50 : 2ull * block_dim * factor;
      auto request = testing::request_of(kernel.id, 1 + random() % (blocks * per_block), block_dim, factor);
      if (kernel.grid == GridRule::chosen) request.grid_dim = 1 + random() % 5;
      if (kernel.any_combining && round % 2) request.combining = Combining::host;
      request.type = static_cast<ElementType>(round % std::size(kTypeNames));
      if (request.type == ElementType::point3) request.op = Op::farthest;
      if (refusal(request)) continue;  // no atomic update of a point
      SCOPED_TRACE(std::string(kernel.id) + " n " + std::to_string(request.n) + " blockDim " +
                   std::to_string(block_dim) + " COARSE_FACTOR " + std::to_string(factor) + " " +
                   std::string(name_of(request.type)));
      expect_program(request);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(BruteForce, EveryArrayKernelAtRandomLaunches) {
  std::mt19937_64 random(2027);
  for (const auto& kernel : array_kernels()) {
    const bool launches_many = !kernel.entries.empty();
    for (int round = 0; round < (launches_many ? 6 : 20); ++round) {
      RunRequest request = testing::request_of(kernel.id, 1 + random() % (launches_many ? 300 : 3000),
                                               1u << (launches_many ? 1 + random() % 6 : random() % 11),
                                               1 + random() % std::min(kernel.max_coarse_factor, 8u));
      const auto types = types_of(kernel.workload);
      request.type = types[static_cast<std::size_t>(round) % types.size()];
      const Shape shape = facts_of(kernel.workload).shape;
      if (shape != Shape::vector) {
        request.n = 1 + random() % 40;
        request.matrices = {request.n, random() % 40, 1 + random() % 90};
        if (shape == Shape::matrix) request.matrices->inner = 0;
        request.tile_width = kTileWidths[random() % 3];
      }
      if (refusal(request)) continue;  // for too much shared memory
      SCOPED_TRACE(fmt::format("{} n {} blockDim {} tile {} COARSE_FACTOR {} {}", kernel.id, request.n,
                               request.block_dim, request.tile_width, request.coarse_factor,
                               name_of(request.type)));
      expect_program(request);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace lanescope
