// A lambda with branches.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const int* a, int* b, int n){
  int i = threadIdx.x;
  auto get = [=](int j) { return a[j]; };
  b[i] = get(i) + get(i+1);
}
