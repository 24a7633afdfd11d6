// The list of views: pure functions from a run, a view state and a size to a picture. Each picture has its own
// title and legend. The window, the command line and the documents iterate over the list.
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

/// Finds a view by its id, or by its former id. Null if there is no such view.
const View* find_view(const std::string& id);

/// The views that apply to a workload, in order. There may be none on top.
std::vector<const View*> views_of(Workload workload);
std::vector<const View*> tabs_of(Workload workload);
/// What the view is called while these kernels are shown.
const char* title_of(const View& view, const std::vector<RunRequest>& shown);
const View* view_on_top(Workload workload);
const View& view_in_the_middle();
const View& view_of_the_strip();
/// Not in the list: on the stage the heads of those of them that share theirs.
const View& stage_heads();

}  // namespace lanescope
