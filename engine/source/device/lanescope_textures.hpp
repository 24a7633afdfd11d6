// Arrays, texture objects and surface objects. What a texture reads comes through a cache of its own: it is neither
// counted nor checked for races, and addresses outside are what the texture's mode makes of them.
#pragma once

#include "lanescope_host.hpp"
#include "lanescope_refused.hpp"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned,
  cudaChannelFormatKindUnsigned,
  cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum { cudaArrayDefault = 0, cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2, cudaArrayTextureGather = 8 };

/// An array's elements lie row by row.
struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height, depth;  // 0 where it has no such side
  void* data;
  std::size_t element() const { return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8; }
  std::size_t row() const { return width * element(); }
  char* place(std::size_t byte, std::size_t y, std::size_t z = 0) const {
    return static_cast<char*>(data) + (z * (height > 0 ? height : 1) + y) * row() + byte;
  }
};
typedef cudaArray* cudaArray_t;
typedef const cudaArray* cudaArray_const_t;

struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

// References were removed by CUDA 12.
template <class T, int kDimensions = 1, cudaTextureReadMode kMode = cudaReadModeElementType>
struct LANESCOPE_REFUSED(
    "CUDA 12 has no texture references; make a texture object by cudaCreateTextureObject(), and give that "
    "cudaTextureObject_t to the kernel as a parameter: it reads tex1Dfetch<float>(object, i) and the like")
    texture {};
typedef struct cudaMipmappedArray* cudaMipmappedArray_t
    LANESCOPE_REFUSED("Lanescope has no mipmapped arrays; take a cudaArray, of the size that is read");
template <class T, int kDimensions = 1>
struct LANESCOPE_REFUSED(
    "CUDA 12 has no surface references; make a surface object by cudaCreateSurfaceObject(), and give that "
    "cudaSurfaceObject_t to the kernel as a parameter")
    surface {};

