// Groups of choices inside a picture (choices.h), with shorter words where the row is short of room.
#pragma once

#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

struct Chip {
  std::string label;
  std::string short_label;  ///< where the row is short of room; empty: the label
  bool lit = false;
  Commands clicks;
  std::string tip;
  std::string name;  ///< of its place, for scripts
};

/// Chips that belong together stand close; groups stand apart.
using ChipGroups = std::vector<std::vector<Chip>>;

/// Title, subtitle and chips at the top of a picture: in one line where there is room for it, else the chips come
/// under the title. Takes their height from the painter's content.
void header_with_chips(Painter& painter, const std::string& name, const std::string& subtitle,
                       const ChipGroups& groups);

}  // namespace lanescope
