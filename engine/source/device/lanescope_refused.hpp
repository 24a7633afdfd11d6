// What the emulator does not have, so that who uses it is told in which line, and what to write instead.
#pragma once

#define LANESCOPE_REFUSED(WHY) __attribute__((unavailable(WHY)))
#define LANESCOPE_NO_TEXTURES LANESCOPE_REFUSED("Lanescope has no textures and surfaces; read the array by its index instead")
#define LANESCOPE_NO_GRAPHS LANESCOPE_REFUSED("Lanescope has no graphs; launch the kernels one after another instead")

enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
template <class T, int kDimensions = 1, cudaTextureReadMode kMode = cudaReadModeElementType>
struct LANESCOPE_NO_TEXTURES texture {};
template <class T, int kDimensions = 1>
struct LANESCOPE_NO_TEXTURES surface {};
typedef unsigned long long cudaTextureObject_t LANESCOPE_NO_TEXTURES;
typedef unsigned long long cudaSurfaceObject_t LANESCOPE_NO_TEXTURES;
typedef struct CUarray_st* cudaArray_t LANESCOPE_NO_TEXTURES;
struct LANESCOPE_NO_TEXTURES cudaArray {};
typedef struct CUgraph_st* cudaGraph_t LANESCOPE_NO_GRAPHS;
typedef struct CUgraphExec_st* cudaGraphExec_t LANESCOPE_NO_GRAPHS;
