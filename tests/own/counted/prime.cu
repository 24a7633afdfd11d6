// Trial division.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* out, int n){
  for (int i = threadIdx.x; i < 128; i += 32) {
    bool prime = i > 1;
    for (int j = 2; j * j <= i; ++j)
      if (i % j == 0) { prime = false; break; }
    out[i] = prime;
  }
}
