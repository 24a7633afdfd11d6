// The roofline of a run: how many operations it does per byte, and what a GPU's memory and its arithmetic units
// allow at that ratio (S. Williams, A. Waterman, D. Patterson: Roofline, CACM 52(4), 2009). Pure functions.
#pragma once

#include <optional>
#include <string>

#include "engine/analysis/metrics.h"
#include "engine/request/request.h"

namespace lanescope {

/// A number, and where it comes from.
struct SourcedNumber {
  double value = 0;
  NumberKind kind = NumberKind::predicted;
  std::string source;  ///< "NVIDIA H200, 2026-11-21"; empty where the kind says it all

  bool operator==(const SourcedNumber&) const = default;
};

/// The limits of one GPU. Either may be unknown.
struct RooflineLimits {
  std::optional<SourcedNumber> bandwidth_gbps;  ///< 1e9 bytes a second read from memory
  std::optional<SourcedNumber> compute_gflops;  ///< 1e9 operations a second of independent multiply-adds
};

/// The numbers of a run that its roofline needs.
struct RooflineWork {
  double operations = 0;             ///< of all lanes, redundant ones too
  double loaded_bytes = 0;           ///< bytes that lanes asked for, as the book counts them: without caches
  double least_bytes = 0;            ///< each array once: the traffic that no cache can avoid
  double sequential_operations = 0;  ///< of a sequential program; 0 where it has no formula
  std::optional<SourcedNumber> time_us = std::nullopt;  ///< measured or recorded
};

/// A point on the roof: a ratio, and the most operations per second at that ratio.
struct RooflinePoint {
  double intensity = 0;  ///< operations a byte; infinite without bytes
  std::optional<SourcedNumber>
      attainable_gflops;  ///< min(compute limit, intensity x bandwidth); both must be known

  /// Left of the ridge: memory allows less than the arithmetic units do.
  bool memory_bound = false;
};

struct Roofline {
  RooflinePoint loaded;  ///< if every load goes to memory: what tiling and coarsening improve
  /// If each array moves once, what is stored included: what no cache can avoid. `loaded` has no stores, so of
  /// small arrays it may be the larger ratio.
  RooflinePoint least;
  std::optional<double> ridge;                   ///< operations per byte above which arithmetic is the limit
  std::optional<SourcedNumber> achieved_gflops;  ///< sequential operations over the time
};

/// Without operations all is 0, and there is no attainable rate.
Roofline roofline(const RooflineWork& work, const RooflineLimits& limits);

}  // namespace lanescope
