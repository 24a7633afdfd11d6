// A loop with two breaks and a continue.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, j = i;
  while (true) {
    int v = a[j];
    if (v > 100) break;
    j += 32;
    if (j >= n) { b[i+64] = 7; break; }
    if (v & 1) continue;
    b[i] = v;
  }
  b[i+32] = j;
}
