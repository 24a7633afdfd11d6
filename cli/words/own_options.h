// Options that only a user's kernel has: what it computes, its arguments, and the shapes of its block and grid.
#pragma once

#include <string>

#include "cli/words/arguments.h"
#include "engine/check/fault.h"
#include "engine/request/catalogue.h"
#include "engine/request/request.h"
#include "engine/source/compile.h"

namespace lanescope {

class OwnOptions {
 public:
  /// --as, --define, --shared, --arguments
  void add_to(Arguments& arguments);

  /// --main, for commands that can show a whole program.
  void add_main(Arguments& arguments);
  bool is_program() const { return main_; }

  /// Where the value of --as, --shared or --arguments is kept; null for other names.
  std::string* option_named(const std::string& name);

  /// Whether a program may run on a GPU where the system cannot confine it.
  bool is_trusted() const { return trust_; }

  void set_free_by_default() { free_by_default_ = true; }

  /// --fault and --schedule, for commands that run or check one kernel.
  void add_fault(Arguments& arguments);
  /// The request with those: of a kernel of the program, by its plain CUDA.
  RunRequest with_fault_and_schedule(RunRequest request) const;

  /// Compiles the kernel that the word names, if it is one of a file, so that the catalogue has it; one that is
  /// there already is made anew. Throws Error(usage), also where options are given to a kernel of the program.
  /// `has_shape`: somebody says its block or grid, so it is no function that launches kernels itself.
  void load(const std::string& kernel, bool has_shape = false) const;

  /// Those that kernels of the program do not take.
  void forget() {
    for (std::string* text : {&as_, &define_, &shared_, &arguments_}) text->clear();
  }

  /// Where nobody says what the request's kernel computes, and it is no reduction: loads it again, free.
  void free_if_no_reduction(const RunRequest& request) const;

  /// Sets what only such a kernel has. `block` and `grid` may be 256, 16x16 or 8x8x4, or empty.
  void read(RunRequest& request, const std::string& block, const std::string& grid) const;

 private:
  const Fault* fault() const;
  /// Says why the function that may have been meant is not what is run.
  void leave_launcher(const std::string& kernel, const std::string& launcher, const std::string& why) const;
  /// Compiles what the word names; nobody asks for a function that only may be meant where it cannot be called.
  const KernelInfo& load_own(const std::string& kernel, const OwnText& text, bool has_shape) const;

  std::string as_, define_, shared_, arguments_, fault_, schedule_;
  bool main_ = false, trust_ = false, free_by_default_ = false, takes_launchers_ = false;
  bool says_what_is_left_out_ = true;  // not again, where it is loaded again
};

}  // namespace lanescope
