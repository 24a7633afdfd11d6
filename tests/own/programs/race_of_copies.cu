// finding: race 9 9
// finding: race 12 12
#include <cstdio>

struct Four {
  float x, y, z, w;
};
__global__ void both(const float4* in, float4* out) {
  out[threadIdx.x / 2] = in[threadIdx.x];
}
__global__ void made(Four* out) {
  out[threadIdx.x / 2] = Four{float(threadIdx.x), 0, 0, 0};
}

int main() {
  float4 *in, *out, host[32];
  for (int i = 0; i < 32; ++i) host[i] = make_float4(i, 0, 0, 0);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  both<<<1, 32>>>(in, out);
  made<<<1, 32>>>(reinterpret_cast<Four*>(in));
  printf("%d\n", cudaDeviceSynchronize());
}
