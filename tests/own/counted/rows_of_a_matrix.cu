// Rows of 0 to 3 elements, strided over the grid.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* rp, const float* v, float* y, int n){
  for (int r = threadIdx.x; r < 128; r += 32) {
    float s = 0;
    for (int j = r; j < r + (r & 3); ++j) s += v[j];
    y[r] = s;
  }
}
