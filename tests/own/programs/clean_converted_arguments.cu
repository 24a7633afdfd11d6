// expect: PASSED
// Arguments become what the kernel's parameters are before they are copied, as in a call.
#include <cstdio>
static int frees = 0;
template <class T>
class Buffer {
 public:
  explicit Buffer(int n) { cudaMallocManaged(&place_, n * sizeof(T)); }
  ~Buffer() { cudaFree(place_), ++frees; }
  operator T*() { return place_; }

 private:
  T* place_ = nullptr;
};
class MovingBuffer : public Buffer<int> {
 public:
  using Buffer<int>::Buffer;
  MovingBuffer(const MovingBuffer&) = delete;
};
enum Mode { kAdd = 1, kSet };
struct Range {
  int begin, end;
};
__global__ void work(int* numbers, const int* others, Range range, float factor, int mode);
__global__ void by_default(int* numbers, int value = 7);
__global__ void twice(int* numbers) { numbers[threadIdx.x] *= 2; }
__global__ void twice(float* numbers) { numbers[threadIdx.x] *= 2; }
__global__ void work(int* numbers, const int* others, Range range, float factor, int mode) {
  const int i = range.begin + threadIdx.x;
  if (i < range.end) numbers[i] = mode == kSet ? static_cast<int>(10 * factor) : numbers[i] + (others ? others[i] : 1);
}
__global__ void by_default(int* numbers, int value) { numbers[threadIdx.x] += value; }
template <class T, int kFactor>
__global__ void scale(T* numbers, Range range) {
  if (range.begin + threadIdx.x < range.end) numbers[range.begin + threadIdx.x] *= kFactor;
}
template <class T>
void scale_all(const Buffer<T>& numbers) {
  scale<T, 3><<<1, 32>>>(const_cast<Buffer<T>&>(numbers), {0, 32});
}
int main() {
  bool good = true;
  {
    Buffer<int> numbers(32);
    MovingBuffer others(32);
    Buffer<float> reals(32);
    work<<<1, 32>>>(numbers, nullptr, {0, 32}, 2, kSet);
    work<<<1, 32>>>(others, 0, {0, 32}, 0.5, kSet);
    work<<<1, 32>>>(numbers, others, {4, 8}, 1, kAdd);
    work<<<1, 32>>>(numbers, NULL, Range{8, 12}, 1, kAdd);
    cudaDeviceSynchronize();
    good = numbers[3] == 20 && numbers[5] == 25 && numbers[9] == 21 && frees == 0;
    int* plain = numbers;
    by_default<<<1, 32>>>(plain);
    cudaDeviceSynchronize();
    good = good && numbers[0] == 27;
    float* real = reals;
    for (int i = 0; i < 32; ++i) real[i] = 1.5f;
    twice<<<1, 32>>>(plain);
    twice<<<1, 32>>>(real);
    cudaDeviceSynchronize();
    good = good && numbers[0] == 54 && real[3] == 3;
    scale<float, 2><<<1, 32>>>(reals, Range{0, 32});
    scale_all(numbers);
    cudaDeviceSynchronize();
    good = good && numbers[0] == 162 && real[3] == 6;
  }
  printf("%s\n", good && frees == 3 ? "PASSED" : "FAILED");
}
