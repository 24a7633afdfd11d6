// Types and constants of the host's half of CUDA. Their numbers are CUDA's.
#pragma once

#include <cstddef>
#include <tuple>

#include "lanescope_errors.hpp"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity,
  cudaLimitPersistingL2CacheSize
};
enum { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };
enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
  cudaFuncAttributeClusterDimMustBeSet,
  cudaFuncAttributeRequiredClusterWidth,
  cudaFuncAttributeRequiredClusterHeight,
  cudaFuncAttributeRequiredClusterDepth,
  cudaFuncAttributeNonPortableClusterSizeAllowed
};
#define LANESCOPE_ATTRIBUTES(X)                                                                         \
  X(cudaDevAttrMaxThreadsPerBlock, 1, gpu.maxThreadsPerBlock)                                           \
  X(cudaDevAttrMaxBlockDimX, 2, gpu.maxThreadsDim[0])                                                   \
  X(cudaDevAttrMaxBlockDimY, 3, gpu.maxThreadsDim[1])                                                   \
  X(cudaDevAttrMaxBlockDimZ, 4, gpu.maxThreadsDim[2])                                                   \
  X(cudaDevAttrMaxGridDimX, 5, gpu.maxGridSize[0])                                                      \
  X(cudaDevAttrMaxGridDimY, 6, gpu.maxGridSize[1])                                                      \
  X(cudaDevAttrMaxGridDimZ, 7, gpu.maxGridSize[2])                                                      \
  X(cudaDevAttrMaxSharedMemoryPerBlock, 8, gpu.sharedMemPerBlock)                                       \
  X(cudaDevAttrTotalConstantMemory, 9, gpu.totalConstMem)                                               \
  X(cudaDevAttrWarpSize, 10, gpu.warpSize)                                                              \
  X(cudaDevAttrMaxPitch, 11, gpu.memPitch)                                                              \
  X(cudaDevAttrMaxRegistersPerBlock, 12, gpu.regsPerBlock)                                              \
  X(cudaDevAttrClockRate, 13, gpu.clockRate)                                                            \
  X(cudaDevAttrTextureAlignment, 14, gpu.textureAlignment)                                              \
  X(cudaDevAttrGpuOverlap, 15, gpu.deviceOverlap)                                                       \
  X(cudaDevAttrMultiProcessorCount, 16, gpu.multiProcessorCount)                                        \
  X(cudaDevAttrKernelExecTimeout, 17, gpu.kernelExecTimeoutEnabled)                                     \
  X(cudaDevAttrIntegrated, 18, gpu.integrated)                                                          \
  X(cudaDevAttrCanMapHostMemory, 19, gpu.canMapHostMemory)                                              \
  X(cudaDevAttrComputeMode, 20, gpu.computeMode)                                                        \
  X(cudaDevAttrConcurrentKernels, 31, gpu.concurrentKernels)                                            \
  X(cudaDevAttrEccEnabled, 32, gpu.ECCEnabled)                                                          \
  X(cudaDevAttrPciBusId, 33, gpu.pciBusID)                                                              \
  X(cudaDevAttrPciDeviceId, 34, gpu.pciDeviceID)                                                        \
  X(cudaDevAttrTccDriver, 35, gpu.tccDriver)                                                            \
  X(cudaDevAttrMemoryClockRate, 36, gpu.memoryClockRate)                                                \
  X(cudaDevAttrGlobalMemoryBusWidth, 37, gpu.memoryBusWidth)                                            \
  X(cudaDevAttrL2CacheSize, 38, gpu.l2CacheSize)                                                        \
  X(cudaDevAttrMaxThreadsPerMultiProcessor, 39, gpu.maxThreadsPerMultiProcessor)                        \
  X(cudaDevAttrAsyncEngineCount, 40, gpu.asyncEngineCount)                                              \
  X(cudaDevAttrUnifiedAddressing, 41, gpu.unifiedAddressing)                                            \
  X(cudaDevAttrComputeCapabilityMajor, 75, gpu.major)                                                   \
  X(cudaDevAttrComputeCapabilityMinor, 76, gpu.minor)                                                   \
  X(cudaDevAttrStreamPrioritiesSupported, 78, gpu.streamPrioritiesSupported)                            \
  X(cudaDevAttrGlobalL1CacheSupported, 79, gpu.globalL1CacheSupported)                                  \
  X(cudaDevAttrLocalL1CacheSupported, 80, gpu.localL1CacheSupported)                                    \
  X(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, gpu.sharedMemPerMultiprocessor)                    \
  X(cudaDevAttrMaxRegistersPerMultiprocessor, 82, gpu.regsPerMultiprocessor)                            \
  X(cudaDevAttrManagedMemory, 83, gpu.managedMemory)                                                    \
  X(cudaDevAttrIsMultiGpuBoard, 84, gpu.isMultiGpuBoard)                                                \
  X(cudaDevAttrHostNativeAtomicSupported, 86, gpu.hostNativeAtomicSupported)                            \
  X(cudaDevAttrPageableMemoryAccess, 88, gpu.pageableMemoryAccess)                                      \
  X(cudaDevAttrConcurrentManagedAccess, 89, gpu.concurrentManagedAccess)                                \
  X(cudaDevAttrComputePreemptionSupported, 90, gpu.computePreemptionSupported)                          \
  X(cudaDevAttrCooperativeLaunch, 95, gpu.cooperativeLaunch)                                            \
  X(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, gpu.sharedMemPerBlockOptin)                            \
  X(cudaDevAttrMaxBlocksPerMultiprocessor, 106, gpu.maxBlocksPerMultiProcessor)                         \
  X(cudaDevAttrReservedSharedMemoryPerBlock, 111, gpu.reservedSharedMemPerBlock)                        \
  X(cudaDevAttrMaxTexture1DWidth, 21, gpu.maxTexture1D)                                                 \
  X(cudaDevAttrMaxTexture2DWidth, 22, gpu.maxTexture2D[0])                                              \
  X(cudaDevAttrMaxTexture2DHeight, 23, gpu.maxTexture2D[1])                                             \
  X(cudaDevAttrMaxTexture3DWidth, 24, gpu.maxTexture3D[0])                                              \
  X(cudaDevAttrMaxTexture3DHeight, 25, gpu.maxTexture3D[1])                                             \
  X(cudaDevAttrMaxTexture3DDepth, 26, gpu.maxTexture3D[2])                                              \
  X(cudaDevAttrSurfaceAlignment, 30, gpu.surfaceAlignment)                                              \
  X(cudaDevAttrPciDomainId, 50, gpu.pciDomainID)                                                        \
  X(cudaDevAttrTexturePitchAlignment, 51, gpu.texturePitchAlignment)                                    \
  X(cudaDevAttrMaxTexture1DLinearWidth, 69, gpu.maxTexture1DLinear)                                     \
  X(cudaDevAttrMultiGpuBoardGroupID, 85, gpu.multiGpuBoardGroupID)                                      \
  X(cudaDevAttrSingleToDoublePrecisionPerfRatio, 87, gpu.singleToDoublePrecisionPerfRatio)              \
  X(cudaDevAttrCanUseHostPointerForRegisteredMem, 91, gpu.canUseHostPointerForRegisteredMem)            \
  X(cudaDevAttrCooperativeMultiDeviceLaunch, 96, gpu.cooperativeMultiDeviceLaunch)                      \
  X(cudaDevAttrHostRegisterSupported, 99, gpu.hostRegisterSupported)                                    \
  X(cudaDevAttrPageableMemoryAccessUsesHostPageTables, 100, gpu.pageableMemoryAccessUsesHostPageTables) \
  X(cudaDevAttrDirectManagedMemAccessFromHost, 101, gpu.directManagedMemAccessFromHost)                 \
  X(cudaDevAttrMaxPersistingL2CacheSize, 108, gpu.persistingL2CacheMaxSize)                             \
  X(cudaDevAttrMaxAccessPolicyWindowSize, 109, gpu.accessPolicyMaxWindowSize)                           \
  X(cudaDevAttrSparseCudaArraySupported, 112, gpu.sparseCudaArraySupported)                             \
  X(cudaDevAttrHostRegisterReadOnlySupported, 113, gpu.hostRegisterReadOnlySupported)                   \
  X(cudaDevAttrTimelineSemaphoreInteropSupported, 114, gpu.timelineSemaphoreInteropSupported)           \
  X(cudaDevAttrMemoryPoolsSupported, 115, 1)                                                            \
  X(cudaDevAttrGPUDirectRDMASupported, 116, gpu.gpuDirectRDMASupported)                                 \
  X(cudaDevAttrMemoryPoolSupportedHandleTypes, 119, gpu.memoryPoolSupportedHandleTypes)                 \
  X(cudaDevAttrClusterLaunch, 120, gpu.clusterLaunch)                                                   \
  X(cudaDevAttrDeferredMappingCudaArraySupported, 121, gpu.deferredMappingCudaArraySupported)           \
  X(cudaDevAttrIpcEventSupport, 125, gpu.ipcEventSupported)                                             \
  X(cudaDevAttrUnifiedFunctionPointers, 129, gpu.unifiedFunctionPointers)

