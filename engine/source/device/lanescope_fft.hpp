// cufft.h: discrete Fourier transforms in one to three dimensions, done by the host on arrays of the device, in double
// precision. A call is no launch. As there, nothing is divided by the number of elements.
#pragma once

#include <complex>
#include <map>
#include <vector>

#include "lanescope_complex.hpp"
#include "lanescope_thrust_elements.hpp"

typedef enum {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_PARSE_ERROR = 12,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_LICENSE_ERROR = 15,
  CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;
typedef enum {
  CUFFT_COMPATIBILITY_NATIVE = 0,
  CUFFT_COMPATIBILITY_FFTW_PADDING = 1,
  CUFFT_COMPATIBILITY_FFTW_ASYMMETRIC = 2,
  CUFFT_COMPATIBILITY_FFTW_ALL = 3
} cufftCompatibility;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

/// Where the elements of a plan's arrays are.
struct lanescope_fft_layout {
  std::vector<long long> extents;  // of the array, dimension by dimension; empty: those of the transform
  long long step = 1, distance = 0;
};
struct lanescope_fft_plan {
  cufftType type = CUFFT_C2C;
  std::vector<long long> n;  // empty: it was created and not made
  long long batch = 1;
  lanescope_fft_layout in, out;
  cudaStream_t stream = nullptr;
  long long size() const {
    long long product = 1;
    for (const long long one : n) product *= one;
    return product;
  }
};
inline std::map<cufftHandle, lanescope_fft_plan>& lanescope_fft_plans() {
  static std::map<cufftHandle, lanescope_fft_plan> plans;
  return plans;
}

using lanescope_fft_value = std::complex<double>;
inline constexpr double lanescope_fft_pi = 3.14159265358979323846;

/// Of a power of two elements. `sign`: of the exponent.
inline void lanescope_fft_of_two(std::vector<lanescope_fft_value>& v, int sign) {
  const std::size_t n = v.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(v[i], v[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    std::vector<lanescope_fft_value> roots(length / 2);
    for (std::size_t k = 0; k < roots.size(); ++k)
      roots[k] = std::polar(1.0, sign * 2 * lanescope_fft_pi * static_cast<double>(k) / static_cast<double>(length));
    for (std::size_t first = 0; first < n; first += length)
      for (std::size_t k = 0; k < length / 2; ++k) {
        const lanescope_fft_value a = v[first + k], b = v[first + k + length / 2] * roots[k];
        v[first + k] = a + b;
        v[first + k + length / 2] = a - b;
      }
  }
}
/// Of any number of elements: where it is no power of two, as a convolution (Bluestein's algorithm).
inline void lanescope_fft_of(std::vector<lanescope_fft_value>& v, int sign) {
  const std::size_t n = v.size();
  if (n < 2) return;
  if ((n & (n - 1)) == 0) return lanescope_fft_of_two(v, sign);
  std::size_t wide = 1;
  while (wide < 2 * n - 1) wide *= 2;
  std::vector<lanescope_fft_value> chirp(n), a(wide), b(wide);
  for (std::size_t k = 0; k < n; ++k) {
    const auto square = static_cast<double>(static_cast<unsigned long long>(k) * k % (2 * n));
    chirp[k] = std::polar(1.0, sign * lanescope_fft_pi * square / static_cast<double>(n));
    a[k] = v[k] * chirp[k];
    b[k] = b[(wide - k) % wide] = std::conj(chirp[k]);
  }
  lanescope_fft_of_two(a, 1);
  lanescope_fft_of_two(b, 1);
  for (std::size_t k = 0; k < wide; ++k) a[k] *= b[k];
  lanescope_fft_of_two(a, -1);
  for (std::size_t k = 0; k < n; ++k) v[k] = a[k] / static_cast<double>(wide) * chirp[k];
}
/// Along each dimension in turn.
inline void lanescope_fft_of_all(std::vector<lanescope_fft_value>& v, const std::vector<long long>& n, int sign) {
  std::size_t step = 1;
  for (std::size_t d = n.size(); d-- > 0;) {
    const auto length = static_cast<std::size_t>(n[d]);
    std::vector<lanescope_fft_value> line(length);
    for (std::size_t first = 0; first < v.size(); ++first) {
      if (first / step % length != 0) continue;
      for (std::size_t k = 0; k < length; ++k) line[k] = v[first + k * step];
      lanescope_fft_of(line, sign);
      for (std::size_t k = 0; k < length; ++k) v[first + k * step] = line[k];
    }
    step *= length;
  }
}

/// calls f(place in the dense array of `n`, place in the array of the layout). `last`: how many elements of the last
/// dimension there are; `row`: how many a row of it has room for, where the layout does not say.
template <class F>
void lanescope_fft_each(const std::vector<long long>& n, const lanescope_fft_layout& layout, long long last,
                        long long row, F f) {
  std::vector<long long> at(n.size(), 0);
  for (;;) {
    long long dense = 0, place = 0;
    for (std::size_t d = 0; d < n.size(); ++d) {
      const bool is_last = d + 1 == n.size();
      dense = dense * n[d] + at[d];
      place = place * (!layout.extents.empty() ? layout.extents[d] : is_last ? row : n[d]) + at[d];
    }
    f(dense, place * layout.step);
    std::size_t d = n.size();
    while (d-- > 0) {
      if (++at[d] < (d + 1 == n.size() ? last : n[d])) break;
      at[d] = 0;
      if (d == 0) return;
    }
  }
}

template <class T>
lanescope_fft_value lanescope_fft_read(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return {static_cast<double>(value), 0};
  else
    return {static_cast<double>(value.x), static_cast<double>(value.y)};
}
template <class T>
void lanescope_fft_write(T& to, lanescope_fft_value value) {
  if constexpr (std::is_arithmetic_v<T>) {
    to = static_cast<T>(value.real());
  } else {
    to.x = static_cast<decltype(to.x)>(value.real());
    to.y = static_cast<decltype(to.y)>(value.imag());
  }
}

/// One side of a transform, of elements T: how many of the last dimension it has, and how its rows and batches lie.
template <class T>
struct lanescope_fft_side {
  lanescope_fft_side(const lanescope_fft_plan& plan, const lanescope_fft_layout& layout, bool has_reals,
                     bool is_in_place)
      : plan(plan), layout(layout) {
    const long long n = plan.n.back();
    // Of a transform of reals, half the spectrum: the other half is its mirror.
    last = row = !has_reals || std::is_arithmetic_v<T> ? n : n / 2 + 1;
    if (is_in_place && std::is_arithmetic_v<T>) row = 2 * (n / 2 + 1);
    distance = layout.extents.empty() ? plan.size() / n * row : layout.distance;
    each([&](long long, long long place) { end = place + 1 > end ? place + 1 : end; });
    end += (plan.batch - 1) * distance;
  }
  template <class F>
  void each(F f) const {
    lanescope_fft_each(plan.n, layout, last, row, f);
  }
  const lanescope_fft_plan& plan;
  const lanescope_fft_layout& layout;
  long long last = 0, row = 0, distance = 0, end = 0;
};

/// The other half of a spectrum of reals.
inline void lanescope_fft_mirror(std::vector<lanescope_fft_value>& v, const std::vector<long long>& n) {
  lanescope_fft_layout dense;
  const std::vector<lanescope_fft_value> half = v;
  lanescope_fft_each(n, dense, n.back(), n.back(), [&](long long place, long long) {
    if (place % n.back() <= n.back() / 2) return;
    long long rest = place, mirrored = 0, step = 1;
    for (std::size_t d = n.size(); d-- > 0; rest /= n[d], step *= n[d])
      mirrored += (n[d] - rest % n[d]) % n[d] * step;
    v[static_cast<std::size_t>(place)] = std::conj(half[static_cast<std::size_t>(mirrored)]);
  });
}

template <class In, class Out>
cufftResult lanescope_fft(cufftHandle handle, cufftType type, In* from, Out* to, int sign) {
  const auto found = lanescope_fft_plans().find(handle);
  if (found == lanescope_fft_plans().end() || found->second.n.empty()) return CUFFT_INVALID_PLAN;
  if (found->second.type != type) return CUFFT_INVALID_TYPE;
  const auto work = [=, plan = found->second] {
    constexpr bool has_reals = std::is_arithmetic_v<In> || std::is_arithmetic_v<Out>;
    const bool is_in_place = static_cast<const void*>(from) == to;
    const lanescope_fft_side<In> in(plan, plan.in, has_reals, is_in_place);
    const lanescope_fft_side<Out> out(plan, plan.out, has_reals, is_in_place);
    if (!lanescope_may_reach(from, static_cast<unsigned long long>(in.end) * sizeof(In)) ||
        !lanescope_may_reach(to, static_cast<unsigned long long>(out.end) * sizeof(Out)))
      return CUFFT_EXEC_FAILED;
    const thrust::lanescope_reach reach;
    for (long long b = 0; b < plan.batch; ++b) {
      std::vector<lanescope_fft_value> values(static_cast<std::size_t>(plan.size()));
      in.each([&](long long dense, long long place) {
        values[static_cast<std::size_t>(dense)] = lanescope_fft_read(from[b * in.distance + place]);
      });
      if constexpr (std::is_arithmetic_v<Out>) lanescope_fft_mirror(values, plan.n);
      lanescope_fft_of_all(values, plan.n, sign);
      out.each([&](long long dense, long long place) {
        lanescope_fft_write(to[b * out.distance + place], values[static_cast<std::size_t>(dense)]);
      });
    }
    lanescope_note_written(to, static_cast<unsigned long long>(out.end) * sizeof(Out));
    return CUFFT_SUCCESS;
  };
  if (lanescope_host::captured(found->second.stream, cudaGraphNodeTypeKernel, [=] { work(); })) return CUFFT_SUCCESS;
  return work();
}

// --- plans ---
inline cufftResult cufftCreate(cufftHandle* handle) {
  static cufftHandle next = 0;
  lanescope_fft_plans()[*handle = ++next];
  return CUFFT_SUCCESS;
}
inline cufftResult cufftDestroy(cufftHandle handle) {
  return lanescope_fft_plans().erase(handle) == 1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
inline cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int* n, int* inembed, int istride, int idist,
                                     int* onembed, int ostride, int odist, cufftType type, int batch,
                                     size_t* workspace) {
  constexpr long long kMostElements = 1LL << 27;
  const auto found = lanescope_fft_plans().find(handle);
  if (found == lanescope_fft_plans().end()) return CUFFT_INVALID_PLAN;
  if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
  lanescope_fft_plan plan;
  plan.stream = found->second.stream;
  plan.type = type;
  plan.batch = batch;
  long long size = batch;
  for (int d = 0; d < rank; ++d) {
    if (n[d] < 1 || (size *= n[d]) > kMostElements) return CUFFT_INVALID_SIZE;
    plan.n.push_back(n[d]);
  }
  // Both are said, or neither counts.
  if (inembed && onembed) {
    plan.in = {{inembed, inembed + rank}, istride, idist};
    plan.out = {{onembed, onembed + rank}, ostride, odist};
  }
  found->second = plan;
  if (workspace) *workspace = 0;
  return CUFFT_SUCCESS;
}
inline cufftResult lanescope_fft_make(cufftHandle handle, std::vector<int> n, cufftType type, int batch,
                                      size_t* workspace) {
  return cufftMakePlanMany(handle, static_cast<int>(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, type, batch,
                           workspace);
}
inline cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t* workspace) {
  return lanescope_fft_make(handle, {nx}, type, batch, workspace);
}
inline cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t* workspace) {
  return lanescope_fft_make(handle, {nx, ny}, type, 1, workspace);
}
inline cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t* workspace) {
  return lanescope_fft_make(handle, {nx, ny, nz}, type, 1, workspace);
}
/// What could not be made is no plan.
template <class F>
cufftResult lanescope_fft_new(cufftHandle* handle, F make) {
  cufftCreate(handle);
  const cufftResult result = make(*handle);
  if (result != CUFFT_SUCCESS) cufftDestroy(*handle);
  return result;
}
inline cufftResult cufftPlan1d(cufftHandle* handle, int nx, cufftType type, int batch = 1) {
  return lanescope_fft_new(handle, [&](cufftHandle one) { return cufftMakePlan1d(one, nx, type, batch, nullptr); });
}
inline cufftResult cufftPlan2d(cufftHandle* handle, int nx, int ny, cufftType type) {
  return lanescope_fft_new(handle, [&](cufftHandle one) { return cufftMakePlan2d(one, nx, ny, type, nullptr); });
}
inline cufftResult cufftPlan3d(cufftHandle* handle, int nx, int ny, int nz, cufftType type) {
  return lanescope_fft_new(handle, [&](cufftHandle one) { return cufftMakePlan3d(one, nx, ny, nz, type, nullptr); });
}
inline cufftResult cufftPlanMany(cufftHandle* handle, int rank, int* n, int* inembed, int istride, int idist,
                                 int* onembed, int ostride, int odist, cufftType type, int batch) {
  return lanescope_fft_new(handle, [&](cufftHandle one) {
    return cufftMakePlanMany(one, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
  });
}
inline cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  const auto found = lanescope_fft_plans().find(handle);
  if (found == lanescope_fft_plans().end()) return CUFFT_INVALID_PLAN;
  return found->second.stream = stream, CUFFT_SUCCESS;
}
inline cufftResult cufftGetSize(cufftHandle handle, size_t* workspace) {
  return lanescope_fft_plans().count(handle) == 1 ? (*workspace = 0, CUFFT_SUCCESS) : CUFFT_INVALID_PLAN;
}
inline cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetCompatibilityMode(cufftHandle, cufftCompatibility) { return CUFFT_SUCCESS; }
inline cufftResult cufftGetVersion(int* version) { return *version = 11200, CUFFT_SUCCESS; }

// --- transforms ---
inline cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return lanescope_fft(plan, CUFFT_C2C, in, out, direction);
}
inline cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return lanescope_fft(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
inline cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return lanescope_fft(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
inline cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return lanescope_fft(plan, CUFFT_Z2Z, in, out, direction);
}
inline cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return lanescope_fft(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
inline cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return lanescope_fft(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
