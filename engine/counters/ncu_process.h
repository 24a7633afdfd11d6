// Starts other programs: Nsight Compute on this program itself, and the disassembler on its machine code.
#pragma once

#include <string>
#include <vector>

#include "engine/counters/machine_code.h"

namespace lanescope {

/// What a program that was started wrote and returned.
struct ProcessResult {
  std::string output;  ///< standard output; standard error goes where ours goes
  int exit_code = 0;   ///< 128 + signal where a signal ended it
};

/// Runs a program in `folder` (empty: here) and waits for it. Throws Error(failed) where it cannot be started.
ProcessResult run_program(const std::vector<std::string>& arguments, const std::string& folder = "");

/// Path of a tool of the CUDA toolkit: on PATH, or else in CUDA_HOME, CUDA_PATH or /usr/local/cuda. Empty where
/// there is none.
std::string find_cuda_tool(const std::string& name);

/// Path of the program that runs.
std::string own_path();

/// What ncu prints about the program `arguments` (its path first), and ncu's version.
struct NcuOutput {
  std::string csv;
  std::string version;
};

/// Throws Error(unavailable) if there is no ncu, and what parse_ncu_csv throws if ncu was not allowed to count.
NcuOutput run_ncu(const std::vector<std::string>& arguments);

/// The machine code in a program's file; empty where the toolkit's cuobjdump and nvdisasm are missing.
MachineCode machine_code_of(const std::string& program);

}  // namespace lanescope
