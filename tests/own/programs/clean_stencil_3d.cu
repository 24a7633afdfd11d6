// expect: PASSED
#include <cstdio>
#include <vector>
#include <cmath>
#define NX 20
#define NY 18
#define NZ 16
#define IDX(x, y, z) ((z) * NX * NY + (y) * NX + (x))
__global__ void laplace(const double* u, double* v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < NX - 1 && y > 0 && y < NY - 1 && z > 0 && z < NZ - 1)
    v[IDX(x, y, z)] = u[IDX(x - 1, y, z)] + u[IDX(x + 1, y, z)] + u[IDX(x, y - 1, z)] + u[IDX(x, y + 1, z)] + u[IDX(x, y, z - 1)] + u[IDX(x, y, z + 1)] - 6.0 * u[IDX(x, y, z)];
}
int main() {
  std::vector<double> h(NX * NY * NZ), r(NX * NY * NZ, 0.0);
  for (size_t i = 0; i < h.size(); ++i) h[i] = sin(0.01 * i);
  double *u, *v; size_t bytes = h.size() * sizeof(double);
  cudaMalloc(&u, bytes); cudaMalloc(&v, bytes);
  cudaMemcpy(u, &h[0], bytes, cudaMemcpyHostToDevice); cudaMemset(v, 0, bytes);
  dim3 threads(8, 4, 4); dim3 blocks((NX + 7) / 8, (NY + 3) / 4, (NZ + 3) / 4);
  laplace<<<blocks, threads>>>(u, v);
  cudaMemcpy(r.data(), v, bytes, cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int z = 1; z < NZ - 1; z++) for (int y = 1; y < NY - 1; y++) for (int x = 1; x < NX - 1; x++) {
    double e = h[IDX(x-1,y,z)] + h[IDX(x+1,y,z)] + h[IDX(x,y-1,z)] + h[IDX(x,y+1,z)] + h[IDX(x,y,z-1)] + h[IDX(x,y,z+1)] - 6.0 * h[IDX(x,y,z)];
    worst = fmax(worst, fabs(e - r[IDX(x,y,z)]));
  }
  printf("max error %g: %s\n", worst, worst < 1e-12 ? "PASSED" : "FAILED");
}
