// What coarsening saves: closed forms of the book's figures, and which launches are compared at all.
#include "engine/analysis/price.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/session.h"

namespace lanescope {
namespace {

PricedLaunch priced(const RunRequest& request) {
  Progress progress;
  const lanescope::Run made = run(request, progress);
  return {made.launch, request.type, made.metrics};
}

RunRequest priced_request(std::string_view kernel, std::uint64_t n, unsigned coarse_factor) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.coarse_factor = coarse_factor;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  return request;
}

/// The rows of a request beside its partner's, by item.
struct Rows {
  explicit Rows(const RunRequest& request)
      : rows(price(priced(fine_request(request, fine_partner(kernel_info(request.kernel)))), priced(request))) {}
  const PriceRow& of(std::string_view item) const {
    for (const PriceRow& row : rows)
      if (row.metric->price_name() == item) return row;
    throw std::out_of_range(std::string(item));
  }
  void expect(std::string_view item, std::int64_t fine, std::int64_t coarse) const {
    EXPECT_EQ(of(item).fine, fine) << item;
    EXPECT_EQ(of(item).coarse, coarse) << item;
  }
  std::vector<PriceRow> rows;
};

TEST(Price, OfCoarsenedProductsIsTheTileOfMLoadedOnce) {
  // PMPP 4e, section 6.3: 2 loads an element of a tile fall to 1 + C for C tiles. 128 x 128 matrices, tiles of 32:
  // 4 x 4 blocks in 4 phases with 32 warps each.
  RunRequest request = priced_request("matmul_coarsened", 128, 4);
  request.tile_width = 32;
  const Rows rows(request);
  const std::int64_t warps = 32, phases = 4;
  rows.expect("global_load_requests", 16 * phases * warps * 2, 4 * phases * warps * (1 + 4));
  rows.expect("global_load_sectors", 16 * phases * warps * 2 * 4, 4 * phases * warps * (1 + 4) * 4);
  rows.expect("global_load_bytes", 16 * phases * 1024 * 2 * 4, 4 * phases * 1024 * (1 + 4) * 4);
  EXPECT_DOUBLE_EQ(*rows.of("global_load_requests").ratio(), 5.0 / 8);
  EXPECT_EQ(rows.of("global_load_requests").difference(), -1536);
  rows.expect("barriers", 16 * phases * 2, 4 * phases * 4 * 2);
  rows.expect("operations", 2 * 128 * 128 * 128, 2 * 128 * 128 * 128);
  rows.expect("redundant_operations", 0, 0);
  EXPECT_FALSE(rows.of("redundant_operations").ratio()) << "nothing of nothing";
  rows.expect("blocks", 16, 4);
  rows.expect("steps", 128, 512);
  rows.expect("divergent_warp_steps", 0, 0);
}

TEST(Price, OfRaggedProductsHasOperationsOnPadding) {
  RunRequest request = priced_request("matmul_coarsened", 20, 2);
  request.tile_width = 8;
  const Rows rows(request);
  // Tiles of 8 pad 20 to 24; pairs of them pad the columns to 32.
  const std::int64_t sequential = 2 * 20 * 20 * 20;
  rows.expect("redundant_operations", 2 * 24 * 24 * 24 - sequential, 2 * 24 * 24 * 32 - sequential);
}

TEST(Price, OfACoarsenedReductionIsFewerBarriersAndAtomics) {
  const std::uint64_t n = 1 << 14;
  for (const unsigned factor : {1u, 2u, 8u}) {
    const Rows rows(priced_request("coarsened", n, factor));
    // Segments of 2 x 256 elements: log2(256) barriers and one atomic each.
    rows.expect("blocks", 32, 32 / factor);
    rows.expect("barriers", 32 * 8, 32 / factor * 8);
    rows.expect("atomic_requests", 32, 32 / factor);
    // No block loads an element twice: coarsening saves no loads here.
    rows.expect("global_load_bytes", 4 * n, 4 * n);
    rows.expect("global_load_requests", n / 32, n / 32);
    // N - 1 additions, and the one to the output's preset.
    rows.expect("operations", n, n);
    rows.expect("redundant_operations", 1, 1);
    // A tree diverges in its last five steps, in one warp.
    rows.expect("divergent_warp_steps", 32 * 5, 32 / factor * 5);
    rows.expect("steps", 1 + 8, 2 * factor - 1 + 8);
  }
}

TEST(Price, OfElementwiseKernelsIsNothingSaved) {
  for (const char* kernel : {"vector_add", "rgb_to_gray"}) {
    const Rows rows(priced_request(kernel, 1 << 14, 4));
    for (const std::string_view item :
         {"global_load_requests", "global_load_sectors", "global_load_bytes", "operations"})
      EXPECT_EQ(rows.of(item).difference(), 0) << kernel << ' ' << item;
    rows.expect("redundant_operations", 0, 0);
    rows.expect("blocks", 64, 16);
  }
}

TEST(Price, TellsNothingThatWasNotRecorded) {
  PricedLaunch fine = priced(priced_request("segmented", 4096, 1)),
               coarse = priced(priced_request("coarsened", 4096, 4));
  coarse.metrics.totals.has_accesses = false;
  for (const PriceRow& row : price(fine, coarse)) {
    const std::string_view item = row.metric->price_name();
    const bool needs_accesses =
        item != "barriers" && item != "divergent_warp_steps" && item != "blocks" && item != "steps";
    EXPECT_EQ(row.coarse.has_value(), !needs_accesses) << item;
    EXPECT_EQ(row.difference().has_value(), !needs_accesses);
    EXPECT_TRUE(row.fine);
  }
}

TEST(Price, PartnersAreEachOthers) {
  for (const KernelInfo& kernel : all_kernels()) {
    const KernelInfo* coarse = coarse_partner(kernel);
    if (coarse) {
      EXPECT_EQ(fine_partner(*coarse).id, kernel.id) << coarse->id;
    }
  }
  ASSERT_TRUE(coarse_partner(kernel_info("segmented")));
  EXPECT_EQ(coarse_partner(kernel_info("segmented"))->id, "coarsened");
  EXPECT_FALSE(coarse_partner(kernel_info("coarsened")));
}

TEST(Price, IsOfOneProblem) {
  const PricedLaunch segmented = priced(priced_request("segmented", 4096, 1));
  EXPECT_THROW(price(segmented, priced(priced_request("coarsened", 4097, 2))), Error);
  EXPECT_THROW(price(segmented, priced(priced_request("vector_add", 4096, 2))), Error);
}

TEST(Price, OfACoarsenedScanIsBesideTheSchemeThatItUses) {
  // Kogge and Stone take S log2 S - (S - 1) additions for a section of S = T elements, a loop S - 1. T threads of C
  // elements each take T (C - 1) alone, scan their T sums, and hand them out to (T - 1)(C - 1) elements.
  const std::int64_t n = 1 << 16, threads = 256, factor = 4, rounds = 8;
  const std::int64_t scheme = threads * rounds - (threads - 1);
  const std::int64_t coarsened = threads * (factor - 1) + scheme + (threads - 1) * (factor - 1);
  const std::int64_t sections = n / threads, long_sections = sections / factor;
  RunRequest request = priced_request("scan_coarsened", n, factor);
  request.block_dim = threads;
  const Rows rows(request);
  rows.expect("redundant_operations", sections * scheme - (n - sections),
              long_sections * coarsened - (n - long_sections));
  rows.expect("redundant_operations", 393'728, 147'392);
}

TEST(FinePartner, DoesTheSameWithoutCoarsening) {
  const auto partner_of = [](const char* kernel) { return fine_partner(kernel_info(kernel)).id; };
  EXPECT_EQ(partner_of("coarsened"), "segmented");
  EXPECT_EQ(partner_of("matmul_coarsened"), "matmul_tiled");
  EXPECT_EQ(partner_of("stencil_coarsened"), "stencil_basic");
  EXPECT_EQ(partner_of("merge_coarsened"), "merge_basic");
  EXPECT_EQ(partner_of("histogram_contiguous"), "histogram_private");
  EXPECT_EQ(partner_of("histogram_interleaved"), "histogram_private");
  EXPECT_EQ(partner_of("scan_coarsened"), "scan_kogge_stone");
  EXPECT_EQ(partner_of("vector_add"), "vector_add");
  EXPECT_EQ(partner_of("rgb_to_gray"), "rgb_to_gray");
  EXPECT_THROW(partner_of("segmented"), Error);
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.coarsens) {
      EXPECT_TRUE(kernel.fine_partner.empty()) << kernel.id;
      continue;
    }
    const KernelInfo& partner = fine_partner(kernel);
    EXPECT_EQ(partner.workload, kernel.workload) << kernel.id;
    EXPECT_TRUE(partner.traced()) << kernel.id;
    EXPECT_TRUE(partner.id == kernel.id || !partner.coarsens) << kernel.id;
    RunRequest request = priced_request(kernel.id, 1024, 2);
    request.type = default_type(kernel.workload);
    request.n = std::min<std::uint64_t>(info_of(kernel.workload).default_n, 1024);
    EXPECT_FALSE(refusal(fine_request(request, fine_partner(kernel)))) << kernel.id;
  }
}

}  // namespace
}  // namespace lanescope
