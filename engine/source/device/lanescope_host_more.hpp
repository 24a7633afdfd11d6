// The host's half of CUDA that few programs use: launches with attributes, pools of memory, attributes of streams,
// occupancy of clusters, handles for other processes. Included by lanescope_host.hpp.
#pragma once

// --- launches with attributes ---
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore,
  cudaLaunchAttributeAccessPolicyWindow,
  cudaLaunchAttributeCooperative,
  cudaLaunchAttributeSynchronizationPolicy,
  cudaLaunchAttributeClusterDimension,
  cudaLaunchAttributeClusterSchedulingPolicyPreference,
  cudaLaunchAttributeProgrammaticStreamSerialization,
  cudaLaunchAttributeProgrammaticEvent,
  cudaLaunchAttributePriority
};
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void* base_ptr;
  std::size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative, syncPolicy, programmaticStreamSerializationAllowed, priority;
  struct {
    unsigned x, y, z;
  } clusterDim;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};
template <class... A, class... V>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(A...), V&&... values) {
  lanescope_host::Configured configured("cudaLaunchKernelEx", config->gridDim, config->blockDim,
                                        config->dynamicSmemBytes, config->stream);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    // A kernel that names no cluster does the same with clusters and without; one that does is refused by the
    // compiler.
    if (attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative) configured.cooperative();
  }
  configured.of(reinterpret_cast<const void*>(kernel))([=](auto... a) __attribute__((LANESCOPE_UNWATCHED)) {
    kernel(a...);
  })(static_cast<std::remove_cv_t<std::remove_reference_t<A>>>(values)...);
  return cudaPeekAtLastError();
}
template <class... A>
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, void (*kernel)(A...), void** values) {
  return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, values, config->dynamicSmemBytes,
                          config->stream);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** values) {
  return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, values, config->dynamicSmemBytes,
                          config->stream);
}
LANESCOPE_INLINE void cudaGridDependencySynchronize() {}
LANESCOPE_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}

// --- attributes of streams ---
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
inline cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*) {
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue* value) {
  return *value = {}, cudaSuccess;
}
inline cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return *id = reinterpret_cast<std::size_t>(stream), cudaSuccess;
}
inline cudaError_t cudaStreamGetDevice(cudaStream_t, int* device) { return *device = 0, cudaSuccess; }

// --- pools of memory: all of it is one ---
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone, cudaMemHandleTypePosixFileDescriptor };
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone,
  cudaMemAccessFlagsProtRead,
  cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  std::size_t maxSize;
  unsigned char reserved[56];
};
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return *pool = nullptr, cudaSuccess;
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  if (attribute <= cudaMemPoolReuseAllowInternalDependencies)
    *static_cast<int*>(value) = 1;
  else
    *static_cast<unsigned long long*>(value) = 0;
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, std::size_t) {
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) { return *pool = nullptr, cudaSuccess; }
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
template <class T>
cudaError_t cudaMallocFromPoolAsync(T** place, std::size_t bytes, cudaMemPool_t, cudaStream_t) {
  return cudaMalloc(place, bytes);
}
template <class T>
cudaError_t cudaMallocAsync(T** place, std::size_t bytes, cudaMemPool_t, cudaStream_t) {
  return cudaMalloc(place, bytes);
}

// --- memory ---
enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1,
  cudaMemRangeAttributePreferredLocation,
  cudaMemRangeAttributeAccessedBy,
  cudaMemRangeAttributeLastPrefetchLocation
};
inline cudaError_t cudaMemRangeGetAttribute(void* value, std::size_t bytes, cudaMemRangeAttribute attribute,
                                            const void*, std::size_t) {
  for (std::size_t i = 0; i + sizeof(int) <= bytes; i += sizeof(int)) {
    const int word = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    memcpy(static_cast<char*>(value) + i, &word, sizeof word);
  }
  return cudaSuccess;
}
inline cudaError_t cudaHostGetFlags(unsigned* flags, void*) { return *flags = cudaHostAllocDefault, cudaSuccess; }
inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr place, int value, cudaExtent extent,
                                     cudaStream_t stream = nullptr) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeMemset, [=] { cudaMemset3D(place, value, extent); }))
    return cudaSuccess;
  return cudaMemset3D(place, value, extent);
}

// --- the device ---
typedef struct CUuuid_st {
  char bytes[16];
} cudaUUID_t, CUuuid;
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported,
  cudaDevP2PAttrNativeAtomicSupported,
  cudaDevP2PAttrCudaArrayAccessSupported
};
inline cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int) {
  return *value = 0, cudaSuccess;
}
inline cudaError_t cudaDeviceGetByPCIBusId(int* device, const char*) { return *device = 0, cudaSuccess; }
inline cudaError_t cudaSetValidDevices(int*, int) { return cudaSuccess; }
inline cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
inline cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }

// --- functions ---
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, F kernel,
                                                        std::size_t shared_bytes = 0, int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared_bytes, limit);
}
template <class F>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, F, int blocks, int) {
  return *bytes = blocks > 0 ? (std::size_t{228} << 10) / blocks - 1024 : 0, cudaSuccess;
}
template <class F>
cudaError_t cudaFuncGetName(const char** name, F) {
  return *name = "kernel", cudaSuccess;
}

// --- other processes: there are none ---
typedef struct cudaIpcMemHandle_st {
  char reserved[64];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st {
  char reserved[64];
} cudaIpcEventHandle_t;
enum { cudaIpcMemLazyEnablePeerAccess = 1 };
inline cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) {
  return lanescope_host::noted(cudaErrorNotSupported);
}
inline cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned) {
  return lanescope_host::noted(cudaErrorNotSupported);
}
inline cudaError_t cudaIpcCloseMemHandle(void*) { return lanescope_host::noted(cudaErrorNotSupported); }
inline cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) {
  return lanescope_host::noted(cudaErrorNotSupported);
}
inline cudaError_t cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) {
  return lanescope_host::noted(cudaErrorNotSupported);
}