namespace lanescope_texture {

inline std::size_t element(const cudaArray& array) { return array.element(); }
inline cudaPitchedPtr pitched(const cudaArray& array) {
  return {array.data, array.row(), array.width, array.height > 0 ? array.height : 1};
}

/// What an object reads: rows of elements.
struct Object {
  cudaResourceDesc resource;
  cudaTextureDesc how;
  const char* data;
  cudaChannelFormatDesc format;
  std::size_t width, height, depth, row;
};
constexpr unsigned kMost = 1024;

/// Objects are numbers from 1; null for one that is none.
LANESCOPE_UNSEEN inline Object*& object_of(unsigned long long number) {
  lanescope_beyond_memory();
  static Object* objects[kMost + 1];
  return objects[number <= kMost ? number : 0];
}

inline cudaError_t create(unsigned long long* number, const cudaResourceDesc* resource,
                          const cudaTextureDesc* how) {
  Object object{*resource, how ? *how : cudaTextureDesc{}, nullptr, {}, 0, 1, 1, 0};
  if (resource->resType == cudaResourceTypeArray && resource->res.array.array) {
    const cudaArray& array = *resource->res.array.array;
    object.data = static_cast<const char*>(array.data);
    object.format = array.format;
    object.width = array.width;
    object.height = array.height > 0 ? array.height : 1;
    object.depth = array.depth > 0 ? array.depth : 1;
    object.row = array.row();
  } else if (resource->resType == cudaResourceTypeLinear) {
    object.data = static_cast<const char*>(resource->res.linear.devPtr);
    object.format = resource->res.linear.desc;
    object.row = resource->res.linear.sizeInBytes;
    const std::size_t bits =
        static_cast<std::size_t>(object.format.x + object.format.y + object.format.z + object.format.w);
    object.width = bits > 0 ? object.row * 8 / bits : 0;
  } else if (resource->resType == cudaResourceTypePitch2D) {
    object.data = static_cast<const char*>(resource->res.pitch2D.devPtr);
    object.format = resource->res.pitch2D.desc;
    object.width = resource->res.pitch2D.width;
    object.height = resource->res.pitch2D.height;
    object.row = resource->res.pitch2D.pitchInBytes;
  }
  if (!object.data || object.width == 0) return lanescope_host::noted(cudaErrorInvalidValue);
  for (unsigned i = 1; i <= kMost; ++i)
    if (Object*& free = object_of(i); !free) {
      free = new Object(object);
      *number = i;
      return cudaSuccess;
    }
  return lanescope_host::noted(cudaErrorMemoryAllocation);
}
inline cudaError_t destroy(unsigned long long number) {
  Object*& object = object_of(number);
  delete object;
  object = nullptr;
  return cudaSuccess;
}

/// The four channels of an element, as floats.
struct Channels {
  float c[4];
};
template <class T>
LANESCOPE_UNSEEN T raw(const Object& object, std::size_t x, std::size_t y, std::size_t z) {
  T value{};
  const std::size_t bits =
      static_cast<std::size_t>(object.format.x + object.format.y + object.format.z + object.format.w);
  const std::size_t bytes = bits / 8 < sizeof(T) ? bits / 8 : sizeof(T);
  lanescope_get(object.data + (z * object.height + y) * object.row + x * (bits / 8), &value,
                static_cast<unsigned>(bytes));
  return value;
}
LANESCOPE_UNSEEN inline float number(const Object& object, const unsigned char* bytes, int bits) {
  const bool normalized = object.how.readMode == cudaReadModeNormalizedFloat;
  if (object.format.f == cudaChannelFormatKindFloat) {
    float value = 0;
    if (bits == 32) memcpy(&value, bytes, 4);
    return value;
  }
  if (object.format.f == cudaChannelFormatKindUnsigned) {
    unsigned value = 0;
    memcpy(&value, bytes, static_cast<std::size_t>(bits) / 8);
    return normalized ? static_cast<float>(value) / static_cast<float>((1ull << bits) - 1)
                      : static_cast<float>(value);
  }
  int value = 0;
  memcpy(&value, bytes, static_cast<std::size_t>(bits) / 8);
  value = value << (32 - bits) >> (32 - bits);
  const float fraction = static_cast<float>(value) / static_cast<float>((1ull << (bits - 1)) - 1);
  return !normalized ? static_cast<float>(value) : fraction < -1.0f ? -1.0f : fraction;
}
LANESCOPE_UNSEEN inline Channels channels(const Object& object, std::size_t x, std::size_t y, std::size_t z) {
  struct Bytes {
    unsigned char b[16];
  };
  const Bytes bytes = raw<Bytes>(object, x, y, z);
  const int bits[4] = {object.format.x, object.format.y, object.format.z, object.format.w};
  Channels all{};
  for (int i = 0, at = 0; i < 4; at += bits[i++] / 8)
    if (bits[i] > 0) all.c[i] = number(object, bytes.b + at, bits[i]);
  return all;
}

/// The index that a coordinate outside becomes; false for the border.
LANESCOPE_UNSEEN inline bool inside(const Object& object, int axis, long long* at, std::size_t size) {
  const auto n = static_cast<long long>(size);
  if (*at >= 0 && *at < n) return true;
  cudaTextureAddressMode mode = object.how.addressMode[axis];
  if (!object.how.normalizedCoords && mode != cudaAddressModeBorder) mode = cudaAddressModeClamp;
  if (mode == cudaAddressModeBorder) return false;
  if (mode == cudaAddressModeClamp) {
    *at = *at < 0 ? 0 : n - 1;
  } else {
    const long long round = mode == cudaAddressModeMirror ? 2 * n : n;
    *at = (*at % round + round) % round;
    if (*at >= n) *at = round - 1 - *at;
  }
  return true;
}
LANESCOPE_UNSEEN inline Channels channels_at(const Object& object, long long x, long long y, long long z) {
  if (!inside(object, 0, &x, object.width) || !inside(object, 1, &y, object.height) ||
      !inside(object, 2, &z, object.depth)) {
    Channels border;
    memcpy(border.c, object.how.borderColor, sizeof border.c);
    return border;
  }
  return channels(object, static_cast<std::size_t>(x), static_cast<std::size_t>(y), static_cast<std::size_t>(z));
}

/// Between neighbours, with weights of 8 bits behind the point, as a GPU has them.
LANESCOPE_UNSEEN inline Channels filtered(const Object& object, const float* at, int dimensions) {
  long long first[3] = {0, 0, 0};
  float weight[3] = {0, 0, 0};
  for (int i = 0; i < dimensions; ++i) {
    const float middle = at[i] - 0.5f, below = floorf(middle);
    first[i] = static_cast<long long>(below);
    weight[i] = rintf((middle - below) * 256.0f) / 256.0f;
  }
  Channels sum{};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    float share = 1;
    long long place[3];
    for (int i = 0; i < 3; ++i) {
      const int far = corner >> i & 1;
      place[i] = first[i] + far;
      if (i < dimensions) share *= far ? weight[i] : 1 - weight[i];
    }
    if (share == 0) continue;
    const Channels one = channels_at(object, place[0], place[1], place[2]);
    for (int i = 0; i < 4; ++i) sum.c[i] += share * one.c[i];
  }
  return sum;
}

