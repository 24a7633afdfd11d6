// expect: PASSED
// MP Scan
#include <wb.h>
#define BLOCK_SIZE 512
#define wbCheck(stmt) do { cudaError_t err = stmt; if (err != cudaSuccess) { wbLog(ERROR, "Failed to run stmt ", #stmt); wbLog(ERROR, "Got CUDA error ...  ", cudaGetErrorString(err)); return -1; } } while (0)
__global__ void scan(float *input, float *output, float *aux, int len) {
  __shared__ float T[2 * BLOCK_SIZE];
  unsigned t = threadIdx.x, start = 2 * blockIdx.x * BLOCK_SIZE;
  T[t] = start + t < len ? input[start + t] : 0;
  T[BLOCK_SIZE + t] = start + BLOCK_SIZE + t < len ? input[start + BLOCK_SIZE + t] : 0;
  __syncthreads();
  for (int stride = 1; stride <= BLOCK_SIZE; stride <<= 1) {
    int index = (t + 1) * stride * 2 - 1;
    if (index < 2 * BLOCK_SIZE) T[index] += T[index - stride];
    __syncthreads();
  }
  for (int stride = BLOCK_SIZE / 2; stride; stride >>= 1) {
    int index = (t + 1) * stride * 2 - 1;
    if (index + stride < 2 * BLOCK_SIZE) T[index + stride] += T[index];
    __syncthreads();
  }
  if (start + t < len) output[start + t] = T[t];
  if (start + BLOCK_SIZE + t < len) output[start + BLOCK_SIZE + t] = T[BLOCK_SIZE + t];
  if (aux && t == 0) aux[blockIdx.x] = T[2 * BLOCK_SIZE - 1];
}
__global__ void fixup(float *input, float *aux, int len) {
  unsigned t = threadIdx.x, start = 2 * blockIdx.x * BLOCK_SIZE;
  if (blockIdx.x) {
    if (start + t < len) input[start + t] += aux[blockIdx.x - 1];
    if (start + BLOCK_SIZE + t < len) input[start + BLOCK_SIZE + t] += aux[blockIdx.x - 1];
  }
}
int main(int argc, char **argv) {
  wbArg_t args; float *hostInput, *hostOutput, *deviceInput, *deviceOutput, *aux, *auxScanned; int numElements;
  args = wbArg_read(argc, argv);
  wbTime_start(Generic, "Importing data and creating memory on host");
  hostInput = (float *)wbImport(wbArg_getInputFile(args, 0), &numElements);
  hostOutput = (float *)malloc(numElements * sizeof(float));
  wbTime_stop(Generic, "Importing data and creating memory on host");
  wbLog(TRACE, "The number of input elements in the input is ", numElements);
  wbCheck(cudaMalloc((void **)&deviceInput, numElements * sizeof(float)));
  wbCheck(cudaMalloc((void **)&deviceOutput, numElements * sizeof(float)));
  cudaMalloc(&aux, 2 * BLOCK_SIZE * sizeof(float)); cudaMalloc(&auxScanned, 2 * BLOCK_SIZE * sizeof(float));
  wbCheck(cudaMemset(deviceOutput, 0, numElements * sizeof(float)));
  wbCheck(cudaMemset(aux, 0, 2 * BLOCK_SIZE * sizeof(float)));
  wbCheck(cudaMemcpy(deviceInput, hostInput, numElements * sizeof(float), cudaMemcpyHostToDevice));
  int numBlocks = ceil((float)numElements / (BLOCK_SIZE << 1));
  dim3 dimGrid(numBlocks, 1, 1), dimBlock(BLOCK_SIZE, 1, 1);
  wbTime_start(Compute, "Performing CUDA computation");
  scan<<<dimGrid, dimBlock>>>(deviceInput, deviceOutput, aux, numElements);
  cudaDeviceSynchronize();
  scan<<<dim3(1, 1, 1), dimBlock>>>(aux, auxScanned, NULL, BLOCK_SIZE << 1);
  fixup<<<dimGrid, dimBlock>>>(deviceOutput, auxScanned, numElements);
  wbTime_stop(Compute, "Performing CUDA computation");
  wbCheck(cudaMemcpy(hostOutput, deviceOutput, numElements * sizeof(float), cudaMemcpyDeviceToHost));
  float s = 0; bool ok = true; for (int i = 0; i < numElements; i++) { s += hostInput[i]; if (s != hostOutput[i]) ok = false; }
  printf("%s\n", ok ? "PASSED" : "FAILED");
  wbSolution(args, hostOutput, numElements);
  free(hostInput); free(hostOutput);
  return 0;
}
