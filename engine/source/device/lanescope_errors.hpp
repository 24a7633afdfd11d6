// Errors of the runtime: their numbers, names and words are CUDA's.
#pragma once

#define LANESCOPE_ERRORS(X)                                                                                        \
  X(cudaSuccess, 0, "no error")                                                                                    \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                                  \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                                 \
  X(cudaErrorInitializationError, 3, "initialization error")                                                       \
  X(cudaErrorCudartUnloading, 4, "driver shutting down")                                                           \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                            \
  X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                      \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                           \
  X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                                       \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                                   \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                      \
  X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")               \
  X(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                         \
  X(cudaErrorInvalidTexture, 18, "invalid texture reference")                                                      \
  X(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                                       \
  X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                           \
  X(cudaErrorInvalidFilterSetting, 26, "invalid filter setting")                                                   \
  X(cudaErrorInvalidNormSetting, 27, "invalid norm setting")                                                       \
  X(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                                     \
  X(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")                      \
  X(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                               \
  X(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                               \
  X(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                          \
  X(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                                         \
  X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                               \
  X(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")                   \
  X(cudaErrorLaunchFileScopedTex, 66,                                                                              \
    "launch failed because kernel uses unsupported, file-scoped textures (texture object API is supported)")       \
  X(cudaErrorLaunchFileScopedSurf, 67,                                                                             \
    "launch failed because kernel uses unsupported, file-scoped surfaces (surface object API is supported)")       \
  X(cudaErrorSyncDepthExceeded, 68,                                                                                \
    "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth")               \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                                 \
  X(cudaErrorLaunchPendingCountExceeded, 69, "device kernel launch failed because too many launches are pending")  \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                                  \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                         \
  X(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                                     \
  X(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                               \
  X(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                            \
  X(cudaErrorDeviceUninitialized, 201, "invalid device context")                                                   \
  X(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                                        \
  X(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                                    \
  X(cudaErrorArrayIsMapped, 207, "array is mapped")                                                                \
  X(cudaErrorAlreadyMapped, 208, "resource already mapped")                                                        \
  X(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")              \
  X(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                                    \
  X(cudaErrorNotMapped, 211, "resource not mapped")                                                                \
  X(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                                 \
  X(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")              \
  X(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                                      \
  X(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                                     \
  X(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                                       \
  X(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                                 \
  X(cudaErrorFileNotFound, 301, "file not found")                                                                  \
  X(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                                    \
  X(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                                   \
  X(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                         \
  X(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                        \
  X(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                         \
  X(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                                      \
  X(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                                \
  X(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")                   \
  X(cudaErrorInvalidPc, 718, "invalid program counter")                                                            \
  X(cudaErrorSystemNotReady, 802, "system not yet initialized")                                                    \
  X(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination")         \
  X(cudaErrorMpsConnectionFailed, 805, "MPS client failed to connect to the MPS control daemon or the MPS server") \
  X(cudaErrorStreamCaptureUnmatched, 903, "operation not permitted on a stream that did not begin the capture")    \
  X(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                                     \
  X(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream")               \
  X(cudaErrorStreamCaptureImplicit, 906,                                                                           \
    "operation would make the legacy stream depend on a capturing blocking stream")                                \
  X(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream")        \
  X(cudaErrorStreamCaptureWrongThread, 908,                                                                        \
    "attempt to terminate a thread-local capture sequence from another thread")                                    \
  X(cudaErrorTimeout, 909, "wait operation timed out")                                                             \
  X(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                         \
  X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")                 \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                                \
  X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                          \
  X(cudaErrorNotReady, 600, "device not ready")                                                                    \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                      \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                                 \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                        \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                      \
  X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                        \
  X(cudaErrorAssert, 710, "device-side assert triggered")                                                          \
  X(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped")      \
  X(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")            \
  X(cudaErrorHardwareStackError, 714, "hardware stack error")                                                      \
  X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                                    \
  X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                         \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                     \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                              \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                                                         \
  X(cudaErrorNotSupported, 801, "operation not supported")                                                         \
  X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")                    \
  X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")             \
  X(cudaErrorGraphExecUpdateFailure, 910,                                                                          \
    "the graph update was not performed because it included changes which violated constraints specific to "       \
    "instantiated graph update")                                                                                   \
  X(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define LANESCOPE_VALUE(NAME, NUMBER, WORDS) NAME = NUMBER,
  LANESCOPE_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
};
typedef cudaError cudaError_t;

struct LanescopeError {
  const char *name, *words;
};
inline LanescopeError lanescope_error(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define LANESCOPE_VALUE(NAME, NUMBER, WORDS) \
  case NUMBER:                               \
    return {#NAME, WORDS};
    LANESCOPE_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
    default:
      return {"unrecognized error code", "unrecognized error code"};
  }
}
inline const char* cudaGetErrorString(cudaError_t error) { return lanescope_error(error).words; }
inline const char* cudaGetErrorName(cudaError_t error) { return lanescope_error(error).name; }
