// One subcommand: what it adds to the command line, and what it does. Each lives in a file of its own name.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/start_options.h"
#include "cli/window_port.h"

namespace lanescope {

/// What a subcommand may use besides its options.
struct CommandContext {
  WindowPort& port;
  std::string command_line;  ///< as typed, for recordings
};

struct Subcommand {
  CLI::App* app = nullptr;
  std::function<int(const CommandContext&)> action;  ///< returns the exit code; throws Error
};

Subcommand add_list(CLI::App& parent);
Subcommand add_run(CLI::App& parent);
Subcommand add_trace(CLI::App& parent);
Subcommand add_compare(CLI::App& parent);
Subcommand add_verify(CLI::App& parent);
Subcommand add_sweep(CLI::App& parent);
Subcommand add_resources(CLI::App& parent);
Subcommand add_price(CLI::App& parent);
Subcommand add_bench(CLI::App& parent);
Subcommand add_record(CLI::App& parent);
Subcommand add_replay(CLI::App& parent);
Subcommand add_render(CLI::App& parent);

/// What happens without arguments: the window, or on a machine without a display the ladder and a picture.
int open_or_draw_window(const CommandContext& context, const StartOptions& start);

}  // namespace lanescope
