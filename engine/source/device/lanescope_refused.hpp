// What the emulator does not have, so that who uses it is told in which line, and what to write instead.
#pragma once

#define LANESCOPE_REFUSED(WHY) __attribute__((unavailable(WHY)))

#define LANESCOPE_NO_DRIVER \
  LANESCOPE_REFUSED("Lanescope has the runtime API alone; write cuda... instead of the driver's cu...")
typedef int CUdevice LANESCOPE_NO_DRIVER;
typedef int CUresult LANESCOPE_NO_DRIVER;
typedef struct CUctx_st* CUcontext LANESCOPE_NO_DRIVER;
typedef struct CUmod_st* CUmodule LANESCOPE_NO_DRIVER;
typedef struct CUfunc_st* CUfunction LANESCOPE_NO_DRIVER;
typedef unsigned long long CUdeviceptr LANESCOPE_NO_DRIVER;
LANESCOPE_NO_DRIVER int cuInit(unsigned);

typedef struct cudaGraphicsResource cudaGraphicsResource_of_window
    LANESCOPE_REFUSED("Lanescope has no OpenGL; copy the array to the host instead");
