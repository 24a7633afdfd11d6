// Updates of one word.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  atomicAdd(b, a[i]);
}
