// What the process may do. First it may read files, to load the kernel's library; from then on it may only compute.
// What it asks the system for beyond that becomes a signal.
#pragma once

namespace lanescope {

enum class Confinement { loading, computing };

/// False where the system cannot confine a process: then nothing foreign may run in it. A later one adds to an
/// earlier one.
bool confine(Confinement confinement);

}  // namespace lanescope
