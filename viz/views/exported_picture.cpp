#include "viz/views/exported_picture.h"

#include <algorithm>
#include <set>

#include "engine/base/date.h"
#include "viz/kit/painter.h"
#include "viz/text/characters.h"
#include "viz/views/shared/times.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope {
namespace {

/// "A  segmented · N 4,096 · blockDim 256 · sum of float32 · emulated on CPU emulator".
std::string launch_line(const Model& model, std::size_t variant) {
  const Run& run = *model.run(variant);
  const RunRequest& request = run.request;
  const std::string values = has_array_result(run.launch.workload)
                                 ? std::string(name_of(request.type))
                                 : fmt::format("{} {}", name_of(request.op), name_of(request.type));
  return (model.count() > 1 ? letter_of(variant) + "  " : "") + request.kernel + " · " +
         launch_words(run.launch, request.kernel) + " · " + values + " · " + kind_text(run.provenance, true);
}

/// Where and when the times on a picture are from, where it says of what kind they are, but has no room for more;
/// else empty.
std::string missing_source(const Scene& scene, const Model& model) {
  std::set<std::string> sources;
  for (std::size_t variant = 0; variant < model.count(); ++variant) {
    const auto run = model.run(variant);
    const auto row = run ? timing_row(*run, model.surroundings().sweeps()) : std::nullopt;
    if (!row || row->provenance.device.empty()) continue;
    const auto is_said = [&](const std::string& words) {
      return std::any_of(scene.texts.begin(), scene.texts.end(),
                         [&](const Text& text) { return text.text.find(words) != std::string::npos; });
    };
    if (is_said(kind_text(row->provenance, false)) && !is_said(row->provenance.device))
      sources.insert(kind_parts(row->provenance));
  }
  std::string words;
  for (const std::string& source : sources) words += (words.empty() ? "" : " · ") + source;
  return words.empty() ? words : tr_format("times {}", words);
}

}  // namespace

Scene exported_picture(const View& view, const Model& model, SceneSize size) {
  Painter page(model.view_of(0), size);
  const float line = 1.5f * page.small, pad = page.margin();
  const std::string maker = "Lanescope · " + picture_date();
  const float beside = size.width - page.width_of(maker, FontFace::sans, page.small) - 3 * pad;
  std::vector<std::string> lines;
  const auto add = [&](const std::string& words) {
    // Below the first line nothing stands beside it, but what is broken is so at the same place.
    for (std::string& part : broken_lines(words, beside, [&](const std::string& some) {
           return page.width_of(some, FontFace::sans, page.small);
         }))
      lines.push_back(std::move(part));
  };
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    if (model.run(variant)) add(launch_line(model, variant));
  const auto above = [&] { return std::max(1.0f, size.height - line * static_cast<float>(lines.size()) - pad); };
  Scene picture = build_view_of_all(view, model, {size.width, above(), size.scale});
  if (const std::string source = missing_source(picture, model); !source.empty()) {
    add(source);
    picture = build_view_of_all(view, model, {size.width, above(), size.scale});
  }
  append(page.scene, picture, 0, 0);
  float y = above() + line / 2;
  page.text(size.width - pad, y, maker, FontFace::sans, page.small, Align::right, page.colors.muted);
  for (const std::string& words : lines) {
    page.text(pad, y, words, FontFace::sans, page.small, Align::left, page.colors.muted);
    y += line;
  }
  return std::move(page.scene);
}

}  // namespace lanescope
