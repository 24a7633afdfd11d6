// lanescope render WHAT KERNEL -o FILE.png: the window, or one of its views, drawn without a display.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>

#include "cli/subcommand.h"
#include "cli/launch_options.h"
#include "cli/names.h"
#include "cli/preset_option.h"
#include "cli/watched_run.h"
#include "engine/core/error.h"
#include "engine/core/parse.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

struct Options {
  std::string what, step, size = "1600x900", theme = "dark", path, preset, panel, enlarged, align = "rounds";
  std::vector<std::string> kernels;
  LaunchOptions launch;
  bool projector = false;
};

void check_what(const std::string& what, const WindowPort& port) {
  const auto views = port.views();
  if (views.empty())
    throw Error(ErrorKind::unavailable,
                "render: this build has no renderer; it was configured without the window.");
  if (std::find(views.begin(), views.end(), what) == views.end())
    throw Error(ErrorKind::usage, fmt::format("WHAT is '{}'; it must be one of {}.", what, fmt::join(views, ", ")));
}

/// The kernels side by side, each launched so; or those of a preset.
Variants variants_of(const Options& options) {
  if (!options.preset.empty()) {
    if (!options.kernels.empty())
      throw Error(ErrorKind::usage, "--preset brings its own kernels; leave KERNEL out, or the preset.");
    return named_preset(options.preset).variants;
  }
  if (options.kernels.empty()) throw Error(ErrorKind::usage, "KERNEL is missing; name one kernel or more (see lanescope list).");
  if (options.kernels.size() > kMaxVariants)
    throw Error(ErrorKind::usage, fmt::format("KERNEL is given {} times; at most {} find room side by side.",
                                              options.kernels.size(), kMaxVariants));
  for (const auto& kernel : options.kernels) require_trace(kernel);
  Variants variants;
  if (options.kernels.size() == 1) {
    variants.requests = {options.launch.request(options.kernels.front(), Detail::full)};
    return variants;
  }
  std::string note;
  variants.requests = options.launch.requests(options.kernels, Detail::full, note);
  if (!note.empty()) std::cerr << "lanescope: " << note << '\n';
  return variants;
}

std::string checked_view(const char* option, const std::string& id, const WindowPort& port) {
  const auto views = port.views();
  if (!id.empty() && (id == "window" || std::find(views.begin(), views.end(), id) == views.end()))
    throw Error(ErrorKind::usage, fmt::format("{} is '{}'; it must be one of {}.", option, id,
                                              fmt::join(views.begin() + 1, views.end(), ", ")));
  return id;
}

ViewState view_of(const Options& options, const WindowPort& port) {
  ViewState view;
  view.variants = variants_of(options);
  view.panel = checked_view("--panel", options.panel, port);
  if (view.panel.empty() && !options.preset.empty()) view.panel = named_preset(options.preset).panel;
  if (view.panel.empty()) view.panel = view.variants.count() > 1 ? "compare" : "steps";
  view.enlarged = checked_view("--enlarge", options.enlarged, port);
  read_name("--align", options.align, kAlignmentNames, view.alignment);
  read_name("--theme", options.theme, kThemeNames, view.theme);
  view.projector = options.projector;
  return view;
}

int act(const Options& options, WindowPort& port) {
  check_what(options.what, port);
  if (options.path.empty())
    throw Error(ErrorKind::usage, "-o is missing; name the file to write, as in -o picture.png.");
  if (!options.path.ends_with(".png"))
    throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .png.", options.path));
  const auto size = parse_picture_size("--size", options.size);
  const ViewState view = view_of(options, port);
  for (const RunRequest& request : view.variants.requests) {
    if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->message);
    if (const auto refused = refusal_here(request)) throw Error(ErrorKind::unavailable, refused->message);
  }
  std::exception_ptr failure;
  Model model(view, [&](const RunRequest& request, Progress&) {
    try {
      return run_watched(request);
    } catch (...) {
      failure = std::current_exception();
      throw;
    }
  });
  model.finish_run();
  if (failure) std::rethrow_exception(failure);
  const auto frames = model.frames();
  model.handle(StepTo{options.step.empty() ? frames : static_cast<std::uint32_t>(parse_size("--step", options.step, {0, frames}))});
  port.render_png(options.what, model, size.width, size.height, options.path);
  return 0;
}

}  // namespace

Subcommand add_render(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  auto* app = parent.add_subcommand("render", "The window, or one of its views, as a PNG; needs no display");
  app->add_option("WHAT", options->what, "window, or a view's id");
  app->add_option("KERNEL", options->kernels, "ids of 1 to 4 kernels, side by side; see list");
  app->add_option("--preset", options->preset, "a comparison by its name, instead of kernels; see list");
  app->add_option("--panel", options->panel, "in the window: the view that is open below");
  app->add_option("--enlarge", options->enlarged, "in the window: the view that has it to itself");
  app->add_option("--align", options->align, "rounds or steps: how several kernels wait for each other (default rounds)");
  options->launch.add_to(*app);
  options->launch.add_block_index(*app);
  app->add_option("--step", options->step, "steps done, 0 to the number of them (default all)");
  app->add_option("--size", options->size, "width x height in pixels (default 1600x900)");
  app->add_option("--theme", options->theme, "dark or light (default dark)");
  app->add_flag("--projector", options->projector, "larger fonts and lines");
  app->add_option("-o,--output", options->path, "the file to write: FILE.png");
  return {app, [options](const CommandContext& context) { return act(*options, context.port); }};
}

}  // namespace lanescope
