#include "cli/words/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/base/error.h"

namespace lanescope {
namespace {

/// Names the unknown word, and what is allowed.
[[noreturn]] void refuse_extra(const std::string& extra, const CLI::App& app) {
  const bool is_root = app.get_parent() == nullptr;
  std::vector<std::string> allowed;
  const bool option = extra.starts_with("-");
  if (option) {
    for (const auto* known : app.get_options())
      if (!known->get_positional()) allowed.push_back(known->get_name(false, true));
    throw Error(ErrorKind::usage,
                fmt::format("{}: there is no such option{}; use one of {}.", extra,
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

void refuse_extras(const CLI::App& app) {
  if (const auto extras = app.remaining(); !extras.empty()) refuse_extra(extras[0], app);
}

/// A sentence for an error of the parser, whose text begins with the option's name.
Error usage_error(const CLI::ParseError& error, const CLI::App& app) {
  const std::string text = error.what(), name = text.substr(0, text.find(':'));
  for (const auto* command : app.get_subcommands()) {
    const auto* option = command->get_option_no_throw(name);
    if (!option || error.get_name() != "ArgumentMismatch") continue;
    const bool repeated = text.find("received") != std::string::npos;
    return Error(ErrorKind::usage, fmt::format("{}: {}; expected: {}.", name,
                                               repeated ? "it is given more than once" : "its value is missing",
                                               option->get_description()));
  }
  return Error(ErrorKind::usage, text + "; see lanescope --help.");
}

/// An option with an empty value is refused, and not ignored: probably a script's variable was empty.
void refuse_empty_values(const CLI::App& app) {
  for (const auto* option : app.get_options()) {
    const auto& values = option->results();
    if (option->get_positional() || option->get_expected_min() == 0 ||
        std::find(values.begin(), values.end(), "") == values.end())
      continue;
    throw Error(ErrorKind::usage,
                fmt::format("{} is ''; expected: {}.", option->get_name(false, true), option->get_description()));
  }
}

/// Takes out what is meant for a user's program.
std::vector<std::string> take_program_words(CLI::App& app, std::vector<std::string>& words) {
  const auto flag = std::find(words.begin(), words.end(), "--main");
  const CLI::App* command = nullptr;
  for (const CLI::App* one : app.get_subcommands({}))
    if (!words.empty() && one->get_name() == words[0]) command = one;
  if (flag == words.end() || !command || !command->get_option_no_throw("--main")) return {};
  std::vector<std::string> kept(words.begin(), flag + 1), taken;
  bool all = false;
  for (auto word = flag + 1; word != words.end(); ++word) {
    if (!all && *word == "--") {
      all = true;
      continue;
    }
    const auto* option = all ? nullptr : command->get_option_no_throw(*word);
    const bool ours = (option && !option->get_positional()) || (!all && (*word == "--help" || *word == "-h"));
    (ours ? kept : taken).push_back(*word);
    if (ours && option && option->get_expected_min() > 0 && word + 1 != words.end()) kept.push_back(*++word);
  }
  words = kept;
  return taken;
}

}  // namespace

Arguments::Arguments(const std::string& name, const std::string& description)
    : Arguments(std::make_shared<CLI::App>(description, name)) {
  app_->require_subcommand(0, 1);  // `render sweep` draws a view of that name
}

Arguments::Arguments(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {
  app_->allow_extras();  // refused below with messages of our own
}

Arguments Arguments::add_subcommand(const std::string& name, const std::string& description) {
  app_->add_subcommand(name, description);
  return Arguments(app_->get_subcommand_ptr(name));
}

void Arguments::add_version(const std::string& version) {
  app_->set_version_flag("--version", version, "the version");
}

void Arguments::add_option(const std::string& names, std::string& value, const std::string& description,
                           std::string_view heading) {
  auto* option = app_->add_option(names, value, description);
  if (!heading.empty()) option->group(std::string(heading));
}

void Arguments::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& description) {
  app_->add_option(names, values, description);
}

void Arguments::add_flag(const std::string& names, bool& given, const std::string& description) {
  app_->add_flag(names, given, description);
}

void Arguments::add_hidden_flag(const std::string& names, bool& given) {
  app_->add_flag(names, given)->group("");
}

void Arguments::add_hidden_option(const std::string& names, std::string& value) {
  app_->add_option(names, value)->group("");
}

std::optional<std::string> Arguments::parse(std::vector<std::string> words, std::vector<std::string>& behind) {
  behind = take_program_words(*app_, words);
  try {
    // CLI11 expects the words in reverse order
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app_->exit(help, text, text);
    return text.str();
  } catch (const CLI::ParseError& error) {
    throw usage_error(error, *app_);
  }
  return std::nullopt;
}

void Arguments::refuse_what_is_left() const {
  refuse_empty_values(*app_);
  refuse_extras(*app_);
  for (const auto* command : app_->get_subcommands()) {
    refuse_extras(*command);
    refuse_empty_values(*command);
  }
}

bool Arguments::is_given() const {
  return app_->parsed();
}

}  // namespace lanescope
