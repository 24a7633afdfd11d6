// A program of CUDA's first years: cutil.h's checks, timers that have numbers, comparisons and arrays in files.
// expect: 2 timers, read 4 of 4, allocated 4
// expect: Test PASSED, 3.5 is no 3.4
#include <cstdio>
#include <cutil.h>

__global__ void add_half(float* v) { v[threadIdx.x] += 0.5f; }

int main(int argc, char** argv) {
  CUT_DEVICE_INIT(argc, argv);
  unsigned first = 0, second = 0;
  CUT_SAFE_CALL(cutCreateTimer(&first));
  CUT_SAFE_CALL(cutCreateTimer(&second));
  CUT_SAFE_CALL(cutStartTimer(first));
  float numbers[4] = {0, 1, 2, 3}, room[4] = {}, *read = room, *made = nullptr, *v;
  cutWriteFilef("numbers.txt", numbers, 4, 0.0001f);
  unsigned count = 4, counted = 0;
  CUT_SAFE_CALL(cutReadFilef("numbers.txt", &read, &count, true));
  CUT_SAFE_CALL(cutReadFilef("numbers.txt", &made, &counted));
  printf("%u timers, read %u of 4, allocated %u\n", second, count, counted);
  CUDA_SAFE_CALL(cudaMalloc((void**)&v, sizeof numbers));
  CUDA_SAFE_CALL(cudaMemcpy(v, made, sizeof numbers, cudaMemcpyHostToDevice));
  add_half<<<1, 4>>>(v);
  CUT_CHECK_ERROR("add_half");
  CUDA_SAFE_CALL(cudaThreadSynchronize());
  CUDA_SAFE_CALL(cudaMemcpy(room, v, sizeof numbers, cudaMemcpyDeviceToHost));
  cutStopTimer(first);
  const float right[4] = {0.5f, 1.5f, 2.5f, 3.5f}, near[4] = {0.5f, 1.5f, 2.5f, 3.4f};
  const bool is_timed = cutGetTimerValue(first) > 0 && cutGetTimerValue(second) == 0;
  printf("Test %s, %s\n", is_timed && 1 == cutComparef(right, room, 4) ? "PASSED" : "FAILED",
         cutComparefe(near, room, 4, 0.01f) ? "3.5 is 3.4" : "3.5 is no 3.4");
  cutDeleteTimer(first);
  CUT_EXIT(argc, argv);
}
