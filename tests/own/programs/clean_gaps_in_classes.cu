// expect: sum 12800
// What lies between the members of a class is written by nobody, and read with the rest of it.
#include <cstdio>
struct Wide {
  int a;
  double b;
  char c;
};
struct Narrow {
  char a;
  int b;
};
struct Unused {
  float x, y, z, w;
};
__global__ void set(Wide* wide, Narrow* narrow, Unused* points) {
  const int i = threadIdx.x;
  wide[i].a = i;
  wide[i].b = 2 * i;
  wide[i].c = 1;
  narrow[i].a = 2;
  narrow[i].b = 3 * i;
  points[i].x = points[i].y = points[i].z = 4;
}
__global__ void add(const Wide* wide, const Narrow* narrow, const Unused* points, int* sum) {
  __shared__ Wide tile[64];
  const int i = threadIdx.x;
  tile[i] = wide[i];
  __syncthreads();
  const Wide w = tile[63 - i];
  const Narrow n = narrow[i];
  const Unused p = points[i];
  atomicAdd(sum, w.a + (int)w.b + w.c + n.a + n.b + (int)(p.x + p.y));
}
int main() {
  Wide* wide;
  Narrow* narrow;
  Unused* points;
  int *sum, result;
  cudaMalloc(&wide, 64 * sizeof *wide);
  cudaMalloc(&narrow, 64 * sizeof *narrow);
  cudaMalloc(&points, 64 * sizeof *points);
  cudaMalloc(&sum, 4);
  cudaMemset(sum, 0, 4);
  set<<<1, 64>>>(wide, narrow, points);
  add<<<1, 64>>>(wide, narrow, points, sum);
  cudaMemcpy(&result, sum, 4, cudaMemcpyDeviceToHost);
  printf("sum %d\n", result);
}
