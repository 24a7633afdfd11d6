// What kernels read from textures, and read and write of surfaces. Included by lanescope_textures.hpp.
#pragma once

template <class T>
LANESCOPE_UNSEEN T tex1Dfetch(cudaTextureObject_t texture, int x) {
  const auto* object = lanescope_texture::object_of(texture);
  if (!object || x < 0 || static_cast<std::size_t>(x) >= object->width) return T{};
  if (object->how.readMode == cudaReadModeNormalizedFloat)
    return lanescope_texture::of_channels<T>(lanescope_texture::channels(*object, static_cast<std::size_t>(x), 0, 0));
  return lanescope_texture::raw<T>(*object, static_cast<std::size_t>(x), 0, 0);
}
template <class T>
T tex1D(cudaTextureObject_t texture, float x) { return lanescope_texture::read<T>(texture, x, 0, 0, 1); }
template <class T>
T tex2D(cudaTextureObject_t texture, float x, float y) { return lanescope_texture::read<T>(texture, x, y, 0, 2); }
template <class T>
T tex3D(cudaTextureObject_t texture, float x, float y, float z) { return lanescope_texture::read<T>(texture, x, y, z, 3); }
template <class T>
void tex1Dfetch(T* value, cudaTextureObject_t texture, int x) { *value = tex1Dfetch<T>(texture, x); }
template <class T>
void tex2D(T* value, cudaTextureObject_t texture, float x, float y) { *value = tex2D<T>(texture, x, y); }

#define LANESCOPE_SURFACE(NAME, PARAMETERS, Y, Z)                                                                        \
  template <class T>                                                                                                     \
  T NAME##read(cudaSurfaceObject_t surface, PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,              \
               int line = __builtin_LINE()) {                                                                            \
    return lanescope_texture::surface_read<T>(surface, x, Y, Z, mode, line);                                             \
  }                                                                                                                      \
  template <class T>                                                                                                     \
  void NAME##read(T* value, cudaSurfaceObject_t surface, PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, \
                  int line = __builtin_LINE()) {                                                                         \
    *value = lanescope_texture::surface_read<T>(surface, x, Y, Z, mode, line);                                           \
  }                                                                                                                      \
  template <class T>                                                                                                     \
  void NAME##write(T value, cudaSurfaceObject_t surface, PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, \
                   int line = __builtin_LINE()) {                                                                        \
    lanescope_texture::surface_write(value, surface, x, Y, Z, mode, line);                                               \
  }
#define LANESCOPE_COMMA ,
LANESCOPE_SURFACE(surf1D, int x, 0, 0)
LANESCOPE_SURFACE(surf2D, int x LANESCOPE_COMMA int y, y, 0)
LANESCOPE_SURFACE(surf3D, int x LANESCOPE_COMMA int y LANESCOPE_COMMA int z, y, z)
#undef LANESCOPE_SURFACE
#undef LANESCOPE_COMMA
