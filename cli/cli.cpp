#include "cli/cli.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/build_words.h"
#include "cli/start_options.h"
#include "cli/subcommand.h"
#include "cli/words/arguments.h"
#include "cli/words/say.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/source/own_words.h"

namespace lanescope {
namespace {

std::vector<Subcommand> add_commands(Arguments& program) {
  return {add_list(program),   add_run(program),    add_trace(program),     add_compare(program),
          add_sweep(program),  add_price(program),  add_resources(program), add_bench(program),
          add_verify(program), add_record(program), add_replay(program),    add_render(program),
          add_lesson(program), add_check(program)};
}

int parse_and_act(int argc, char** argv, WindowPort& port) {
  Arguments program("lanescope",
                    "Lanescope shows what the lanes of a GPU do. Without arguments the window opens, with FILE.cu "
                    "or FILE.cu:KERNEL on "
                    "that.");
  program.add_version(kProgramVersion);
  StartOptions start;
  start.add_to(program);
  start.add_lesson_to(program);
  const auto commands = add_commands(program);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  // A file of CUDA alone opens the window on it.
  if (!words.empty() && !words[0].starts_with('-') && names_own_kernel(words[0]))
    words.insert(words.begin(), "--open");
  CommandContext context{port, "", {}};
  if (const auto help = program.parse(words, context.program_words)) {
    std::cout << *help;
    return 0;
  }
  program.refuse_what_is_left();
  for (int i = 0; i < argc; ++i) context.command_line += (i ? " " : "") + (i ? printable(argv[i]) : "lanescope");
  for (const auto& command : commands)
    if (command.arguments.is_given()) return command.action(context);
  return open_or_draw_window(context, start);
}

}  // namespace

int cli_main(int argc, char** argv, WindowPort& port) {
  try {
    const int code = parse_and_act(argc, argv, port);
    if (std::cout.flush()) return code;
    say("standard output cannot be written.");
  } catch (const Error& error) {
    say(error.what());
    return static_cast<int>(error.kind());
  } catch (const std::bad_alloc&) {
    say("this machine has too little memory for that; choose a smaller --n.");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return static_cast<int>(ErrorKind::failed);
}

}  // namespace lanescope
