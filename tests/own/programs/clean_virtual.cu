// expect: 12 and 20
#include <cstdio>
struct Shape {
  int side;
  __device__ explicit Shape(int side) : side(side) {}
  virtual __device__ int extent() const { return 3 * side; }
  virtual __device__ ~Shape() {}
};
struct SquareShape : Shape {
  __device__ explicit SquareShape(int side) : Shape(side) {}
  __device__ int extent() const override { return 4 * side; }
};
__global__ void make(Shape** shapes) {
  shapes[0] = new Shape(4);
  shapes[1] = new SquareShape(5);
}
__global__ void measure(Shape* const* shapes, int* extents) {
  extents[threadIdx.x] = shapes[threadIdx.x]->extent();
}
__global__ void remove(Shape** shapes) { delete shapes[threadIdx.x]; }
int main() {
  Shape** shapes;
  int *extents, h[2];
  cudaMalloc(&shapes, 2 * sizeof *shapes);
  cudaMalloc(&extents, sizeof h);
  make<<<1, 1>>>(shapes);
  measure<<<1, 2>>>(shapes, extents);
  remove<<<1, 2>>>(shapes);
  cudaMemcpy(h, extents, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d and %d\n", h[0], h[1]);
}
