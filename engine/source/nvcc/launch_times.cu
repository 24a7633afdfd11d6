// Compiled by nvcc with a user's program and linked into it: how long each of its launches took, by an event before
// it and one behind it. The linker sends the program's calls here (--wrap). A line a launch goes to descriptor 3:
// kernel, grid, block, bytes of dynamic shared memory, microseconds; -1 where they could not be measured.
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

constexpr int kDescriptor = 3;
constexpr std::size_t kMostLaunches = 1000;  // are timed; others only run

struct Launch {
  const char* kernel;
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaEvent_t start, stop;
};

std::mutex& mutex() {
  static std::mutex one;
  return one;
}
/// Never destroyed: a program may launch until its very end.
std::vector<Launch>& launches() {
  static auto* list = new std::vector<Launch>;
  return *list;
}
/// That found no room in the list.
std::size_t unlisted = 0;
/// Names by what stands for a kernel: the address of its stub, and the runtime's handle.
std::map<const void*, const char*>& names() {
  static auto* map = new std::map<const void*, const char*>;
  return *map;
}

void tell_launches() {
  const std::lock_guard lock(mutex());
  std::string text;
  for (const Launch& one : launches()) {
    float ms = -1e-3f;
    const bool good = one.stop && cudaEventSynchronize(one.stop) == cudaSuccess &&
                      cudaEventElapsedTime(&ms, one.start, one.stop) == cudaSuccess;
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, " %u %u %u %u %u %u %zu %.3f\n", one.grid.x, one.grid.y, one.grid.z,
                  one.block.x, one.block.y, one.block.z, one.shared_bytes, good ? ms * 1e3 : -1.0);
    text += one.kernel;
    text += numbers;
  }
  launches().clear();
  if (unlisted > 0) text += std::to_string(unlisted) + "\n";
  unlisted = 0;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(kDescriptor, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

/// An event in the stream; null where none can be recorded, as in a stream that is being captured.
cudaEvent_t event_in(cudaStream_t stream) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  cudaEvent_t event = nullptr;
  if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess || capture != cudaStreamCaptureStatusNone)
    return nullptr;
  if (cudaEventCreate(&event) != cudaSuccess || cudaEventRecord(event, stream) != cudaSuccess) return nullptr;
  return event;
}

void tell_at_the_end() {
  static const int registered = std::atexit(tell_launches);
  (void)registered;
}

template <class Call>
cudaError_t timed(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                  Call call) {
  Launch launch{"?", grid, block, shared_bytes, nullptr, nullptr};
  {
    const std::lock_guard lock(mutex());
    if (const auto found = names().find(kernel); found != names().end()) launch.kernel = found->second;
    tell_at_the_end();
    if (launches().size() >= kMostLaunches) {
      ++unlisted;
      return call();
    }
  }
  launch.start = event_in(stream);
  const cudaError_t status = call();
  if (status == cudaSuccess && launch.start) launch.stop = event_in(stream);
  if (status == cudaSuccess) {
    const std::lock_guard lock(mutex());
    launches().push_back(launch);
  }
  return status;
}

}  // namespace

extern "C" {

void __real___cudaRegisterFunction(void** fat, const char* stub, char* function, const char* name, int limit,
                                   uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp);
void __wrap___cudaRegisterFunction(void** fat, const char* stub, char* function, const char* name, int limit,
                                   uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp) {
  {
    const std::lock_guard lock(mutex());
    names()[stub] = name;
  }
  __real___cudaRegisterFunction(fat, stub, function, name, limit, tid, bid, block, grid, warp);
}

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  return timed(kernel, grid, block, shared_bytes, stream,
               [&] { return __real_cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream); });
}

cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared_bytes, cudaStream_t stream) {
  return timed(kernel, grid, block, shared_bytes, stream, [&] {
    return __real_cudaLaunchCooperativeKernel(kernel, grid, block, arguments, shared_bytes, stream);
  });
}

#if CUDART_VERSION >= 13000
// What <<<>>> becomes from CUDA 13 on.
cudaError_t __real___cudaGetKernel(cudaKernel_t*, const void*);
cudaError_t __wrap___cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  const cudaError_t status = __real___cudaGetKernel(kernel, stub);
  if (status == cudaSuccess) {
    const std::lock_guard lock(mutex());
    names()[*kernel] = names()[stub];
  }
  return status;
}

cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared_bytes, cudaStream_t stream) {
  return timed(kernel, grid, block, shared_bytes, stream,
               [&] { return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream); });
}
#endif

// After a reset there are no events any more.
cudaError_t __real_cudaDeviceReset();
cudaError_t __wrap_cudaDeviceReset() {
  tell_launches();
  return __real_cudaDeviceReset();
}
}
