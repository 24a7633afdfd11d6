// The options that say what to launch, shared by every subcommand that runs a kernel.
#pragma once

#include <string>
#include <vector>

#include "cli/words/arguments.h"
#include "cli/words/own_options.h"
#include "engine/request/request.h"

namespace lanescope {

class LaunchOptions {
 public:
  /// Adds --n and all of the following; and what only a user's kernel has.
  void add_to(Arguments& arguments);
  void add_shape(Arguments& arguments);    ///< --block, --coarse, --grid, --combine
  void add_combine(Arguments& arguments);  ///< --combine alone
  void add_data(Arguments& arguments);     ///< --op, --type, --input, --seed, --backend
  void add_repeat(Arguments& arguments);
  void add_block_index(Arguments& arguments);
  void add_launch(Arguments& arguments);
  void add_main(Arguments& arguments) { own_.add_main(arguments); }
  void add_fault(Arguments& arguments) { own_.add_fault(arguments); }
  void set_free_by_default() { own_.set_free_by_default(); }
  /// That of request(), or with --main that of the file's own main().
  RunRequest request_of_any(const std::string& kernel, Detail detail, const std::vector<std::string>& words) const;

  /// Sets --n for a command that reads it itself.
  void set_n(const std::string& text) { n_ = text; }

  /// The request for one kernel. Without --n, a file gives its number of elements. Throws Error(usage) that names
  /// the option, its value and what is allowed; an unknown kernel too.
  RunRequest request(const std::string& kernel, Detail detail) const;

  /// Sets the launch in view of the requests to --launch, if it is given. Runs with fewer launches show their last
  /// one, and `note` then says so. Throws Error(usage) if no run has that many.
  void choose_launch(std::vector<RunRequest>& requests, std::string& note) const;

  /// Resets a launch shape that was chosen from N, for commands that go through several N.
  void free_shape(RunRequest& request) const;

  /// One request per kernel, for commands that compare kernels: --coarse, --grid and --combine apply to kernels
  /// that have the choice; the others keep their own, and `note` then says so.
  std::vector<RunRequest> requests(const std::vector<std::string>& kernels, Detail detail, std::string& note) const;

  /// The same for "all kernels": kernels that cannot be launched like that are left out, and `note` says so.
  std::vector<RunRequest> possible_requests(const std::vector<std::string>& kernels, Detail detail,
                                            std::string& note) const;

 private:
  /// The request for a .cu file's own main(), with the words for it.
  RunRequest program_request(const std::string& file, Detail detail, const std::vector<std::string>& words) const;

  /// Reads --n and --tile in the form that the kernel's workload needs; throws Error(usage) for options that it
  /// does not have.
  void read_shape(RunRequest& request) const;

  RunRequest request_as_given(const std::string& kernel, Detail detail) const;
  /// These, and of those that are not given the ones that the file states in a line "// lanescope: --n 1000 --as
  /// scan".
  LaunchOptions with_stated_options(const std::string& path, const std::string& kernel) const;

  std::string n_, tile_, block_, coarse_, grid_, combine_, op_, type_, input_, seed_, backend_, repeat_,
      block_index_, launch_;
  bool has_block_of_text_ = false;  // nobody stated one
  OwnOptions own_;
};

/// Refuses a kernel that has no trace, with the reason.
void require_trace(const std::string& kernel);

}  // namespace lanescope
