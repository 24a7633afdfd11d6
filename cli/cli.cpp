#include "cli/cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>

#include "cli/subcommand.h"
#include "cli/words/say.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"

namespace lanescope {
namespace {

constexpr const char* kVersion = LANESCOPE_VERSION;

/// What was not understood, and what would have been.
[[noreturn]] void refuse_extra(const std::string& extra, const CLI::App& app, bool is_root) {
  std::vector<std::string> allowed;
  const bool option = extra.starts_with("-");
  if (option) {
    for (const auto* known : app.get_options())
      if (!known->get_positional()) allowed.push_back(known->get_name(false, true));
    throw Error(ErrorKind::usage,
                fmt::format("{}: there is no such option{}; allowed are {}.", extra,
                            is_root ? "" : " of lanescope " + app.get_name(), fmt::join(allowed, " ")));
  }
  if (!is_root)
    throw Error(ErrorKind::usage, fmt::format("{}: lanescope {} takes no such argument; see lanescope {} "
                                              "--help.",
                                              extra, app.get_name(), app.get_name()));
  for (const auto* command : app.get_subcommands({})) allowed.push_back(command->get_name());
  throw Error(ErrorKind::usage,
              fmt::format("{}: there is no such command; choose one of {}.", extra, fmt::join(allowed, ", ")));
}

/// A sentence for what the parser found; its own words begin with the option's name.
Error usage_error(const CLI::ParseError& error, const CLI::App& app) {
  const std::string text = error.what(), name = text.substr(0, text.find(':'));
  for (const auto* command : app.get_subcommands()) {
    const auto* option = command->get_option_no_throw(name);
    if (!option || error.get_name() != "ArgumentMismatch") continue;
    const bool repeated = text.find("received") != std::string::npos;
    return Error(ErrorKind::usage, fmt::format("{}: {}; allowed is one of: {}.", name,
                                               repeated ? "it is given more than once" : "its value is missing",
                                               option->get_description()));
  }
  return Error(ErrorKind::usage, text + "; see lanescope --help.");
}

/// An option with nothing for its value is no option that was left out: a script's variable was empty.
void refuse_empty_values(const CLI::App& app) {
  for (const auto* option : app.get_options()) {
    const auto& values = option->results();
    if (option->get_positional() || option->get_expected_min() == 0 ||
        std::find(values.begin(), values.end(), "") == values.end())
      continue;
    throw Error(ErrorKind::usage, fmt::format("{} is ''; allowed is one of: {}.", option->get_name(false, true),
                                              option->get_description()));
  }
}

std::vector<Subcommand> add_commands(CLI::App& app) {
  std::vector<Subcommand> commands = {add_list(app),   add_run(app),    add_trace(app),     add_compare(app),
                                      add_sweep(app),  add_price(app),  add_resources(app), add_bench(app),
                                      add_verify(app), add_record(app), add_replay(app),    add_render(app)};
  for (auto& command : commands) command.app->allow_extras();
  return commands;
}

int parse_and_act(int argc, char** argv, WindowPort& port) {
  CLI::App app("Lanescope: what GPU lanes do in reduction kernels. Without arguments the window opens.",
               "lanescope");
  app.set_version_flag("--version", kVersion, "the version");
  StartOptions start;
  start.add_to(app);
  app.allow_extras();
  app.require_subcommand(0, 1);  // `render sweep` draws a view of that name
  const auto commands = add_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    throw usage_error(error, app);
  }
  refuse_empty_values(app);
  CommandContext context{port, ""};
  for (int i = 0; i < argc; ++i) context.command_line += (i ? " " : "") + (i ? printable(argv[i]) : "lanescope");
  if (const auto extras = app.remaining(); !extras.empty()) refuse_extra(extras[0], app, true);
  for (const auto& command : commands) {
    if (!command.app->parsed()) continue;
    if (const auto extras = command.app->remaining(); !extras.empty()) refuse_extra(extras[0], *command.app, false);
    refuse_empty_values(*command.app);
    return command.action(context);
  }
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
