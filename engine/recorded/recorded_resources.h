// What the driver of a GPU reported for every kernel's machine code, in a file that comes with the program:
// registers and shared memory for machines without a GPU. CSV, with # lines at its head that say where it comes
// from.
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

/// The table as text, and back. Reading throws Error(usage) that names `name` and the line.
std::string to_csv(const ResourceTable& table);
ResourceTable resource_table_from_csv(std::string_view text, const std::string& name);

/// The same rows, merged where they differ only in columns that do not matter: blockDim, COARSE_FACTOR or both are
/// left open if they do not change the resources of a kernel, operator, type and way of combining.
std::vector<ResourceRow> merged(const std::vector<ResourceRow>& rows);

/// The tables in recordings/ when the program was built.
const std::vector<ResourceTable>& recorded_resources();

/// Recorded resources, with GPU and date.
struct RecordedResources {
  KernelResources resources;
  Provenance provenance;
};
/// The resources of this launch's machine code; the last ones if there are several.
std::optional<RecordedResources> recorded_resources_of(const std::vector<ResourceTable>& tables,
                                                       const RunRequest& request, const LaunchConfig& launch);

}  // namespace lanescope
