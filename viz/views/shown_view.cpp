#include "viz/views/shown_view.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "viz/kit/motion.h"
#include "viz/kit/painter.h"
#include "viz/text/characters.h"
#include "viz/views/shared/asked_in_vain.h"
#include "viz/views/shared/variant_name.h"

namespace lanescope {
namespace {

constexpr float kHeadHeight = 28;
// An enlarged view is a quarter wider, so its letters always grow by at least that.
constexpr float kMinGrowth = 1.25f, kGrowthStep = 0.125f;
constexpr int kGrowthSteps = 12;
constexpr float kPlotHeight = 24 * 18;  // units

/// Views that are drawn from how the program's kernels are known to work, not from a trace alone.
constexpr std::string_view kByKnownWork[] = {"tiles", "grid", "work"};

/// Calls the function with the view's input, which is valid only during the call.
template <class Make>
auto with_input(const Model& model, std::size_t variant, SceneSize size, const Make& make, Head head = Head::own) {
  const auto runs = model.runs();
  const Surroundings& surroundings = model.surroundings();
  const auto timings = timing_rows(model.finished_runs(), surroundings.sweeps());
  VariantView state = model.view_of(variant);
  state.head = head;
  return make(ViewInput{*runs[variant], state, size, runs, timings, model.sweeps(), surroundings});
}

/// What a picture must not lose when letters grow: picks, which stand for rows and columns, and words. Numbers on
/// axes may be dropped. Lines of a sentence may break at other words.
struct Contents {
  std::size_t places = 0, cut = 0, outside = 0;
  std::set<std::string> words;

