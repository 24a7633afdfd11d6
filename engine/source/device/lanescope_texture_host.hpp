// Of textures and surfaces, what the host calls: arrays of the device, and objects that read and write them.
#pragma once

#include "lanescope_textures.hpp"

// --- arrays ---
inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using One = typename lanescope_texture::Channel<T>::Type;
  constexpr int kBits = static_cast<int>(sizeof(One)) * 8, kCount = lanescope_texture::channels_in<T>();
  return {kBits, kCount > 1 ? kBits : 0, kCount > 2 ? kBits : 0, kCount > 3 ? kBits : 0,
          std::is_floating_point_v<One> ? cudaChannelFormatKindFloat
          : std::is_unsigned_v<One>     ? cudaChannelFormatKindUnsigned
                                        : cudaChannelFormatKindSigned};
}
inline cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent size,
                                     unsigned = 0) {
  cudaArray made{*format, size.width, size.height, size.depth, nullptr};
  const auto side = [](std::size_t n) { return n > 0 ? n : 1; };
  const std::size_t bytes = made.row() * side(size.height) * side(size.depth);
  if (const int error = lanescope_allocate(&made.data, bytes, 0)) return lanescope_host::noted(error);
  lanescope_note_written(made.data, bytes);  // nobody sees what surfaces write
  *array = new cudaArray(made);
  return cudaSuccess;
}
inline cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                                   std::size_t height = 0, unsigned flags = 0) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
inline cudaError_t cudaFreeArray(cudaArray_t array) {
  if (!array) return cudaSuccess;
  const int error = lanescope_free(array->data, 0);
  delete array;
  return lanescope_host::noted(error);
}
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t byte, std::size_t y, const void* from,
                                       std::size_t pitch, std::size_t width, std::size_t height,
                                       cudaMemcpyKind kind) {
  return cudaMemcpy2D(to->place(byte, y), to->row(), from, pitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t byte, std::size_t y, const void* from,
                                            std::size_t pitch, std::size_t width, std::size_t height,
                                            cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy2DToArray(to, byte, y, from, pitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t byte,
                                         std::size_t y, std::size_t width, std::size_t height,
                                         cudaMemcpyKind kind) {
  return cudaMemcpy2D(to, pitch, from->place(byte, y), from->row(), width, height, kind);
}
inline cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t byte, std::size_t y, const void* from,
                                     std::size_t bytes, cudaMemcpyKind kind) {
  return lanescope_host::noted(lanescope_copy(to->place(byte, y), from, bytes, kind));
}
inline cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t byte, std::size_t y,
                                       std::size_t bytes, cudaMemcpyKind kind) {
  return lanescope_host::noted(lanescope_copy(to, from->place(byte, y), bytes, kind));
}

// --- objects ---
inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return *format = array->format, cudaSuccess;
}
inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                                    cudaArray_t array) {
  if (format) *format = array->format;
  if (extent) *extent = {array->width, array->height, array->depth};
  if (flags) *flags = 0;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_byte, std::size_t to_y,
                                            cudaArray_const_t from, std::size_t byte, std::size_t y,
                                            std::size_t width, std::size_t height,
                                            cudaMemcpyKind = cudaMemcpyDeviceToDevice) {
  return cudaMemcpy2D(to->place(to_byte, to_y), to->row(), from->place(byte, y), from->row(), width, height,
                      cudaMemcpyDefault);
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                           const cudaTextureDesc* how, const cudaResourceViewDesc*) {
  return lanescope_texture::create(object, resource, how);
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return lanescope_texture::destroy(object);
}
inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  const auto* known = lanescope_texture::object_of(object);
  if (!known) return lanescope_host::noted(cudaErrorInvalidValue);
  *resource = known->resource;
  return cudaSuccess;
}
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  return lanescope_texture::create(object, resource, nullptr);
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return lanescope_texture::destroy(object);
}
