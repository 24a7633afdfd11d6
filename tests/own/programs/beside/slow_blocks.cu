// Each block takes some milliseconds, and there are as many of them as a grid may have.
__global__ void turn(unsigned* out) {
  unsigned value = threadIdx.x;
  for (int i = 0; i < 2000000; ++i) value = value * 1664525u + 1013904223u;
  out[threadIdx.x] = value;
}
int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  turn<<<1000000, 32>>>(out);
}
