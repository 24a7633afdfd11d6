// expect: The solution is correct.
// arguments: -e wb_expected.raw -i wb_in0.raw,wb_in1.raw -t vector
#include <wb.h>
#define wbCheck(stmt)                                        \
  do {                                                       \
    cudaError_t err = stmt;                                  \
    if (err != cudaSuccess) {                                \
      wbLog(ERROR, "Failed to run stmt ", #stmt);            \
      return -1;                                             \
    }                                                        \
  } while (0)
__global__ void vecAdd(float *in1, float *in2, float *out, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) out[i] = in1[i] + in2[i];
}
int main(int argc, char **argv) {
  wbArg_t args;
  int inputLength;
  float *hostInput1, *hostInput2, *hostOutput, *deviceInput1, *deviceInput2, *deviceOutput;
  args = wbArg_read(argc, argv);
  wbTime_start(Generic, "Importing data and creating memory on host");
  hostInput1 = (float *)wbImport(wbArg_getInputFile(args, 0), &inputLength);
  hostInput2 = (float *)wbImport(wbArg_getInputFile(args, 1), &inputLength);
  hostOutput = (float *)malloc(inputLength * sizeof(float));
  wbTime_stop(Generic, "Importing data and creating memory on host");
  wbLog(TRACE, "The input length is ", inputLength);
  int size = inputLength * sizeof(float);
  wbCheck(cudaMalloc((void **)&deviceInput1, size));
  wbCheck(cudaMalloc((void **)&deviceInput2, size));
  wbCheck(cudaMalloc((void **)&deviceOutput, size));
  cudaMemcpy(deviceInput1, hostInput1, size, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceInput2, hostInput2, size, cudaMemcpyHostToDevice);
  dim3 DimGrid((inputLength - 1) / 256 + 1, 1, 1);
  dim3 DimBlock(256, 1, 1);
  vecAdd<<<DimGrid, DimBlock>>>(deviceInput1, deviceInput2, deviceOutput, inputLength);
  cudaDeviceSynchronize();
  cudaMemcpy(hostOutput, deviceOutput, size, cudaMemcpyDeviceToHost);
  wbSolution(args, hostOutput, inputLength);
  free(hostInput1);
  return 0;
}
