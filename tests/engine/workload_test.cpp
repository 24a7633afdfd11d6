// Workloads besides reduction: results beside a product written out here, the book's figures, and what is refused.
#include "engine/workload/workload.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/json/request_json.h"
#include "engine/recording.h"
#include "engine/session.h"
#include "engine/verify.h"
#include "engine/workload/arrays.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::matrix_request;
using testing::output_of;
using testing::run_of;

Totals totals_of(const RunRequest& request) {
  return run_of(request).metrics.totals;
}

std::string refusal_of(const RunRequest& request) {
  const auto refused = refusal(request);
  return refused ? refused->text() : "";
}

// PMPP 4e, section 5.1: a multiply-add is two operations on two elements of four bytes.
TEST(BookFigures, NaiveProductDoesAQuarterOfAnOperationAByte) {
  EXPECT_EQ(totals_of(matrix_request("matmul_naive", {64, 64, 64}, 16)).flop_per_load_byte(), 0.25);
}

// Section 5.4: a block of 32 x 32 threads loads 2 x 1024 elements a phase and does 1024 x 32 x 2 operations on
// them.
TEST(BookFigures, TiledProductDoesEightOperationsAByte) {
  const Totals phase = totals_of(matrix_request("matmul_tiled", {32, 32, 32}, 32));
  EXPECT_EQ(phase.flop, 65'536u);
  EXPECT_EQ(phase.global_load_bytes(), 8'192u);
  for (const unsigned tile_width : kTileWidths)
    EXPECT_EQ(totals_of(matrix_request("matmul_tiled", {64, 96, 64}, tile_width)).flop_per_load_byte(),
              tile_width / 4.0);
}

// Section 6.3: four tiles of N and one of M, 5 x 1024 elements; 4 x 1024 x 32 x 2 operations.
TEST(BookFigures, CoarsenedProductLoadsTheTileOfMOnce) {
  const Totals phase = totals_of(matrix_request("matmul_coarsened", {32, 32, 128}, 32, 4));
  EXPECT_EQ(phase.flop, 262'144u);
  EXPECT_EQ(phase.global_load_bytes(), 20'480u);
  EXPECT_EQ(phase.flop_per_load_byte(), 12.8);
  EXPECT_EQ(totals_of(matrix_request("matmul_coarsened", {64, 64, 256}, 32, 4)).flop_per_load_byte(), 12.8);
}

// Section 6.3, pitfall 1: nothing is repeated between threads.
TEST(BookFigures, CoarseningAnElementwiseKernelSavesNothing) {
  for (const auto* kernel : {"vector_add", "rgb_to_gray"}) {
    const Totals fine = totals_of(testing::request_of(kernel, 1 << 13, 128));
    for (const unsigned factor : {2u, 8u, 64u}) {
      const Totals coarse = totals_of(testing::request_of(kernel, 1 << 13, 128, factor));
      EXPECT_EQ(coarse.accesses, fine.accesses) << kernel << " " << factor;
      EXPECT_EQ(coarse.flop, fine.flop) << kernel << " " << factor;
    }
  }
  EXPECT_EQ(totals_of(testing::request_of("vector_add", 1000, 128)).flop, 1000u);
  EXPECT_EQ(totals_of(testing::request_of("rgb_to_gray", 1000, 128)).flop, 5000u);
}

// On paper: an output needs five inputs, but the first and the last lack two of them, their neighbours one. A
// thread with C outputs needs C + 4; the first one lacks two of these, and so does the last one.
TEST(Stencil, CoarseningLoadsEachInputOnceAThread) {
  constexpr std::uint64_t kN = 1 << 13;
  const Totals fine = totals_of(testing::request_of("stencil_basic", kN, 128));
  EXPECT_EQ(fine.global_load_bytes(), 4 * (5 * kN - 6));
  EXPECT_EQ(fine.flop, 9 * kN);
  for (const std::uint64_t factor : {1u, 2u, 4u, 8u, 16u}) {
    const Totals coarse =
        totals_of(testing::request_of("stencil_coarsened", kN, 128, static_cast<unsigned>(factor)));
    EXPECT_EQ(coarse.global_load_bytes(), 4 * (kN + 4 * (kN / factor) - (factor == 1 ? 6 : 4))) << factor;
    EXPECT_EQ(coarse.of(AccessKind::global_load).requests, (kN / 32) * (factor + 4) / factor) << factor;
    EXPECT_EQ(coarse.flop, fine.flop) << factor;
  }
}

// On paper: what a warp wants of C elements a thread, one of each, touches 32 x 4 C bytes / 32 = 4 C sectors, and
// no more than 32; where it does not begin on a sector, one more or none. Neighbours touch five, four where
// aligned.
TEST(Stencil, CoarseningCostsCoalescing) {
  constexpr std::uint64_t kN = 1 << 13, kWarps = kN / 32;
  const auto stores = [](const Totals& totals) { return totals.of(AccessKind::global_store).transactions; };
  EXPECT_EQ(stores(totals_of(testing::request_of("stencil_basic", kN, 128))), 4 * kWarps);
  for (const std::uint64_t factor : {2u, 4u, 8u, 16u}) {
    const Totals coarse =
        totals_of(testing::request_of("stencil_coarsened", kN, 128, static_cast<unsigned>(factor)));
    EXPECT_EQ(stores(coarse), std::min<std::uint64_t>(4 * factor, 32) * kWarps) << factor;
  }
}

TEST(Stencil, WeighsItsNeighbours) {
  for (const KernelInfo& kernel : kernels_of(Workload::stencil)) {
    const RunRequest request = testing::request_of(kernel.id, 7, 32, kernel.coarsens ? 3 : 1);
    // One sixteen in the middle shows the weights; one at the edge loses those that fall outside.
    EXPECT_EQ(output_of<float>(request, std::vector<float>{0, 0, 0, 16, 0, 0, 0}),
              (std::vector<float>{0, 1, 4, 6, 4, 1, 0}));
    EXPECT_EQ(output_of<float>(request, std::vector<float>{16, 0, 0, 0, 0, 0, 16}),
              (std::vector<float>{6, 4, 1, 0, 1, 4, 6}));
  }
}

// On paper: a warp of a 32 x 32 block is one row. It reads one word of M, which is one wavefront for all its lanes,
// and 32 neighbours of N, another one; so are its two stores.
TEST(MatrixProduct, SharedMemoryHasNoConflicts) {
  const Totals phase = totals_of(matrix_request("matmul_tiled", {32, 32, 32}, 32));
  EXPECT_EQ(phase.of(AccessKind::shared_load).requests, 32u * 32 * 2);
  EXPECT_EQ(phase.of(AccessKind::shared_load).transactions, 32u * 32 * 2);
  EXPECT_EQ(phase.of(AccessKind::shared_store).requests, 32u * 2);
  EXPECT_EQ(phase.bank_conflicts(AccessKind::shared_store), 0u);
  EXPECT_EQ(phase.barriers, 2u);
}

TEST(Workloads, OneWrongElementIsFound) {
  RunRequest request = matrix_request("matmul_tiled", {20, 30, 10}, 8);
  Progress progress;
  const LaunchConfig launch = launch_config(request);
  const Input input = make_input(request, progress);
  const Expected expected = expected_result(request, launch, input, progress);
  auto output = output_of<float>(request, input);
  const auto judged = [&] {
    const auto array = std::make_shared<Values>(output);
    return judge({checksum(*array), std::nullopt, array}, request, launch, expected);
  };
  EXPECT_TRUE(judged().correct);
  // The bound is 30 roundings of |row| |column|, which is about 10: 2e-5.
  output[57] += 1e-4f;
  EXPECT_FALSE(judged().correct);
  EXPECT_NE(judged().note.text().find("57"), std::string::npos);
  output[57] = std::nanf("");
  EXPECT_FALSE(judged().correct);
}

TEST(Workloads, IntegersWrapAsOnTheGpu) {
  RunRequest request = testing::request_of("vector_add", 2, 32);
  request.type = ElementType::int32;
  std::vector<std::int32_t> elements(66);
  elements[0] = elements[64] = 0x7fffffff;
  const Input input = elements;
  EXPECT_EQ(output_of<std::int32_t>(request, input)[0], -2);
  Progress progress;
  const Expected expected = expected_result(request, launch_config(request), input, progress);
  EXPECT_EQ(expected.arrays->values[0], -2);
}

TEST(Workloads, ArraysBeginWhereCudaAllocates) {
  LaunchConfig launch;
  launch.workload = Workload::rgb_to_gray;
  launch.n = 65;
  const ArrayLayout layout = arrays_of(launch, 4);
  ASSERT_EQ(layout.inputs.size(), 3u);
  EXPECT_EQ(layout.inputs[1].begin, 128u);
  EXPECT_EQ(layout.inputs[2].begin, 256u);
  EXPECT_EQ(layout.input_elements(), 321u);
  EXPECT_EQ(layout.input_values(), 195u);
  EXPECT_EQ(layout.output, 65u);
}

TEST(Workloads, RefuseWhatHasNoMeaning) {
  RunRequest request = testing::request_of("vector_add", 100, 32);
  EXPECT_EQ(refusal_of(request), "");
  request.op = Op::max;
  EXPECT_NE(refusal_of(request).find("no operator"), std::string::npos);
  request = testing::request_of("vector_add", 100, 32);
  request.combining = Combining::host;
  EXPECT_NE(refusal_of(request).find("nothing to combine"), std::string::npos);
  request = testing::request_of("rgb_to_gray", 100, 32);
  request.type = ElementType::int32;
  EXPECT_NE(refusal_of(request).find("only float32"), std::string::npos);
  request = matrix_request("matmul_coarsened", {8, 8, 8}, 8, 9);
  EXPECT_NE(refusal_of(request).find("from 1 to 8"), std::string::npos);
  EXPECT_NE(refusal_of(matrix_request("matmul_tiled", {8, 8, 8}, 12)).find("8, 16, 32"), std::string::npos);
  EXPECT_NE(refusal_of(matrix_request("matmul_tiled", {8, 8, 8}, 8, 2)).find("matmul_coarsened"),
            std::string::npos);
  EXPECT_NE(refusal_of(matrix_request("segmented", {8, 8, 8}, 8)).find("not matrices"), std::string::npos);
  EXPECT_NE(refusal_of(matrix_request("matmul_tiled", {8, kMaxMatrixWidth + 1, 8}, 8)), "");
}

TEST(Workloads, RequestsAndLaunchesGoThroughJson) {
  const RunRequest request = matrix_request("matmul_coarsened", {5, 9, 70}, 8, 3);
  EXPECT_EQ(nlohmann::json(request).get<RunRequest>(), request);
  const LaunchConfig launch = launch_config(request);
  EXPECT_EQ(nlohmann::json(launch).get<LaunchConfig>(), launch);
  EXPECT_EQ(launch.grid_dim, 3u);
  EXPECT_EQ(launch.block_dim, 64u);
  // What a reduction's say is what they said before there were others.
  EXPECT_FALSE(nlohmann::json(RunRequest{}).contains("matrices"));
  EXPECT_FALSE(nlohmann::json(LaunchConfig{}).contains("workload"));
}

TEST(Workloads, RecordingsKeepThem) {
  std::vector<lanescope::Run> runs;
  runs.push_back(run_of(matrix_request("matmul_coarsened", {20, 17, 40}, 8, 3)));
  runs.push_back(run_of(testing::request_of("rgb_to_gray", 1000, 64, 2)));
  const auto kept = decode_recording(encode_recording(runs), "test");
  ASSERT_EQ(kept.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(kept[i].request, runs[i].request);
    EXPECT_EQ(kept[i].launch, runs[i].launch);
    EXPECT_EQ(kept[i].metrics.totals.accesses, runs[i].metrics.totals.accesses);
    EXPECT_EQ(kept[i].metrics.totals.flop, runs[i].metrics.totals.flop);
    EXPECT_EQ(kept[i].trace->addresses, runs[i].trace->addresses);
  }
}

TEST(Workloads, RecordingsOfAnImpossibleLaunchAreRefused) {
  lanescope::Run run = run_of(matrix_request("matmul_tiled", {20, 17, 40}, 8));
  run.launches[0].launch.matrices.columns = 1 << 14;
  EXPECT_THROW(decode_recording(encode_recording({run}), "test"), Error);
  run = run_of(testing::request_of("segmented", 1000, 64));
  run.launches[0].launch.workload = Workload::vector_add;
  EXPECT_THROW(decode_recording(encode_recording({run}), "test"), Error);
}

TEST(Workloads, AreAmongWhatVerifyCompares) {
  for (const KernelInfo& kernel : array_kernels()) {
    const auto requests = verification_requests({std::string(kernel.id)});
    EXPECT_GT(requests.size(), 20u) << kernel.id;
    for (const auto& request : requests) EXPECT_EQ(refusal_of(request), "");
  }
}

}  // namespace
}  // namespace lanescope
