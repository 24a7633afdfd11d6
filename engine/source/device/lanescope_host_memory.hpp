// Memory of the device, copies, and variables of the file that have names. Included by lanescope_host.hpp.
#pragma once

namespace lanescope_host {
/// As long as there is one, the host may read and write the device's memory: functions that follow pointers into it,
/// and copies by rows, for each of which opening and closing it would take longer than the copy.
struct reach {
  reach() { lanescope_reach_device(1); }
  reach(const reach&) { lanescope_reach_device(1); }
  reach& operator=(const reach&) = default;
  ~reach() { lanescope_reach_device(0); }
};
/// Of what a pointer points to; 0: nobody knows.
template <class T>
constexpr unsigned element_bytes() {
  if constexpr (std::is_void_v<T>)
    return 0;
  else
    return sizeof(T);
}
}  // namespace lanescope_host
template <class T>
cudaError_t cudaMalloc(T** place, std::size_t bytes) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 0));
}
template <class T>
cudaError_t cudaMallocAsync(T** place, std::size_t bytes, cudaStream_t) {
  return cudaMalloc(place, bytes);
}
template <class T>
cudaError_t cudaMallocManaged(T** place, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 1, lanescope_host::element_bytes<T>()));
}
template <class T>
cudaError_t cudaMallocHost(T** place, std::size_t bytes, unsigned = 0) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 2, lanescope_host::element_bytes<T>()));
}
template <class T>
cudaError_t cudaHostAlloc(T** place, std::size_t bytes, unsigned) {
  return cudaMallocHost(place, bytes);
}
template <class T, class U>
cudaError_t cudaHostGetDevicePointer(T** place, U* host, unsigned) {
  if (!lanescope_is_for_device(host)) return lanescope_host::noted(cudaErrorInvalidValue);
  *place = static_cast<T*>(static_cast<void*>(host));
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMallocPitch(T** place, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(place, *pitch * height);
}
LANESCOPE_CALLED inline cudaError_t cudaFree(void* place) { return lanescope_host::noted(lanescope_free(place, 0)); }
LANESCOPE_CALLED inline cudaError_t cudaFreeAsync(void* place, cudaStream_t stream) {
  return lanescope_host::is_captured(stream) ? cudaSuccess : cudaFree(place);  // a graph may be launched again
}
LANESCOPE_CALLED inline cudaError_t cudaFreeHost(void* place) { return lanescope_host::noted(lanescope_free(place, 2)); }
LANESCOPE_CALLED inline cudaError_t cudaHostRegister(void* place, std::size_t bytes, unsigned) {
  return lanescope_host::noted(lanescope_register(place, bytes));
}
LANESCOPE_CALLED inline cudaError_t cudaHostUnregister(void* place) { return lanescope_host::noted(lanescope_unregister(place)); }
LANESCOPE_CALLED inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = std::size_t{80} << 30;
  *free = std::size_t{79} << 30;
  return cudaSuccess;
}

