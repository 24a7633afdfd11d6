// The words of a command line, and where each goes: all that the subcommands use of CLI11, whose headers arguments.cpp
// alone includes, since they take seconds to compile.
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

/// What the program or one of its subcommands takes. A copy adds to the same one. Variables given to the functions below
/// must outlive parse(), which leaves those as they are whose words are not on the command line.
class Arguments {
 public:
  /// Of the program; at most one of its subcommands can be given.
  Arguments(const std::string& name, const std::string& description);

  Arguments add_subcommand(const std::string& name, const std::string& description);

  /// --version, which says `version`.
  void add_version(const std::string& version);

  /// A word after one of `names`, "--seed" or "-o,--output"; a name without dashes takes the next word that no option
  /// takes. `heading` is that of its group in --help; empty: where options are.
  void add_option(const std::string& names, std::string& value, const std::string& description,
                  std::string_view heading = {});

  /// The same, for as many words as there are.
  void add_option(const std::string& names, std::vector<std::string>& values, const std::string& description);

  /// A name without a word after it.
  void add_flag(const std::string& names, bool& given, const std::string& description);

  /// A flag that --help does not tell of.
  void add_hidden_flag(const std::string& names, bool& given);

  /// Reads the words after the program's name. Returns what to print where they ask for help or the version, and nothing
  /// else. Throws Error(usage) where a value is missing or given more than once.
  std::optional<std::string> parse(const std::vector<std::string>& words);

  /// After parse(). Throws Error(usage) that names a word which is no option, command or argument, or an option whose
  /// value is an empty word.
  void refuse_what_is_left() const;

  /// After parse(): whether this subcommand is the one on the command line.
  bool is_given() const;

 private:
  explicit Arguments(std::shared_ptr<CLI::App> app);

  std::shared_ptr<CLI::App> app_;
};

}  // namespace lanescope
