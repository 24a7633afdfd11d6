// expect: PASSED
#include <cstdio>
#include <cuda_runtime.h>
__device__ __host__ inline unsigned hash(unsigned x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; return x; }
struct KeyValue { unsigned key, value; };
const unsigned kEmpty = 0xffffffff;
__global__ void insert(KeyValue* table, unsigned cap, const KeyValue* kvs, unsigned n) {
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) {
    unsigned slot = hash(kvs[tid].key) & (cap - 1);
    while (true) {
      unsigned prev = atomicCAS(&table[slot].key, kEmpty, kvs[tid].key);
      if (prev == kEmpty || prev == kvs[tid].key) { table[slot].value = kvs[tid].value; return; }
      slot = (slot + 1) & (cap - 1);
    }
  }
}
__global__ void lookup(KeyValue* table, unsigned cap, KeyValue* q, unsigned n) {
  unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n) {
    unsigned slot = hash(q[tid].key) & (cap - 1);
    while (true) {
      if (table[slot].key == q[tid].key) { q[tid].value = table[slot].value; return; }
      if (table[slot].key == kEmpty) { q[tid].value = kEmpty; return; }
      slot = (slot + 1) & (cap - 1);
    }
  }
}
int main() {
  const unsigned cap = 1024, n = 600; KeyValue h[n], *t, *q; for (unsigned i = 0; i < n; i++) h[i] = {i * 7 + 1, i};
  cudaMalloc(&t, cap * sizeof(KeyValue)); cudaMalloc(&q, sizeof h); cudaMemset(t, 0xff, cap * sizeof(KeyValue)); cudaMemcpy(q, h, sizeof h, cudaMemcpyHostToDevice);
  insert<<<(n + 255) / 256, 256>>>(t, cap, q, n);
  for (auto& k : h) k.value = 0; cudaMemcpy(q, h, sizeof h, cudaMemcpyHostToDevice);
  lookup<<<(n + 255) / 256, 256>>>(t, cap, q, n); cudaMemcpy(h, q, sizeof h, cudaMemcpyDeviceToHost);
  int bad = 0; for (unsigned i = 0; i < n; i++) bad += h[i].value != i; puts(bad ? "FAILED" : "PASSED");
}
