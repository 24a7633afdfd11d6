// Programs of tests/own/programs, and how they are run.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/session.h"

namespace lanescope {

/// What a file of tests/own/programs says of itself: "// finding: race 7 9", "// expect: PASSED",
/// "// arguments: 3", "// n: 1000". Where it names no finding it has none.
struct StatedProgram {
  std::string path, text;
  std::vector<std::string> expects, words;
  std::multiset<std::string> findings;
  std::uint64_t n = 1000;
  std::string as = "reduction", arguments;
};

StatedProgram stated(const std::string& name);

/// Compiled.
std::string id_of_program(const StatedProgram& program);

/// A program of tests/own/programs, run as it is.
Run run_plainly(const std::string& name);

Run run_of_program(const StatedProgram& program, const std::string& id, bool checks, Detail detail);

}  // namespace lanescope
