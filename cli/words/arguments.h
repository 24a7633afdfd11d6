// Parses a command line. It wraps CLI11, whose headers take seconds to compile, so that only arguments.cpp
// includes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lanescope {

/// The arguments of the program or of one of its subcommands. Copies refer to the same arguments. Variables passed
/// to the functions below must outlive parse(), which leaves a variable unchanged if its option is not given.
class Arguments {
 public:
  /// The arguments of the program; at most one subcommand can be given.
  Arguments(const std::string& name, const std::string& description);

  Arguments add_subcommand(const std::string& name, const std::string& description);

  /// Adds --version, which prints `version`.
  void add_version(const std::string& version);

  /// Adds an option with a value. `names`: "--seed" or "-o,--output"; a name without dashes is a positional
  /// argument. `heading`: its group in --help; empty: the default group.
  void add_option(const std::string& names, std::string& value, const std::string& description,
                  std::string_view heading = {});

  /// The same, with any number of values.
  void add_option(const std::string& names, std::vector<std::string>& values, const std::string& description);

  /// Adds an option without a value.
  void add_flag(const std::string& names, bool& given, const std::string& description);

  /// Adds a flag that --help does not list.
  void add_hidden_flag(const std::string& names, bool& given);
  void add_hidden_option(const std::string& names, std::string& value);

  /// Reads the words after the program's name. Returns the text to print if help or the version is asked for, else
  /// nothing. Throws Error(usage) if a value is missing or given more than once.
  /// `behind`: of a subcommand with the flag --main, the words after it that are none of its options, or stand
  /// after a `--`; they are not read.
  std::optional<std::string> parse(std::vector<std::string> words, std::vector<std::string>& behind);

  /// Call after parse(). Throws Error(usage) for a word that is not an option, command or argument, and for an
  /// option with an empty value.
  void refuse_what_is_left() const;

  /// Call after parse(): whether this subcommand was given.
  bool is_given() const;

 private:
  explicit Arguments(std::shared_ptr<CLI::App> app);

  std::shared_ptr<CLI::App> app_;
};

}  // namespace lanescope
