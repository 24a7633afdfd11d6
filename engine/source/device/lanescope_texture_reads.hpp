// What kernels read from textures, and read and write of surfaces. Included by lanescope_textures.hpp.
#pragma once

namespace lanescope_texture {

/// Of one layer; a layer outside is the nearest.
template <class T>
LANESCOPE_UNSEEN T read_layer(unsigned long long number, float x, float y, int layer, int dimensions) {
  const Object* object = object_of(number);
  if (!object) return T{};
  Object one;
  __builtin_memcpy(&one, object, sizeof one);  // a copy by its constructor would be seen
  const int last = static_cast<int>(object->depth) - 1;
  one.data += static_cast<std::size_t>(layer < 0 ? 0 : layer > last ? last : layer) * object->height * object->row;
  one.depth = 1;
  return read_of<T>(one, x, y, 0, dimensions);
}

/// One channel of the four elements that a linear filter would mix, counterclockwise from the lower left.
template <class T>
LANESCOPE_UNSEEN T gather(unsigned long long number, float x, float y, int channel) {
  const Object* object = object_of(number);
  if (!object || channel < 0 || channel > 3) return T{};
  if (object->how.normalizedCoords) x *= static_cast<float>(object->width), y *= static_cast<float>(object->height);
  const auto left = static_cast<long long>(floorf(x - 0.5f)), top = static_cast<long long>(floorf(y - 0.5f));
  const long long places[4][2] = {{left, top + 1}, {left + 1, top + 1}, {left + 1, top}, {left, top}};
  Channels four{};
  for (int i = 0; i < 4; ++i) four.c[i] = channels_at(*object, places[i][0], places[i][1], 0).c[channel];
  return of_channels<T>(four);
}

}  // namespace lanescope_texture

template <class T>
LANESCOPE_UNSEEN T tex1Dfetch(cudaTextureObject_t texture, int x) {
  const auto* object = lanescope_texture::object_of(texture);
  if (!object || x < 0 || static_cast<std::size_t>(x) >= object->width) return T{};
  if (object->how.readMode == cudaReadModeNormalizedFloat)
    return lanescope_texture::of_channels<T>(
        lanescope_texture::channels(*object, static_cast<std::size_t>(x), 0, 0));
  return lanescope_texture::raw<T>(*object, static_cast<std::size_t>(x), 0, 0);
}
template <class T>
T tex1D(cudaTextureObject_t texture, float x) {
  return lanescope_texture::read<T>(texture, x, 0, 0, 1);
}
template <class T>
T tex2D(cudaTextureObject_t texture, float x, float y) {
  return lanescope_texture::read<T>(texture, x, y, 0, 2);
}
template <class T>
T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return lanescope_texture::read<T>(texture, x, y, z, 3);
}
template <class T>
T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
  return lanescope_texture::read_layer<T>(texture, x, 0, layer, 1);
}
template <class T>
T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
  return lanescope_texture::read_layer<T>(texture, x, y, layer, 2);
}
template <class T>
T tex2DLod(cudaTextureObject_t texture, float x, float y, float) {
  return tex2D<T>(texture, x, y);
}
/// Of numbers that are fractions, or channels of 32 bits.
template <class T>
T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
  static_assert(std::is_same_v<T, float4>, "Lanescope has tex2Dgather() of float4 alone");
  return lanescope_texture::gather<T>(texture, x, y, channel);
}
template <class T>
void tex1Dfetch(T* value, cudaTextureObject_t texture, int x) {
  *value = tex1Dfetch<T>(texture, x);
}
template <class T>
void tex2D(T* value, cudaTextureObject_t texture, float x, float y) {
  *value = tex2D<T>(texture, x, y);
}

#define LANESCOPE_SURFACE(NAME, PARAMETERS, Y, Z)                                                            \
  template <class T>                                                                                         \
  T NAME##read(cudaSurfaceObject_t surface, PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, \
               int line = LANESCOPE_LINE) {                                                                  \
    return lanescope_texture::surface_read<T>(surface, x, Y, Z, mode, line);                                 \
  }                                                                                                          \
  template <class T>                                                                                         \
  void NAME##read(T* value, cudaSurfaceObject_t surface, PARAMETERS,                                         \
                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, int line = LANESCOPE_LINE) {          \
    *value = lanescope_texture::surface_read<T>(surface, x, Y, Z, mode, line);                               \
  }                                                                                                          \
  template <class T>                                                                                         \
  void NAME##write(T value, cudaSurfaceObject_t surface, PARAMETERS,                                         \
                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, int line = LANESCOPE_LINE) {         \
    lanescope_texture::surface_write(value, surface, x, Y, Z, mode, line);                                   \
  }
#define LANESCOPE_COMMA ,
LANESCOPE_SURFACE(surf1D, int x, 0, 0)
LANESCOPE_SURFACE(surf2D, int x LANESCOPE_COMMA int y, y, 0)
LANESCOPE_SURFACE(surf3D, int x LANESCOPE_COMMA int y LANESCOPE_COMMA int z, y, z)
#undef LANESCOPE_SURFACE
#undef LANESCOPE_COMMA
