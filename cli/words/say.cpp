#include "cli/words/say.h"

#include <iostream>

#include "engine/base/foreign_text.h"

namespace lanescope {

void say(const std::string& sentence) {
  std::cerr << "lanescope: " << printable(sentence) << '\n';
}

}  // namespace lanescope
