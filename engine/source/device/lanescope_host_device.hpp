// What a program asks of the device, and of functions that run on it. Included by lanescope_host.hpp.
#pragma once

/// What a launch was refused for is told by cudaGetLastError() alone.
LANESCOPE_UNSEEN inline cudaError_t cudaDeviceSynchronize(int line = LANESCOPE_LINE) {
  if (lanescope_in_kernel())
    lanescope_trap(
        "it calls cudaDeviceSynchronize(), which no kernel can since CUDA 12: what it launches runs after it",
        line);
  lanescope_host::wait_for(nullptr);
  return cudaSuccess;
}
inline cudaError_t cudaThreadSynchronize(int line = LANESCOPE_LINE) { return cudaDeviceSynchronize(line); }
LANESCOPE_CALLED inline cudaError_t cudaDeviceReset() { return lanescope_reset(), cudaSuccess; }
LANESCOPE_CALLED inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
inline cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : lanescope_host::noted(cudaErrorInvalidDevice);
}
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
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
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return lanescope_host::noted(cudaErrorInvalidDevice);
}
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return lanescope_host::noted(cudaErrorPeerAccessNotEnabled); }
namespace lanescope_host {
/// Of each cudaLimit; as the runtime has them before anybody sets one.
inline std::size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
}  // namespace lanescope_host
inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return lanescope_host::noted(cudaErrorUnsupportedLimit);
  if (limit == cudaLimitMallocHeapSize) {
    if (const auto error = lanescope_host::noted(lanescope_limit_heap(value))) return error;
  }
  if (limit == cudaLimitDevRuntimePendingLaunchCount) lanescope_limit_levels(value);
  lanescope_host::limits[limit] = value;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (!value) return lanescope_host::noted(cudaErrorInvalidValue);
  if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return lanescope_host::noted(cudaErrorUnsupportedLimit);
  *value = lanescope_host::limits[limit];
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return *config = cudaFuncCachePreferNone, cudaSuccess;
}
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
inline cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int) {
  return snprintf(id, length, "0000:00:00.0"), cudaSuccess;
}
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) { return *pool = nullptr, cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }

// --- functions ---
template <class F>
cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  return lanescope_host::noted(value < 0 ? cudaErrorInvalidValue
                                         : lanescope_allow_shared(static_cast<unsigned long long>(value)));
}
template <class F>
cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) {
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F kernel) {
  *attributes = {};
  attributes->maxThreadsPerBlock = lanescope_most_threads(lanescope_host::place_of(kernel));
  attributes->sharedSizeBytes = lanescope_shared_bytes(lanescope_host::place_of(kernel));
  return cudaSuccess;
}
namespace lanescope_host {
/// Blocks of so many threads on an SM.
inline int blocks_on_sm(int threads, std::size_t shared_bytes) {
  const int by_threads = threads > 1024 ? 0 : 2048 / ((threads + 31) / 32 * 32);
  const int by_memory = shared_bytes > 0 ? static_cast<int>((228u << 10) / (shared_bytes + 1024)) : 32;
  return by_threads < by_memory ? by_threads : by_memory;
}
/// Of the blocks that the kernel may have, whole warps or as large as may be, the largest of those with the most
/// threads on an SM.
template <class S>
cudaError_t best_block(int* grid, int* block, const void* kernel, S bytes_of, int limit) {
  const int bound = lanescope_most_threads(kernel), most = limit > 0 && limit < bound ? limit : bound;
  int best = 0;
  for (int threads = most; threads > 0 && best < 2048; threads = (threads - 1) / 32 * 32) {
    const std::size_t bytes = bytes_of(threads) + lanescope_shared_bytes(kernel);
    const int blocks = bytes > 49152 ? 0 : blocks_on_sm(threads, bytes);
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = 132 * blocks;
  }
  return cudaSuccess;
}
}  // namespace lanescope_host
/// It asks for no kernel's __launch_bounds__, as on a GPU.
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F kernel, int threads,
                                                          std::size_t shared_bytes) {
  if (threads <= 0) return lanescope_host::noted(cudaErrorInvalidValue);
  shared_bytes += lanescope_shared_bytes(lanescope_host::place_of(kernel));
  return *blocks = lanescope_host::blocks_on_sm(threads, shared_bytes), cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F kernel, int threads,
                                                                   std::size_t shared_bytes, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes);
}
template <class F, class S>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F kernel, S bytes_of,
                                                           int limit = 0) {
  return lanescope_host::best_block(grid, block, lanescope_host::place_of(kernel), bytes_of, limit);
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F kernel, std::size_t shared_bytes = 0,
                                               int limit = 0) {
  return lanescope_host::best_block(
      grid, block, lanescope_host::place_of(kernel), [=](int) { return shared_bytes; }, limit);
}
template <class... A>
cudaError_t cudaLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** values,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                             int line = LANESCOPE_LINE) {
  lanescope_host::launch_with({"cudaLaunchKernel", grid, block, shared_bytes, stream, line}, kernel, values,
                              std::index_sequence_for<A...>());
  return cudaPeekAtLastError();
}
template <class... A>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** values,
                                        std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                        int line = LANESCOPE_LINE) {
  lanescope_host::Configured configured("cudaLaunchCooperativeKernel", grid, block, shared_bytes, stream, line);
  lanescope_host::launch_with(configured.cooperative(), kernel, values, std::index_sequence_for<A...>());
  return cudaPeekAtLastError();
}
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** values,
                                    std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    int line = LANESCOPE_LINE) {
  return lanescope_host::launch_known({"cudaLaunchKernel", grid, block, shared_bytes, stream, line}, kernel,
                                      values);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** values,
                                               std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                               int line = LANESCOPE_LINE) {
  lanescope_host::Configured configured("cudaLaunchCooperativeKernel", grid, block, shared_bytes, stream, line);
  return lanescope_host::launch_known(configured.cooperative(), kernel, values);
}
