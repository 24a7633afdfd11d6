// A view of what a model holds: for the window, for pictures and for tables.
#pragma once

#include "viz/model/model.h"
#include "viz/views/views.h"

namespace lanescope {

/// Whether the pictures of the variants may share a line for what would be the same in each: in columns so narrow
/// that their heads would have few words.
bool heads_may_stand_apart(const ViewState& state);

/// The view of one variant, or of all variants if that is its scope: what stands still, and what moves while its
/// last step is under way. The variant must have a run. `head`: of a view that shares it.
Scene build_moving_view(const View& view, const Model& model, std::size_t variant, SceneSize size,
                        Head head = Head::own);
/// The same at the moment that the model has come to.
Scene build_view(const View& view, const Model& model, std::size_t variant, SceneSize size);

/// Why this view can show nothing of a variant; empty if it can. The variant must have a run.
Missing missing_in(const View& view, const Model& model, std::size_t variant);

/// The pictures of all variants side by side, each below its letter and kernel; just the picture if there is one
/// variant.
Scene build_view_of_all(const View& view, const Model& model, SceneSize size);

/// The command for a turn of the wheel or a drag in a view that has a camera.
Command zoom_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float x, float y,
                  double factor);
Command pan_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float dx, float dy);

/// The numbers of a view that has a table, for one variant or for all. Throws Error(usage) if it has none.
std::string csv_of_view(const View& view, const Model& model, std::size_t variant);

/// How many times larger an enlarged view is drawn, in a picture of this size for each variant: as large as
/// possible without losing a row, a column or a word.
float enlarged_growth(const View& view, const Model& model, SceneSize size);

}  // namespace lanescope
