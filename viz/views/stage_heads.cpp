// The heads of the pictures on the stage, in one line above several variants' columns: names, legends and choices
// that would be the same in each of them.
#include "engine/request/catalogue.h"
#include "viz/kit/painter.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kLow = 200, kHead = 28,
                kInset = 6;  // units: of a picture on the stage, of its head, and above that

Scene stage_heads_scene(const ViewInput& input) {
  Painter page(input.state, input.size);
  std::vector<const View*> shown;
  const View* const top = view_on_top(kernel_info(input.run.request.kernel).workload);
  for (const View* view : {top, &view_in_the_middle()})
    if (view && view->shares_head) shown.push_back(view);
  VariantView state = input.state;
  state.head = Head::alone;
  const float width = input.size.width / static_cast<float>(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const SceneSize size{width, kLow * page.unit, input.size.scale};
    Scene head =
        shown[i]->build({input.run, state, size, input.variants, input.timings, input.sweeps, input.surroundings});
    keep_above(head, kHead * page.unit);
    append(page.scene, head, width * static_cast<float>(i), -kInset * page.unit);
  }
  return std::move(page.scene);
}

}  // namespace

const View& stage_heads() {
  static const View view{.id = "heads",
                         .title = tr_later("Legend"),
                         .description = tr_later("What the pictures of all variants below have in common."),
                         .example = "",
                         .scope = Scope::all,
                         .build = stage_heads_scene,
                         .place = Place::strip,
                         .needs_trace = false};
  return view;
}

}  // namespace lanescope
