// expect: 1 NVIDIA H100 9.0 5
#include <cuda.h>
#include <cstdio>
#include <cstring>
int main() {
  int count, major, minor, back = 0;
  char name[64];
  CUdevice device;
  CUcontext context;
  cuInit(0);
  cuDeviceGetCount(&count);
  cuDeviceGet(&device, 0);
  cuDeviceGetName(name, sizeof name, device);
  name[std::strlen("NVIDIA H100")] = 0;
  cuDeviceComputeCapability(&major, &minor, device);
  cuCtxCreate(&context, 0, device);
  CUdeviceptr place;
  const int value = 5;
  cuMemAlloc(&place, sizeof value);
  cuMemcpyHtoD(place, &value, sizeof value);
  cuMemcpyDtoH(&back, place, sizeof back);
  printf("%d %s %d.%d %d\n", count, name, major, minor, back);
  cuMemFree(place);
  cuCtxDestroy(context);
}
