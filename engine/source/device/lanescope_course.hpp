// Names that course files take from headers of their own which are not there: checks of errors, clocks, inputs,
// pictures. One that is used and that nobody declared is asked for as LANESCOPE_NAME_..., so that a file's own
// names stay its own. Those that CUDA itself had before version 9 are asked for as LANESCOPE_EARLIER_...
#pragma once

#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "lanescope_cuda.hpp"

inline void lanescope_checked(const char* file, int line, const char* what, cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, what, cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}
/// What stands in the parentheses of a check: the state of a call, words, or both. Some write a ';' behind the
/// call, so it is what a comma combines, and is looked at where the statement ends.
struct lanescope_check {
  const char* file;
  int line;
  const char* what;
  bool is_empty = true, has_state = false;
  cudaError_t state = cudaSuccess;
  ~lanescope_check() { lanescope_checked(file, line, what, has_state ? state : cudaGetLastError()); }
};
template <class T>
lanescope_check&& operator,(lanescope_check&& check, const T& given) {
  if (check.is_empty) {
    check.is_empty = false;
    if constexpr (std::is_convertible_v<T, const char*>) {
      check.what = given;
    } else {
      check.has_state = true;
      // Of other libraries, too, 0 is good, and of a comparison that it holds.
      if constexpr (std::is_same_v<T, cudaError_t>)
        check.state = given;
      else if constexpr (std::is_same_v<T, bool>)
        check.state = given ? cudaSuccess : cudaErrorUnknown;
      else
        check.state = static_cast<long long>(given) == 0 ? cudaSuccess : cudaErrorUnknown;
    }
  }
  return static_cast<lanescope_check&&>(check);
}
#define LANESCOPE_CHECKED(...) ({ lanescope_check{__FILE__, __LINE__, #__VA_ARGS__} __VA_OPT__(, ) __VA_ARGS__; })

// What headers of CUDA's declare that such a header includes.
#if defined(LANESCOPE_NAME_cuComplex) || defined(LANESCOPE_NAME_cuFloatComplex) || \
    defined(LANESCOPE_NAME_cuDoubleComplex)
#include "lanescope_complex.hpp"
#endif
#if defined(LANESCOPE_NAME_curandState) || defined(LANESCOPE_NAME_curandState_t)
#include "lanescope_random.hpp"
#endif
#if defined(LANESCOPE_NAME_half) || defined(LANESCOPE_NAME___half) || defined(LANESCOPE_NAME___half2)
#include "lanescope_half.hpp"
#endif

#ifdef LANESCOPE_NAME_CHECK
#define CHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CHECK_CUDA
#define CHECK_CUDA(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDA_CHECK
#define CUDA_CHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDACHECK
#define CUDACHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_cudaCheck
#define cudaCheck(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDA_CALL
#define CUDA_CALL(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDA_SAFE_CALL
#define CUDA_SAFE_CALL(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CudaSafeCall
#define CudaSafeCall(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_cutilSafeCall
#define cutilSafeCall(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDA_RUNTIME
#define CUDA_RUNTIME(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CUDA_ERROR_CHECK
#define CUDA_ERROR_CHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CHECK_CUDA_ERROR
#define CHECK_CUDA_ERROR(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CHECK_ERROR
#define CHECK_ERROR(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CheckCudaErrors
#define CheckCudaErrors(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_checkCuda
#define checkCuda(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_checkCudaError
#define checkCudaError(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_checkCudaErrors
#define checkCudaErrors(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_checkCUDAError
#define checkCUDAError(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_checkCUDA
#define checkCUDA(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_cudaCheckError
#define cudaCheckError(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_cudaCheckErrors
#define cudaCheckErrors(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CudaCheckError
#define CudaCheckError(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_gpuErrchk
#define gpuErrchk(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_gpuErrorCheck
#define gpuErrorCheck(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_gpuErrorchk
#define gpuErrorchk(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_GPU_CHECK
#define GPU_CHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_HANDLE_ERROR
#define HANDLE_ERROR(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_SAFE_CALL
#define SAFE_CALL(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_HANDLE_NULL
#define HANDLE_NULL(place) ((place) ? (void)0 : exit(EXIT_FAILURE))
#endif
#ifdef LANESCOPE_NAME_ERROR_CHECK
#define ERROR_CHECK(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_ErrorCheck
#define ErrorCheck(...) LANESCOPE_CHECKED(__VA_ARGS__)
#endif
#ifdef LANESCOPE_NAME_CHECK_KERNEL
#define CHECK_KERNEL(...) LANESCOPE_CHECKED()
#endif
#ifdef LANESCOPE_NAME_CHECK_LAST_CUDA_ERROR
#define CHECK_LAST_CUDA_ERROR(...) LANESCOPE_CHECKED()
#endif

