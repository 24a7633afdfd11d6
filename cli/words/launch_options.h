// The options that say what to launch, shared by every subcommand that runs a kernel.
#pragma once

#include <string>
#include <vector>

#include "cli/words/arguments.h"
#include "engine/request/request.h"

namespace lanescope {

class LaunchOptions {
 public:
  /// All that follow, --n too.
  void add_to(Arguments& arguments);
  void add_shape(Arguments& arguments);    ///< --block, --coarse, --grid, --combine
  void add_combine(Arguments& arguments);  ///< --combine alone
  void add_data(Arguments& arguments);     ///< --op, --type, --input, --seed, --backend
  void add_repeat(Arguments& arguments);
  void add_block_index(Arguments& arguments);
  void add_launch(Arguments& arguments);

  /// --n of a command that reads it itself.
  void set_n(const std::string& text) { n_ = text; }

  /// The request for one kernel. Without --n, a file gives its number of elements. Throws Error(usage) that names
  /// the option, its value and what is allowed; an unknown kernel too.
  RunRequest request(const std::string& kernel, Detail detail) const;

  /// Lets the requests look at the launch that --launch names; nothing where it is not given. Runs that have fewer
  /// launches look at their last one, which `note` then says. Throws Error(usage) where none has so many.
  void choose_launch(std::vector<RunRequest>& requests, std::string& note) const;

  /// Takes a launch shape back that followed from N, for commands that go through several N.
  void free_shape(RunRequest& request) const;

  /// One request a kernel, for commands that set kernels side by side: --coarse, --grid and --combine go to those
  /// that have the choice, the others keep their own, which `note` then says.
  std::vector<RunRequest> requests(const std::vector<std::string>& kernels, Detail detail, std::string& note) const;

  /// The same for "all kernels": those that cannot be launched so are left out, which `note` says.
  std::vector<RunRequest> possible_requests(const std::vector<std::string>& kernels, Detail detail,
                                            std::string& note) const;

 private:
  /// --n and --tile as the kernel's workload takes them; throws Error(usage) for options that it does not have.
  void read_shape(RunRequest& request) const;

  std::string n_, tile_, block_, coarse_, grid_, combine_, op_, type_, input_, seed_, backend_, repeat_,
      block_index_, launch_;
};

/// Refuses a kernel that has no trace, with the reason.
void require_trace(const std::string& kernel);

}  // namespace lanescope
