// The only file that sees CUB. Every operator and type of the program, with the functors that CUB is tuned for
// where it has them.
#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cuda/functional>
#include <limits>

#include "engine/cuda/check.cuh"
#include "engine/cuda/cub_reduce.cuh"
#include "engine/cuda/device_ops.cuh"

namespace lanescope {

namespace {

/// What DeviceReduce::Sum, Min and Max pass on themselves; else the program's own operator.
template <Op kOp, class T>
struct Functor {
  using Type = FixedOp<kOp, T>;
};
template <class T>
struct Functor<Op::sum, T> {
  using Type = ::cuda::std::plus<>;
};
template <class T>
struct Functor<Op::min, T> {
  using Type = ::cuda::minimum<>;
};
template <class T>
struct Functor<Op::max, T> {
  using Type = ::cuda::maximum<>;
};

template <Op kOp, class T>
cudaError_t reduce(void* storage, std::size_t& storage_bytes, const void* input, void* output, std::uint64_t n,
                   cudaStream_t stream) {
  const auto with_count = [&](auto count) {
    return cub::DeviceReduce::Reduce(storage, storage_bytes, static_cast<const T*>(input), static_cast<T*>(output),
                                     count, typename Functor<kOp, T>::Type{}, identity_of<T>(kOp), stream);
  };
  // Its 32-bit form is the faster one: where N fits, the peer shall have it.
  if (n <= std::numeric_limits<std::uint32_t>::max()) return with_count(static_cast<std::uint32_t>(n));
  return with_count(n);
}

using Call = cudaError_t (*)(void*, std::size_t&, const void*, void*, std::uint64_t, cudaStream_t);

template <class T>
Call call_of(Op op) {
  if constexpr (std::is_same_v<T, Point>) {
    return &reduce<Op::farthest, T>;
  } else {
    switch (op) {
      case Op::product:
        return &reduce<Op::product, T>;
      case Op::min:
        return &reduce<Op::min, T>;
      case Op::max:
        return &reduce<Op::max, T>;
      default:
        return &reduce<Op::sum, T>;
    }
  }
}

}  // namespace

CubReduce::CubReduce(Op op, ElementType type, const void* input, void* output, std::uint64_t n)
    : call_(with_type(type, [op]<class T>(TypeTag<T>) { return call_of<T>(op); })),
      input_(input),
      output_(output),
      n_(n) {
  std::size_t bytes = 0;
  check(call_(nullptr, bytes, input_, output_, n_, nullptr), "asking CUB for its temporary storage");
  storage_ = DeviceBuffer<std::byte>(std::max<std::size_t>(bytes, 1));  // without storage CUB only answers its size
}

void CubReduce::queue(cudaStream_t stream) const {
  std::size_t bytes = storage_.bytes();
  check(call_(storage_.data(), bytes, input_, output_, n_, stream), "launching CUB's reduction");
}

}  // namespace lanescope
