// Each kernel of a tree launches two with other arguments; the first leaf changes nothing, so the launch behind it finds memory as that
// one did.
// expect: marks 0 1 2 3 4 5 6 7
#include <cstdio>

__global__ void tree(int* marks, int left, int right) {
  if (left == right) {
    marks[left] = left;
    return;
  }
  const int middle = (left + right) / 2;
  tree<<<1, 1>>>(marks, left, middle);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  tree<<<1, 1, 0, stream>>>(marks, middle + 1, right);
  cudaStreamDestroy(stream);
}

int main() {
  int *device, marks[8];
  cudaMalloc(&device, sizeof marks);
  cudaMemset(device, 0, sizeof marks);
  tree<<<1, 1>>>(device, 0, 7);
  cudaMemcpy(marks, device, sizeof marks, cudaMemcpyDeviceToHost);
  printf("marks");
  for (const int mark : marks) printf(" %d", mark);
  printf("\n");
}
