// The host reads pinned memory that it has freed.
// finding: bounds 12
#include <cstdio>

struct Point { float x, y; };

int main() {
  Point* points;
  cudaMallocHost(&points, 100 * sizeof(Point));
  for (int i = 0; i < 100; ++i) points[i] = {1, 2};
  cudaFreeHost(points);
  printf("%g\n", points[3].y);
}
