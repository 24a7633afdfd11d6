// Included by a test, as a source.
__global__ void scale(int* v) {
  *v *= FACTOR;
}
void scale_on_device(int* v) {
  scale<<<1, 1>>>(v);
}
