// What Nsight Compute prints as CSV (--page raw --print-metric-instances details): counters of each launch, and of
// each of its instructions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/counters/counter_totals.h"

namespace lanescope {

/// Nsight Compute's names of two counters of single instructions.
inline constexpr const char* kSectorsMetric = "memory_l2_theoretical_sectors_global";
inline constexpr const char* kWavefrontsMetric = "memory_l1_wavefronts_shared";

/// One machine instruction of a launch.
struct CountedInstruction {
  std::uint64_t offset = 0;             ///< bytes from the function's first
  std::uint64_t executed = 0;           ///< warps that executed it
  std::uint64_t divergent = 0;          ///< of these, warps whose threads went two ways; only a branch has them
  std::uint64_t global_sectors = 0;     ///< of global memory that its addresses touched; 0 where ncu was not asked
  std::uint64_t shared_wavefronts = 0;  ///< of shared memory that it took; 0 where ncu was not asked
};

/// One launch of a kernel under Nsight Compute.
struct CountedKernel {
  std::string function;  ///< mangled name
  std::string device;    ///< name of the GPU
  std::uint64_t grid_dim = 0;
  unsigned block_dim = 0;
  CounterValues values;                          ///< of combine_ops: additions alone
  std::uint64_t multiplications = 0, fused = 0;  ///< by all threads: a * b, and a * b + c by one instruction
  std::vector<CountedInstruction> instructions;  ///< in order
};

/// Counters of arithmetic besides additions: float32 multiplications, and multiply-adds.
inline constexpr const char* kMultiplicationsCounter = "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
inline constexpr const char* kFusedCounter = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

/// The metrics that ncu is asked for: the counters of counter_totals(), those of other arithmetic, and those of
/// single instructions.
std::string ncu_metrics();

/// Lines of ncu's own ("==PROF== ...") are skipped. Throws Error: unavailable where ncu was not allowed to read
/// counters, failed if it reports an error, a line is cut short or a counter is missing; one sentence each.
std::vector<CountedKernel> parse_ncu_csv(std::string_view text);

}  // namespace lanescope
