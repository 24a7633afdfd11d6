// Pixels over the grid, each with its own rounds.
// lanescope: --as free --block 32 --grid 4
__global__ void k(int* out, int n){
  for (int i = threadIdx.x; i < 128; i += 32) {
    float cx = i / 64.f - 1.5f, cy = 0.2f, x = 0, y = 0;
    int it = 0;
    while (it < 50 && x*x + y*y < 4) { float t = x*x - y*y + cx; y = 2*x*y + cy; x = t; ++it; }
    out[i] = it;
  }
}
