// A tile with its halo.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const float* a, float* b, int n){
  __shared__ float s[96];
  int i = threadIdx.x;
  s[i+1] = a[i];
  if (i < 1) { s[0] = i > 0 ? a[i-1] : 0; s[33] = a[32]; }
  __syncthreads();
  b[i] = s[i] + s[i+1] + s[i+2];
}
