#include <cstring>
#include <string>

#include "engine/core/error.h"
#include "engine/core/ops.h"
#include "engine/cuda/device_arrays.cuh"
#include "engine/cuda/entries.cuh"

namespace lanescope {

namespace {

/// Says how much is there and how much is wanted, which the driver's own message does not.
void check_memory(std::size_t wanted_bytes) {
  std::size_t free_bytes = 0, total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for the GPU's free memory");
  if (wanted_bytes <= free_bytes) return;
  constexpr std::size_t kMib = 1 << 20;
  throw Error(ErrorKind::failed, "The input needs " + std::to_string(wanted_bytes / kMib) +
                                     " MiB of GPU memory, and " + std::to_string(free_bytes / kMib) +
                                     " MiB are free: choose a smaller --n.");
}

}  // namespace

DeviceArrays::DeviceArrays(const Input& input, Op op, bool destroys_input)
    : type_(std::holds_alternative<std::vector<float>>(input) ? ElementType::float32 : ElementType::int32) {
  std::visit(
      [&]<class T>(const std::vector<T>& values) {
        static_assert(sizeof(T) == kElementBytes);
        const std::size_t bytes = values.size() * sizeof(T);
        check_memory(destroys_input ? 2 * bytes : bytes);
        input_ = DeviceBuffer<std::byte>(bytes);
        if (destroys_input) pristine_ = DeviceBuffer<std::byte>(bytes);
        output_ = DeviceBuffer<std::byte>(sizeof(T));
        identity_ = DeviceBuffer<std::byte>(sizeof(T));
        (destroys_input ? pristine_ : input_).upload(values.data());
        const T identity = identity_of<T>(op);
        identity_.upload(&identity);
      },
      input);
}

void DeviceArrays::restore() {
  if (pristine_.data()) {
    check(cudaMemcpyAsync(input_.data(), pristine_.data(), input_.bytes(), cudaMemcpyDeviceToDevice),
          "restoring the input");
  }
  check(cudaMemcpyAsync(output_.data(), identity_.data(), output_.bytes(), cudaMemcpyDeviceToDevice),
        "presetting the output");
}

double DeviceArrays::value() const {
  const auto bytes = output_.download();
  std::int32_t integer;
  float number;
  std::memcpy(&integer, bytes.data(), sizeof(integer));
  std::memcpy(&number, bytes.data(), sizeof(number));
  return type_ == ElementType::float32 ? number : integer;
}

}  // namespace lanescope
