// A step in plain words with numbers: what whoever works does, and how many wait.
#pragma once

#include <string>

#include "engine/session.h"
#include "viz/model/view_state.h"
#include "viz/text/language.h"

namespace lanescope {

struct Caption {
  std::string full;  ///< "Step 3 of 5, stride 4: threads 0, 4, 8, 12 each add the value 4 places to the right; ..."
  // Where there is less room, and little.
  std::string shorter;  ///< "Step 3 of 5, stride 4: 4 of 16 threads work; 12 of 16 threads wait."
  std::string brief;    ///< "Step 3 of 5, stride 4: 4 of 16 threads work."
  std::string least;    ///< "Stride 4: 4 of 16 threads work."
  std::string tiny =
      {};  ///< "Stride 4: 4 warps work.", or of a single warp "Stride 4: 4 lanes work." Empty: as `least`.
  std::string fewest = {};     ///< "4 warps work." Empty: as `tiny`.
  std::string by_step = {};    ///< "Step 3: 4 warps work.", of what stands beside others with the same stride
  std::string why = {};        ///< A sentence more, where there is room: why nobody has to wait. Often none.
  std::string why_brief = {};  ///< The same in three or four words.
  std::string both = {};  ///< "Step 6, stride 32: 16 warps work.": between `least` and `tiny`. Empty: as `least`.
  std::string both_brief = {};  ///< "Step 6, stride 32: 16 warps." Empty: as `both`.

  /// With that sentence.
  std::string with_why() const { return told_together(full, why); }
};

/// Where threads work alone: the one sentence for it, wherever it is told.
std::string why_registers_need_no_barrier();

/// Of the last step done (`state.position`); before the first one, and of runs without steps, both say so.
Caption step_caption(const Run& run, const VariantView& state);

}  // namespace lanescope
