// Types and constants of the host's half of CUDA. Their numbers are CUDA's.
#pragma once

#include <cstddef>
#include <tuple>

#define LANESCOPE_ERRORS(X)                                                                          \
  X(cudaSuccess, 0, "no error")                                                                      \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                    \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                   \
  X(cudaErrorInitializationError, 3, "initialization error")                                         \
  X(cudaErrorCudartUnloading, 4, "driver shutting down")                                             \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                              \
  X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                        \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                             \
  X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                         \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                     \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                        \
  X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
  X(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")           \
  X(cudaErrorInvalidTexture, 18, "invalid texture reference")                                        \
  X(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                         \
  X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                             \
  X(cudaErrorInvalidFilterSetting, 26, "invalid filter setting")                                     \
  X(cudaErrorInvalidNormSetting, 27, "invalid norm setting")                                         \
  X(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                       \
  X(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")        \
  X(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                 \
  X(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                 \
  X(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")            \
  X(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                           \
  X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                 \
  X(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")     \
  X(cudaErrorLaunchFileScopedTex, 66, "launch failed because kernel uses unsupported, file-scoped textures (texture object API is supported)") \
  X(cudaErrorLaunchFileScopedSurf, 67, "launch failed because kernel uses unsupported, file-scoped surfaces (surface object API is supported)") \
  X(cudaErrorSyncDepthExceeded, 68, "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth") \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                   \
  X(cudaErrorLaunchPendingCountExceeded, 69, "device kernel launch failed because too many launches are pending") \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                    \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                           \
  X(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                       \
  X(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                 \
  X(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                              \
  X(cudaErrorDeviceUninitialized, 201, "invalid device context")                                     \
  X(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                          \
  X(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                      \
  X(cudaErrorArrayIsMapped, 207, "array is mapped")                                                  \
  X(cudaErrorAlreadyMapped, 208, "resource already mapped")                                          \
  X(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device") \
  X(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                      \
  X(cudaErrorNotMapped, 211, "resource not mapped")                                                  \
  X(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                   \
  X(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread") \
  X(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                        \
  X(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                       \
  X(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                         \
  X(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                   \
  X(cudaErrorFileNotFound, 301, "file not found")                                                    \
  X(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                      \
  X(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                     \
  X(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")           \
  X(cudaErrorSymbolNotFound, 500, "named symbol not found")                                          \
  X(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")           \
  X(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                        \
  X(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                  \
  X(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")     \
  X(cudaErrorInvalidPc, 718, "invalid program counter")                                              \
  X(cudaErrorSystemNotReady, 802, "system not yet initialized")                                      \
  X(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination") \
  X(cudaErrorMpsConnectionFailed, 805, "MPS client failed to connect to the MPS control daemon or the MPS server") \
  X(cudaErrorStreamCaptureUnmatched, 903, "operation not permitted on a stream that did not begin the capture") \
  X(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                       \
  X(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream") \
  X(cudaErrorStreamCaptureImplicit, 906, "operation would make the legacy stream depend on a capturing blocking stream") \
  X(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream") \
  X(cudaErrorStreamCaptureWrongThread, 908, "attempt to terminate a thread-local capture sequence from another thread") \
  X(cudaErrorTimeout, 909, "wait operation timed out")                                               \
  X(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                           \
  X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")   \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                  \
  X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")            \
  X(cudaErrorNotReady, 600, "device not ready")                                                      \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                        \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                   \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                          \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                        \
  X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                          \
  X(cudaErrorAssert, 710, "device-side assert triggered")                                            \
  X(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  X(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region") \
  X(cudaErrorHardwareStackError, 714, "hardware stack error")                                        \
  X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                      \
  X(cudaErrorMisalignedAddress, 716, "misaligned address")                                           \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                       \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                                           \
  X(cudaErrorNotSupported, 801, "operation not supported")                                           \
  X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")      \
  X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture") \
  X(cudaErrorGraphExecUpdateFailure, 910, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update") \
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
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
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
#define LANESCOPE_ATTRIBUTES(X)                                        \
  X(cudaDevAttrMaxThreadsPerBlock, 1, gpu.maxThreadsPerBlock)          \
  X(cudaDevAttrMaxBlockDimX, 2, gpu.maxThreadsDim[0])                  \
  X(cudaDevAttrMaxBlockDimY, 3, gpu.maxThreadsDim[1])                  \
  X(cudaDevAttrMaxBlockDimZ, 4, gpu.maxThreadsDim[2])                  \
  X(cudaDevAttrMaxGridDimX, 5, gpu.maxGridSize[0])                     \
  X(cudaDevAttrMaxGridDimY, 6, gpu.maxGridSize[1])                     \
  X(cudaDevAttrMaxGridDimZ, 7, gpu.maxGridSize[2])                     \
  X(cudaDevAttrMaxSharedMemoryPerBlock, 8, gpu.sharedMemPerBlock)      \
  X(cudaDevAttrTotalConstantMemory, 9, gpu.totalConstMem)              \
  X(cudaDevAttrWarpSize, 10, gpu.warpSize)                             \
  X(cudaDevAttrMaxPitch, 11, gpu.memPitch)                             \
  X(cudaDevAttrMaxRegistersPerBlock, 12, gpu.regsPerBlock)             \
  X(cudaDevAttrClockRate, 13, gpu.clockRate)                           \
  X(cudaDevAttrTextureAlignment, 14, gpu.textureAlignment)             \
  X(cudaDevAttrGpuOverlap, 15, gpu.deviceOverlap)                      \
  X(cudaDevAttrMultiProcessorCount, 16, gpu.multiProcessorCount)       \
  X(cudaDevAttrKernelExecTimeout, 17, gpu.kernelExecTimeoutEnabled)    \
  X(cudaDevAttrIntegrated, 18, gpu.integrated)                         \
  X(cudaDevAttrCanMapHostMemory, 19, gpu.canMapHostMemory)             \
  X(cudaDevAttrComputeMode, 20, gpu.computeMode)                       \
  X(cudaDevAttrConcurrentKernels, 31, gpu.concurrentKernels)           \
  X(cudaDevAttrEccEnabled, 32, gpu.ECCEnabled)                         \
  X(cudaDevAttrPciBusId, 33, gpu.pciBusID)                             \
  X(cudaDevAttrPciDeviceId, 34, gpu.pciDeviceID)                       \
  X(cudaDevAttrTccDriver, 35, gpu.tccDriver)                           \
  X(cudaDevAttrMemoryClockRate, 36, gpu.memoryClockRate)               \
  X(cudaDevAttrGlobalMemoryBusWidth, 37, gpu.memoryBusWidth)           \
  X(cudaDevAttrL2CacheSize, 38, gpu.l2CacheSize)                       \
  X(cudaDevAttrMaxThreadsPerMultiProcessor, 39, gpu.maxThreadsPerMultiProcessor) \
  X(cudaDevAttrAsyncEngineCount, 40, gpu.asyncEngineCount)             \
  X(cudaDevAttrUnifiedAddressing, 41, gpu.unifiedAddressing)           \
  X(cudaDevAttrComputeCapabilityMajor, 75, gpu.major)                  \
  X(cudaDevAttrComputeCapabilityMinor, 76, gpu.minor)                  \
  X(cudaDevAttrStreamPrioritiesSupported, 78, gpu.streamPrioritiesSupported) \
  X(cudaDevAttrGlobalL1CacheSupported, 79, gpu.globalL1CacheSupported) \
  X(cudaDevAttrLocalL1CacheSupported, 80, gpu.localL1CacheSupported)   \
  X(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, gpu.sharedMemPerMultiprocessor) \
  X(cudaDevAttrMaxRegistersPerMultiprocessor, 82, gpu.regsPerMultiprocessor) \
  X(cudaDevAttrManagedMemory, 83, gpu.managedMemory)                   \
  X(cudaDevAttrIsMultiGpuBoard, 84, gpu.isMultiGpuBoard)               \
  X(cudaDevAttrHostNativeAtomicSupported, 86, gpu.hostNativeAtomicSupported) \
  X(cudaDevAttrPageableMemoryAccess, 88, gpu.pageableMemoryAccess)     \
  X(cudaDevAttrConcurrentManagedAccess, 89, gpu.concurrentManagedAccess) \
  X(cudaDevAttrComputePreemptionSupported, 90, gpu.computePreemptionSupported) \
  X(cudaDevAttrCooperativeLaunch, 95, gpu.cooperativeLaunch)           \
  X(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, gpu.sharedMemPerBlockOptin) \
  X(cudaDevAttrMaxBlocksPerMultiprocessor, 106, gpu.maxBlocksPerMultiProcessor) \
  X(cudaDevAttrReservedSharedMemoryPerBlock, 111, gpu.reservedSharedMemPerBlock) \
  X(cudaDevAttrMaxTexture1DWidth, 21, gpu.maxTexture1D)                \
  X(cudaDevAttrMaxTexture2DWidth, 22, gpu.maxTexture2D[0])             \
  X(cudaDevAttrMaxTexture2DHeight, 23, gpu.maxTexture2D[1])            \
  X(cudaDevAttrMaxTexture3DWidth, 24, gpu.maxTexture3D[0])             \
  X(cudaDevAttrMaxTexture3DHeight, 25, gpu.maxTexture3D[1])            \
  X(cudaDevAttrMaxTexture3DDepth, 26, gpu.maxTexture3D[2])             \
  X(cudaDevAttrSurfaceAlignment, 30, gpu.surfaceAlignment)             \
  X(cudaDevAttrPciDomainId, 50, gpu.pciDomainID)                       \
  X(cudaDevAttrTexturePitchAlignment, 51, gpu.texturePitchAlignment)   \
  X(cudaDevAttrMaxTexture1DLinearWidth, 69, gpu.maxTexture1DLinear)    \
  X(cudaDevAttrMultiGpuBoardGroupID, 85, gpu.multiGpuBoardGroupID)     \
  X(cudaDevAttrSingleToDoublePrecisionPerfRatio, 87, gpu.singleToDoublePrecisionPerfRatio) \
  X(cudaDevAttrCanUseHostPointerForRegisteredMem, 91, gpu.canUseHostPointerForRegisteredMem) \
  X(cudaDevAttrCooperativeMultiDeviceLaunch, 96, gpu.cooperativeMultiDeviceLaunch) \
  X(cudaDevAttrHostRegisterSupported, 99, gpu.hostRegisterSupported)   \
  X(cudaDevAttrPageableMemoryAccessUsesHostPageTables, 100, gpu.pageableMemoryAccessUsesHostPageTables) \
  X(cudaDevAttrDirectManagedMemAccessFromHost, 101, gpu.directManagedMemAccessFromHost) \
  X(cudaDevAttrMaxPersistingL2CacheSize, 108, gpu.persistingL2CacheMaxSize) \
  X(cudaDevAttrMaxAccessPolicyWindowSize, 109, gpu.accessPolicyMaxWindowSize) \
  X(cudaDevAttrSparseCudaArraySupported, 112, gpu.sparseCudaArraySupported) \
  X(cudaDevAttrHostRegisterReadOnlySupported, 113, gpu.hostRegisterReadOnlySupported) \
  X(cudaDevAttrTimelineSemaphoreInteropSupported, 114, gpu.timelineSemaphoreInteropSupported) \
  X(cudaDevAttrMemoryPoolsSupported, 115, 1)                           \
  X(cudaDevAttrGPUDirectRDMASupported, 116, gpu.gpuDirectRDMASupported) \
  X(cudaDevAttrMemoryPoolSupportedHandleTypes, 119, gpu.memoryPoolSupportedHandleTypes) \
  X(cudaDevAttrClusterLaunch, 120, gpu.clusterLaunch)                  \
  X(cudaDevAttrDeferredMappingCudaArraySupported, 121, gpu.deferredMappingCudaArraySupported) \
  X(cudaDevAttrIpcEventSupport, 125, gpu.ipcEventSupported)            \
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
#define cudaStreamPerThread (static_cast<cudaStream_t>(nullptr))
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
  int deviceOverlap = 1, multiProcessorCount = 132, kernelExecTimeoutEnabled = 0, integrated = 0, canMapHostMemory = 1;
  int computeMode = 0, concurrentKernels = 1, ECCEnabled = 1, pciBusID = 0, pciDeviceID = 0, pciDomainID = 0, tccDriver = 0;
  int asyncEngineCount = 3, unifiedAddressing = 1, memoryClockRate = 2619000, memoryBusWidth = 5120, l2CacheSize = 52428800;
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
  int maxSurface2DLayered[3] = {32768, 32768, 2048}, maxSurfaceCubemap = 32768, maxSurfaceCubemapLayered[2] = {32768, 2046};
  std::size_t surfaceAlignment = 512;
  struct {
    char bytes[16] = {};
  } uuid;
  char luid[8] = {};
  unsigned luidDeviceNodeMask = 0;
  int multiGpuBoardGroupID = 0, hostRegisterSupported = 1, hostRegisterReadOnlySupported = 0, sparseCudaArraySupported = 1;
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
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) { return {width, height, depth}; }
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
