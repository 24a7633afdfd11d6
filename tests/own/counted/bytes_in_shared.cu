// Bytes in shared memory.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const unsigned char* a, unsigned char* b, int n){
  __shared__ unsigned char s[128];
  int i = threadIdx.x;
  s[i*4] = a[i]; s[i*4+1] = a[i+1]; s[i*4+2] = 3; s[i*4+3] = 4;
  __syncthreads();
  b[i] = s[i] + s[127-i] + s[4*i];
}
