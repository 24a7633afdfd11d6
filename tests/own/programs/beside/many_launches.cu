// Without an end, and each launch is short and of a few blocks: on a busy machine one may take a tenth of a second, and
// no launch of a few blocks is far from its end then.
__global__ void add(int* out) {
  out[blockIdx.x] += 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  for (;;) add<<<4, 512>>>(out);
}
