#include "engine/source/gpu_child/driver.h"

#include <array>

namespace lanescope {

Driver::Driver() : library_(std::array<std::string, 1>{"libcuda.so.1"}) {
  is_there_ = true;
  const auto find = [&](const char* name, auto*& function) { is_there_ &= library_.find(name, function); };
  find("cuInit", init);
  find("cuDriverGetVersion", version);
  find("cuGetErrorName", error_name);
  find("cuGetErrorString", error_text);
  find("cuDeviceGetCount", device_count);
  find("cuDeviceGet", device);
  find("cuDeviceGetName", device_name);
  find("cuDeviceGetAttribute", device_attribute);
  find("cuDevicePrimaryCtxSetFlags_v2", set_context_flags);
  find("cuDevicePrimaryCtxRetain", retain_context);
  find("cuCtxSetCurrent", set_context);
  find("cuCtxSynchronize", synchronize);
  find("cuModuleLoadData", load_module);
  find("cuModuleGetFunction", get_function);
  find("cuModuleGetGlobal_v2", get_global);
  find("cuFuncGetAttribute", function_attribute);
  find("cuFuncSetAttribute", set_function_attribute);
  find("cuOccupancyMaxActiveBlocksPerMultiprocessor", blocks_per_sm);
  find("cuMemGetInfo_v2", memory);
  find("cuMemAlloc_v2", allocate);
  find("cuMemcpyHtoD_v2", copy_in);
  find("cuMemcpyDtoH_v2", copy_out);
  find("cuMemcpyDtoDAsync_v2", copy_within);
  find("cuLaunchKernel", launch);
  find("cuEventCreate", create_event);
  find("cuEventRecord", record_event);
  find("cuEventQuery", query_event);
  find("cuEventElapsedTime", elapsed_ms);
}

std::string Driver::name_of(CudaStatus status) const {
  const char* name = nullptr;
  return error_name(status, &name) == kCudaSuccess && name ? name : "error " + std::to_string(status);
}

std::string Driver::text_of(CudaStatus status) const {
  const char* text = nullptr;
  return error_text(status, &text) == kCudaSuccess && text ? text : "an unknown error";
}

}  // namespace lanescope
