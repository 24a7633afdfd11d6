// Groups of choices inside a picture (choices.h), with shorter labels if the row is narrow.
#pragma once

#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

struct Chip {
  std::string label;
  std::string short_label;  ///< for narrow rows; empty: the label
  bool lit = false;
  Commands clicks;
  std::string tip;
  std::string name;  ///< of its place, for scripts
};

/// Chips of one group are close together; groups are farther apart.
using ChipGroups = std::vector<std::vector<Chip>>;

/// Title, subtitle and chips at the top of a picture: on one line if they fit, else the chips are below the title.
/// Takes their height from the painter's content.
void header_with_chips(Painter& painter, const std::string& name, const std::string& subtitle,
                       const ChipGroups& groups);

}  // namespace lanescope
