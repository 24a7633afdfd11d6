// Which views have nothing to show of the launches in view, for their tabs; kept until the launches or what is
// known changes.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "viz/model/model.h"
#include "viz/views/views.h"

namespace lanescope {

class MissingViews {
 public:
  /// Why, of the active variant; empty if there is something to show of any variant.
  const std::string& why(const Model& model, const View& view);

 private:
  std::vector<std::shared_ptr<const Run>> runs_;
  std::size_t active_ = 0, known_ = 0;  // of the model, when these were looked up
  Language language_ = Language::english;
  SweepOptions sweep_;
  std::map<std::string, std::string> why_;
};

}  // namespace lanescope
