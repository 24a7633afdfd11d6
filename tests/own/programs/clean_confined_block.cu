// No block may read a file that is not the program's, whichever thread of the process runs it.
// expect: -1 -1 -1 -1
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

__global__ void look(int* files) {
  // The first block works while another thread has the others.
  volatile int work = 0;
  for (int i = 0; blockIdx.x == 0 && i < 500000; ++i) work = work + i;
  files[blockIdx.x] = syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
}

int main() {
  int* files;
  cudaMallocManaged(&files, 4 * sizeof(int));
  look<<<4, 1>>>(files);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", files[0], files[1], files[2], files[3]);
}
