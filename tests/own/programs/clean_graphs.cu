// A captured stream with a branch, and a graph of nodes: nothing runs before the graph is launched, and then in order.
// expect: before 0 0
// expect: captured 7 nodes, sums 6 10
// expect: nodes 40 host 2
// expect: changed 400
// expect: refused 1 1 1
#include <cstdio>

__global__ void add(int* v, int by) { v[threadIdx.x] += by; }
__global__ void twice(int* v) { v[threadIdx.x] *= 2; }
__global__ void sum(const int* a, const int* b, int* out) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

void count(void* calls) { ++*static_cast<int*>(calls); }

int main() {
  const int n = 32;
  int *a, *b, *c, host[n] = {}, calls = 0;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, n, 0, stream>>>(a, 1);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  add<<<1, n, 0, other>>>(b, 2);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  twice<<<1, n, 0, stream>>>(a);
  twice<<<1, n, 0, stream>>>(b);
  sum<<<1, n, 0, stream>>>(a, b, c);
  cudaMemcpyAsync(host, c, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, count, &calls);
  cudaStreamEndCapture(stream, &graph);
  printf("before %d %d\n", host[5], calls);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(exec, stream);
  const int first = host[5];
  cudaMemset(a, 0, n * sizeof(int));
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  printf("captured %d nodes, sums %d %d\n", (int)nodes, first, host[5] - 4);
  cudaGraphExecDestroy(exec);

  // c = 2 * (value + 5), set, added to and doubled in the order of the edges.
  cudaGraph_t made;
  cudaGraphCreate(&made, 0);
  cudaGraphNode_t set, added, doubled, back, told;
  cudaMemsetParams memset_params = {};
  memset_params.dst = c;
  memset_params.value = 15;
  memset_params.elementSize = sizeof(int);
  memset_params.width = n;
  memset_params.height = 1;
  cudaGraphAddMemsetNode(&set, made, nullptr, 0, &memset_params);
  int by = 5;
  void* doubled_arguments[] = {&c};
  void* arguments[] = {&c, &by};
  cudaKernelNodeParams params = {0};
  params.func = (void*)twice;
  params.gridDim = dim3(1);
  params.blockDim = dim3(n);
  params.kernelParams = doubled_arguments;
  cudaGraphAddKernelNode(&doubled, made, nullptr, 0, &params);  // before the node that it waits for
  params.func = (void*)add;
  params.kernelParams = arguments;
  cudaGraphAddKernelNode(&added, made, &set, 1, &params);
  cudaGraphAddDependencies(made, &added, &doubled, 1);
  cudaGraphAddMemcpyNode1D(&back, made, &doubled, 1, host, c, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaHostNodeParams host_params = {count, &calls};
  cudaGraphAddHostNode(&told, made, &back, 1, &host_params);
  calls = 1;
  if (cudaGraphInstantiate(&exec, made, 0) != cudaSuccess) return 1;
  cudaGraphLaunch(exec, stream);
  printf("nodes %d host %d\n", host[31], calls);
  by = 185;
  cudaGraphExecKernelNodeSetParams(exec, added, &params);
  cudaGraphLaunch(exec, stream);
  printf("changed %d\n", host[31]);
  const int error = cudaGetLastError();
  // What is no other node of the graph, or twice, is nothing to wait for: as on an H200 (27 November 2026).
  cudaGraph_t alone;
  cudaGraphCreate(&alone, 0);
  const cudaGraphNode_t twice_one[] = {set, set}, none[] = {set, nullptr};
  const int of_two = cudaGraphAddKernelNode(&added, made, twice_one, 2, &params),
            of_none = cudaGraphAddKernelNode(&added, made, none, 2, &params),
            of_another = cudaGraphAddKernelNode(&added, alone, &set, 1, &params);
  printf("refused %d %d %d\n", of_two, of_none, of_another);
  return error;
}
