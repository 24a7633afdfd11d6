// One subcommand: its options, and what it does. Each is in a file of its own name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/words/arguments.h"

namespace lanescope {

struct StartOptions;
struct WindowPort;

/// What a subcommand can use besides its options.
struct CommandContext {
  WindowPort& port;
  std::string command_line;                ///< as typed, for recordings
  std::vector<std::string> program_words;  ///< behind --main, for the program that a user brings
};

struct Subcommand {
  Arguments arguments;
  std::function<int(const CommandContext&)> action;  ///< returns the exit code; throws Error
};

Subcommand add_list(Arguments& program);
Subcommand add_run(Arguments& program);
Subcommand add_trace(Arguments& program);
Subcommand add_compare(Arguments& program);
Subcommand add_verify(Arguments& program);
Subcommand add_sweep(Arguments& program);
Subcommand add_resources(Arguments& program);
Subcommand add_price(Arguments& program);
Subcommand add_bench(Arguments& program);
Subcommand add_record(Arguments& program);
Subcommand add_replay(Arguments& program);
Subcommand add_render(Arguments& program);
Subcommand add_lesson(Arguments& program);
Subcommand add_check(Arguments& program);

/// The action without arguments: opens the window, or without a display prints the ladder and writes a picture.
int open_or_draw_window(const CommandContext& context, const StartOptions& start);

}  // namespace lanescope
