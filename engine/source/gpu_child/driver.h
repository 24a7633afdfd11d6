// The functions of CUDA's driver that a launch needs, from libcuda.so.1, without CUDA's headers: the program is
// also built where there are none. Types and values are those of cuda.h, which are fixed for all its versions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/source/gpu_child/dynamic_library.h"
#include "engine/source/nvrtc/gpu_job.h"

namespace lanescope {

using CudaStatus = int;
using CudaDeviceNumber = int;
using CudaAddress = std::uint64_t;
using CudaHandle = void*;  // of a context, a module, a function, an event, a stream

inline constexpr CudaStatus kCudaSuccess = 0, kCudaStubLibrary = 34, kCudaNoDevice = 100, kCudaNotFound = 500,
                            kCudaNotReady = 600;

/// A call of CUDA that failed.
struct CudaFailure {
  GpuStep step;
  CudaStatus status;
};

class Driver {
 public:
  Driver();
  /// Whether all functions are there.
  bool is_there() const { return is_there_; }

  /// Throws CudaFailure unless it is a success.
  static void check(GpuStep step, CudaStatus status) {
    if (status != kCudaSuccess) throw CudaFailure{step, status};
  }
  std::string name_of(CudaStatus status) const;
  std::string text_of(CudaStatus status) const;

  CudaStatus (*init)(unsigned flags);
  CudaStatus (*version)(int* version);
  CudaStatus (*error_name)(CudaStatus, const char**);
  CudaStatus (*error_text)(CudaStatus, const char**);
  CudaStatus (*device_count)(int*);
  CudaStatus (*device)(CudaDeviceNumber*, int ordinal);
  CudaStatus (*device_name)(char*, int length, CudaDeviceNumber);
  CudaStatus (*device_attribute)(int*, int attribute, CudaDeviceNumber);
  CudaStatus (*set_context_flags)(CudaDeviceNumber, unsigned flags);
  CudaStatus (*retain_context)(CudaHandle* context, CudaDeviceNumber);
  CudaStatus (*set_context)(CudaHandle context);
  CudaStatus (*synchronize)();
  CudaStatus (*load_module)(CudaHandle* module, const void* image);
  CudaStatus (*get_function)(CudaHandle* function, CudaHandle module, const char* name);
  CudaStatus (*get_global)(CudaAddress*, std::size_t* bytes, CudaHandle module, const char* name);
  CudaStatus (*function_attribute)(int*, int attribute, CudaHandle function);
  CudaStatus (*set_function_attribute)(CudaHandle function, int attribute, int value);
  CudaStatus (*blocks_per_sm)(int*, CudaHandle function, int threads, std::size_t dynamic_bytes);
  CudaStatus (*memory)(std::size_t* free, std::size_t* total);
  CudaStatus (*allocate)(CudaAddress*, std::size_t bytes);
  CudaStatus (*copy_in)(CudaAddress to, const void* from, std::size_t bytes);
  CudaStatus (*copy_out)(void* to, CudaAddress from, std::size_t bytes);
  CudaStatus (*copy_within)(CudaAddress to, CudaAddress from, std::size_t bytes, CudaHandle stream);
  CudaStatus (*launch)(CudaHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                       unsigned block_y, unsigned block_z, unsigned shared_bytes, CudaHandle stream,
                       void** arguments, void** extra);
  CudaStatus (*create_event)(CudaHandle* event, unsigned flags);
  CudaStatus (*record_event)(CudaHandle event, CudaHandle stream);
  CudaStatus (*query_event)(CudaHandle event);
  CudaStatus (*elapsed_ms)(float*, CudaHandle start, CudaHandle end);

 private:
  DynamicLibrary library_;
  bool is_there_ = false;
};

}  // namespace lanescope
