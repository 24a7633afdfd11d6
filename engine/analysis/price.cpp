#include "engine/analysis/price.h"

#include <fmt/format.h>

#include "engine/base/error.h"

namespace lanescope {
namespace {

std::optional<std::int64_t> value_of(const Metric& metric, const Metrics& of) {
  return whole_of(metric.price.of_block ? metric.of_block(of.block) : metric.of_totals(of.totals));
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
                "The two launches do not solve the same problem, so their costs cannot be compared.");
  std::vector<PriceRow> rows;
  for (const Metric* metric : metrics_in(&Metric::price))
    rows.push_back({metric, value_of(*metric, fine.metrics), value_of(*metric, coarse.metrics)});
  return rows;
}

const KernelInfo& fine_partner(const KernelInfo& kernel) {
  if (!kernel.coarsens)
    throw Error(ErrorKind::usage,
                fmt::format("KERNEL '{}': it is not coarsened, so it has no fine-grained partner; these are "
                            "coarsened: {}.",
                            kernel.id, kernel_ids([](const KernelInfo& info) { return info.coarsens; })));
  return kernel_info(kernel.fine_partner.empty() ? kernel.id : kernel.fine_partner);
}

const KernelInfo* coarse_partner(const KernelInfo& kernel) {
  for (const KernelInfo& other : all_kernels())
    if (other.coarsens && other.fine_partner == kernel.id) return &other;
  return nullptr;
}

RunRequest fine_request(const RunRequest& coarse, const KernelInfo& partner) {
  RunRequest fine = coarse;
  fine.kernel = partner.id;
  fine.coarse_factor = 1;
  fine.grid_dim.reset();
  return fine;
}

}  // namespace lanescope
