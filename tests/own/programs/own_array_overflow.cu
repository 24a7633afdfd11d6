// finding: bounds 11
// The rows of a matrix of a thread's own may be gone through as one array, but no further.
__global__ void fill(int* out, int n) {
  int rows[3][3], best[4];
  for (int i = 0; i < 9; ++i) rows[0][i] = i;
  for (int i = 0; i < 4; ++i) best[i] = rows[i / 2][i % 2];
  for (int j = 0; j < n; ++j) {
    int k = 4;
    while (k > 0 && j > best[k - 1]) --k;
    // A smaller one moves the others down, the last one past the end.
    for (int i = 4; i > k; --i) best[i] = best[i - 1];
    if (k < 4) best[k] = j;
  }
  out[threadIdx.x] = best[0] + rows[2][2];
}
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out, 8);
  cudaDeviceSynchronize();
}