  explicit Contents(const Scene& scene) : places(scene.picks.size()) {
    for (const Text& text : scene.texts) {
      cut += text.text.ends_with("…");
      const Rect place = bounds(text);
      outside += place.x < 0 || place.right() > scene.width || place.y < 0 || place.bottom() > scene.height;
      add_words_of(text.text);
    }
  }
  /// Between spaces; of Chinese each character.
  void add_words_of(const std::string& text) {
    std::string word;
    const auto end_word = [&] {
      if (!word.empty() && !std::isdigit(static_cast<unsigned char>(word[0]))) words.insert(word);
      word.clear();
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t start = at;
      const char32_t character = next_character(text, at);
      if (character == U' ' || is_wide(character)) end_word();
      if (character != U' ') word += text.substr(start, at - start);
      if (is_wide(character)) end_word();
    }
    end_word();
  }
  bool all_in(const Contents& other) const {
    return other.places >= places && other.cut <= cut && other.outside <= outside &&
           std::includes(other.words.begin(), other.words.end(), words.begin(), words.end());
  }
};

/// Of a user's kernel, why the view can show nothing of it; empty if it can.
Sentence why_not_shown(const View& view, const Run& run) {
  if (!kernel_info(run.request.kernel).own || view.scope == Scope::all || view.place == Place::strip) return {};
  if (std::find(std::begin(kByKnownWork), std::end(kByKnownWork), view.id) != std::end(kByKnownWork))
    return Sentence(
        "What is drawn here follows from how the kernels of this program work; of a kernel of a file that is not "
        "known.");
  if (run.trace || !view.needs_trace) return {};
  if (!run.findings.empty()) return run.findings.front().sentence;
  if (run.launches.empty()) {
    const Sentence refused = first_refused_launch(run);
    return refused.empty() ? Sentence("The program launched no kernel.") : refused;
  }
  return Sentence("Of this launch no lines were recorded.");
}

Scene explaining_scene(const View& view, const VariantView& state, SceneSize size, const Sentence& why) {
  Painter painter(state, size);
  painter.header(tr(view.title), "", {});
  painter.empty_state(tr(why));
  return std::move(painter.scene);
}

}  // namespace

bool heads_may_stand_apart(const ViewState& state) {
  if (!state.enlarged.empty() || state.variants.count() < 2) return false;
  const View* const top = view_on_top(kernel_info(state.request().kernel).workload);
  return !top || top->shares_head;  // else the line would take from the pictures what it gives them
}

Scene build_moving_view(const View& view, const Model& model, std::size_t variant, SceneSize size, Head head) {
  const std::string& kernel = model.run(variant)->request.kernel;
  if (!view.fits(kernel_info(kernel).workload))
    throw Error(ErrorKind::usage, Sentence("The view '{}' does not apply to {}.", view.id, kernel));
  const Sentence ended = why_not_shown(view, *model.run(variant));
  Scene scene = ended.empty() ? with_input(model, variant, size, view.build, head)
                              : explaining_scene(view, model.view_of(variant), size, ended);
  // Below all other places: what the picture is for, where its name stands.
  const float line = kHeadHeight * size.scale;
  scene.picks.insert(scene.picks.begin(), {{0, 0, scene.width / 2, line}, {}, {}, tr(view.description)});
  return scene;
}

Missing missing_in(const View& view, const Model& model, std::size_t variant) {
  if (const Sentence ended = why_not_shown(view, *model.run(variant)); !ended.empty()) return {tr(ended), {}};
  return view.missing ? with_input(model, variant, {1, 1, 1}, view.missing) : Missing{};
}

Scene build_view(const View& view, const Model& model, std::size_t variant, SceneSize size) {
  return at_moment(build_moving_view(view, model, variant, size), static_cast<float>(model.moment(variant)));
}

Scene build_view_of_all(const View& view, const Model& model, SceneSize size) {
  if (model.count() == 1 || view.scope == Scope::all) return build_view(view, model, model.active(), size);
  Painter page(model.view_of(0), size);
  const float head = kHeadHeight * page.unit, gap = page.margin();
  const float width =
      std::floor((size.width - gap * static_cast<float>(model.count() - 1)) / static_cast<float>(model.count()));
  std::vector<RunRequest> requests;
  for (std::size_t variant = 0; variant < model.count(); ++variant) requests.push_back(model.run(variant)->request);
  for (std::size_t variant = 0; variant < model.count(); ++variant) {
    const float x = static_cast<float>(variant) * (width + gap);
    const Scene part = build_view(view, model, variant, {width, std::max(1.0f, size.height - head), size.scale});
    append(page.scene, part, x, head);
    const VariantName name = name_of_variant(requests, requests[variant]);
    page.fitted_text(x + gap, head / 2, letter_of(variant) + "  " + name.name, FontFace::sans_bold, page.body,
                     width - 2 * gap, page.colors.text);
  }
  return std::move(page.scene);
}

namespace {

Contents contents_at(float growth, const View& view, const Model& model, std::size_t variant, SceneSize size) {
  return Contents(build_view(view, model, variant, {size.width, size.height, size.scale * growth}));
}

/// The variants that have a picture: one without a run has none yet, and a view of all has that of the active one.
std::vector<std::size_t> drawn_variants(const View& view, const Model& model) {
  std::vector<std::size_t> drawn;
  for (std::size_t variant = 0; variant < model.count(); ++variant)
    if (model.run(variant) && (view.scope != Scope::all || variant == model.active())) drawn.push_back(variant);
  return drawn;
}

/// Whether a variant's picture at the least growth cuts more than it does without.
bool loses_by_growing(const View& view, const Model& model, SceneSize size) {
  for (const std::size_t variant : drawn_variants(view, model)) {
    const Contents plain = contents_at(1, view, model, variant, size),
                   grown = contents_at(kMinGrowth, view, model, variant, size);
    if (grown.cut > plain.cut || grown.outside > plain.outside || grown.words.size() < plain.words.size())
      return true;
  }
  return false;
}

/// Whether the pictures have no number and nothing drawn, but a sentence that says why.
bool says_only_why(const View& view, const Model& model, SceneSize size) {
  const std::vector<std::size_t> drawn = drawn_variants(view, model);
  return std::all_of(drawn.begin(), drawn.end(), [&](std::size_t variant) {
    if (!missing_in(view, model, variant)) return false;
    const Scene scene = build_view(view, model, variant, size);
    return scene.lines.empty() && scene.mask_grids.empty() &&
           std::none_of(scene.texts.begin(), scene.texts.end(),
                        [](const Text& text) { return text.face == FontFace::mono; });
  });
}

/// Whether no variant's picture loses anything at all by that.
bool has_all_at(float growth, const View& view, const Model& model, SceneSize size) {
  for (const std::size_t variant : drawn_variants(view, model))
    if (!contents_at(1, view, model, variant, size).all_in(contents_at(growth, view, model, variant, size)))
      return false;
  return true;
}

/// Texts that are cut short, in the pictures of all variants.
std::size_t cut_at(float growth, const View& view, const Model& model, SceneSize size) {
  std::size_t cut = 0;
  for (const std::size_t variant : drawn_variants(view, model))
    cut += contents_at(growth, view, model, variant, size).cut;
  return cut;
}

/// Whether some variant's list has rows below its end.
bool scrolls_at(float growth, const View& view, const Model& model, SceneSize size) {
  const std::vector<std::size_t> drawn = drawn_variants(view, model);
  return std::any_of(drawn.begin(), drawn.end(), [&](std::size_t variant) {
    return build_view(view, model, variant, {size.width, size.height, size.scale * growth}).list.scrolls();
  });
}

/// The largest scale at which the list has no row below its end, in letters that are read by all; where it has some
/// at any, the largest at which it cuts no word.
float shrunk_for_list(const View& view, const Model& model, SceneSize size) {
  constexpr float kScales[] = {1.0f, 0.95f, 0.9f, 0.85f, 0.8f};
  const float letters = Painter(model.view_of(0), size).small;
  const auto is_read = [&](float scale) { return scale == 1 || scale * letters >= kReadFromTheLastRow; };
  for (const float scale : kScales)
    if (is_read(scale) && !scrolls_at(scale, view, model, size)) return scale;
  for (const float scale : kScales)
    if (is_read(scale) && cut_at(scale, view, model, size) == 0) return scale;
  return 1;
}

}  // namespace

float enlarged_growth(const View& view, const Model& model, SceneSize size) {
  const auto grown = [&](int steps) { return kMinGrowth + kGrowthStep * static_cast<float>(steps); };
  int most = says_only_why(view, model, size) ? 0 : kGrowthSteps;  // a name twice as large as others names no more
  // 24 lines of letters of the usual size.
  if (view.is_plot)
    while (most > 0 && grown(most) * kPlotHeight * Painter(model.view_of(0), size).unit > size.height) --most;
  for (const std::size_t variant : drawn_variants(view, model)) {
    const auto contents = [&](int steps) {
      return Contents(build_view(view, model, variant, {size.width, size.height, size.scale * grown(steps)}));
    };
    const Contents least = contents(0);
    // What does not fit at a scale does not fit at a larger one either.
    for (int low = 0, high = most; low < high;) {
      const int middle = (low + high + 1) / 2;
      if (least.all_in(contents(middle)))
        low = middle;
      else
        high = middle - 1;
      most = high;
    }
  }
  // Where even the least growth cuts what fitted, as in a narrow column on the stage, letters grow by half of it,
  // stay as they are, or shrink a little for a list that has all its rows by that.
  const bool on_stage = model.view_of(model.active()).projector;
  if (!on_stage || !loses_by_growing(view, model, size)) return grown(most);
  const float half = (1 + kMinGrowth) / 2, shrunk = shrunk_for_list(view, model, size);
  return shrunk == 1 && has_all_at(half, view, model, size) ? half : shrunk;
}

Command zoom_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float x, float y,
                  double factor) {
  return with_input(model, variant, size,
                    [&](const ViewInput& input) { return view.camera->zoom(input, x, y, factor); });
}

Command pan_view(const View& view, const Model& model, std::size_t variant, SceneSize size, float dx, float dy) {
  return with_input(model, variant, size, [&](const ViewInput& input) { return view.camera->pan(input, dx, dy); });
}

std::string csv_of_view(const View& view, const Model& model, std::size_t variant) {
  if (!view.table)
    throw Error(ErrorKind::usage,
                std::string("The view '") + view.id + "' is a picture and no table, so it has no CSV.");
  const LanguageScope words(Language::english);  // a table for programs
  return to_csv(with_input(model, variant, {1, 1, 1}, view.table));
}

}  // namespace lanescope
