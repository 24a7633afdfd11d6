// expect: PASSED
// What the runtime says of places that are not where a call says: the numbers are those of an H100.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int failures = 0;
static void expect(const char* what, int seen, int wanted) {
  cudaGetLastError();
  if (seen == wanted) return;
  printf("%s: %d, and not %d\n", what, seen, wanted);
  ++failures;
}
#define EXPECT(CALL, WANTED) expect(#CALL, CALL, WANTED)

__device__ int symbol[4];
__managed__ int managed_symbol[4];
static int host_variable[4];

__global__ void add_one(int* numbers) { numbers[threadIdx.x] += 1; }

using Copy = cudaError_t (*)(char* to, const char* from, cudaMemcpyKind kind);
static cudaError_t plain(char* to, const char* from, cudaMemcpyKind kind) { return cudaMemcpy(to, from, 64, kind); }
static cudaError_t async(char* to, const char* from, cudaMemcpyKind kind) { return cudaMemcpyAsync(to, from, 64, kind); }
static cudaError_t rows(char* to, const char* from, cudaMemcpyKind kind) { return cudaMemcpy2D(to, 16, from, 16, 8, 4, kind); }
static cudaError_t volume(char* to, const char* from, cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(const_cast<char*>(from), 16, 8, 4);
  parms.dstPtr = make_cudaPitchedPtr(to, 16, 8, 4);
  parms.extent = make_cudaExtent(8, 4, 1);
  parms.kind = kind;
  return cudaMemcpy3D(&parms);
}

int main() {
  char *places[4], *host = places[0] = static_cast<char*>(malloc(1024));
  cudaMalloc(&places[1], 1024);
  cudaMallocHost(&places[2], 1024);
  cudaMallocManaged(&places[3], 1024);
  char *device = places[1], *pinned = places[2], *managed = places[3];
  // Of a copy to the device the place it goes to must be known to it, of one from the device where it comes from.
  for (Copy copy : {plain, async, rows, volume})
    for (int to = 0; to < 4; ++to)
      for (int from = 0; from < 4; ++from)
        for (int kind = 0; kind < 6; ++kind) {
          const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
          const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
          const int wanted = kind == 5 ? 21 : (to_device && to == 0) || (from_device && from == 0) ? 1 : 0;
          char words[80];
          snprintf(words, sizeof words, "copy from place %d to place %d of kind %d", from, to, kind);
          expect(words, copy(places[to], places[from] + 256, static_cast<cudaMemcpyKind>(kind)), wanted);
        }
  EXPECT(cudaMemcpy(host, host, 0, cudaMemcpyHostToDevice), 0);
  EXPECT(cudaMemcpy(host_variable, device, 16, cudaMemcpyHostToDevice), 1);
  EXPECT(cudaMemcpy(symbol, host, 16, cudaMemcpyHostToDevice), 1);
  void* address = nullptr;
  EXPECT(cudaGetSymbolAddress(&address, symbol), 0);
  EXPECT(cudaMemcpy(address, host, 16, cudaMemcpyHostToDevice), 0);
  EXPECT(cudaMemcpy(managed_symbol, host, 16, cudaMemcpyHostToDevice), 0);
  EXPECT(cudaMemset(managed_symbol, 0, 16), 0);
  EXPECT(cudaMemcpy2D(device, 8, host, 8, 16, 2, cudaMemcpyHostToDevice), 12);

  EXPECT(cudaMemset(host, 0, 4), 1);
  EXPECT(cudaMemset(host_variable, 0, 4), 1);
  EXPECT(cudaMemset(pinned, 0, 4), 0);
  EXPECT(cudaMemset(managed, 0, 4), 0);
  EXPECT(cudaMemset(nullptr, 0, 4), 1);
  EXPECT(cudaMemset(device, 0, 1025), 1);
  EXPECT(cudaMemset(host, 0, 0), 0);
  EXPECT(cudaMemsetAsync(host, 0, 4), 1);
  EXPECT(cudaMemset2D(host, 8, 0, 4, 2), 1);
  EXPECT(cudaMemset2D(device, 8, 0, 16, 2), 1);

  const cudaMemcpyKind kKinds[] = {cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault};
  const int to_symbol[] = {21, 0, 21, 1, 0}, from_symbol[] = {21, 21, 0, 1, 0};
  for (int i = 0; i < 5; ++i) {
    EXPECT(cudaMemcpyToSymbol(symbol, host, 16, 0, kKinds[i]), to_symbol[i]);
    EXPECT(cudaMemcpyFromSymbol(host, symbol, 16, 0, kKinds[i]), from_symbol[i]);
  }
  EXPECT(cudaMemcpyToSymbol(symbol, device, 16, 0, cudaMemcpyDeviceToDevice), 0);
  EXPECT(cudaMemcpyToSymbol(symbol, host, 20), 1);
  EXPECT(cudaMemcpyToSymbol(symbol, host, 12, 8), 1);

  EXPECT(cudaHostGetDevicePointer(&address, host, 0), 1);
  EXPECT(cudaHostRegister(host, 1024, cudaHostRegisterMapped), 0);
  EXPECT(cudaHostRegister(host, 1024, 0), 712);
  EXPECT(cudaHostGetDevicePointer(&address, host, 0), 0);
  memset(host, 0, 1024);
  for (int i = 0; i < 3; ++i) add_one<<<1, 32>>>(static_cast<int*>(address));
  EXPECT(cudaDeviceSynchronize(), 0);
  EXPECT(reinterpret_cast<int*>(host)[31], 3);
  EXPECT(cudaMemset(host, 0, 4), 0);
  EXPECT(cudaHostUnregister(host), 0);
  EXPECT(cudaHostUnregister(host), 713);

  EXPECT(cudaFree(host), 1);
  EXPECT(cudaFree(device + 4), 1);
  EXPECT(cudaFree(pinned), 1);
  EXPECT(cudaFree(nullptr), 0);
  EXPECT(cudaFreeAsync(host, 0), 1);
  EXPECT(cudaFreeHost(host), 1);
  EXPECT(cudaFreeHost(device), 1);
  EXPECT(cudaFreeHost(managed), 1);
  EXPECT(cudaFreeHost(pinned + 4), 1);
  EXPECT(cudaFreeHost(nullptr), 0);
  EXPECT(cudaFreeHost(pinned), 0);
  EXPECT(cudaFree(device), 0);
  EXPECT(cudaFree(device), 1);
  EXPECT(cudaFree(managed), 0);
  EXPECT(cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost), 1);

  float ms;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  EXPECT(cudaEventElapsedTime(&ms, begin, end), 400);
  EXPECT(cudaStreamDestroy(nullptr), 400);
  printf("%s\n", failures == 0 && strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0 ? "PASSED" : "FAILED");
}
