// expect: OK 1 2 9 8
#include <cstdio>
__global__ void layers(cudaTextureObject_t texture, float* out, int width, int height, int layer) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[(layer * height + y) * width + x] = tex2DLayered<float>(texture, (x + 0.5f) / width, (y + 0.5f) / height, layer);
}
__global__ void four(cudaTextureObject_t texture, float4* out) {
  *out = tex2Dgather<float4>(texture, 1.0f / 8, 1.0f / 8);  // between the first four elements
}
int main() {
  const int width = 8, height = 8, count = 3;
  float in[count * height * width], *out;
  for (int i = 0; i < count * height * width; ++i) in[i] = i;
  cudaArray_t array;
  const auto format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, count), cudaArrayLayered);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(in, width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, count);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.normalizedCoords = true;
  how.filterMode = cudaFilterModeLinear;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaMallocManaged(&out, sizeof in);
  for (int layer = 0; layer < count; ++layer) layers<<<1, dim3(width, height)>>>(texture, out, width, height, layer);
  float4* quad;
  cudaMallocManaged(&quad, sizeof *quad);
  four<<<1, 1>>>(texture, quad);
  cudaDeviceSynchronize();
  bool same = true;
  for (int i = 0; i < count * height * width; ++i) same = same && out[i] == in[i];
  printf("%s %g %g %g %g\n", same ? "OK" : "WRONG", quad->z, quad->y - 7, quad->y, quad->x);
}
