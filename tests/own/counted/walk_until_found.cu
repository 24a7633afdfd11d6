// Places that say where to go on, until one is found.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x, x = i, steps = 0;
  while (true) {
    x = (a[x] + i) & 1023;
    if ((x & 7) == 3 || ++steps > 40) { b[i] = x; break; }
  }
  b[i+64] = steps;
}
