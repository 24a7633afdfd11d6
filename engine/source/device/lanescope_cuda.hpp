// What nvcc gives a .cu file without an #include, for the host compiler: qualifiers, vectors, built-in variables,
// barriers, warp functions, atomics and math. A thread of the GPU is a fiber; whatever it must wait for, or tell,
// goes through the functions named lanescope_*, which the process that runs the kernel has.
#pragma once

// An old name of glibc for a logarithm, which neither CUDA nor Windows has, and programs have for a factor.
#define gamma lanescope_gamma_of_host

#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <math.h>
#include <stdint.h>
#include <type_traits>
#include <utility>

#undef gamma

#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define CUDART_VERSION 12040
#define CUDA_VERSION 12040
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 131
#define __NVCC__ 1

#define __global__ __attribute__((noinline, used))
#define __device__
#define __host__
#define __shared__ thread_local
#define __constant__ __attribute__((section("lanescope_constant")))
// On a page of its own, which may be guarded from the host.
#define __managed__ __attribute__((section("lanescope_managed"), aligned(4096)))
#define __forceinline__
#define __noinline__  // headers of the host's library have it inside of __attribute__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))

// Of Visual Studio's compiler, in files from there.
#define __forceinline
#define __declspec(...)
#define __cdecl

// Of functions that are between the process and the kernel, which nobody watches; in __attribute__((...)).
#define LANESCOPE_UNWATCHED no_sanitize("thread"), no_sanitize_coverage

#include "lanescope_vectors.hpp"

// Not constant: they are those of the fiber that runs. Blocks may run in several threads of the process.
extern "C" {
extern __thread const uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread const uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern const lanescope_dim blockDim, gridDim;
}
static constexpr int warpSize = 32;

#include "lanescope_threads.hpp"
#include "lanescope_copies.hpp"
#include "lanescope_constants.hpp"
#include "lanescope_math.hpp"
#include "lanescope_rounding.hpp"
#include "lanescope_packed.hpp"
#include "lanescope_dpx.hpp"
#include "lanescope_entry.hpp"
#include "lanescope_host.hpp"
#ifdef LANESCOPE_GRAPHS
#include "lanescope_graphs.hpp"
#endif
#include "lanescope_refused.hpp"
#include "lanescope_textures.hpp"
#include "lanescope_ptx.hpp"
