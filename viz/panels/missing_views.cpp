#include "viz/panels/missing_views.h"

#include <exception>

#include "viz/views/shown_view.h"

namespace lanescope {
namespace {

/// A run that no view can read is told of where its picture is drawn.
std::string why_missing(const Model& model, const View& view) try {
  if (!model.run(model.active())) return {};
  std::string why = missing_in(view, model, model.active()).why;
  for (std::size_t variant = 0; variant < model.count() && view.scope == Scope::variant && !why.empty(); ++variant)
    if (model.run(variant) && !missing_in(view, model, variant)) why.clear();
  return why;
} catch (const std::exception&) {
  return {};
}

}  // namespace

const std::string& MissingViews::why(const Model& model, const View& view) {
  const ViewState& state = model.view();
  auto runs = model.runs();
  if (runs_ != runs || active_ != model.active() || known_ != model.runs_shown() || language_ != state.language ||
      !(sweep_ == state.sweep)) {
    runs_ = std::move(runs);
    active_ = model.active();
    known_ = model.runs_shown();
    language_ = state.language;
    sweep_ = state.sweep;
    why_.clear();
  }
  const auto [at, is_new] = why_.try_emplace(view.id);
  if (is_new) at->second = why_missing(model, view);
  return at->second;
}

}  // namespace lanescope