LANESCOPE_CALLED inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  lanescope_host::wait_for(nullptr);
  return lanescope_host::noted(lanescope_copy(to, from, bytes, kind));
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy(to, from, bytes, kind); }))
    return cudaSuccess;
  // Where one of them is the host's own, the call may wait for the stream.
  if (lanescope_kind_of(to) < 0 || lanescope_kind_of(from) < 0) lanescope_host::wait_for(stream);
  return lanescope_host::noted(lanescope_copy(to, from, bytes, kind));
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (height > 0 && (width > to_pitch || width > from_pitch))
    return lanescope_host::noted(cudaErrorInvalidPitchValue);
  const lanescope_host::reach reach;
  for (std::size_t row = 0; row < height; ++row)
    if (const auto error =
            cudaMemcpy((char*)to + row * to_pitch, (const char*)from + row * from_pitch, width, kind))
      return error;
  return cudaSuccess;
}
/// Waits where the memory is the host's, too.
LANESCOPE_CALLED inline cudaError_t cudaMemset(void* place, int value, std::size_t bytes) {
  if (lanescope_kind_of(place) > 0) lanescope_host::wait_for(nullptr);
  return lanescope_host::noted(lanescope_set(place, value, bytes));
}
LANESCOPE_CALLED inline cudaError_t cudaMemsetAsync(void* place, int value, std::size_t bytes, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset(place, value, bytes); }))
    return cudaSuccess;
  return lanescope_host::noted(lanescope_set(place, value, bytes));
}
LANESCOPE_CALLED inline cudaError_t cudaMemset2D(void* place, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (height > 0 && width > pitch) return lanescope_host::noted(cudaErrorInvalidValue);
  const lanescope_host::reach reach;
  for (std::size_t row = 0; row < height; ++row)
    if (const auto error = cudaMemset((char*)place + row * pitch, value, width)) return error;
  return cudaSuccess;
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy,
                               [=] { cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); }))
    return cudaSuccess;
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
LANESCOPE_CALLED inline cudaError_t cudaMemset2DAsync(void* place, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemset,
                               [=] { cudaMemset2D(place, pitch, value, width, height); }))
    return cudaSuccess;
  return cudaMemset2D(place, pitch, value, width, height);
}
LANESCOPE_CALLED inline cudaError_t cudaMalloc3D(cudaPitchedPtr* place, cudaExtent extent) {
  place->xsize = extent.width;
  place->ysize = extent.height;
  return cudaMallocPitch(&place->ptr, &place->pitch, extent.width, extent.height * extent.depth);
}
LANESCOPE_CALLED inline cudaError_t cudaMemset3D(cudaPitchedPtr place, int value, cudaExtent extent) {
  const lanescope_host::reach reach;
  for (std::size_t z = 0; z < extent.depth; ++z)
    if (const auto error = cudaMemset2D((char*)place.ptr + z * place.ysize * place.pitch, place.pitch, value,
                                        extent.width, extent.height))
      return error;
  return cudaSuccess;
}
namespace lanescope_texture {
inline cudaPitchedPtr pitched(const cudaArray& array);
inline std::size_t element(const cudaArray& array);
}  // namespace lanescope_texture
/// Widths and places in arrays of textures count elements, others bytes.
LANESCOPE_CALLED inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* asked) {
  if (asked->srcArray || asked->dstArray) {
    cudaMemcpy3DParms plain = *asked;
    plain.srcArray = plain.dstArray = nullptr;
    plain.extent.width *= lanescope_texture::element(*(asked->srcArray ? asked->srcArray : asked->dstArray));
    const auto take = [](const cudaArray* array, cudaPitchedPtr* ptr, cudaPos* pos) {
      if (!array) return;
      *ptr = lanescope_texture::pitched(*array);
      pos->x *= lanescope_texture::element(*array);
    };
    take(asked->srcArray, &plain.srcPtr, &plain.srcPos);
    take(asked->dstArray, &plain.dstPtr, &plain.dstPos);
    return cudaMemcpy3D(&plain);
  }
  const auto place = [](const cudaPitchedPtr& at, const cudaPos& pos, std::size_t z) {
    return (char*)at.ptr + ((pos.z + z) * at.ysize + pos.y) * at.pitch + pos.x;
  };
  const lanescope_host::reach reach;
  for (std::size_t z = 0; z < asked->extent.depth; ++z)
    if (const auto error = cudaMemcpy2D(place(asked->dstPtr, asked->dstPos, z), asked->dstPtr.pitch,
                                        place(asked->srcPtr, asked->srcPos, z), asked->srcPtr.pitch,
                                        asked->extent.width, asked->extent.height, asked->kind))
      return error;
  return cudaSuccess;
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* asked, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [parms = *asked] { cudaMemcpy3D(&parms); }))
    return cudaSuccess;
  return cudaMemcpy3D(asked);
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
LANESCOPE_CALLED inline cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                       cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
LANESCOPE_CALLED inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* about, const void* place) {
  const int kind = lanescope_kind_of(place);
  constexpr cudaMemoryType kTypes[] = {cudaMemoryTypeDevice, cudaMemoryTypeManaged, cudaMemoryTypeHost};
  *about = {kind < 0 ? cudaMemoryTypeUnregistered : kTypes[kind], kind < 0 ? -2 : 0,
            kind < 0 ? nullptr : (void*)place, kind == 0 ? nullptr : (void*)place};
  return cudaSuccess;
}
LANESCOPE_CALLED inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t = nullptr) {
  return cudaSuccess;
}
LANESCOPE_CALLED inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned,
                                        cudaStream_t = nullptr) {
  return cudaSuccess;
}
LANESCOPE_CALLED inline cudaError_t cudaMemAdvise(const void*, std::size_t, int, int) { return cudaSuccess; }
LANESCOPE_CALLED inline cudaError_t cudaMemAdvise(const void*, std::size_t, int, cudaMemLocation) { return cudaSuccess; }

// --- symbols ---
namespace lanescope_host {
/// Of a copy between a symbol and another place, in the kind of its direction: as the runtime, which looks at the
/// kind first.
inline cudaError_t refused_copy(cudaMemcpyKind kind, cudaMemcpyKind usual, bool is_inside, const void* other) {
  if (kind != usual && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return noted(cudaErrorInvalidMemcpyDirection);
  const bool is_wrong =
      !is_inside || (kind == cudaMemcpyDeviceToDevice && !lanescope_in_kernel() && !lanescope_is_for_device(other));
  return is_wrong ? noted(cudaErrorInvalidValue) : cudaSuccess;
}
}  // namespace lanescope_host
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (const auto error =
          lanescope_host::refused_copy(kind, cudaMemcpyHostToDevice, offset + bytes <= sizeof(T), from))
    return error;
  return cudaMemcpy((char*)&symbol + offset, from, bytes, cudaMemcpyDefault);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (const auto error =
          lanescope_host::refused_copy(kind, cudaMemcpyDeviceToHost, offset + bytes <= sizeof(T), to))
    return error;
  return cudaMemcpy(to, (const char*)&symbol + offset, bytes, cudaMemcpyDefault);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  T* place = &symbol;
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy,
                               [=] { cudaMemcpyToSymbol(*place, from, bytes, offset, kind); }))
    return cudaSuccess;
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  const T* place = &symbol;
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy,
                               [=] { cudaMemcpyFromSymbol(to, *place, bytes, offset, kind); }))
    return cudaSuccess;
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
template <class U, class T>
cudaError_t cudaGetSymbolAddress(U** place, const T& symbol) {
  *place = (U*)&symbol;
  lanescope_note_symbol(&symbol, sizeof symbol);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}
