// Bars of times with columns of numbers to their right: the drawing of the timing view, which knows nothing of
// runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/views/shared/times.h"

namespace lanescope {

/// Length of a bar as a fraction of the longest. It begins at 0, so bars can be compared; where some are so long
/// that the others would not be seen, those are cut at its end.
class TimeAxis {
 public:
  explicit TimeAxis(const std::vector<TimedRun>& runs);  ///< at least one must have a time
  /// In microseconds; those that are 0 are none.
  explicit TimeAxis(const std::vector<double>& times_us);
  double end() const { return end_; }  ///< the greatest time, or of those that are not cut and some more
  bool cuts() const { return cuts_; }
  bool cuts(double time_us) const { return time_us > end_; }
  float at(double time_us) const;

 private:
  double end_ = 0;
  bool cuts_ = false;
};

/// In a cell without a value.
inline constexpr const char* kNoValue = "–";

struct BarRow {
  std::string letter;  ///< of the variant; empty if it is not one
  std::string name, launch;
  double time_us = 0;  ///< 0: no time, `note` says why
  bool lit = false;
  bool hatched = false;  ///< not measured here
  std::string note;
  std::array<std::string, 6> cells;  ///< µs, GB/s, % of limit, times CUB, kind, kind with place
  Commands clicks;
  std::string tip;
  std::string name_of_place;
};

/// A time that all bars are compared with.
struct ReferenceMark {
  std::string name;
  double time_us = 0;
  const char* tip = "";
};
/// Read limit and CUB, if all runs read the same bytes on the same GPU.
std::vector<ReferenceMark> reference_marks(const ViewInput& input, const std::vector<TimedRun>& runs);

/// Bars that share one axis.
struct BarGroup {
  std::string name;  ///< what they have in common
  TimeAxis axis;
  std::vector<BarRow> rows;
  std::vector<ReferenceMark> marks;
};

/// Fills the painter's content, one group below the other. `places`: each row says on which GPU and when, if there
/// is room. `scrolled_to`: the first row, where not all fit.
void draw_time_bars(Painter& painter, const std::vector<BarGroup>& groups, bool places,
                    std::optional<std::uint32_t> scrolled_to);

}  // namespace lanescope
