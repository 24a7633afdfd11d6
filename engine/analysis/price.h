// The price of parallelism, and what coarsening gets back of it (PMPP 4e, section 6.3): what a fine-grained and a
// coarsened launch of the same problem cost, counted from their traces. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/analysis/metric.h"
#include "engine/request/catalogue.h"
#include "engine/request/request.h"

namespace lanescope {

/// A launch with the metrics of its trace.
struct PricedLaunch {
  LaunchConfig launch;
  ElementType type = ElementType::float32;
  Metrics metrics;
};

/// One item of both launches. Either is missing where it was not recorded, or where there is no formula to compare
/// with.
struct PriceRow {
  const Metric* metric = nullptr;
  std::optional<std::int64_t> fine, coarse;

  std::optional<std::int64_t> difference() const;  ///< coarse - fine: below 0 is saved
  std::optional<double> ratio() const;             ///< coarse / fine; nothing where fine is 0
};

/// Every metric that is an item of the price (Metric::price), in its order. Throws Error(usage) where the launches are not of the same problem:
/// another workload, N, matrices or element type.
std::vector<PriceRow> price(const PricedLaunch& fine, const PricedLaunch& coarse);

/// The fine-grained partner of a kernel that coarsens: the one that it names as such, or the kernel itself, at
/// COARSE_FACTOR 1. Throws Error(usage) for a kernel that does not coarsen.
const KernelInfo& fine_partner(const KernelInfo& kernel);

/// The same problem for the partner, at COARSE_FACTOR 1.
RunRequest fine_request(const RunRequest& coarse, const KernelInfo& partner);

}  // namespace lanescope
