// expect: 8 after 2 launches
// expect: 13 after a graph
// A header in a folder, which includes one that is beside it; a launch by a macro; a kernel of the header, of
// which a graph gets the address; the clock of OpenMP.
#include <cuda_pipeline.h>
#include <omp.h>
#include <cstdio>
#include "beside/add_offset.cuh"
#define LAUNCH(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(__VA_ARGS__)
__global__ void turn(int* v) {
  __shared__ int s[32];
  __pipeline_memcpy_async(&s[threadIdx.x], &v[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  v[threadIdx.x] = s[31 - threadIdx.x];
}
int main() {
  const double begin = omp_get_wtime();
  int *v, h[32] = {1};
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  LAUNCH(add_offset, 32, v);
  void* arguments[] = {&v};
  cudaLaunchKernel((const void*)turn, dim3(1), dim3(32), arguments, 0, 0);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d after 2 launches\n", h[31]);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams params = {(void*)add_constant, {1, 1, 1}, {32, 1, 1}, 0, arguments, nullptr};
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, 0);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d after a graph\n", h[31]);
  return omp_get_wtime() >= begin ? 0 : 1;
}
