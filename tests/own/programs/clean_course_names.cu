// expect: 4 blocks
// expect: the sum is 100
// Names that a header of the course would have, which is not there.
#include "../../of/the/course.h"
#include <cublas_v2.h>
#include <stdio.h>
__global__ void count(int* sum, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x < n) atomicAdd(sum, 1);
}
int main() {
  const double begin = seconds();
  int *sum, result = 0;
  CHECK(cudaMalloc(&sum, sizeof(int)));
  CHECK(cudaMemset(sum, 0, sizeof(int)));
  printf("%d blocks\n", iDivUp(100, 32));
  count<<<iDivUp(100, 32), 32>>>(sum, 100);
  CHECK(cudaGetLastError());
  HANDLE_ERROR(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  printf("the sum is %d\n", result);
  chTimerTimestamp from, to;
  chTimerGetTime(&from);
  OF_THIS_COURSE( cudaDeviceSynchronize(), "at the end" );
  chTimerGetTime(&to);
  if (chTimerElapsedTime(&from, &to) < 0) return 1;
  double end;
  GET_TIME(end);
  return end >= begin ? 0 : 1;
}
