// lanescope render WHAT KERNEL -o FILE.png: the window, or one of its views, drawn without a display.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>

#include "cli/start_options.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/window_port.h"
#include "cli/words/launch_options.h"
#include "cli/words/names.h"
#include "cli/words/say.h"
#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "viz/kit/svg.h"
#include "viz/model/model.h"
#include "viz/text/cjk_font.h"
#include "viz/views/exported_picture.h"

namespace lanescope {
namespace {

struct RenderOptions {
  std::string what, step, moment, size = "1600x900", theme, language, path, panel, enlarged, align, activity, cost,
                                  chart, placement;
  std::vector<std::string> kernels;
  LaunchOptions launch;
  StartOptions start;
  bool projector = false;
};

/// What can be drawn: the window first.
std::vector<std::string> drawn_ids() {
  std::vector<std::string> ids = {"window"};
  for (const View& view : views()) ids.emplace_back(view.id);
  return ids;
}

void check_what(const std::string& what) {
  const auto views = drawn_ids();
  if (std::find(views.begin(), views.end(), what) == views.end())
    throw Error(ErrorKind::usage, fmt::format("WHAT is '{}'; it must be one of {}.", what, fmt::join(views, ", ")));
}

/// The kernels side by side, all with the same launch options.
Variants variants_of(const RenderOptions& options) {
  if (options.kernels.empty())
    throw Error(ErrorKind::usage, "KERNEL is missing; name one kernel or more (see lanescope list).");
  if (options.kernels.size() > kMaxVariants)
    throw Error(ErrorKind::usage, fmt::format("KERNEL is given {} times; at most {} fit side by side.",
                                              options.kernels.size(), kMaxVariants));
  for (const auto& kernel : options.kernels) require_trace(kernel);
  Variants variants;
  if (options.kernels.size() == 1) {
    variants.requests = {options.launch.request(options.kernels.front(), Detail::full)};
    return variants;
  }
  std::string note;
  variants.requests = options.launch.requests(options.kernels, Detail::full, note);
  if (!note.empty()) say(note);
  return variants;
}

std::string checked_view(const char* option, const std::string& id) {
  const auto views = drawn_ids();
  if (!id.empty() && (id == "window" || std::find(views.begin(), views.end(), id) == views.end()))
    throw Error(ErrorKind::usage, fmt::format("{} is '{}'; it must be one of {}.", option, id,
                                              fmt::join(views.begin() + 1, views.end(), ", ")));
  return id;
}

/// Throws Error(usage) that lists the ids.
std::string placement_id(const char* option, const std::string& id) {
  std::vector<std::string_view> ids;
  for (const PlacementGpu& gpu : placement_gpus()) ids.push_back(gpu.id);
  if (!find_placement_gpu(id))
    throw Error(ErrorKind::usage,
                fmt::format("{} is '{}'; it must be one of {}.", option, id, fmt::join(ids, ", ")));
  return id;
}

/// Applies the given options to the session.
void apply_options(const RenderOptions& options, ViewState& view) {
  if (view.variants.count() > 1 && view.panel == "steps") view.panel = "comparison";
  std::string note;
  auto looking = view.variants.requests;
  options.launch.choose_launch(looking, note);
  if (!note.empty()) say(note);
  for (const RunRequest& request : looking) view.variants.launch = std::max(view.variants.launch, request.launch);
  // --block-index belongs to that launch; the runs of a session are not changed.
  if (!options.kernels.empty()) view.variants.requests = std::move(looking);
  if (!options.panel.empty()) {
    view.panel = checked_view("--panel", options.panel);
    view.folded = false;  // also in a preset that shows its pictures alone
  }
  if (!options.enlarged.empty()) view.enlarged = checked_view("--enlarge", options.enlarged);
  read_name("--align", options.align, kAlignmentNames, view.alignment);
  read_name("--activity", options.activity, kActivityLevelNames, view.activity);
  read_name("--cost", options.cost, kCostKindNames, view.cost);
  if (!options.placement.empty())
    view = apply(view, SetPlacementGpu{placement_id("--placement", options.placement)});
  read_name("--chart", options.chart, kSweepChartNames, view.sweep.chart);
  read_name("--theme", options.theme, kThemeNames, view.theme);
  if (options.projector) view.projector = true;
  read_name("--language", options.language, kLanguageNames, view.language);
  if (const std::string& refused = language_refusal(view.language); !refused.empty())
    throw Error(ErrorKind::unavailable, "render: " + refused);
}

/// If nothing is named, the window shows what a first start shows.
bool first_screen(const RenderOptions& options) {
  return options.what == "window" && options.kernels.empty() && options.start.preset.empty() &&
         options.start.file.empty();
}

Session session_of(const RenderOptions& options) {
  auto session = options.start.session();
  if (session && !options.kernels.empty())
    throw Error(ErrorKind::usage, "--preset and --open bring their own kernels; leave KERNEL out, or the option.");
  if (first_screen(options)) session = session_of(presets().front());
  if (!session) {
    session.emplace();
    session->view.variants = variants_of(options);
  }
  session->has_view = true;
  apply_options(options, session->view);
  return std::move(*session);
}

void check_ending(const RenderOptions& options) {
  const auto ends = [&](const char* ending) { return options.path.ends_with(ending); };
  if (ends(".png") || (options.what != "window" && (ends(".svg") || ends(".csv")))) return;
  throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .png{}.", options.path,
                                            options.what == "window" ? "" : ", .svg or .csv"));
}

