// A function with a loop, called twice.
// lanescope: --as free --block 32 --grid 4
__device__ int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
__global__ void k(const int* a, int* o, int n){
  int i = threadIdx.x;
  o[i] = gcd(a[i], 36);
  o[i + 32] = gcd(a[i + 32], 48);
}
