// cuda.h, the driver's API: its types, its errors, and what it asks of devices, contexts and memory. Modules are
// refused. Who includes it not may call names of its own so.
#pragma once

#include "lanescope_cuda.hpp"
#include "lanescope_errors.hpp"
#include "lanescope_host_types.hpp"
#include "lanescope_refused.hpp"

// Their numbers are CUDA's, and those of the runtime's errors that mean the same.
#define LANESCOPE_DRIVER_ERRORS(X)           \
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

typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = cudaDevAttrMaxThreadsPerBlock,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = cudaDevAttrMaxBlockDimX,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = cudaDevAttrMaxBlockDimY,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = cudaDevAttrMaxBlockDimZ,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = cudaDevAttrMaxGridDimX,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = cudaDevAttrMaxGridDimY,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = cudaDevAttrMaxGridDimZ,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = cudaDevAttrMaxSharedMemoryPerBlock,
  CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = cudaDevAttrTotalConstantMemory,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = cudaDevAttrWarpSize,
  CU_DEVICE_ATTRIBUTE_MAX_PITCH = cudaDevAttrMaxPitch,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = cudaDevAttrMaxRegistersPerBlock,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = cudaDevAttrClockRate,
  CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = cudaDevAttrTextureAlignment,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = cudaDevAttrMultiProcessorCount,
  CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = cudaDevAttrKernelExecTimeout,
  CU_DEVICE_ATTRIBUTE_INTEGRATED = cudaDevAttrIntegrated,
  CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = cudaDevAttrCanMapHostMemory,
  CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = cudaDevAttrComputeMode,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = cudaDevAttrConcurrentKernels,
  CU_DEVICE_ATTRIBUTE_ECC_ENABLED = cudaDevAttrEccEnabled,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = cudaDevAttrMemoryClockRate,
  CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = cudaDevAttrGlobalMemoryBusWidth,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = cudaDevAttrL2CacheSize,
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = cudaDevAttrMaxThreadsPerMultiProcessor,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = cudaDevAttrAsyncEngineCount,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = cudaDevAttrUnifiedAddressing,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = cudaDevAttrComputeCapabilityMajor,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = cudaDevAttrComputeCapabilityMinor,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = cudaDevAttrMaxSharedMemoryPerMultiprocessor,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = cudaDevAttrMaxRegistersPerMultiprocessor,
  CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = cudaDevAttrManagedMemory,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = cudaDevAttrCooperativeLaunch
} CUdevice_attribute;

// --- what the runtime has, too, under the driver's names ---
inline CUresult lanescope_driver(cudaError_t error) {
  cudaGetLastError();  // of the runtime, which heard of none
  return static_cast<CUresult>(error);
}
inline CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
inline CUresult cuDriverGetVersion(int* version) { return lanescope_driver(cudaDriverGetVersion(version)); }
inline CUresult cuDeviceGetCount(int* count) { return lanescope_driver(cudaGetDeviceCount(count)); }
inline CUresult cuDeviceGet(CUdevice* device, int which) {
  return which == 0 ? (*device = 0, CUDA_SUCCESS) : CUDA_ERROR_INVALID_DEVICE;
}
inline CUresult cuDeviceGetName(char* name, int most, CUdevice device) {
  cudaDeviceProp about;
  const CUresult result = lanescope_driver(cudaGetDeviceProperties(&about, device));
  if (result == CUDA_SUCCESS) snprintf(name, most, "%s", about.name);
  return result;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return lanescope_driver(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
inline CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  cudaDeviceProp about;
  const CUresult result = lanescope_driver(cudaGetDeviceProperties(&about, device));
  if (result == CUDA_SUCCESS) *bytes = about.totalGlobalMem;
  return result;
}
inline CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  return cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}
inline CUresult cuCtxCreate(CUcontext* context, unsigned, CUdevice) { return *context = nullptr, CUDA_SUCCESS; }
inline CUresult cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
inline CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
inline CUresult cuCtxGetCurrent(CUcontext* context) { return *context = nullptr, CUDA_SUCCESS; }
inline CUresult cuCtxPushCurrent(CUcontext) { return CUDA_SUCCESS; }
inline CUresult cuCtxPopCurrent(CUcontext* context) { return *context = nullptr, CUDA_SUCCESS; }
inline CUresult cuCtxGetDevice(CUdevice* device) { return *device = 0, CUDA_SUCCESS; }
inline CUresult cuCtxSynchronize() { return lanescope_host::wait_for(nullptr), CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) { return *context = nullptr, CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
inline void* lanescope_pointer(CUdeviceptr place) { return reinterpret_cast<void*>(place); }
inline CUresult cuMemAlloc(CUdeviceptr* place, std::size_t bytes) {
  return lanescope_driver(cudaMalloc(reinterpret_cast<void**>(place), bytes));
}
inline CUresult cuMemFree(CUdeviceptr place) { return lanescope_driver(cudaFree(lanescope_pointer(place))); }
inline CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  return lanescope_driver(cudaMemGetInfo(free, total));
}
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  return lanescope_driver(cudaMemcpy(lanescope_pointer(to), from, bytes, cudaMemcpyHostToDevice));
}
inline CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  return lanescope_driver(cudaMemcpy(to, lanescope_pointer(from), bytes, cudaMemcpyDeviceToHost));
}
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return lanescope_driver(
      cudaMemcpy(lanescope_pointer(to), lanescope_pointer(from), bytes, cudaMemcpyDeviceToDevice));
}
inline CUresult cuMemsetD8(CUdeviceptr place, unsigned char value, std::size_t count) {
  return lanescope_driver(cudaMemset(lanescope_pointer(place), value, count));
}

#define LANESCOPE_DRIVER_CALLS(X)                                                                             \
  X(cuDeviceGetUuid)                                                                                          \
  X(cuModuleLoad) X(cuModuleLoadData) X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction)          \
      X(cuModuleGetGlobal) X(cuLinkCreate) X(cuLinkAddData) X(cuLinkComplete) X(cuLinkDestroy)                \
          X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuMemAllocHost) X(cuMemAllocManaged) X(cuMemFreeHost) \
              X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemsetD32) X(cuMemAddressReserve) X(cuMemCreate)  \
                  X(cuMemMap) X(cuMemSetAccess) X(cuMemUnmap) X(cuMemRelease) X(cuPointerGetAttribute)        \
                      X(cuStreamCreate) X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamWaitEvent)        \
                          X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventSynchronize)           \
                              X(cuEventElapsedTime) X(cuLaunchKernel) X(cuLaunchKernelEx)                     \
                                  X(cuOccupancyMaxActiveBlocksPerMultiprocessor) X(cuTensorMapEncodeTiled)    \
                                      X(cuGetProcAddress)
#define LANESCOPE_NO_CALL(NAME)                                                                           \
  LANESCOPE_REFUSED(                                                                                      \
      "Lanescope runs kernels of the file alone, and no modules; of the driver's calls it has those for " \
      "devices, contexts and memory: write cuda... instead, and <<<...>>> for a launch")                  \
  CUresult NAME(...);
LANESCOPE_DRIVER_CALLS(LANESCOPE_NO_CALL)
