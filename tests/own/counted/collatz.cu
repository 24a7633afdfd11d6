// A loop whose rounds differ much.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* out, int n){
  for (int i = threadIdx.x; i < 128; i += 32) {
    int x = i + 1, steps = 0;
    while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; ++steps; }
    out[i] = steps;
  }
}
