// One load from one of two arrays.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const float* a, const float* c, float* o, int n){
  int i = threadIdx.x;
  const float* src = i < 10 ? a + i : c + (i - 10);
  o[i] = *src;
}
