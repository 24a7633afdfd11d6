// expect: the sum is 3
// expect: and now it is 4
// What courses write into the parentheses of a check whose header is not there: a ';' behind the call, words, a
// comparison, a call of nothing, nothing.
#include "../common/common.h"
#include <cublas_v2.h>
#include <stdio.h>
__global__ void add(int* sum, int more) { *sum += more; }
void launch(int* sum) { add<<<1, 1>>>(sum, 1); }
int main() {
  int *sum, result = 0;
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  CHECK(cudaMalloc(&sum, sizeof(int)) == cudaSuccess);
  CHECK(cudaMemset(sum, 0, sizeof(int)), "no memory");
  add<<<1, 1>>>(sum, 3);
  CHECK();
  CHECK("after the launch");
  if (true) CHECK(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost););
  else return 1;
  printf("the sum is %d\n", result);
  CHECK(launch(sum));
  CHECK(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  printf("and now it is %d\n", result);
  CHECK(cudaDeviceReset();  );
  return 0;
}
