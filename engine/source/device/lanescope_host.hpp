// The host's half of CUDA, as far as programs of one GPU use it: memory, copies, errors, streams that run at once, events of
// the host's clock, launches. Properties are those of an H100. What must be known of memory and launches goes through the
// functions named lanescope_*, which the process has.
#pragma once

#include <ctime>
#include <new>

#include "lanescope_host_types.hpp"
#include "lanescope_launch.hpp"
#include "lanescope_refused.hpp"

extern "C" {
/// Errors are those of cudaError_t. `kind`: 0 of the device, 1 managed, 2 of the host.
int lanescope_allocate(void** place, unsigned long long bytes, int kind);
int lanescope_free(void* place);
int lanescope_copy(void* to, const void* from, unsigned long long bytes, int kind);
int lanescope_set(void* place, int value, unsigned long long bytes);
/// In a kernel: it runs when the launch that the kernel is of has ended.
int lanescope_launch(const LanescopeLaunch* launch);
int lanescope_in_kernel();
/// That of the allocation that has this place; -1: none has.
int lanescope_kind_of(const void* place);
}

namespace lanescope_host {

/// Of the host's clock; <chrono> takes long to compile.
inline double now_ms() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

#define LANESCOPE_UNSEEN __attribute__((noinline, LANESCOPE_UNWATCHED))

// Kernels that launch others ask for errors, too; what the host keeps is no memory of theirs.
LANESCOPE_UNSEEN inline cudaError_t& last_error() {
  static cudaError_t error = cudaSuccess;
  return error;
}
LANESCOPE_UNSEEN inline cudaError_t noted(int error) {
  if (error != 0) last_error() = static_cast<cudaError_t>(error);
  return static_cast<cudaError_t>(error);
}

/// Calls what is at this place.
template <class C>
LANESCOPE_UNSEEN void run(void* place) {
  (*static_cast<C*>(place))();
}

template <class T>
LanescopeArgument argument_of(const T& value) {
  LanescopeArgument argument{nullptr, sizeof(T), 0, lanescope_entry::kind_of<T>()};
  if constexpr (std::is_pointer_v<T>) {
    using To = std::remove_cv_t<std::remove_pointer_t<T>>;
    argument = {nullptr, lanescope_entry::bytes_of<To>(), 1, lanescope_entry::kind_of<To>()};
    if constexpr (!std::is_function_v<To>) argument.pointer = const_cast<const void*>(static_cast<const volatile void*>(value));
  }
  return argument;
}

/// An argument written as 0, which is a number or a null pointer.
struct Zero {
  template <class T, class = std::enable_if_t<std::is_pointer_v<T> || std::is_arithmetic_v<T>>>
  LANESCOPE_UNSEEN operator T() const {
    return T();
  }
};
template <class T>
T number_of(T value) { return value; }
inline int number_of(Zero) { return 0; }

/// What a graph does at one of its nodes (lanescope_graphs.hpp).
struct Action {
  virtual void run() = 0;
};
template <class F>
struct ActionOf final : Action {
  explicit ActionOf(F f) : function(f) {}
  void run() override { function(); }
  F function;
};
#ifdef LANESCOPE_GRAPHS
inline bool is_captured(cudaStream_t stream);
inline void add_captured(cudaStream_t stream, cudaGraphNodeType type, Action* action);
#else
constexpr bool is_captured(cudaStream_t) { return false; }
#endif
/// Where a stream is being captured it does nothing, and the graph has another node.
template <class F>
LANESCOPE_UNSEEN bool captured(cudaStream_t stream, cudaGraphNodeType type, F function) {
  if (!is_captured(stream)) return false;
#ifdef LANESCOPE_GRAPHS
  add_captured(stream, type, new ActionOf<F>(function));
#endif
  return true;
}

/// What stands between <<< and >>>.
class Configured {
 public:
  Configured(const char* name, dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
             int line = __builtin_LINE())
      : launch_{name, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, line, nullptr, nullptr, nullptr, 0, 0, 0, nullptr, nullptr, 0},
        stream_(stream) {}

