// expect: CUDA_ERROR_NOT_READY of the driver, cudaErrorInvalidValue of the runtime
// Headers have one check for errors of both APIs, though the program calls one.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
static const char* name_of(CUresult error) {
  const char* name = nullptr;
  return cuGetErrorName(error, &name) == CUDA_SUCCESS ? name : "none";
}
static const char* name_of(cudaError_t error) { return cudaGetErrorName(error); }
struct Loaded {
  CUdevice device;
  CUcontext context;
  CUmodule code;
  CUfunction kernel;
  CUdeviceptr array;
};
__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }
int main() {
  Loaded none = {};
  int* a;
  cudaMalloc(&a, 32 * sizeof(int));
  CUstream stream;
  CUevent done;
  cudaStreamCreate(&stream);
  cudaEventCreate(&done);
  fill<<<1, 32, 0, stream>>>(a);
  cudaEventRecord(done, stream);
  cudaEventSynchronize(done);
  printf("%s of the driver, %s of the runtime\n", name_of(CUDA_ERROR_NOT_READY), name_of(cudaMemcpy(nullptr, a, 4, cudaMemcpyDefault)));
  return none.context != nullptr;
}
