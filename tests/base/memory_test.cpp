// What does not fit is refused before it is allocated; what is counted is counted right, up to the ends of 64 bits.
#include "engine/machine/memory.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/session.h"

namespace lanescope {
namespace {

RunRequest memory_request(std::string_view kernel, std::uint64_t n, unsigned block_dim = 256) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.backend = BackendChoice::emulator;
  return request;
}

double bytes_of(const RunRequest& request, bool on_gpu) {
  return host_bytes_of(request, launch_config(request), on_gpu);
}

TEST(Memory, a_machine_has_some) {
  EXPECT_GT(available_memory_bytes(), 1 << 20);
  EXPECT_LT(available_memory_bytes(), 0x1p50);
}

TEST(Memory, a_run_is_its_input_and_what_blocks_leave) {
  const double input = 4 * 0x1p20;
  EXPECT_EQ(bytes_of(memory_request("sequential", 1 << 20), false), input);
  EXPECT_EQ(bytes_of(memory_request("segmented", 1 << 20), true), input);
  // A block's value and whether there is one, and the result.
  EXPECT_EQ(bytes_of(memory_request("segmented", 1 << 20), false), input + 8 * 2048 + 4);
  EXPECT_EQ(bytes_of(memory_request("convergent_global", 1 << 20), false), 2 * input + 8 * 2048 + 4);
  auto request = memory_request("convergent_shared", 1 << 20);
  request.combining = Combining::host;
  EXPECT_EQ(bytes_of(request, true), input + 4 * 2048);
  request.detail = Detail::full;
  EXPECT_GT(bytes_of(request, true), bytes_of(request, false));
}

TEST(Memory, a_chain_of_launches_keeps_what_each_leaves_to_the_next) {
  auto request = memory_request("convergent_shared", 1 << 20);
  request.combining = Combining::relaunch;
  // 2048 sums, 4, and the result; the second and the third launch keep a copy of what they read.
  const double input = 4 * 0x1p20, sums = 4 * (2048 + 4 + 1), copies = 4 * (2048 + 4);
  ASSERT_EQ(launches_of(request).size(), 3u);
  EXPECT_EQ(bytes_of(request, false), input + sums + copies);
  EXPECT_EQ(bytes_of(request, true), input);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), input + sums);
  request.detail = Detail::masks;
  const double blocks = 2048 + 4 + 1, index = 4, placement = 20, logged = 24;
  EXPECT_EQ(bytes_of(request, false), input + sums + copies + index * blocks);
  EXPECT_EQ(bytes_of(request, true), input + copies + (index + placement) * blocks + logged * 2048);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), input + sums + 4 * (2048 + 4));
}

TEST(Memory, a_scan_takes_the_sums_of_its_sections_too) {
  auto request = memory_request("scan_hierarchical", 513, 8);
  // 65 sections of 8 elements, 9 of their sums, 2 of those, and one.
  const double n = 513, sums = 65 + 9 + 2 + 1, element = 4, reference = 16;
  EXPECT_EQ(bytes_of(request, false), element * (2 * n + sums) + reference * n);
  EXPECT_EQ(bytes_of(request, true), element * 2 * n + reference * n);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), element * (2 * n + sums));
  request.detail = Detail::full;
  const double blocks = (65 + 9 + 2 + 1) + (1 + 8 + 64), index = 4;
  EXPECT_EQ(bytes_of(request, false), element * (2 * n + sums) + reference * n + index * blocks);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), element * (2 * n + sums) + element * (n + 65))
      << "and a copy of the result and the first sums, while a launch is recorded";
}

TEST(Memory, a_sort_takes_the_buffers_of_its_passes_too) {
  auto request = memory_request("radix_sort_digit", 1000);
  request.type = ElementType::int32;
  // 4 blocks of 256 keys with 16 digits each. Keys: the input, the result, where they go in turn with it, and the
  // sorted sections; and the counts, and the sum of their one section.
  const double n = 1000, counts = 16 * 4, element = 4, reference = 16;
  const double buffers = n + n + n + counts + 1;
  EXPECT_EQ(bytes_of(request, false), element * (n + buffers) + reference * n);
  EXPECT_EQ(bytes_of(request, true), element * 2 * n + reference * n);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), element * (n + buffers));
  request.detail = Detail::masks;
  const double blocks = 8 * (4 + 1 + 4), index = 4;
  EXPECT_EQ(bytes_of(request, false), element * (n + buffers) + reference * n + index * blocks);
  EXPECT_EQ(device_bytes_of(request, launch_config(request)), element * (n + buffers) + element * (2 * n + counts))
      << "and a copy of keys, sections and counts, while a launch is recorded";
}