  /// What is launched, where its name is not known.
  Configured& of(const void* function) {
    launch_.function = function;
    return *this;
  }
  /// Its name is that of a kernel of the file, and of no variable that may hold several.
  Configured& named() {
    is_named_ = true;
    return *this;
  }
  /// Its blocks may wait for each other.
  Configured& cooperative() {
    launch_.is_cooperative = 1;
    return *this;
  }
  /// Of a kernel with references as parameters: it gets what is named, and no copies.
  template <class F>
  auto with_references(F function) const {
    return [launch = launch_, function](auto&&... values) {
      auto call = [&]() __attribute__((LANESCOPE_UNWATCHED)) { function(values...); };
      launch_call(launch, call, values...);
    };
  }
  /// Where a 0 stands among the arguments, it is a number if the kernel takes one there.
  template <class F, class G>
  auto operator()(F if_possible, G function) const {
    return [=](auto... values) __attribute__((LANESCOPE_UNWATCHED)) {
      if constexpr (!std::is_invocable_v<F, decltype(number_of(values))...> && std::is_invocable_v<F, decltype(values)...>) {
        (*this)(if_possible)(values...);
      } else {
        (*this)(function)(number_of(values)...);
      }
    };
  }
  template <class F>
  auto operator()(F function) const {
    return [launch = launch_, stream = stream_, is_named = is_named_, function](auto... values) {
      if (!captured(stream, cudaGraphNodeTypeKernel, [=] { launch_now(launch, is_named, function, values...); }))
        launch_now(launch, is_named, function, values...);
    };
  }

 private:
  template <class F, class... A>
  LANESCOPE_UNSEEN static void launch_now(LanescopeLaunch launch, bool is_named, F function, A... values) {
    // Each thread has copies of its own of the arguments.
    auto call = [=]() __attribute__((LANESCOPE_UNWATCHED)) { function(static_cast<A>(values)...); };
    // What is captured may be a pointer to the kernel, in a variable.
    unsigned char key[(sizeof(A) + ... + 1)] = {};
    unsigned char* end = key;
    ((__builtin_memcpy(end, &values, sizeof(A)), end += sizeof(A)), ...);
    launch.key = std::is_empty_v<F> || is_named || launch.function ? key : nullptr;
    launch.key_bytes = sizeof key;
    launch_call(launch, call, values...);
  }
  template <class C, class... A>
  static void launch_call(LanescopeLaunch launch, C& call, const A&... values) {
    const LanescopeArgument arguments[] = {argument_of(values)..., LanescopeArgument{}};
    launch.call = run<C>;
    launch.closure = &call;
    launch.closure_bytes = sizeof call;
    launch.arguments = arguments;
    launch.count = sizeof...(values);
    noted(lanescope_launch(&launch));
  }

  LanescopeLaunch launch_;
  cudaStream_t stream_;
  bool is_named_ = false;
};

template <class... A, std::size_t... kIndex>
void launch_with(Configured configured, void (*kernel)(A...), void** values, std::index_sequence<kIndex...>) {
  configured.of(reinterpret_cast<const void*>(kernel))([=](auto... a) __attribute__((LANESCOPE_UNWATCHED)) { kernel(a...); })(
      *static_cast<std::remove_cv_t<std::remove_reference_t<A>>*>(values[kIndex])...);
}

}  // namespace lanescope_host

// --- errors ---
LANESCOPE_UNSEEN inline cudaError_t cudaGetLastError() {
  const cudaError_t error = lanescope_host::last_error();
  lanescope_host::last_error() = cudaSuccess;
  return error;
}
LANESCOPE_UNSEEN inline cudaError_t cudaPeekAtLastError() { return lanescope_host::last_error(); }

