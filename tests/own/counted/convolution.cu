// A filter over a picture.
// lanescope: --as free --block 32 --grid 4
__global__ void k(const float* a, float* b, int w){
  int x = threadIdx.x; float s = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      int r = 2 + i, c = x + j;
      if (c >= 0 && c < 32) s += a[r * 32 + c];
    }
  b[x] = s;
}
