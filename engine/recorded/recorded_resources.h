// What the driver of a GPU said of every kernel's machine code, in a file that comes with the program: registers
// and shared memory for machines that cannot ask. CSV behind a head of # lines that says where it comes from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/machine/resources.h"
#include "engine/run.h"

namespace lanescope {

/// One piece of machine code. `stores`: blocks store partial sums, and are not combined by atomic updates.
struct ResourceRow {
  std::string kernel;  ///< or the entry that a launch runs
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  bool stores = false;
  std::optional<unsigned> block_dim, coarse_factor;  ///< nothing: whatever they are
  KernelResources resources;

  bool operator==(const ResourceRow&) const = default;
};

struct ResourceTable {
  std::string device, driver, date, command, compiler;
  std::vector<ResourceRow> rows;
};

/// As text, and back. The latter throws Error(usage) that names `name` and the line.
std::string to_csv(const ResourceTable& table);
ResourceTable resource_table_from_csv(std::string_view text, const std::string& name);

/// The same rows without the columns that make no difference: blockDim, COARSE_FACTOR or both are left open for a
/// kernel, operator, type and way of combining whose resources they do not change.
std::vector<ResourceRow> merged(const std::vector<ResourceRow>& rows);

/// The tables in recordings/ when the program was built.
const std::vector<ResourceTable>& recorded_resources();

/// Resources that were recorded, and of which GPU and date.
struct RecordedResources {
  KernelResources resources;
  Provenance provenance;
};
/// Of this launch's machine code, the last one where there are several.
std::optional<RecordedResources> recorded_resources_of(const std::vector<ResourceTable>& tables,
                                                       const RunRequest& request, const LaunchConfig& launch);

}  // namespace lanescope
