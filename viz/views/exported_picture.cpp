#include "viz/views/exported_picture.h"

#include <algorithm>

#include "engine/base/date.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

/// "A  segmented · N 4,096 · blockDim 256 · sum of float32 · emulated on CPU emulator".
std::string launch_line(const Model& model, std::size_t variant) {
  const Run& run = *model.run(variant);
  const RunRequest& request = run.request;
  const std::string values = has_array_result(run.launch.workload)
                                 ? std::string(name_of(request.type))
                                 : fmt::format("{} {}", name_of(request.op), name_of(request.type));
  return (model.count() > 1 ? letter_of(variant) + "  " : "") + request.kernel + " · " + launch_words(run.launch) +
         " · " + values + " · " + kind_text(run.provenance, true);
}

}  // namespace

Scene exported_picture(const View& view, const Model& model, SceneSize size) {
  Painter page(model.view_of(0), size);
  const float line = 1.5f * page.small, pad = page.margin();
  std::vector<std::string> lines;
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    if (model.run(variant)) lines.push_back(launch_line(model, variant));
  const float foot = line * static_cast<float>(lines.size()) + pad;
  const float above = std::max(1.0f, size.height - foot);
  append(page.scene, build_view_of_all(view, model, {size.width, above, size.scale}), 0, 0);
  const std::string maker = "Lanescope · " + picture_date();
  const float maker_width = page.width_of(maker, FontFace::sans, page.small);
  float y = above + line / 2, room = size.width - maker_width - 3 * pad;
  for (const std::string& words : lines) {
    page.fitted_text(pad, y, words, FontFace::sans, page.small, room, page.colors.muted);
    y += line;
    room = size.width - 2 * pad;  // below the first line nothing stands beside it
  }
  page.text(size.width - pad, above + line / 2, maker, FontFace::sans, page.small, Align::right, page.colors.muted);
  return std::move(page.scene);
}

}  // namespace lanescope