// --- memory ---
template <class T>
cudaError_t cudaMalloc(T** place, std::size_t bytes) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 0));
}
template <class T>
cudaError_t cudaMallocAsync(T** place, std::size_t bytes, cudaStream_t) { return cudaMalloc(place, bytes); }
template <class T>
cudaError_t cudaMallocManaged(T** place, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 1));
}
template <class T>
cudaError_t cudaMallocHost(T** place, std::size_t bytes, unsigned = 0) {
  return lanescope_host::noted(lanescope_allocate((void**)(place), bytes, 2));
}
template <class T>
cudaError_t cudaHostAlloc(T** place, std::size_t bytes, unsigned) { return cudaMallocHost(place, bytes); }
template <class T, class U>
cudaError_t cudaHostGetDevicePointer(T** place, U* host, unsigned) {
  *place = static_cast<T*>(static_cast<void*>(host));
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMallocPitch(T** place, std::size_t* pitch, std::size_t width, std::size_t height) {
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(place, *pitch * height);
}
inline cudaError_t cudaFree(void* place) { return lanescope_host::noted(lanescope_free(place)); }
inline cudaError_t cudaFreeAsync(void* place, cudaStream_t stream) {
  return lanescope_host::is_captured(stream) ? cudaSuccess : cudaFree(place);  // a graph may be launched again
}
inline cudaError_t cudaFreeHost(void* place) { return cudaFree(place); }
inline cudaError_t cudaHostRegister(void*, std::size_t, unsigned) { return cudaSuccess; }
inline cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *total = std::size_t{80} << 30;
  *free = std::size_t{79} << 30;
  return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return lanescope_host::noted(lanescope_copy(to, from, bytes, kind));
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy(to, from, bytes, kind); })) return cudaSuccess;
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                                std::size_t height, cudaMemcpyKind kind) {
  for (std::size_t row = 0; row < height; ++row)
    if (const auto error = cudaMemcpy((char*)to + row * to_pitch, (const char*)from + row * from_pitch, width, kind)) return error;
  return cudaSuccess;
}
inline cudaError_t cudaMemset(void* place, int value, std::size_t bytes) {
  return lanescope_host::noted(lanescope_set(place, value, bytes));
}
inline cudaError_t cudaMemsetAsync(void* place, int value, std::size_t bytes, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset(place, value, bytes); })) return cudaSuccess;
  return cudaMemset(place, value, bytes);
}
inline cudaError_t cudaMemset2D(void* place, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  for (std::size_t row = 0; row < height; ++row)
    if (const auto error = cudaMemset((char*)place + row * pitch, value, width)) return error;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); })) return cudaSuccess;
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
inline cudaError_t cudaMemset2DAsync(void* place, std::size_t pitch, int value, std::size_t width, std::size_t height,
                                     cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset2D(place, pitch, value, width, height); })) return cudaSuccess;
  return cudaMemset2D(place, pitch, value, width, height);
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr* place, cudaExtent extent) {
  place->xsize = extent.width;
  place->ysize = extent.height;
  return cudaMallocPitch(&place->ptr, &place->pitch, extent.width, extent.height * extent.depth);
}
inline cudaError_t cudaMemset3D(cudaPitchedPtr place, int value, cudaExtent extent) {
  for (std::size_t z = 0; z < extent.depth; ++z)
    if (const auto error = cudaMemset2D((char*)place.ptr + z * place.ysize * place.pitch, place.pitch, value, extent.width, extent.height))
      return error;
  return cudaSuccess;
}
namespace lanescope_texture {
inline cudaPitchedPtr pitched(const cudaArray& array);
inline std::size_t element(const cudaArray& array);
}  // namespace lanescope_texture
/// Widths and places in arrays of textures count elements, others bytes.
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* asked) {
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
  for (std::size_t z = 0; z < asked->extent.depth; ++z)
    if (const auto error = cudaMemcpy2D(place(asked->dstPtr, asked->dstPos, z), asked->dstPtr.pitch,
                                        place(asked->srcPtr, asked->srcPos, z), asked->srcPtr.pitch, asked->extent.width,
                                        asked->extent.height, asked->kind))
      return error;
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* asked, cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [parms = *asked] { cudaMemcpy3D(&parms); })) return cudaSuccess;
  return cudaMemcpy3D(asked);
}
inline cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* about, const void* place) {
  const int kind = lanescope_kind_of(place);
  constexpr cudaMemoryType kTypes[] = {cudaMemoryTypeDevice, cudaMemoryTypeManaged, cudaMemoryTypeHost};
  *about = {kind < 0 ? cudaMemoryTypeUnregistered : kTypes[kind], kind < 0 ? -2 : 0, kind < 0 ? nullptr : (void*)place,
            kind == 0 ? nullptr : (void*)place};
  return cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void*, std::size_t, int, int) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void*, std::size_t, int, cudaMemLocation) { return cudaSuccess; }

// --- symbols ---
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (offset + bytes > sizeof(T)) return lanescope_host::noted(cudaErrorInvalidValue);
  return cudaMemcpy((char*)&symbol + offset, from, bytes, cudaMemcpyDefault);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (offset + bytes > sizeof(T)) return lanescope_host::noted(cudaErrorInvalidValue);
  return cudaMemcpy(to, (const char*)&symbol + offset, bytes, cudaMemcpyDefault);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
  T* place = &symbol;
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyToSymbol(*place, from, bytes, offset, kind); })) return cudaSuccess;
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
  const T* place = &symbol;
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemcpy, [=] { cudaMemcpyFromSymbol(to, *place, bytes, offset, kind); })) return cudaSuccess;
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
template <class U, class T>
cudaError_t cudaGetSymbolAddress(U** place, const T& symbol) {
  *place = (U*)&symbol;
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

// --- the device ---
LANESCOPE_UNSEEN inline cudaError_t cudaDeviceSynchronize(int line = __builtin_LINE()) {
  if (lanescope_in_kernel()) lanescope_trap("it calls cudaDeviceSynchronize(), which no kernel can since CUDA 12: what it launches runs after it", line);
  return lanescope_host::last_error();
}
inline cudaError_t cudaThreadSynchronize(int line = __builtin_LINE()) { return cudaDeviceSynchronize(line); }
inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
inline cudaError_t cudaThreadExit() { return cudaSuccess; }
inline cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : lanescope_host::noted(cudaErrorInvalidDevice); }
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) { return cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return lanescope_host::noted(cudaErrorInvalidDevice);
  *properties = cudaDeviceProp();
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  *value = lanescope_host::attribute(attribute);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) { return *can = 0, cudaSuccess; }
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return lanescope_host::noted(cudaErrorInvalidDevice); }
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return lanescope_host::noted(cudaErrorPeerAccessNotEnabled); }
inline cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) { return *config = cudaFuncCachePreferNone, cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return *config = cudaSharedMemBankSizeFourByte, cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
inline cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
inline cudaError_t cudaGetDeviceFlags(unsigned* flags) { return *flags = 0, cudaSuccess; }
inline cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int) { return snprintf(id, length, "0000:00:00.0"), cudaSuccess; }
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) { return *pool = nullptr, cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }

