// The driver's API: its types and errors, which headers name beside those of the runtime, and no call that does anything.
#pragma once

#include "lanescope_errors.hpp"
#include "lanescope_host_types.hpp"
#include "lanescope_refused.hpp"

// Their numbers are CUDA's, and those of the runtime's errors that mean the same.
#define LANESCOPE_DRIVER_ERRORS(X) \
  X(CUDA_SUCCESS, 0)                         \
  X(CUDA_ERROR_INVALID_VALUE, 1)             \
  X(CUDA_ERROR_OUT_OF_MEMORY, 2)             \
  X(CUDA_ERROR_NOT_INITIALIZED, 3)           \
  X(CUDA_ERROR_DEINITIALIZED, 4)             \
  X(CUDA_ERROR_PROFILER_DISABLED, 5)         \
  X(CUDA_ERROR_NO_DEVICE, 100)               \
  X(CUDA_ERROR_INVALID_DEVICE, 101)          \
  X(CUDA_ERROR_INVALID_IMAGE, 200)           \
  X(CUDA_ERROR_INVALID_CONTEXT, 201)         \
  X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)       \
  X(CUDA_ERROR_INVALID_PTX, 218)             \
  X(CUDA_ERROR_INVALID_SOURCE, 300)          \
  X(CUDA_ERROR_FILE_NOT_FOUND, 301)          \
  X(CUDA_ERROR_OPERATING_SYSTEM, 304)        \
  X(CUDA_ERROR_INVALID_HANDLE, 400)          \
  X(CUDA_ERROR_NOT_FOUND, 500)               \
  X(CUDA_ERROR_NOT_READY, 600)               \
  X(CUDA_ERROR_ILLEGAL_ADDRESS, 700)         \
  X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701) \
  X(CUDA_ERROR_LAUNCH_TIMEOUT, 702)          \
  X(CUDA_ERROR_ASSERT, 710)                  \
  X(CUDA_ERROR_MISALIGNED_ADDRESS, 716)      \
  X(CUDA_ERROR_LAUNCH_FAILED, 719)           \
  X(CUDA_ERROR_NOT_PERMITTED, 800)           \
  X(CUDA_ERROR_NOT_SUPPORTED, 801)           \
  X(CUDA_ERROR_UNKNOWN, 999)

typedef enum cudaError_enum {
#define LANESCOPE_VALUE(NAME, NUMBER) NAME = NUMBER,
  LANESCOPE_DRIVER_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
} CUresult;
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef unsigned long long CUdeviceptr;

inline CUresult cuGetErrorName(CUresult error, const char** name) {
  switch (error) {
#define LANESCOPE_VALUE(NAME, NUMBER) \
  case NAME:                          \
    return *name = #NAME, CUDA_SUCCESS;
    LANESCOPE_DRIVER_ERRORS(LANESCOPE_VALUE)
#undef LANESCOPE_VALUE
  }
  return *name = nullptr, CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuGetErrorString(CUresult error, const char** words) {
  const CUresult known = cuGetErrorName(error, words);
  if (known == CUDA_SUCCESS) *words = cudaGetErrorString(static_cast<cudaError_t>(error));
  return known;
}

#define LANESCOPE_DRIVER_CALLS(X) \
  X(cuInit) X(cuDriverGetVersion) X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName) X(cuDeviceGetAttribute)         \
  X(cuDeviceTotalMem) X(cuDeviceComputeCapability) X(cuDeviceGetUuid) X(cuDevicePrimaryCtxRetain)                       \
  X(cuDevicePrimaryCtxRelease) X(cuCtxCreate) X(cuCtxDestroy) X(cuCtxSetCurrent) X(cuCtxGetCurrent)                     \
  X(cuCtxPushCurrent) X(cuCtxPopCurrent) X(cuCtxGetDevice) X(cuCtxSynchronize) X(cuModuleLoad) X(cuModuleLoadData)      \
  X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction) X(cuModuleGetGlobal) X(cuLinkCreate) X(cuLinkAddData)  \
  X(cuLinkComplete) X(cuLinkDestroy) X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuMemAlloc) X(cuMemAllocHost)        \
  X(cuMemAllocManaged) X(cuMemFree) X(cuMemFreeHost) X(cuMemGetInfo) X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoD)    \
  X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemsetD8) X(cuMemsetD32) X(cuMemAddressReserve) X(cuMemCreate)          \
  X(cuMemMap) X(cuMemSetAccess) X(cuMemUnmap) X(cuMemRelease) X(cuPointerGetAttribute) X(cuStreamCreate)                \
  X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamWaitEvent) X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord)    \
  X(cuEventSynchronize) X(cuEventElapsedTime) X(cuLaunchKernel) X(cuLaunchKernelEx)                                     \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor) X(cuTensorMapEncodeTiled) X(cuGetProcAddress)
#define LANESCOPE_NO_CALL(NAME) \
  LANESCOPE_REFUSED("Lanescope has the runtime API alone; write cuda... instead of the driver's cu...") CUresult NAME(...);
LANESCOPE_DRIVER_CALLS(LANESCOPE_NO_CALL)
