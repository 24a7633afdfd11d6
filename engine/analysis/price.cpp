#include "engine/analysis/price.h"

#include <fmt/format.h>

#include "engine/workload/sequential_work.h"
#include "engine/base/error.h"

namespace lanescope {
namespace {

std::int64_t counted(std::uint64_t count) {
  return static_cast<std::int64_t>(count);
}

std::optional<std::int64_t> value_of(PriceItem item, const PricedLaunch& of) {
  const Totals& totals = of.metrics.totals;
  const auto recorded = [&](std::uint64_t count) {
    return totals.has_accesses ? std::optional(counted(count)) : std::nullopt;
  };
  switch (item) {
    case PriceItem::global_load_requests:
      return recorded(totals.of(AccessKind::global_load).requests);
    case PriceItem::global_load_sectors:
      return recorded(totals.of(AccessKind::global_load).transactions);
    case PriceItem::global_load_bytes:
      return recorded(totals.global_load_bytes());
    case PriceItem::barriers:
      return counted(totals.barriers);
    case PriceItem::divergent_warp_steps:
      return counted(totals.divergent_branches);
    case PriceItem::atomic_requests:
      return recorded(totals.of(AccessKind::atomic).requests);
    case PriceItem::operations:
      return recorded(totals.flop + totals.atomic_updates);
    case PriceItem::redundant_operations: {
      const auto sequential = sequential_operations(of.launch);
      if (!sequential || !totals.has_accesses) return std::nullopt;
      return counted(totals.flop + totals.atomic_updates) - counted(*sequential);
    }
    case PriceItem::blocks:
      return counted(of.launch.grid_dim);
    case PriceItem::steps:
      return counted(of.metrics.block.counted_steps());
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> PriceRow::difference() const {
  if (!fine || !coarse) return std::nullopt;
  return *coarse - *fine;
}

std::optional<double> PriceRow::ratio() const {
  if (!fine || !coarse || *fine == 0) return std::nullopt;
  return static_cast<double>(*coarse) / static_cast<double>(*fine);
}

std::vector<PriceRow> price(const PricedLaunch& fine, const PricedLaunch& coarse) {
  const LaunchConfig &a = fine.launch, &b = coarse.launch;
  if (a.workload != b.workload || a.n != b.n || a.matrices != b.matrices || fine.type != coarse.type)
    throw Error(ErrorKind::usage,
                "The two launches are not of the same problem, so that neither is the other's price.");
  std::vector<PriceRow> rows;
  for (std::size_t i = 0; i < std::size(kPriceNames); ++i) {
    const auto item = static_cast<PriceItem>(i);
    rows.push_back({item, value_of(item, fine), value_of(item, coarse)});
  }
  return rows;
}

const KernelInfo& fine_partner(const KernelInfo& kernel) {
  if (!kernel.coarsens)
    throw Error(ErrorKind::usage,
                fmt::format("KERNEL '{}': it is not coarsened, so that it has no fine-grained partner; these are "
                            "coarsened: {}.",
                            kernel.id, kernel_ids([](const KernelInfo& info) { return info.coarsens; })));
  return kernel_info(kernel.fine_partner.empty() ? kernel.id : kernel.fine_partner);
}

RunRequest fine_request(const RunRequest& coarse, const KernelInfo& partner) {
  RunRequest fine = coarse;
  fine.kernel = partner.id;
  fine.coarse_factor = 1;
  fine.grid_dim.reset();
  return fine;
}

}  // namespace lanescope