void write(const RenderOptions& options, const Model& model, PictureSize size, WindowPort& port) {
  if (options.what == "window") return port.draw_window(model, size.width, size.height, options.path);
  const View& view = *find_view(options.what);
  if (options.path.ends_with(".csv"))
    return write_whole_file(options.path, csv_of_view(view, model, model.active()));
  const Scene scene =
      exported_picture(view, model, {static_cast<float>(size.width), static_cast<float>(size.height), 1});
  if (options.path.ends_with(".svg")) return write_whole_file(options.path, to_svg(scene));
  port.draw_scene(scene, options.path);
}

void require_possible(const Variants& variants) {
  for (const RunRequest& request : variants.requests) {
    if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->sentence);
    if (const auto refused = refusal_here(request)) throw Error(ErrorKind::unavailable, refused->sentence);
  }
}

/// Not every view applies to every kernel.
void require_fitting(const char* option, const std::string& id, const Variants& variants) {
  const View* view = find_view(id);
  for (const RunRequest& request : variants.requests) {
    const Workload workload = kernel_info(request.kernel).workload;
    if (!view || view->fits(workload)) continue;
    std::vector<std::string> fitting;
    for (const View* other : views_of(workload)) fitting.emplace_back(other->id);
    throw Error(ErrorKind::usage, fmt::format("{} is '{}', which does not apply to {}; it must be one of {}.",
                                              option, id, request.kernel, fmt::join(fitting, ", ")));
  }
}

/// The current id of a view.
std::string present_id(const std::string& id) {
  const View* view = find_view(id);
  return view ? view->id : id;
}

double moment_of(const RenderOptions& options) {
  char* end = nullptr;
  const double moment = std::strtod(options.moment.c_str(), &end);
  if (*end != '\0' || !(moment >= 0 && moment <= 1))
    throw Error(ErrorKind::usage, fmt::format("--moment is '{}'; it must be from 0 to 1.", options.moment));
  return moment;
}

int do_render(RenderOptions options, WindowPort& port) {
  for (std::string* id : {&options.what, &options.panel, &options.enlarged}) *id = present_id(*id);
  check_what(options.what);
  if (options.path.empty())
    throw Error(ErrorKind::usage, "-o is missing; name the file to write, for example -o picture.png.");
  check_ending(options);
  if (options.path.ends_with(".png") && !port.can_draw())
    throw Error(ErrorKind::unavailable,
                "render: this build has no renderer for .png; it was configured without the window.");
  const auto size = parse_picture_size("--size", options.size);
  Session session = session_of(options);
  require_one_group(session.view.variants);
  require_fitting("WHAT", options.what, session.view.variants);
  require_fitting("--panel", options.panel, session.view.variants);
  require_fitting("--enlarge", options.enlarged, session.view.variants);
  if (session.runs.empty()) require_possible(session.view.variants);
  std::exception_ptr failure;
  const auto run_and_note = [&](const RunRequest& request, Progress&) {
    try {
      return traces_watched(request);
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
  };
  Model model(std::move(session), run_and_note);
  model.finish_run();
  if (failure) std::rethrow_exception(failure);
  model.handle(SetPlaying{false});
  const auto frames = model.frames();
  if (options.step.empty() && !options.start.preset.empty())
    model.handle(StepToKeyStep{});
  else if (!options.step.empty() || !first_screen(options))
    model.handle(StepTo{options.step.empty()
                            ? frames
                            : static_cast<std::uint32_t>(parse_size("--step", options.step, {0, frames}))});
  if (!options.moment.empty()) model.handle(StepTo{model.view().position, moment_of(options)});
  write(options, model, size, port);
  return 0;
}

}  // namespace

Subcommand add_render(Arguments& program) {
  auto options = std::make_shared<RenderOptions>();
  Arguments command =
      program.add_subcommand("render", "The window, or one of its views, as a PNG; needs no display");
  command.add_option("WHAT", options->what, "window, or a view's id");
  command.add_option("KERNEL", options->kernels, "ids of 1 to 4 kernels, side by side; see list");
  options->start.add_to(command);
  command.add_option("--panel", options->panel, "in the window: the view that is open below");
  command.add_option("--enlarge", options->enlarged, "in the window: the view that fills it");
  command.add_option("--align", options->align,
                     "rounds or steps: how several kernels wait for each other (default rounds)");
  command.add_option("--activity", options->activity,
                     "what the warp activity view shows: grid, block, warp or heat (default block)");
  command.add_option(
      "--cost", options->cost,
      "what the cost clock counts: warp_steps, shared_wavefronts, global_sectors, barriers or atomic_updates "
      "(default warp_steps)");
  command.add_option(
      "--placement", options->placement,
      "on which GPU the grid view places blocks: toy_1_sm, toy_2_sms, or a model as \"NVIDIA H200\" (default "
      "toy_1_sm)");
  command.add_option("--chart", options->chart,
                     "of the sweep view: coarse_factor, block_dim, n or heat_map (default coarse_factor)");
  options->launch.add_to(command);
  options->launch.add_block_index(command);
  options->launch.add_launch(command);
  command.add_option("--step", options->step,
                     "how many steps are done, from 0 up (default all, or a preset's step)");
  command.add_option("--moment", options->moment,
                     "how far the last of these steps is under way, from 0 to 1 (default 1, done)");
  command.add_option("--size", options->size, "width x height in pixels (default 1600x900)");
  command.add_option("--theme", options->theme, "dark or light (default dark)");
  command.add_option("--language", options->language,
                     "en, zh-Hant or zh-Hans (default en); Chinese needs fonts-noto-cjk");
  command.add_flag("--projector", options->projector, "larger fonts and lines");
  command.add_option("-o,--output", options->path,
                     "the file to write: FILE.png; of a view also FILE.svg, and FILE.csv of its table");
  return {command, [options](const CommandContext& context) { return do_render(*options, context.port); }};
}

}  // namespace lanescope