// --- functions ---
template <class F>
cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute, int) { return cudaSuccess; }
template <class F>
cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) { return cudaSuccess; }
template <class F>
cudaError_t cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig) { return cudaSuccess; }
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F) { return *attributes = {}, cudaSuccess; }
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F, int threads, std::size_t shared_bytes) {
  const int by_threads = threads > 0 ? 2048 / ((threads + 31) / 32 * 32) : 0;
  const int by_memory = shared_bytes > 0 ? static_cast<int>((228u << 10) / (shared_bytes + 1024)) : 32;
  *blocks = by_threads < by_memory ? by_threads : by_memory;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F kernel, int threads, std::size_t shared_bytes,
                                                                   unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes);
}
template <class F, class S>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F, S bytes_of, int limit = 0) {
  for (*block = limit > 0 && limit < 1024 ? limit : 1024; *block > 32 && bytes_of(*block) > 49152;) *block -= 32;
  *grid = 132 * (2048 / *block);
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F, std::size_t = 0, int limit = 0) {
  *block = limit > 0 && limit < 1024 ? limit : 1024;
  *grid = 132 * (2048 / *block);
  return cudaSuccess;
}
template <class... A>
cudaError_t cudaLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** values, std::size_t shared_bytes = 0,
                             cudaStream_t stream = nullptr, int line = __builtin_LINE()) {
  lanescope_host::launch_with({"cudaLaunchKernel", grid, block, shared_bytes, stream, line}, kernel, values,
                              std::index_sequence_for<A...>());
  return cudaPeekAtLastError();
}
template <class... A>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** values, std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr, int line = __builtin_LINE()) {
  lanescope_host::Configured configured("cudaLaunchCooperativeKernel", grid, block, shared_bytes, stream, line);
  lanescope_host::launch_with(configured.cooperative(), kernel, values, std::index_sequence_for<A...>());
  return cudaPeekAtLastError();
}
#define LANESCOPE_NO_POINTER LANESCOPE_REFUSED("Lanescope launches a kernel by its name, not by a pointer without a type")
LANESCOPE_NO_POINTER cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t = 0, cudaStream_t = nullptr);
LANESCOPE_NO_POINTER cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, std::size_t = 0, cudaStream_t = nullptr);

// --- streams run at once, in the order of their calls; events are of the host's clock ---
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) { return *stream = new CUstream_st, cudaSuccess; }
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) { return cudaStreamCreate(stream); }
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return lanescope_host::is_captured(stream) ? lanescope_host::noted(cudaErrorStreamCaptureUnsupported) : cudaDeviceSynchronize();
}
inline cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
/// A stream that waits for what was captured is captured, too.
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
  if (stream && event->capture) stream->capture = event->capture;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return *event = new CUevent_st, cudaSuccess; }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  event->capture = stream ? stream->capture : nullptr;
  event->at = lanescope_host::now_ms();
  return cudaSuccess;
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned = 0) {
  return cudaEventRecord(event, stream);
}
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned) {
  function(stream, cudaSuccess, data);
  return cudaSuccess;
}
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeHost, [=] { function(data); })) return cudaSuccess;
  function(data);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, T*, std::size_t = 0, unsigned = 0) { return cudaSuccess; }
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) { return *priority = 0, cudaSuccess; }
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned* flags) { return *flags = 0, cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaDeviceSynchronize(); }
inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
  return *ms = static_cast<float>(to->at - from->at), cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

#include "lanescope_host_more.hpp"
