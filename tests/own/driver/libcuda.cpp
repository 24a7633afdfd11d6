// Stands in for CUDA's driver in tests without a GPU: it keeps account of memory and events, and a launch adds up
// the first argument's floats into the second's first. LANESCOPE_TEST_DRIVER names a call that fails, with its
// error: "cuLaunchKernel=719"; "endless" is a kernel that never ends, "changes" one that changes its input,
// "struct" one that is called with a struct of the three.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

using Status = int;
using Address = std::uint64_t;
using Handle = void*;
constexpr std::size_t kMemory = 64 << 20;

std::map<Address, std::size_t> allocated;
std::size_t in_use = 0;
double clock_ms = 0;

std::string wish() {
  const char* text = std::getenv("LANESCOPE_TEST_DRIVER");
  return text ? text : "";
}

/// What the call returns.
Status status_of(const char* name) {
  const std::string words = wish(), mine = std::string(name) + "=";
  return words.starts_with(mine) ? std::atoi(words.c_str() + mine.size()) : 0;
}

/// Whether all of the range is memory that was given out.
bool is_ours(Address place, std::size_t bytes) {
  auto after = allocated.upper_bound(place);
  if (after == allocated.begin()) return false;
  const auto& [begin, size] = *--after;
  return place + bytes <= begin + size;
}

template <class T>
Status give(const char* name, T* place, T value) {
  const Status status = status_of(name);
  if (status == 0) *place = value;
  return status;
}

}  // namespace

extern "C" {
Status cuInit(unsigned) {
  return status_of("cuInit");
}
Status cuDriverGetVersion(int* version) {
  return give("cuDriverGetVersion", version, 13000);
}
Status cuGetErrorName(Status, const char** name) {
  return *name = "CUDA_ERROR_OF_TEST", 0;
}
Status cuGetErrorString(Status, const char** text) {
  return *text = "an error of the test", 0;
}
Status cuDeviceGetCount(int* count) {
  return give("cuDeviceGetCount", count, wish() == "no device" ? 0 : 1);
}
Status cuDeviceGet(int* device, int) {
  return give("cuDeviceGet", device, 0);
}
Status cuDeviceGetName(char* name, int length, int) {
  std::snprintf(name, static_cast<std::size_t>(length), "Test GPU");
  return status_of("cuDeviceGetName");
}
Status cuDeviceGetAttribute(int* value, int attribute, int) {
  return give("cuDeviceGetAttribute", value, attribute == 75 ? 9 : 0);
}
Status cuDevicePrimaryCtxSetFlags_v2(int, unsigned) {
  return status_of("cuDevicePrimaryCtxSetFlags");
}
Status cuDevicePrimaryCtxRetain(Handle* context, int) {
  return give("cuDevicePrimaryCtxRetain", context, Handle(&in_use));
}
Status cuCtxSetCurrent(Handle) {
  return status_of("cuCtxSetCurrent");
}
Status cuCtxSynchronize() {
  return status_of("cuCtxSynchronize");
}
Status cuGetExportTable(const void**, const void*) {
  return 500;
}  // that NVRTC asks for
Status cuModuleLoadData(Handle* module, const void* image) {
  if (std::memcmp(image, "\177ELF", 4) != 0) return 200;
  return give("cuModuleLoadData", module, Handle(&in_use));
}
Status cuModuleGetFunction(Handle* function, Handle, const char*) {
  return give("cuModuleGetFunction", function, Handle(&in_use));
}
Status cuModuleGetGlobal_v2(Address*, std::size_t*, Handle, const char*) {
  return 500;
}
Status cuFuncGetAttribute(int* value, int attribute, Handle) {
  return give("cuFuncGetAttribute", value, 10 * attribute);
}
Status cuFuncSetAttribute(Handle, int, int) {
  return status_of("cuFuncSetAttribute");
}
Status cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Handle, int, std::size_t) {
  return give("cuOccupancyMaxActiveBlocksPerMultiprocessor", blocks, 8);
}
Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *total = kMemory;
  return give("cuMemGetInfo", free, kMemory - in_use);
}
Status cuMemAlloc_v2(Address* place, std::size_t bytes) {
  if (bytes == 0) return 1;
  *place = reinterpret_cast<Address>(std::malloc(bytes));
  allocated[*place] = bytes;
  in_use += bytes;
  return status_of("cuMemAlloc");
}
Status cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  if (!is_ours(to, bytes)) return 1;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return status_of("cuMemcpyHtoD");
}
Status cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  if (!is_ours(from, bytes)) return 1;
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return status_of("cuMemcpyDtoH");
}
Status cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, Handle) {
  if (!is_ours(to, bytes) || !is_ours(from, bytes)) return 1;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  return status_of("cuMemcpyDtoDAsync");
}
Status cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle,
                      void** arguments, void**) {
  struct Sum {
    float *in, *out;
    int n;
  };
  const Sum sum = wish() == "struct" ? *static_cast<Sum*>(arguments[0])
                                     : Sum{*static_cast<float**>(arguments[0]), *static_cast<float**>(arguments[1]),
                                           *static_cast<int*>(arguments[2])};
  const auto [in, out, n] = sum;
  for (int i = 0; i < n; ++i) out[0] += in[i];
  if (wish() == "changes") in[0] += 1;
  std::printf("launched\n");
  if (wish() == "cuEventQuery=710")
    std::fprintf(stderr, "own.cu:3: void sum(): block: [0,0,0], thread: [3,0,0] Assertion `n > 0` failed.\n");
  clock_ms += 0.25;
  return status_of("cuLaunchKernel");
}
Status cuEventCreate(Handle* event, unsigned) {
  return give("cuEventCreate", event, Handle(new double(0)));
}
Status cuEventRecord(Handle event, Handle) {
  *static_cast<double*>(event) = clock_ms;
  return status_of("cuEventRecord");
}
Status cuEventQuery(Handle) {
  return wish() == "endless" ? 600 : status_of("cuEventQuery");
}
Status cuEventElapsedTime(float* ms, Handle start, Handle end) {
  return give("cuEventElapsedTime", ms,
              static_cast<float>(*static_cast<double*>(end) - *static_cast<double*>(start)));
}
}