TEST(Memory, what_does_not_fit_is_refused_before_it_is_made) {
  for (const char* kernel : {"segmented", "sequential", "two_pass_shared_tree", "atomic_per_thread"}) {
    auto request = memory_request(kernel, std::uint64_t{1} << 39);
    if (kernel_info(kernel).on_host) request.backend = BackendChoice::automatic;
    Progress progress;
    try {
      run(request, progress);
      ADD_FAILURE() << kernel << " took 2 TiB";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with("--n 549755813888: a run of that size takes 20")) << text;
      EXPECT_NE(text.find(" would fit."), std::string::npos) << text;
    }
  }
}

TEST(Memory, the_n_that_a_refusal_names_is_not_refused) {
  try {
    require_memory(0x1p60, 1ull << 58, Sentence("an input"));
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what(), before = "--n 2^";
    const auto at = text.rfind(before);
    ASSERT_NE(at, std::string::npos) << text;
    const std::uint64_t n = 1ull << std::stoi(text.substr(at + before.size()));
    EXPECT_NO_THROW(require_memory(0.9 * 4 * static_cast<double>(n), n, Sentence("an input")));
    EXPECT_THROW(require_memory(2.5 * 4 * static_cast<double>(n), 2 * n, Sentence("an input")), Error);
  }
}

TEST(LaunchLimits, blocks_cover_every_large_n_exactly) {
  for (const auto& kernel : reductions()) {
    if (!kernel.traced() || kernel.grid != GridRule::per_segment) continue;
    for (int exponent = 31; exponent <= 63; ++exponent) {
      for (const std::uint64_t n : {(1ull << exponent) - 1, 1ull << exponent, (1ull << exponent) + 1}) {
        const auto request = memory_request(kernel.id, n, 1024);
        const unsigned __int128 per_block = kernel.elements_per_thread * 1024u;
        const unsigned __int128 blocks = (n + per_block - 1) / per_block;
        ASSERT_EQ(refusal(request).has_value(), blocks > kMaxGridDim) << kernel.id << " " << n;
        if (blocks > kMaxGridDim) continue;
        ASSERT_EQ(launch_config(request).grid_dim, static_cast<std::uint64_t>(blocks)) << kernel.id << " " << n;
      }
    }
  }
}

TEST(LaunchLimits, two_to_the_33_floats_are_a_grid_of_every_kernel_that_takes_any_n) {
  for (const auto& kernel : reductions()) {
    const auto request = memory_request(kernel.id, 1ull << 33);
    if (!kernel.traced() || kernel.grid == GridRule::one_block) continue;
    ASSERT_FALSE(refusal(request)) << kernel.id;
    for (std::optional<LaunchConfig> launch = launch_config(request); launch; launch = next_launch(*launch)) {
      EXPECT_GE(launch->grid_dim, 1u);
      EXPECT_LE(launch->grid_dim, kMaxGridDim);
    }
  }
  EXPECT_EQ(launch_config(memory_request("segmented", 1ull << 33)).grid_dim, 1u << 24);
}

TEST(LaunchLimits, the_largest_grid_is_taken_and_one_block_more_is_not) {
  EXPECT_FALSE(refusal(memory_request("segmented", 2 * kMaxGridDim, 1)));
  EXPECT_TRUE(refusal(memory_request("segmented", 2 * kMaxGridDim + 1, 1)));
  EXPECT_TRUE(refusal(memory_request("segmented", ~0ull, 1024)));
  auto request = memory_request("two_pass_shared_tree", ~0ull, 1024);
  EXPECT_EQ(launch_config(request).grid_dim, kDefaultGridDim);
  request.grid_dim = kMaxGridDim;
  EXPECT_FALSE(refusal(request));
  request.detail = Detail::masks;
  EXPECT_EQ(refusal(request)->option, "--grid") << "its stride has 41 bits";
  request.detail = Detail::none;
  request.grid_dim = kMaxGridDim + 1;
  EXPECT_TRUE(refusal(request));
}

}  // namespace
}  // namespace lanescope
