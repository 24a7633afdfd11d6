// expect: 1 4 9 16 25 36
// expect: unknown: invalid device function
// Kernels that are kept, and launched, by pointers without a type.
#include <cstdio>
#include <vector>
__global__ void put(int* a, int value) { a[threadIdx.x] = value; }
template <int kBy>
__global__ void add(int* a) { a[threadIdx.x] += kBy; }
struct Entry {
  void* kernel;
};
static Entry entries[] = {{(void*)put}, {reinterpret_cast<void*>(&put)}};
static const void* added[] = {reinterpret_cast<const void*>(add<3>), (const void *)add<5>};
int main() {
  int *a, h;
  cudaMalloc(&a, 32 * sizeof(int));
  const auto show = [&] { cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost); printf("%d ", h); };
  int value = 1;
  void* arguments[] = {&a, &value};
  cudaLaunchKernel(entries[0].kernel, dim3(1), dim3(32), arguments, 0, 0);
  show();
  cudaLaunchKernel(added[0], dim3(1), dim3(32), arguments);
  show();
  cudaLaunchKernel((void*)add<5>, dim3(1), dim3(32), arguments, 0, nullptr);
  show();
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams params = {reinterpret_cast<void*>(add<7>), {1, 1, 1}, {32, 1, 1}, 0, arguments, nullptr};
  cudaGraphNode_t node, next;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(exec, 0);
  show();
  value = 25;
  params.func = entries[1].kernel;
  cudaGraphAddKernelNode(&next, graph, &node, 1, &params);
  cudaGraphExec_t longer;
  cudaGraphInstantiate(&longer, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(longer, 0);
  show();
  void* cooperative[] = {&a};
  cudaLaunchCooperativeKernel((void*)add<11>, 1, 32, cooperative, 0, 0);
  show();
  printf("\nunknown: %s\n", cudaGetErrorString(cudaLaunchKernel((void*)&value, 1, 1, arguments, 0, 0)));
}