template <class T>
LANESCOPE_UNSEEN T of_channels(const Channels& channels) {
  T value{};
  memcpy(&value, channels.c, sizeof(T) < sizeof channels.c ? sizeof(T) : sizeof channels.c);
  return value;
}

/// The element at these coordinates.
template <class T>
LANESCOPE_UNSEEN T read_of(const Object& object, float x, float y, float z, int dimensions) {
  float at[3] = {x, y, z};
  if (object.how.normalizedCoords) {
    at[0] *= static_cast<float>(object.width);
    at[1] *= static_cast<float>(object.height);
    at[2] *= static_cast<float>(object.depth);
  }
  if (object.how.filterMode == cudaFilterModeLinear) return of_channels<T>(filtered(object, at, dimensions));
  long long place[3];
  for (int i = 0; i < 3; ++i) place[i] = i < dimensions ? static_cast<long long>(floorf(at[i])) : 0;
  if (object.how.readMode == cudaReadModeNormalizedFloat)
    return of_channels<T>(channels_at(object, place[0], place[1], place[2]));
  const std::size_t sizes[3] = {object.width, object.height, object.depth};
  for (int i = 0; i < 3; ++i)
    if (!inside(object, i, &place[i], sizes[i])) return T{};
  return raw<T>(object, static_cast<std::size_t>(place[0]), static_cast<std::size_t>(place[1]),
                static_cast<std::size_t>(place[2]));
}
template <class T>
LANESCOPE_UNSEEN T read(unsigned long long number, float x, float y, float z, int dimensions) {
  const Object* object = object_of(number);
  return object ? read_of<T>(*object, x, y, z, dimensions) : T{};
}

/// Where a surface has these bytes; null outside, where `mode` does not help.
template <class T>
LANESCOPE_UNSEEN char* surface_place(unsigned long long number, int byte, int y, int z,
                                     cudaSurfaceBoundaryMode mode, int line) {
  const Object* object = object_of(number);
  if (!object) return nullptr;
  const int last = static_cast<int>(object->row - sizeof(T)), rows = static_cast<int>(object->height),
            layers = static_cast<int>(object->depth);
  const bool is_inside = byte >= 0 && byte <= last && y >= 0 && y < rows && z >= 0 && z < layers;
  if (!is_inside && mode == cudaBoundaryModeTrap) lanescope_trap("it is outside of a surface", line);
  if (!is_inside && mode == cudaBoundaryModeZero) return nullptr;
  const auto clamped = [](int at, int most) {
    return static_cast<std::size_t>(at < 0 ? 0 : at > most ? most : at);
  };
  return const_cast<char*>(object->data) +
         (clamped(z, layers - 1) * object->height + clamped(y, rows - 1)) * object->row + clamped(byte, last);
}
template <class T>
LANESCOPE_UNSEEN T surface_read(unsigned long long number, int byte, int y, int z, cudaSurfaceBoundaryMode mode,
                                int line) {
  T value{};
  if (const char* place = surface_place<T>(number, byte, y, z, mode, line)) lanescope_get(place, &value, sizeof(T));
  return value;
}
template <class T>
LANESCOPE_UNSEEN void surface_write(T value, unsigned long long number, int byte, int y, int z,
                                    cudaSurfaceBoundaryMode mode, int line) {
  if (char* place = surface_place<T>(number, byte, y, z, mode, line)) lanescope_put(place, &value, sizeof(T));
}

template <class T>
constexpr int channels_in() {
  if constexpr (std::is_arithmetic_v<T>) {
    return 1;
  } else {
    return static_cast<int>(sizeof(T) / sizeof(T::x));
  }
}
template <class T, bool = std::is_arithmetic_v<T>>
struct Channel {
  using Type = T;
};
template <class T>
struct Channel<T, false> {
  using Type = decltype(T::x);
};

}  // namespace lanescope_texture

#include "lanescope_texture_host.hpp"
#include "lanescope_texture_reads.hpp"
