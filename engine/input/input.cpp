#include "engine/input/input.h"

#include <algorithm>

#include "engine/base/first_touch.h"
#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/input/input_file.h"
#include "engine/machine/memory.h"
#include "engine/request/catalogue.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

template <class T>
T number(InputKind kind, std::uint64_t seed, std::uint64_t index) {
  constexpr bool kWhole = std::is_same_v<T, std::int32_t>;
  switch (kind) {
    case InputKind::ones:
      return T(1);
    case InputKind::ramp:
      return static_cast<T>(index % 256);
    case InputKind::normal: {
      const double value = normal_double(random_bits(seed, index));
      return static_cast<T>(kWhole ? std::nearbyint(100 * value) : value);
    }
    default:
      break;
  }
  if constexpr (kWhole) {
    return uniform_int(random_bits(seed, index));
  } else if constexpr (std::is_same_v<T, double>) {
    return uniform_double(random_bits(seed, index));
  } else {
    return uniform_float(random_bits(seed, index));
  }
}

}  // namespace

template <class T>
T generated_element(const InputSpec& spec, std::uint64_t index) {
  if constexpr (std::is_same_v<T, Point>) {
    const auto coordinate = [&](unsigned k) { return number<float>(spec.kind, spec.seed, 3 * index + k); };
    return {coordinate(0), coordinate(1), coordinate(2), static_cast<unsigned>(index)};
  } else {
    return number<T>(spec.kind, spec.seed, index);
  }
}

template std::int32_t generated_element(const InputSpec&, std::uint64_t);
template float generated_element(const InputSpec&, std::uint64_t);
template double generated_element(const InputSpec&, std::uint64_t);
template Point generated_element(const InputSpec&, std::uint64_t);

namespace {

template <class T>
void generate(const InputSpec& spec, std::vector<T>& out, Progress& progress) {
  constexpr std::uint64_t kPiece = 1 << 18;
  for_each_piece(out.size(), kPiece, progress, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) out[i] = generated_element<T>(spec, i);
  });
}

/// Arrays one after another, moved to where each begins.
template <class T>
std::vector<T> spread_out(std::vector<T> values, const ArrayLayout& arrays) {
  const std::uint64_t all = arrays.input_elements();
  if (all == values.size()) return values;
  std::vector<T> elements(all);
  auto next = values.begin();
  for (const ArrayPart& part : arrays.inputs) {
    const auto end = next + static_cast<std::ptrdiff_t>(part.size);
    std::copy(next, end, elements.begin() + static_cast<std::ptrdiff_t>(part.begin));
    next = end;
  }
  return elements;
}

bool may_hold_infinities(const RunRequest& request) {
  return !has_array_result(kernel_info(request.kernel).workload) &&
         (request.op == Op::min || request.op == Op::max);
}

template <class T>
Input make_typed(const RunRequest& request, Progress& progress) {
  const ArrayLayout arrays = arrays_of(request);
  if (request.input.kind == InputKind::file) {
    const auto infinities = may_hold_infinities(request) ? Infinities::allowed : Infinities::refused;
    auto values = read_elements<T>(request.input.path, arrays.input_values(), infinities, progress);
    return spread_out(std::move(values), arrays);
  }
  const std::uint64_t all = arrays.input_elements();
  require_memory(static_cast<double>(all) * sizeof(T), request.n, Sentence("an input"));
  auto elements = large_vector<T>(all, progress);
  generate(request.input, elements, progress);
  return elements;
}

}  // namespace

Input make_input(const RunRequest& request, Progress& progress) {
  Input input = with_type(request.type, [&]<class T>(TypeTag<T>) { return make_typed<T>(request, progress); });
  const WorkloadInfo& workload = info_of(kernel_info(request.kernel).workload);
  if (workload.arrange) workload.arrange(input, arrays_of(request), progress);
  return input;
}

std::uint64_t count_elements(const std::string& path, ElementType type) {
  return with_type(type, [&]<class T>(TypeTag<T>) { return count_file_elements<T>(path); });
}

}  // namespace lanescope
