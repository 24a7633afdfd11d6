// The task of a lesson's page: a kernel is written, and judged.
#pragma once

#include "viz/panels/panels.h"

namespace lanescope {

/// What is to be done, the buttons that begin it and judge it, and what the kernel still lacks.
void lesson_task(const Model& model, const Ui& ui, PanelState& panels, LessonPlayer& player);

}  // namespace lanescope
