// expect: 1 then 3
// expect: no graph: invalid argument
// The stream of a thread is captured, and what waits for it.
#include <cstdio>
__global__ void add(int* a) { *a += 1; }
int main() {
  int *a, first, second;
  cudaMalloc(&a, sizeof(int));
  cudaMemset(a, 0, sizeof(int));
  add<<<1, 1, 0, cudaStreamPerThread>>>(a);
  cudaMemcpy(&first, a, sizeof(int), cudaMemcpyDeviceToHost);
  cudaGraph_t graph;
  cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, cudaStreamPerThread>>>(a);
  cudaStreamEndCapture(cudaStreamPerThread, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec, 0);
  cudaMemcpy(&second, a, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d then %d\n", first, second);
  printf("no graph: %s\n", cudaGetErrorString(cudaGraphInstantiate(&exec, nullptr, nullptr, nullptr, 0)));
}
