// expect: read 3 4, again 12
// Files put in the place of the standard streams.
#include <cstdio>
#include <iostream>

__global__ void k(int* out) { *out = 12; }

int main() {
  int *out, h, a = 0, b = 0, again = 0;
  FILE* file = fopen("numbers.txt", "w");
  fprintf(file, "3 4\n");
  fclose(file);
  if (!freopen("numbers.txt", "r", stdin)) return 1;
  std::cin >> a >> b;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
  FILE* log = fopen("first.txt", "w");
  if (!freopen("second.txt", "w", log)) return 1;
  fprintf(log, "%d\n", h);
  fclose(log);
  file = fopen("second.txt", "r");
  if (fscanf(file, "%d", &again) != 1) return 1;
  printf("read %d %d, again %d\n", a, b, again);
}
