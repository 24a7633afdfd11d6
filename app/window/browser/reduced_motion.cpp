#include "app/window/reduced_motion.h"

#include "app/window/browser/page_calls.h"

namespace lanescope {

bool motion_is_reduced() {
  return lanescope_page_wants_less_motion() != 0;
}

}  // namespace lanescope