enum cudaDeviceAttr {
#define LANESCOPE_VALUE(NAME, NUMBER, VALUE) NAME = NUMBER,
  LANESCOPE_ATTRIBUTES(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
};
enum {
  cudaMemAttachGlobal = 1,
  cudaMemAttachHost = 2,
  cudaMemAttachSingle = 4,
  cudaHostRegisterIoMemory = 4,
  cudaHostRegisterReadOnly = 8,
  cudaEventRecordExternal = 1,
  cudaEventWaitDefault = 0,
  cudaEventWaitExternal = 1,
  cudaOccupancyDisableCachingOverride = 1,
  cudaDeviceBlockingSync = 4,
  cudaDeviceScheduleMask = 7,
  cudaDeviceLmemResizeToMax = 16,
  cudaDeviceSyncMemops = 128,
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
  cudaEventInterprocess = 4,
  cudaEventRecordDefault = 0,
  cudaHostRegisterPortable = 1,
  cudaOccupancyDefault = 0,
  cudaDeviceMapHost = 8,
  cudaDeviceScheduleSpin = 1,
  cudaDeviceScheduleYield = 2,
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleBlockingSync = 4,
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
  cudaInvalidDeviceId = -2,
  cudaCpuDeviceId = -1
};

enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};

namespace lanescope_host {
struct Capture;
}
struct CUstream_st {
  lanescope_host::Capture* capture = nullptr;
};
struct CUevent_st {
  double at = 0;  ///< ms of the host's clock
  const void* stream = nullptr;
  unsigned long long launches = 0;  ///< that were before it
  lanescope_host::Capture* capture = nullptr;
};
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel,
  cudaGraphNodeTypeMemcpy,
  cudaGraphNodeTypeMemset,
  cudaGraphNodeTypeHost,
  cudaGraphNodeTypeGraph,
  cudaGraphNodeTypeEmpty
};
typedef CUstream_st* cudaStream_t;
typedef CUevent_st* cudaEvent_t;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
#define cudaStreamLegacy (static_cast<cudaStream_t>(nullptr))
namespace lanescope_host {
inline CUstream_st stream_of_thread;  // unlike the one that all share, it can be captured
}
#define cudaStreamPerThread (&lanescope_host::stream_of_thread)
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);
typedef void (*cudaHostFn_t)(void* data);
#define CUDART_CB
#define cudaStreamTailLaunch (static_cast<cudaStream_t>(nullptr))
#define cudaStreamFireAndForget (static_cast<cudaStream_t>(nullptr))

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes = 0, constSizeBytes = 0, localSizeBytes = 0;
  int maxThreadsPerBlock = 1024, numRegs = 32, ptxVersion = 90, binaryVersion = 90, cacheModeCA = 0;
  int maxDynamicSharedSizeBytes = 232448, preferredShmemCarveout = -1;
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
  int deviceOverlap = 1, multiProcessorCount = 132, kernelExecTimeoutEnabled = 0, integrated = 0,
      canMapHostMemory = 1;
  int computeMode = 0, concurrentKernels = 1, ECCEnabled = 1, pciBusID = 0, pciDeviceID = 0, pciDomainID = 0,
      tccDriver = 0;
  int asyncEngineCount = 3, unifiedAddressing = 1, memoryClockRate = 2619000, memoryBusWidth = 5120,
      l2CacheSize = 52428800;
  int persistingL2CacheMaxSize = 32768000, maxThreadsPerMultiProcessor = 2048, streamPrioritiesSupported = 1;
  int globalL1CacheSupported = 1, localL1CacheSupported = 1;
  std::size_t sharedMemPerMultiprocessor = 233472;
  int regsPerMultiprocessor = 65536, managedMemory = 1, isMultiGpuBoard = 0, pageableMemoryAccess = 0;
  int concurrentManagedAccess = 1, computePreemptionSupported = 1, cooperativeLaunch = 1;
  std::size_t sharedMemPerBlockOptin = 232448, reservedSharedMemPerBlock = 1024;
  int maxBlocksPerMultiProcessor = 32, accessPolicyMaxWindowSize = 134213632, hostNativeAtomicSupported = 0;
  int singleToDoublePrecisionPerfRatio = 2, canUseHostPointerForRegisteredMem = 1, cooperativeMultiDeviceLaunch = 0;
  int pageableMemoryAccessUsesHostPageTables = 0, directManagedMemAccessFromHost = 0, memoryPoolsSupported = 1;
  int maxTexture1D = 131072, maxTexture1DLinear = 268435456, maxTexture2D[2] = {131072, 65536};
  int maxTexture3D[3] = {16384, 16384, 16384}, maxTexture1DLayered[2] = {32768, 2048};
  int maxTexture2DLayered[3] = {32768, 32768, 2048}, maxTexture2DLinear[3] = {131072, 65000, 2097120};
  int maxTexture1DMipmap = 32768, maxTexture2DMipmap[2] = {32768, 32768}, maxTextureCubemap = 32768;
  int maxSurface1D = 32768, maxSurface2D[2] = {131072, 65536}, maxSurface3D[3] = {16384, 16384, 16384};
  int maxTexture2DGather[2] = {32768, 32768}, maxTexture3DAlt[3] = {8192, 8192, 32768};
  int maxTextureCubemapLayered[2] = {32768, 2046}, maxSurface1DLayered[2] = {32768, 2048};
  int maxSurface2DLayered[3] = {32768, 32768, 2048}, maxSurfaceCubemap = 32768,
      maxSurfaceCubemapLayered[2] = {32768, 2046};
  std::size_t surfaceAlignment = 512;
  struct {
    char bytes[16] = {};
  } uuid;
  char luid[8] = {};
  unsigned luidDeviceNodeMask = 0;
  int multiGpuBoardGroupID = 0, hostRegisterSupported = 1, hostRegisterReadOnlySupported = 0,
      sparseCudaArraySupported = 1;
  int timelineSemaphoreInteropSupported = 1, gpuDirectRDMASupported = 1, gpuDirectRDMAWritesOrdering = 100;
  unsigned gpuDirectRDMAFlushWritesOptions = 1, memoryPoolSupportedHandleTypes = 0;
  int clusterLaunch = 0, deferredMappingCudaArraySupported = 1, ipcEventSupported = 0, unifiedFunctionPointers = 0;
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};

struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  struct cudaArray* srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  struct cudaArray* dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
inline cudaPitchedPtr make_cudaPitchedPtr(void* place, std::size_t pitch, std::size_t width, std::size_t height) {
  return {place, pitch, width, height};
}
typedef struct CUmemPoolHandle_st* cudaMemPool_t;
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic,
  cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold,
  cudaMemPoolAttrReservedMemCurrent,
  cudaMemPoolAttrReservedMemHigh,
  cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh
};

namespace lanescope_host {

inline int attribute(cudaDeviceAttr attribute) {
  const cudaDeviceProp gpu;
  switch (attribute) {
#define LANESCOPE_VALUE(NAME, NUMBER, VALUE) \
  case NAME:                                 \
    return static_cast<int>(VALUE);
    LANESCOPE_ATTRIBUTES(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
  }
  return 0;
}

}  // namespace lanescope_host
