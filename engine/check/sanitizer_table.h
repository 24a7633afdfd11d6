// What NVIDIA's compute-sanitizer says of the kernels of the program on a GPU, sound and with each fault, beside
// what the checks of the emulator find. `verify --sanitizer` writes the table; CI compares it with the emulator of
// today.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/request.h"

namespace lanescope {

/// Its tools, and what each looks for: wrong addresses; races in shared memory; barriers that not all reach; reads
/// of global memory that nobody wrote.
inline constexpr std::array<std::string_view, 4> kSanitizerTools = {"memcheck", "racecheck", "synccheck",
                                                                    "initcheck"};
inline constexpr std::size_t kSanitizerToolCount = kSanitizerTools.size();

/// A kernel of the program by its plain CUDA, with a fault or none.
struct SanitizedLaunch {
  std::string kernel, fault;
  std::uint64_t n = 0;  ///< of matrices the width
  unsigned block_dim = 0, coarse_factor = 1;
};

struct SanitizedRow {
  SanitizedLaunch launch;
  /// Errors or hazards that a tool reported on the GPU. None where it was not asked: of a kernel that may hang,
  /// where the tool does not end it.
  std::array<std::optional<unsigned>, kSanitizerToolCount> told{};
};

struct SanitizerTable {
  std::string device, driver, date, command, sanitizer;  ///< the last is its version
  std::vector<SanitizedRow> rows;
};

/// A ragged launch of several blocks and warps of each kernel that has plain CUDA, sound and with every fault that
/// applies to it. `kernels`: of these alone; empty: of all. Throws Error(usage) for one that has none.
std::vector<SanitizedLaunch> sanitized_launches(const std::vector<std::string>& kernels);

/// Of a kernel that may hang, synccheck alone is asked, which ends it.
bool is_asked(const SanitizedLaunch& launch, std::size_t tool);

/// Throws Error(usage) for a launch that is none.
RunRequest request_of(const SanitizedLaunch& launch, Progress& progress);

/// For each tool, whether the emulator has findings of its kind.
std::array<bool, kSanitizerToolCount> emulated_verdict(const SanitizedLaunch& launch, Progress& progress);

/// Why the two verdicts differ, in English; empty where it is not known. `found`: the emulator has such a finding.
std::string_view reason_of_difference(const SanitizedLaunch& launch, std::size_t tool, bool found);

std::string to_csv(const SanitizerTable& table);
/// Throws Error(usage) that names `name` and the line.
SanitizerTable sanitizer_table_from_csv(std::string_view text, const std::string& name);

}  // namespace lanescope
