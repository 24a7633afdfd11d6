// The panels, one function and one file each: const Model in, commands out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "viz/model/model.h"
#include "viz/panels/layout.h"
#include "viz/panels/picture.h"
#include "viz/panels/ui.h"

namespace lanescope {

/// What panels remember between frames and nobody else needs: half-typed text, what is being dragged.
struct PanelState {
  Splitters splitters;
  std::optional<SplitterId> dragging;
  std::string n_text;
  bool n_editing = false;
  std::string n_error;
  float below_kernels = 0;               ///< height of what the left column has under its list, as last drawn
  bool help_open = false;
  bool shows_timing = backend_status().cuda_available;   ///< beside the step table; else the totals
  std::uint32_t table_position = 0;      ///< that the step table has scrolled to
  float table_scroll = 0, table_max_scroll = 0, table_height = 0, table_row_height = 0;
  Focus table_hover;                     ///< that the step table told last
  Picture tree, activity, timing;
};

void header_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
void controls_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
/// Fills what `below` pixels under it leave of the panel.
void kernel_list(const Model& model, const Ui& ui, float below);
void launch_sliders(const Model& model, const Ui& ui, PanelState& state);
void data_choices(const Model& model, const Ui& ui);
/// Where the choices begin to the right of their labels, in pixels: the same for every row of the left column.
float choices_column(const Ui& ui);
void result_panel(const Model& model, const Ui& ui, const Rect& rect);
void sentence_panel(const Model& model, const Ui& ui, const Rect& rect);
void tree_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect);
void activity_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect);
void numbers_panel(const Model& model, const Ui& ui, PanelState& state, ScenePainter& painter, const Rect& rect);
void totals_table(const Model& model, const Ui& ui);
void step_table_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect);
void transport_panel(const Model& model, const Ui& ui, const Rect& rect);
void help_overlay(const Ui& ui, PanelState& state, float width, float height);

}  // namespace lanescope
