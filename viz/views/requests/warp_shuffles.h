// The shuffles of one warp that follow one another: who gives to whom in each round, and what each lane has then.
#pragma once

#include <optional>
#include <vector>

#include "viz/views/requests/request_view.h"

namespace lanescope {

/// Consecutive shuffles of one warp, the last of which is done in the step shown.
class WarpShuffles {
 public:
  /// What a lane has after a round.
  struct Taken {
    unsigned giver = 0;  ///< the lane itself, where there is none so far on
    std::optional<double> value = {};
    std::optional<std::uint32_t> node = {};  ///< of the tree
    bool used = true;                        ///< the block's result depends on it
  };
  struct Round {
    std::uint32_t step = 0, offset = 0, mask = 0;
    std::vector<Taken> taken;  ///< by lane
    unsigned used() const;
  };

  /// Nothing where the step of `chosen` is no shuffle.
  static std::optional<WarpShuffles> around(const Run& run, const ChosenRequests& chosen);

  std::uint32_t warp = 0;
  unsigned lanes = kWarpSize;                 ///< that the warp has
  std::vector<Round> rounds;                  ///< none, where the warp takes no part
  std::size_t shown = 0;                      ///< the round of the step
  std::vector<std::optional<double>> before;  ///< the first round, by lane
};

/// Whether both steps, and all between them, are shuffles.
bool are_shuffled_together(const History& history, std::uint32_t one, std::uint32_t other);

/// Of the nearest step of the block in view that shuffles; the earlier of two.
std::optional<std::int32_t> nearest_shuffle(const History& history, std::int32_t step);

}  // namespace lanescope
