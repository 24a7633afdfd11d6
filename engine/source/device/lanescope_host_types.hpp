// Types and constants of the host's half of CUDA. Their numbers are CUDA's.
#pragma once

#include <cstddef>
#include <tuple>

#define LANESCOPE_ERRORS(X)                                                                          \
  X(cudaSuccess, 0, "no error")                                                                      \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                    \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                   \
  X(cudaErrorInitializationError, 3, "initialization error")                                         \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                              \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                             \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                     \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                        \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                    \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                           \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                  \
  X(cudaErrorNotReady, 600, "device not ready")                                                      \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                        \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                   \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                          \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                        \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                       \
  X(cudaErrorNotSupported, 801, "operation not supported")                                           \
  X(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define LANESCOPE_VALUE(NAME, NUMBER, WORDS) NAME = NUMBER,
  LANESCOPE_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
};
typedef cudaError cudaError_t;

inline const char* cudaGetErrorString(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define LANESCOPE_VALUE(NAME, NUMBER, WORDS) \
  case NUMBER:                               \
    return WORDS;
    LANESCOPE_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
    default:
      return "unrecognized error code";
  }
}
inline const char* cudaGetErrorName(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define LANESCOPE_VALUE(NAME, NUMBER, WORDS) \
  case NUMBER:                               \
    return #NAME;
    LANESCOPE_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
    default:
      return "unrecognized error code";
  }
}

enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum {
  cudaMemAttachGlobal = 1,
  cudaMemAttachHost = 2,
  cudaHostAllocDefault = 0,
  cudaHostAllocPortable = 1,
  cudaHostAllocMapped = 2,
  cudaHostAllocWriteCombined = 4,
  cudaHostRegisterDefault = 0,
  cudaHostRegisterMapped = 2,
  cudaEventDefault = 0,
  cudaEventBlockingSync = 1,
  cudaEventDisableTiming = 2,
  cudaStreamDefault = 0,
  cudaStreamNonBlocking = 1,
  cudaDeviceMapHost = 8,
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleBlockingSync = 4,
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseSetAccessedBy = 5,
  cudaCpuDeviceId = -1
};

enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};

struct CUstream_st {};
struct CUevent_st {
  double at = 0;  ///< ms of the host's clock
};
typedef CUstream_st* cudaStream_t;
typedef CUevent_st* cudaEvent_t;

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes = 0, constSizeBytes = 0, localSizeBytes = 0;
  int maxThreadsPerBlock = 1024, numRegs = 32, ptxVersion = 90, binaryVersion = 90, maxDynamicSharedSizeBytes = 232448;
};

/// Of an H100 with 80 GB (SXM5).
struct cudaDeviceProp {
  char name[256] = "NVIDIA H100 80GB HBM3 (emulated)";
  std::size_t totalGlobalMem = std::size_t{80} << 30, sharedMemPerBlock = 49152;
  int regsPerBlock = 65536, warpSize = 32;
  std::size_t memPitch = 2147483647;
  int maxThreadsPerBlock = 1024, maxThreadsDim[3] = {1024, 1024, 64}, maxGridSize[3] = {2147483647, 65535, 65535};
  int clockRate = 1980000;
  std::size_t totalConstMem = 65536;
  int major = 9, minor = 0;
  std::size_t textureAlignment = 512, texturePitchAlignment = 32;
  int deviceOverlap = 1, multiProcessorCount = 132, kernelExecTimeoutEnabled = 0, integrated = 0, canMapHostMemory = 1;
  int computeMode = 0, concurrentKernels = 1, ECCEnabled = 1, pciBusID = 0, pciDeviceID = 0, pciDomainID = 0, tccDriver = 0;
  int asyncEngineCount = 3, unifiedAddressing = 1, memoryClockRate = 2619000, memoryBusWidth = 5120, l2CacheSize = 52428800;
  int persistingL2CacheMaxSize = 32768000, maxThreadsPerMultiProcessor = 2048, streamPrioritiesSupported = 1;
  int globalL1CacheSupported = 1, localL1CacheSupported = 1;
  std::size_t sharedMemPerMultiprocessor = 233472;
  int regsPerMultiprocessor = 65536, managedMemory = 1, isMultiGpuBoard = 0, pageableMemoryAccess = 0;
  int concurrentManagedAccess = 1, computePreemptionSupported = 1, cooperativeLaunch = 1;
  std::size_t sharedMemPerBlockOptin = 232448, reservedSharedMemPerBlock = 1024;
  int maxBlocksPerMultiProcessor = 32;
};

namespace lanescope_host {

inline int attribute(cudaDeviceAttr attribute) {
  const cudaDeviceProp gpu;
  const std::tuple<cudaDeviceAttr, int> known[] = {
      {cudaDevAttrMaxThreadsPerBlock, gpu.maxThreadsPerBlock},
      {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<int>(gpu.sharedMemPerBlock)},
      {cudaDevAttrWarpSize, gpu.warpSize},
      {cudaDevAttrClockRate, gpu.clockRate},
      {cudaDevAttrMultiProcessorCount, gpu.multiProcessorCount},
      {cudaDevAttrMaxThreadsPerMultiProcessor, gpu.maxThreadsPerMultiProcessor},
      {cudaDevAttrComputeCapabilityMajor, gpu.major},
      {cudaDevAttrComputeCapabilityMinor, gpu.minor},
      {cudaDevAttrManagedMemory, gpu.managedMemory},
      {cudaDevAttrConcurrentManagedAccess, gpu.concurrentManagedAccess},
      {cudaDevAttrCooperativeLaunch, 0},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<int>(gpu.sharedMemPerBlockOptin)}};
  for (const auto& [id, value] : known)
    if (id == attribute) return value;
  return 0;
}

}  // namespace lanescope_host
