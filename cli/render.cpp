// lanescope render WHAT KERNEL -o FILE.png: the window, or one of its views, drawn without a display.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command.h"
#include "cli/launch_options.h"
#include "cli/watched_run.h"
#include "engine/core/error.h"
#include "engine/core/parse.h"

namespace lanescope {
namespace {

struct Options {
  std::string what, kernel, step, size = "1600x900", theme = "dark", path;
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

/// Number of steps done in the picture: all of them without --step.
std::uint32_t position_of(const Options& options, RunRequest request) {
  request.detail = Detail::masks;
  const auto steps = run_watched(request).metrics.block.steps.size();
  if (options.step.empty()) return static_cast<std::uint32_t>(steps);
  return static_cast<std::uint32_t>(parse_size("--step", options.step, {0, steps}));
}

int act(const Options& options, WindowPort& port) {
  check_what(options.what, port);
  require_trace(options.kernel);
  if (options.path.empty())
    throw Error(ErrorKind::usage, "-o is missing; name the file to write, as in -o picture.png.");
  if (!options.path.ends_with(".png"))
    throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .png.", options.path));
  if (options.theme != "dark" && options.theme != "light")
    throw Error(ErrorKind::usage, fmt::format("--theme is '{}'; it must be one of dark, light.", options.theme));
  const auto size = parse_picture_size("--size", options.size);
  ViewState view;
  view.request = options.launch.request(options.kernel, Detail::full);
  view.position = position_of(options, view.request);
  view.theme = options.theme == "light" ? Theme::light : Theme::dark;
  view.projector = options.projector;
  port.render_png(options.what, view.request, view, size.width, size.height, options.path);
  return 0;
}

}  // namespace

Command add_render(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  auto* app = parent.add_subcommand("render", "The window, or one of its views, as a PNG; needs no display");
  app->add_option("WHAT", options->what, "window, or a view's id");
  app->add_option("KERNEL", options->kernel, "id of a kernel, see list");
  options->launch.add_to(*app);
  options->launch.add_block_index(*app);
  app->add_option("--step", options->step, "steps done, 0 to the block's number of steps (default all)");
  app->add_option("--size", options->size, "width x height in pixels (default 1600x900)");
  app->add_option("--theme", options->theme, "dark or light (default dark)");
  app->add_flag("--projector", options->projector, "larger fonts and lines");
  app->add_option("-o,--output", options->path, "the file to write: FILE.png");
  return {app, [options](const CommandContext& context) { return act(*options, context.port); }};
}

}  // namespace lanescope
