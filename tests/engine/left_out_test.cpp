// What the compiler leaves out of stencils and scans: told from their machine code (tests/data), and nothing else
// is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>

#include "engine/counters/edge_products.h"
#include "engine/counters/reasons.h"
#include "engine/counters/recorded_counters.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

const MachineCode& sample_code() {
  static const MachineCode code = [] {
    std::ifstream file(LANESCOPE_SOURCE_DIR "/tests/data/nvdisasm_arrays_sm_90.txt", std::ios::binary);
    MachineCode read;
    add_disassembly(std::string{std::istreambuf_iterator<char>(file), {}}, read);
    return read;
  }();
  return code;
}

const std::vector<MachineInstruction>& code_of(const std::string& part) {
  for (const auto& [name, instructions] : sample_code())
    if (name.find(part) != std::string::npos) return instructions;
  throw std::runtime_error("no function " + part);
}

const std::vector<MachineInstruction>& stencil_code(const RunRequest& request) {
  const bool basic = request.kernel == "stencil_basic";
  return code_of(basic ? "12StencilBasic" : "16StencilCoarsenedEfLj" + std::to_string(request.coarse_factor) + "E");
}

TEST(MachineCode, KnowsLinesOfKernelsThatAreNoReductions) {
  EXPECT_EQ(sample_code().size(), 6u);
  for (const auto& instruction : code_of("12StencilBasic"))
    if (instruction.opcode() == "STG") {
      EXPECT_EQ(instruction.file, "kernels/stencil/stencil_basic.h");
    }
}

