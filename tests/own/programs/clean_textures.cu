// Texture and surface objects: of linear memory, of arrays by index and between elements, outside by their modes.
// expect: linear 0 3 6 9, outside 0
// expect: array 5 13 22
// expect: clamped 0 23, wrapped 3, bordered 0
// expect: halfway 9.5
// expect: normalized 0.0 0.5 1.0
// expect: surface 20 21 22 23
// expect: volume 7
#include <cstdio>
#include <cstring>

constexpr int kWidth = 6, kHeight = 4;

__global__ void read_linear(cudaTextureObject_t numbers, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(numbers, threadIdx.x < 4 ? threadIdx.x : 1000);
}

__global__ void read_array(cudaTextureObject_t point, cudaTextureObject_t linear, cudaTextureObject_t wrapped,
                           cudaTextureObject_t bordered, float* out) {
  out[0] = tex2D<float>(point, 5, 0);
  out[1] = tex2D<float>(point, 1.5f, 2.5f);
  out[2] = tex2D<float>(point, 4.0f, 3.0f);
  out[3] = tex2D<float>(point, -3.0f, -1.0f);
  out[4] = tex2D<float>(point, 100, 100);
  out[5] = tex2D<float>(wrapped, 1.0f + 3.5f / 6, 0.1f);
  out[6] = tex2D<float>(bordered, -1.0f, 2.0f);
  out[7] = tex2D<float>(linear, 4.0f, 1.5f);
}

__global__ void read_bytes(cudaTextureObject_t bytes, float* out) {
  const float4 color = tex2D<float4>(bytes, 0, 0);
  out[0] = color.x;
  out[1] = color.y;
  out[2] = color.w;
}

__global__ void shift_rows(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(surf2Dread<float>(from, x * sizeof(float), y) + 2, to, x * sizeof(float), (y + 1) % blockDim.y);
}

__global__ void read_volume(cudaTextureObject_t volume, float* out) { out[0] = tex3D<float>(volume, 1.5f, 1.5f, 1.5f); }

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized,
                               cudaTextureReadMode read = cudaReadModeElementType) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = mode;
  how.filterMode = filter;
  how.readMode = read;
  how.normalizedCoords = normalized;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  return object;
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t object = 0;
  cudaCreateSurfaceObject(&object, &resource);
  return object;
}

int main() {
  int numbers[4] = {0, 3, 6, 9}, read[5], *device, *found;
  cudaMalloc(&device, sizeof numbers);
  cudaMalloc(&found, sizeof read);
  cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof numbers;
  cudaTextureDesc how = {};
  cudaTextureObject_t linear = 0;
  cudaCreateTextureObject(&linear, &resource, &how, nullptr);
  read_linear<<<1, 5>>>(linear, found);
  cudaMemcpy(read, found, sizeof read, cudaMemcpyDeviceToHost);
  printf("linear %d %d %d %d, outside %d\n", read[0], read[1], read[2], read[3], read[4]);
  cudaDestroyTextureObject(linear);

  float image[kHeight][kWidth], out[8], *result;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) image[y][x] = y * kWidth + x;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array, other;
  cudaMallocArray(&array, &format, kWidth, kHeight);
  cudaMallocArray(&other, &format, kWidth, kHeight, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], kHeight, cudaMemcpyHostToDevice);
  cudaMalloc(&result, sizeof out);
  read_array<<<1, 1>>>(texture_of(array, cudaFilterModePoint, cudaAddressModeClamp, false),
                       texture_of(array, cudaFilterModeLinear, cudaAddressModeClamp, false),
                       texture_of(array, cudaFilterModePoint, cudaAddressModeWrap, true),
                       texture_of(array, cudaFilterModePoint, cudaAddressModeBorder, false), result);
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  printf("array %.0f %.0f %.0f\n", out[0], out[1], out[2]);
  printf("clamped %.0f %.0f, wrapped %.0f, bordered %.0f\n", out[3], out[4], out[5], out[6]);
  printf("halfway %.1f\n", out[7]);

  const uchar4 color = {0, 128, 7, 255};
  cudaChannelFormatDesc colors = cudaCreateChannelDesc<uchar4>();
  cudaArray_t picture;
  cudaMallocArray(&picture, &colors, 1, 1);
  cudaMemcpy2DToArray(picture, 0, 0, &color, sizeof color, sizeof color, 1, cudaMemcpyHostToDevice);
  read_bytes<<<1, 1>>>(texture_of(picture, cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat), result);
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  printf("normalized %.1f %.1f %.1f\n", out[0], out[1], out[2]);

  shift_rows<<<1, dim3(kWidth, kHeight)>>>(surface_of(array), surface_of(other));
  cudaMemcpy2DFromArray(image, sizeof image[0], other, 0, 0, sizeof image[0], kHeight, cudaMemcpyDeviceToHost);
  printf("surface %.0f %.0f %.0f %.0f\n", image[0][0], image[0][1], image[0][2], image[0][3]);

  float cube[2][2][2];
  for (int i = 0; i < 8; ++i) (&cube[0][0][0])[i] = i;
  cudaArray_t volume;
  cudaMalloc3DArray(&volume, &format, make_cudaExtent(2, 2, 2));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cube, 2 * sizeof(float), 2, 2);
  copy.dstArray = volume;
  copy.extent = make_cudaExtent(2, 2, 2);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  read_volume<<<1, 1>>>(texture_of(volume, cudaFilterModePoint, cudaAddressModeClamp, false), result);
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  printf("volume %.0f\n", out[0]);
  cudaFreeArray(volume);
  cudaFreeArray(picture);
  cudaFreeArray(array);
  cudaFreeArray(other);
  cudaFree(device);
}
