// The list of views: pure functions from a run, what the user looks at and a size to a picture. Each picture carries
// its own title and legend. The window, the command line and the documents iterate over the list.
#pragma once

#include <string>
#include <vector>

#include "engine/run.h"
#include "viz/kit/number_table.h"
#include "viz/kit/scene.h"
#include "viz/model/sweeper.h"
#include "viz/views/view.h"

namespace lanescope {

const std::vector<View>& views();

/// By its id, or the one that it had before. Null where there is no such view.
const View* find_view(const std::string& id);

/// Those of a workload, in their order. The top may be empty.
std::vector<const View*> views_of(Workload workload);
std::vector<const View*> tabs_of(Workload workload);
const View* view_on_top(Workload workload);
const View& view_in_the_middle();
const View& view_of_the_strip();

}  // namespace lanescope
