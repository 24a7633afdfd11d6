// Text of a .cu file made fit for the host's compiler: launches written <<<>>> become calls, and functions of the
// host alone can be left out. Every line stays in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// `k<T><<<grid, block>>>(a)` becomes a call of engine/source/device/lanescope_host.hpp with a function that calls
/// k. `headers`: texts that it includes, which may have its kernels.
std::string with_calls_for_launches(std::string_view source, std::string_view headers = {});

/// What the host's compiler does not know, without the launches: the functions below, up to with_aligned_shared().
/// `headers`: the text of those beside the file, for the kernels in them.
std::string for_host_compiler(std::string_view source, std::string_view headers = {});

/// Lines of a notebook (`%%cu`, and three back quotes) are blank.
std::string without_notebook_marks(std::string_view source);

/// Macros that stand for a configuration, `#define ARGS(g, b) <<<g, b>>>`, are put in where they are used, and are
/// empty.
std::string without_macros_of_configurations(std::string_view source);

/// Inline PTX: what moves a special register into a variable becomes a call of
/// engine/source/device/lanescope_ptx.hpp, any other the name of what is refused there. Assembly of the host stays.
std::string with_calls_for_ptx(std::string_view source);

/// A cast of a kernel to `void*` becomes `::lanescope_host::known->*`, so that who launches it knows what its
/// parameters are.
std::string with_known_kernels(std::string_view source, std::string_view headers = {});

/// `int min(int, int);` and the like, also of max, without a body in the text or in `headers`, mean CUDA's: they
/// are left out, since those are templates here, and a function that is declared would be taken before them.
std::string without_declared_min_max(std::string_view source, std::string_view headers = {});

/// Shared arrays begin at multiples of 16 bytes, as in files that copy into arrays of halves by float4: the host's
/// compiler puts them where their own elements may be. Those of words are left: where it knows an array to be at
/// such a place, it takes a vector beside one apart, and nobody sees that a GPU could not read it.
std::string with_aligned_shared(std::string_view source);

/// Tables of the device, `__device__ const float t[32]`, are no constants: the host's compiler tells nobody of what
/// is read of one.
std::string with_tables_in_memory(std::string_view source);

/// Kernels say when a thread comes to their last brace, which tells one that returned from one that went past a
/// barrier; and, when it begins, what their __launch_bounds__ are.
std::string with_marks_of_kernels(std::string_view source);

/// In line `number`, from 1, `return;` returns a value of no matter which type: nvcc takes it as that in main() and
/// in functions of the device.
std::string with_value_returned(std::string_view source, unsigned number);

/// Without the bodies of functions that only the host has: those marked neither __global__ nor __device__ nor
/// constexpr. A member function stays, and so does `needed` with what it calls.
std::string without_host_functions(std::string_view source, const std::string& needed = "");

/// The names in `#include "name"`, in their order; `<name.h>` too if `with_angles`, but no header of the standard
/// library.
std::vector<std::string> included_names(std::string_view source, bool with_angles);

/// Whether a loop has nothing in it: it may wait for other threads.
bool has_waiting_loop(std::string_view source);

/// Whether it has a function main().
bool has_main(std::string_view source);

}  // namespace lanescope