TEST(EdgeProducts, AreThoseUnderThePredicateOfTheirLoad) {
  const auto offsets = [](const std::string& part) {
    std::vector<std::pair<std::int64_t, std::int64_t>> list;
    for (const auto& product : edge_products(code_of(part)))
      list.emplace_back(product.load_offset / 4, product.store_offset / 4);
    std::sort(list.begin(), list.end());
    return list;
  };
  using List = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(offsets("12StencilBasic"), (List{{-2, 0}, {-1, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(offsets("EfLj1E"), (List{{-2, 0}, {-1, 0}, {0, 0}, {1, 0}, {2, 0}}));
  // Of a register that several outputs share every product is made; the two ends are left.
  EXPECT_EQ(offsets("EfLj2E"), (List{{-2, 0}, {3, 1}}));
  EXPECT_EQ(offsets("EfLj4E"), (List{{-2, 0}, {5, 3}}));
  EXPECT_EQ(offsets("EfLj16E"), (List{{17, 15}}));
  EXPECT_TRUE(edge_products(code_of("13ScanCoarsened")).empty()) << "it loops";
}

TEST(EdgeProducts, AreMissedByThreadsAtTheEdgeAlone) {
  const EdgeProduct far_left{"", -8, 0}, far_right{"", 12, 4};
  EXPECT_EQ(threads_without(far_left, 100, 1, 4), 2u);
  EXPECT_EQ(threads_without(far_left, 100, 2, 4), 1u);
  EXPECT_EQ(threads_without(far_right, 100, 2, 4), 1u);
  EXPECT_EQ(threads_without(far_right, 101, 2, 4), 1u);
  EXPECT_EQ(threads_without(far_right, 0, 2, 4), 0u);
}

CountedKernel counted_of(std::uint64_t operations) {
  CountedKernel counted;
  counted.values["combine_ops"] = operations % 2;
  counted.fused = operations / 2;
  return counted;
}

/// Whether every word of a row's reasons is of a pattern, so that it can be said in another language.
void expect_patterns(const CounterRow& row) {
  const auto only_signs = [](const char* english) {
    return std::any_of(english, english + std::strlen(english), [](unsigned char c) { return std::isalpha(c); })
               ? ""
               : english;
  };
  for (const Metric* total : counter_totals()) {
    const Sentence reason = recorded_reason(row, row.emulated, *total);
    EXPECT_EQ(reason.empty(), row.counted[total->name] == row.emulated[total->name]) << reason_text(row);
    EXPECT_EQ(reason.text(only_signs).find_first_not_of(".;, "), std::string::npos) << reason.text();
  }
}

/// Whether operations fewer than the source's have a reason.
bool explains(const RunRequest& request, std::uint64_t fewer) {
  CounterRow row;
  row.kernel = request.kernel;
  row.n = request.n;
  row.coarse_factor = request.coarse_factor;
  row.emulated["combine_ops"] = request.n;
  row.counted["combine_ops"] = request.n - 1;
  const CountedKernel counted = counted_of(9 * request.n - fewer);
  const auto& code = stencil_code(request);
  explain(row, {.counted = &counted, .code = &code});
  const std::string count = " less " + std::to_string(fewer) + " multiplication";
  EXPECT_TRUE(row.unexplained || reason_text(row).find(count) != std::string::npos) << reason_text(row);
  if (!row.unexplained) expect_patterns(row);
  return !row.unexplained;
}

/// As many as an NVIDIA H200 counted fewer: 1 to 6, and none of ragged ones at factor 16.
TEST(LeftOut, ProductsOfStencilsAreTheWholeDifference) {
  for (const RunRequest& request : counted_requests({"stencil_basic", "stencil_coarsened"})) {
    const bool ragged = request.n % 16 != 0;
    const std::uint64_t fewer = request.coarse_factor == 1 ? 6 : request.coarse_factor < 16 ? 2 : ragged ? 0 : 1;
    SCOPED_TRACE(request.kernel + ", factor " + std::to_string(request.coarse_factor));
    EXPECT_EQ(explains(request, fewer), fewer > 0);
    EXPECT_FALSE(explains(request, fewer + 1));
    EXPECT_FALSE(fewer > 0 && explains(request, fewer - 1));
  }
}

TEST(LeftOut, CountsAreRoundedAwayFromTheSource) {
  Progress progress;
  const auto launches = counted_launches(counted_requests({"stencil_basic"}));
  std::vector<CountedKernel> counted;
  for (const auto& launch : launches) {
    counted.push_back(counted_of(9 * launch.launch.n + (counted.empty() ? 1 : 0) - (counted.size() == 1 ? 1 : 0)));
    counted.back().grid_dim = launch.launch.grid_dim;
    counted.back().block_dim = launch.launch.block_dim;
  }
  const auto rows = compare_counters(launches, counted, {}, progress);
  EXPECT_EQ(rows[0].counted["combine_ops"], rows[0].n + 1);
  EXPECT_EQ(rows[1].counted["combine_ops"], rows[1].n - 1);
  EXPECT_EQ(rows[2].counted["combine_ops"], rows[2].n);
}

/// A launch of scan_coarsened as its machine code does it: loads of some lines never run.
struct ScanLaunch {
  CounterRow row;
  CountedKernel counted;
  std::vector<LineLoads> loads;

  ScanLaunch(unsigned coarse_factor, const std::vector<unsigned>& never) {
    Progress progress;
    CountedLaunch launch;
    launch.request = testing::request_of("scan_coarsened", 60493, 256, coarse_factor);
    launch.launch = launch_config(launch.request);
    const auto emulated = LaunchEmulator().emulate(launch, progress);
    loads = shared_loads_by_line(launch, emulated.trace, progress);
    row.kernel = launch.request.kernel;
    row.n = launch.request.n;
    row.counted = row.emulated = emulated.values;
    const auto is_left_out = [&](unsigned line) {
      return std::find(never.begin(), never.end(), line) != never.end();
    };
    for (const auto& at : loads) {
      if (!is_left_out(at.line)) continue;
      row.counted["shared_load_requests"] -= at.loads.requests;
      row.counted["shared_load_wavefronts"] -= at.loads.transactions;
    }
    for (const auto& instruction : code_of("13ScanCoarsened"))
      counted.instructions.push_back({instruction.offset, is_left_out(instruction.line) ? 0u : 1u});
  }
  bool explains() {
    row.unexplained = false;
    explain(row, {.counted = &counted, .code = &code_of("13ScanCoarsened"), .shared_loads = loads});
    return !row.unexplained;
  }
};

TEST(LeftOut, LoadsByLineAddUpToTheTotal) {
  for (const unsigned factor : {1u, 4u}) {
    const ScanLaunch launch(factor, {});
    std::uint64_t requests = 0, wavefronts = 0;
    for (const auto& at : launch.loads) {
      requests += at.loads.requests;
      wavefronts += at.loads.transactions;
    }
    EXPECT_EQ(requests, launch.row.emulated["shared_load_requests"]);
    EXPECT_EQ(wavefronts, launch.row.emulated["shared_load_wavefronts"]);
  }
}

TEST(LeftOut, LoadsThatNoWarpExecutesAreTheWholeDifference) {
  ScanLaunch launch(1, {35, 56});
  EXPECT_TRUE(launch.explains()) << reason_text(launch.row);
  EXPECT_NE(reason_text(launch.row).find("line 35: no warp executes this load of shared memory (LDS "),
            std::string::npos);
  EXPECT_NE(reason_text(launch.row).find("line 56: no warp executes"), std::string::npos);
  expect_patterns(launch.row);
  launch.row.counted["shared_load_wavefronts"] += 1;
  EXPECT_FALSE(launch.explains());
  launch.row.counted["shared_load_wavefronts"] -= 1;
  launch.row.counted["shared_load_requests"] -= 1;
  EXPECT_FALSE(launch.explains());
  launch.row.counted["shared_load_requests"] += 1;
  EXPECT_TRUE(launch.explains());
  for (auto& instruction : launch.counted.instructions) instruction.executed = 1;
  EXPECT_FALSE(launch.explains()) << "a warp executes them";
}

}  // namespace
}  // namespace lanescope
