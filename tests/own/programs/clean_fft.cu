// cuFFT against sums by definition: lengths that are powers of two, primes and neither, both directions, batches,
// two and three dimensions, transforms of reals, in place too, and rows with gaps.
// expect: C2C 1, 2, 8, 7, 12, 30: no difference
// expect: batches 0, back 0, matrix 0, volume 0
// expect: reals 0, back 0, in place 0, matrix of reals 0, with gaps 0
// expect: scaled by a kernel 5.0
// expect: plan of 0 elements 8, of no plan 1, of another type 3
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cufft.h>
#include <vector>

using Z = std::complex<double>;

/// One dimension by definition, of elements `step` apart.
void sum_along(std::vector<Z>& v, int first, int n, int step, int sign) {
  std::vector<Z> out(n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      out[k] += v[first + i * step] * std::polar(1.0, sign * 2 * M_PI * (double(i) * k / n));
  for (int k = 0; k < n; ++k) v[first + k * step] = out[k];
}
std::vector<Z> by_definition(std::vector<Z> v, int a, int b, int c, int sign) {
  for (int i = 0; i < a * b; ++i) sum_along(v, i * c, c, 1, sign);
  for (int i = 0; i < a; ++i)
    for (int k = 0; k < c; ++k) sum_along(v, i * b * c + k, b, c, sign);
  for (int k = 0; k < b * c; ++k) sum_along(v, k, a, b * c, sign);
  return v;
}
template <class T>
std::vector<T> to_device_and_back(const std::vector<T>& in, int out_count, void (*work)(void*, void*, int), int with) {
  char *from, *to;
  std::vector<T> out(out_count);
  cudaMalloc(&from, in.size() * sizeof(T));
  cudaMalloc(&to, out_count * sizeof(T));
  cudaMemcpy(from, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
  work(from, to, with);
  cudaMemcpy(out.data(), to, out_count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
  return out;
}
std::vector<float> numbers(int count) {
  std::vector<float> v(count);
  srand(7);
  for (float& one : v) one = (rand() % 201 - 100) / 100.0f;
  return v;
}
std::vector<Z> complexes(const std::vector<float>& v) {
  std::vector<Z> out(v.size() / 2);
  for (size_t i = 0; i < out.size(); ++i) out[i] = {v[2 * i], v[2 * i + 1]};
  return out;
}
int differences(const std::vector<Z>& right, const std::vector<Z>& is) {
  int count = right.size() != is.size();
  for (size_t i = 0; i < right.size() && i < is.size(); ++i) count += std::abs(right[i] - is[i]) > 1e-4;
  return count;
}
template <cufftType kType, int kRank, int kA, int kB = 1, int kC = 1>
void transform(void* in, void* out, int sign) {
  cufftHandle plan;
  if (kRank == 1) cufftPlan1d(&plan, kA, kType, kB);
  if (kRank == 2) cufftPlan2d(&plan, kA, kB, kType);
  if (kRank == 3) cufftPlan3d(&plan, kA, kB, kC, kType);
  if (kType == CUFFT_C2C) cufftExecC2C(plan, (cufftComplex*)in, (cufftComplex*)out, sign);
  if (kType == CUFFT_R2C) cufftExecR2C(plan, (cufftReal*)in, (cufftComplex*)(sign ? out : in));
  if (kType == CUFFT_C2R) cufftExecC2R(plan, (cufftComplex*)in, (cufftReal*)out);
  cufftDestroy(plan);
}
template <int kN>
int of_length() {
  const auto in = numbers(2 * kN);
  return differences(by_definition(complexes(in), 1, 1, kN, -1),
                     complexes(to_device_and_back(in, 2 * kN, transform<CUFFT_C2C, 1, kN>, CUFFT_FORWARD)));
}
void with_gaps(void* in, void* out, int) {  // 2 transforms of 4, elements 2 apart, in rows of 9
  cufftHandle plan;
  int n[] = {4}, embed[] = {4};
  cufftPlanMany(&plan, 1, n, embed, 2, 9, embed, 1, 4, CUFFT_C2C, 2);
  cufftExecC2C(plan, (cufftComplex*)in, (cufftComplex*)out, CUFFT_FORWARD);
  cufftDestroy(plan);
}
__global__ void scale(cufftComplex* v, int n) {
  v[threadIdx.x].x /= n;
  v[threadIdx.x].y /= n;
}

int main() {
  const int wrong = of_length<1>() + of_length<2>() + of_length<8>() + of_length<7>() + of_length<12>() + of_length<30>();
  printf("C2C 1, 2, 8, 7, 12, 30: %s\n", wrong == 0 ? "no difference" : "differences");

  auto in = numbers(2 * 15);
  auto out = complexes(to_device_and_back(in, 30, transform<CUFFT_C2C, 1, 5, 3>, CUFFT_FORWARD));
  auto right = complexes(in);
  for (int b = 0; b < 3; ++b) sum_along(right, 5 * b, 5, 1, -1);
  printf("batches %d", differences(right, out));
  out = complexes(to_device_and_back(in, 30, transform<CUFFT_C2C, 1, 15>, CUFFT_INVERSE));
  printf(", back %d", differences(by_definition(complexes(in), 1, 1, 15, 1), out));
  out = complexes(to_device_and_back(in, 30, transform<CUFFT_C2C, 2, 3, 5>, CUFFT_FORWARD));
  printf(", matrix %d", differences(by_definition(complexes(in), 1, 3, 5, -1), out));
  in = numbers(2 * 24);
  out = complexes(to_device_and_back(in, 48, transform<CUFFT_C2C, 3, 2, 3, 4>, CUFFT_FORWARD));
  printf(", volume %d\n", differences(by_definition(complexes(in), 2, 3, 4, -1), out));

  in = numbers(10);
  std::vector<Z> reals(in.begin(), in.end());
  right = by_definition(reals, 1, 1, 10, -1);
  auto half = to_device_and_back(in, 12, transform<CUFFT_R2C, 1, 10>, 1);
  printf("reals %d", differences({right.begin(), right.begin() + 6}, complexes(half)));
  auto back = to_device_and_back(half, 10, transform<CUFFT_C2R, 1, 10>, 1);
  int unlike = 0;
  for (int i = 0; i < 10; ++i) unlike += fabs(back[i] - 10 * in[i]) > 1e-4;
  printf(", back %d", unlike);
  float padded[12] = {}, *place;
  for (int i = 0; i < 10; ++i) padded[i] = in[i];
  cudaMalloc(&place, sizeof padded);
  cudaMemcpy(place, padded, sizeof padded, cudaMemcpyHostToDevice);
  transform<CUFFT_R2C, 1, 10>(place, nullptr, 0);
  cudaMemcpy(padded, place, sizeof padded, cudaMemcpyDeviceToHost);
  printf(", in place %d", differences(complexes(half), complexes({padded, padded + 12})));
  in = numbers(12);
  right = by_definition({in.begin(), in.end()}, 1, 3, 4, -1);
  std::vector<Z> kept;
  for (int i = 0; i < 3; ++i) kept.insert(kept.end(), right.begin() + 4 * i, right.begin() + 4 * i + 3);
  auto rows = to_device_and_back(in, 18, transform<CUFFT_R2C, 2, 3, 4>, 1);
  const int of_reals = differences(kept, complexes(rows));
  back = to_device_and_back(rows, 12, transform<CUFFT_C2R, 2, 3, 4>, 1);
  unlike = 0;
  for (int i = 0; i < 12; ++i) unlike += fabs(back[i] - 12 * in[i]) > 1e-4;
  printf(", matrix of reals %d", of_reals + unlike);
  in = numbers(2 * 18);
  const auto all = complexes(in);
  right.clear();
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < 4; ++i) right.push_back(all[9 * b + 2 * i]);
  for (int b = 0; b < 2; ++b) sum_along(right, 4 * b, 4, 1, -1);
  printf(", with gaps %d\n", differences(right, complexes(to_device_and_back(in, 16, with_gaps, 0))));

  cufftComplex five[4] = {{5, 0}, {5, 0}, {5, 0}, {5, 0}}, *v;
  cudaMalloc(&v, sizeof five);
  cudaMemcpy(v, five, sizeof five, cudaMemcpyHostToDevice);
  transform<CUFFT_C2C, 1, 4>(v, v, CUFFT_FORWARD);
  transform<CUFFT_C2C, 1, 4>(v, v, CUFFT_INVERSE);
  scale<<<1, 4>>>(v, 4);
  cudaMemcpy(five, v, sizeof five, cudaMemcpyDeviceToHost);
  printf("scaled by a kernel %.1f\n", five[2].x);
  cufftHandle plan = 0;
  const int empty = cufftPlan1d(&plan, 0, CUFFT_C2C, 1), none = cufftExecC2C(-1, v, v, CUFFT_FORWARD);
  cufftPlan1d(&plan, 4, CUFFT_R2C, 1);
  printf("plan of 0 elements %d, of no plan %d, of another type %d\n", empty, none, cufftExecC2C(plan, v, v, CUFFT_FORWARD));
}
