// An event that was never made is an error that a program may ignore, as on a GPU.
// expect: errors 400 400 400 400 400 1
#include <cstdio>
int main() {
  cudaEvent_t none = nullptr, made;
  float ms = 0;
  cudaEventCreate(&made);
  cudaEventRecord(made);
  const int errors[] = {cudaEventElapsedTime(&ms, none, made), cudaEventRecord(none), cudaEventSynchronize(none),
                        cudaEventDestroy(none), cudaStreamWaitEvent(0, none), cudaEventElapsedTime(nullptr, made, made)};
  printf("errors");
  for (const int error : errors) printf(" %d", error);
  printf("\n");
}
