// expect: PASSED
#include <vector>
#include <string>
#include <sstream>
#include <iostream>
#include <functional>
#include <type_traits>
template <typename T> class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t n) : n_(n) { if (cudaMalloc(&p_, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc(); }
  ~DeviceBuffer() { cudaFree(p_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  void upload(const std::vector<T>& v) { cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<T> download() const { std::vector<T> v(n_); cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost); return v; }
  T* get() const { return p_; }
 private:
  T* p_ = nullptr; std::size_t n_;
};
struct MaxOp { template <class T> __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct SumOp { template <class T> __host__ __device__ __forceinline__ T operator()(T a, T b) const { return a + b; } };
template <typename T, typename Op, int BLOCK> __global__ void __launch_bounds__(BLOCK) blockReduce(const T* in, T* out, int n, T init, Op op) {
  __shared__ T buf[BLOCK];
  T acc = init;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) acc = op(acc, in[i]);
  buf[threadIdx.x] = acc;
  __syncthreads();
#pragma unroll
  for (int s = BLOCK / 2; s > 0; s /= 2) { if (threadIdx.x < s) buf[threadIdx.x] = op(buf[threadIdx.x], buf[threadIdx.x + s]); __syncthreads(); }
  if (!threadIdx.x) out[blockIdx.x] = buf[0];
}
int main() {
  std::vector<float> v(3000); for (std::size_t i = 0; i < v.size(); ++i) v[i] = float((i * 31) % 97);
  DeviceBuffer<float> in(v.size()), out(8); in.upload(v);
  blockReduce<float, MaxOp, 128><<<8, 128>>>(in.get(), out.get(), int(v.size()), -1e30f, MaxOp{});
  float m = -1; for (float x : out.download()) m = MaxOp{}(m, x);
  blockReduce<float, SumOp, 64><<<8, 64>>>(in.get(), out.get(), int(v.size()), 0.f, SumOp());
  float s = 0, w = 0; for (float x : out.download()) s += x; for (float x : v) w += x;
  std::ostringstream o; o << m << ' ' << (s == w); std::cout << o.str() << (m == 96 && s == w ? " PASSED" : " FAILED") << '\n';
}
