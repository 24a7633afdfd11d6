#include "viz/model/background.h"

namespace lanescope {

std::launch background_launch() {
  return std::launch::async;
}

}  // namespace lanescope