// --- clocks, in seconds, of the timer in ms ---
#ifdef LANESCOPE_NAME_seconds
inline double seconds() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_cpuSecond
inline double cpuSecond() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_get_time
inline double get_time() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_getTime
inline double getTime() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_GET_TIME
#define GET_TIME(now) ((now) = lanescope_host::now_ms() / 1e3)
#endif
#ifdef LANESCOPE_NAME_get_wall_time
inline double get_wall_time() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_wtime
inline double wtime() { return lanescope_host::now_ms() / 1e3; }
#endif
#ifdef LANESCOPE_NAME_hpc_gettime
inline double hpc_gettime() { return lanescope_host::now_ms() / 1e3; }
#endif
#if defined(LANESCOPE_NAME_StartTimer) || defined(LANESCOPE_NAME_GetTimer)
inline double lanescope_timer = 0;
inline void StartTimer() { lanescope_timer = lanescope_host::now_ms(); }
inline double GetTimer() { return lanescope_host::now_ms() - lanescope_timer; }
#endif
#ifdef LANESCOPE_NAME_chTimerTimestamp
struct chTimerTimestamp {
  double ms;
};
inline void chTimerGetTime(chTimerTimestamp* now) { now->ms = lanescope_host::now_ms(); }
inline double chTimerElapsedTime(chTimerTimestamp* begin, chTimerTimestamp* end) { return (end->ms - begin->ms) / 1e3; }
inline double chTimerBandwidth(chTimerTimestamp* begin, chTimerTimestamp* end, double bytes) {
  return bytes / chTimerElapsedTime(begin, end);
}
#endif
#ifdef LANESCOPE_NAME_GpuTimer
struct GpuTimer {
  double begin = 0, end = 0;
  void Start() { begin = lanescope_host::now_ms(); }
  void Stop() { end = lanescope_host::now_ms(); }
  float Elapsed() { return static_cast<float>(end - begin); }
};
#endif

// --- sizes ---
#ifdef LANESCOPE_NAME_iDivUp
inline int iDivUp(int a, int b) { return (a + b - 1) / b; }
#endif
#ifdef LANESCOPE_NAME_divUp
inline int divUp(int a, int b) { return (a + b - 1) / b; }
#endif
#ifdef LANESCOPE_NAME_ceil_div
inline int ceil_div(int a, int b) { return (a + b - 1) / b; }
#endif
#ifdef LANESCOPE_NAME_cdiv
inline int cdiv(int a, int b) { return (a + b - 1) / b; }
#endif
#ifdef LANESCOPE_NAME_CEIL_DIV
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#endif
#ifdef LANESCOPE_NAME_imin
#define imin(a, b) ((a) < (b) ? (a) : (b))
#endif

// --- inputs and results ---
#ifdef LANESCOPE_NAME_initDevice
inline void initDevice(int) {}
#endif
#ifdef LANESCOPE_NAME_initialData
template <class T>
void initialData(T* place, int count) {
  for (int i = 0; i < count; ++i) place[i] = static_cast<T>((rand() & 0xff) / 10.0f);
}
#endif
#ifdef LANESCOPE_NAME_initialData_int
inline void initialData_int(int* place, int count) {
  for (int i = 0; i < count; ++i) place[i] = rand() & 0xff;
}
#endif
#ifdef LANESCOPE_NAME_checkResult
template <class T>
void checkResult(const T* host, const T* gpu, int count) {
  int wrong = 0;
  while (wrong < count && !(fabs(static_cast<double>(host[wrong]) - static_cast<double>(gpu[wrong])) > 1e-8))
    ++wrong;
  if (wrong < count)
    printf("Results differ at %d: host %f, gpu %f\n", wrong, static_cast<double>(host[wrong]),
           static_cast<double>(gpu[wrong]));
  else
    printf("Results match.\n");
}
#endif
#ifdef LANESCOPE_NAME_printMatrix
template <class T>
void printMatrix(const T* matrix, int columns, int rows) {
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) printf("%6.2f", static_cast<double>(matrix[i * columns + k]));
    printf("\n");
  }
}
#endif
#ifdef LANESCOPE_NAME_big_random_block
inline void* big_random_block(int bytes) {
  auto* data = static_cast<unsigned char*>(malloc(static_cast<std::size_t>(bytes)));
  for (int i = 0; data && i < bytes; ++i) data[i] = static_cast<unsigned char>(rand());
  return data;
}
#endif
#ifdef LANESCOPE_NAME_big_random_block_int
inline int* big_random_block_int(int count) {
  int* data = static_cast<int*>(malloc(static_cast<std::size_t>(count) * sizeof(int)));
  for (int i = 0; data && i < count; ++i) data[i] = rand();
  return data;
}
#endif
#ifdef LANESCOPE_NAME_Lock
struct Lock {
  int* mutex = nullptr;
  Lock() {
    cudaMalloc(&mutex, sizeof(int));
    cudaMemset(mutex, 0, sizeof(int));
  }
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};
#endif
/// A picture that nobody shows.
#ifdef LANESCOPE_NAME_CPUBitmap
struct CPUBitmap {
  unsigned char* pixels;
  int x, y;
  CPUBitmap(int width, int height, void* = nullptr)
      : pixels(new unsigned char[width * height * 4]()), x(width), y(height) {}
  ~CPUBitmap() { delete[] pixels; }
  unsigned char* get_ptr() const { return pixels; }
  long image_size() const { return x * y * 4L; }
  void display_and_exit(void (*end)(void*) = nullptr) { (void)end; }
};
#endif
/// Of OpenCV, for kernels of files whose host shows pictures by it.
#ifdef LANESCOPE_NAME_uchar
typedef unsigned char uchar;
#endif
#ifdef LANESCOPE_NAME_cv
namespace cv {}
#endif
#ifdef LANESCOPE_EARLIER_syncthreads
#define syncthreads __syncthreads
#endif
#ifdef LANESCOPE_EARLIER_threadfence
#define threadfence __threadfence
#endif
#ifdef LANESCOPE_EARLIER_mul24
#define mul24 __mul24
#endif
#ifdef LANESCOPE_EARLIER_umul24
#define umul24 __umul24
#endif
#ifdef LANESCOPE_EARLIER_mulhi
#define mulhi __mulhi
#endif
