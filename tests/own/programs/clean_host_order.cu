// All ways in which the host may wait for a kernel, and what it may do meanwhile.
// expect: 2 4 6 8 10 12 14 16 18 20 22 24 26 28
// expect: flag 7, chunks 1 2, others 5
#include <cstdio>
#include <cstring>
#include <vector>

__managed__ int other = 5;

__global__ void scale(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

__global__ void tell(int* flag, int* value) {
  *value = 7;
  __threadfence_system();
  *flag = 1;
}

__global__ void fill(int* chunk, int value, int n) {
  if (threadIdx.x < n) chunk[threadIdx.x] = value;
}

int told[20], tells = 0;
void CUDART_CB tell_host(void* data) { told[tells++] = *static_cast<int*>(data); }

int main() {
  const int n = 64;
  int *in, *out, *device, copy;
  cudaStream_t stream, second;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreate(&event);
  cudaMallocManaged(&in, n * sizeof(int));
  memset(in, 0, n * sizeof(int));
  cudaMallocHost(&out, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  const auto begin = [&](cudaStream_t in_stream) {
    in[0] = tells + 1;
    scale<<<1, n, 0, in_stream>>>(in, out, n);
  };
  const auto take = [&] { told[tells++] = out[0]; };
  begin(nullptr), cudaDeviceSynchronize(), take();
  begin(nullptr), cudaStreamSynchronize(nullptr), take();
  begin(stream), cudaStreamSynchronize(stream), take();
  begin(stream), cudaDeviceSynchronize(), take();
  begin(stream), cudaEventRecord(event, stream), cudaEventSynchronize(event), take();
  begin(stream), cudaEventRecord(event, stream);
  while (cudaEventQuery(event) == cudaErrorNotReady) {}
  take();
  begin(stream);
  while (cudaStreamQuery(stream) != cudaSuccess) {}
  take();
  begin(nullptr), cudaMemcpy(&copy, out, sizeof copy, cudaMemcpyDefault), take();
  begin(stream), cudaEventRecord(event, stream), cudaStreamWaitEvent(second, event, 0);
  cudaStreamSynchronize(second), take();
  begin(stream), cudaMemset(out + 1, 0, sizeof(int)), take();
  begin(stream), cudaLaunchHostFunc(stream, tell_host, out), cudaStreamSynchronize(stream);
  begin(stream), cudaMemcpyAsync(device, out, sizeof(int), cudaMemcpyDefault, stream), cudaStreamSynchronize(stream), take();
  begin(nullptr), cudaFree(device), take();
  begin(cudaStreamPerThread), cudaStreamSynchronize(cudaStreamPerThread), take();
  for (int i = 0; i < tells; ++i) printf("%d ", told[i]);
  printf("\n");

  // A flag in mapped memory, for which the host waits.
  int *flag, *value, *chunks;
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&value, sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  tell<<<1, 1, 0, stream>>>(flag, value);
  while (*(volatile int*)flag == 0) {}
  printf("flag %d, ", *value);
  cudaStreamSynchronize(stream);

  // Parts of an array by two streams, and one that the host has for itself.
  cudaMallocManaged(&chunks, 3 * n * sizeof(int));
  fill<<<1, n, 0, stream>>>(chunks, 1, n);
  for (int i = 2 * n; i < 3 * n; ++i) chunks[i] = 5;
  cudaStreamSynchronize(stream);
  fill<<<1, n, 0, second>>>(chunks + n, 2, n);
  printf("chunks %d ", chunks[0]);
  chunks[1] = 3;
  cudaStreamSynchronize(second);
  printf("%d, others %d\n", chunks[n], other);
  cudaFree(chunks), cudaFree(in), cudaFreeHost(out), cudaFreeHost(flag), cudaFreeHost(value);
  cudaEventDestroy(event), cudaStreamDestroy(stream), cudaStreamDestroy(second);
}
