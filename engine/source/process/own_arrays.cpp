#include "engine/source/own_arrays.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/base/random.h"
#include "engine/request/parameter_names.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kGap = 1 << 20;  // between arrays: an index a little outside is outside of all

/// The numbers below `n`.
std::vector<std::uint32_t> shuffled(std::uint64_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> numbers(std::clamp<std::uint64_t>(n, 1, std::numeric_limits<std::uint32_t>::max()));
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (std::size_t k = numbers.size() - 1; k > 0; --k)
    std::swap(numbers[k], numbers[random_bits(seed, k) % (k + 1)]);
  return numbers;
}

}  // namespace

OwnArrays::OwnArrays(const RunRequest& request, const LaunchConfig& launch, const Input& input)
    : request_(request),
      launch_(launch),
      is_free_(kernel_info(request.kernel).own->is_free),
      arguments_(bind_arguments(kernel_info(request.kernel), request, launch)) {
  place();
  descriptor_ = shared_memory("lanescope arrays", bytes_);
  memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.number(), 0);
  if (memory_ == MAP_FAILED)
    throw Error(ErrorKind::failed, Sentence("The memory of the kernel's arrays cannot be had."));
  std::visit([&](const auto& values) { fill(values); }, input);
}

OwnArrays::~OwnArrays() {
  munmap(memory_, bytes_);
}

void OwnArrays::place() {
  bytes_ = kGap;
  for (const OwnArray& array : arguments_.arrays) {
    // What blocks of a reduction do not write counts as the identity, and what they update is zero before.
    const bool is_preset =
        is_free_ || !has_array_result(launch_.workload) || info_of(launch_.workload).values_place;
    const unsigned width = array.element_bytes != 0 ? array.element_bytes : element_bytes(request_.type);
    places_.push_back({array.id, array.name, bytes_, array.elements * width, width,
                       array.is_input || (is_preset && array.is_preset)});
    bytes_ = (bytes_ + array.elements * width + 2 * kGap - 1) / kGap * kGap;
  }
}

/// Of an array of `count` elements that one.
std::function<std::uint64_t(std::uint64_t)> OwnArrays::whole_numbers(const OwnArray& array,
                                                                     std::uint64_t count) const {
  const std::uint64_t below = arguments_.whole_below, seed = seed_of(array);
  if (array.fill == ArrayFill::sorted)
    return [=, step = static_cast<double>(below) / static_cast<double>(count)](std::uint64_t k) {
      return static_cast<std::uint64_t>(step * static_cast<double>(k));
    };
  if (array.fill == ArrayFill::places)
    return [places = shuffled(launch_.n, seed)](std::uint64_t k) { return places[k % places.size()]; };
  constexpr std::uint64_t kLetters = 26, kSevenBits = 0x7f;
  const bool is_character = array.element_bytes == 1 && array.kind == OwnKind::whole;
  if (array.element_bytes == 1 && is_called_characters(array.name))
    return [=](std::uint64_t k) { return 'a' + random_bits(seed, k) % kLetters; };
  // A quarter are zero, as flags and marks are that a kernel asks for.
  return [=](std::uint64_t k) {
    const std::uint64_t random = random_bits(seed, k), number = random >> 62 == 0 ? 0 : random % below;
    return is_character ? number & kSevenBits : number;
  };
}

/// Numbers of a kernel that is not judged, uniform ones or as its argument says: fractions in [0, 1), and whole
/// numbers that may be indices. False: of elements that are neither.
bool OwnArrays::fill_by_kind(const OwnArray& array, char* place, std::uint64_t bytes) const {
  const std::uint64_t seed = seed_of(array);
  const unsigned width = array.element_bytes / array.parts;
  const bool is_real = array.kind == OwnKind::real && (width == 4 || width == 8);
  const bool is_whole = array.kind == OwnKind::whole || array.kind == OwnKind::unsigned_whole;
  const bool is_said = array.fill != ArrayFill::as_input;
  const bool are_ones = is_said ? array.fill == ArrayFill::ones : request_.input.kind == InputKind::ones;
  const bool is_generated = request_.input.kind == InputKind::uniform || is_said || are_ones;
  if (!is_generated || width > 8 || !(is_real || is_whole)) return false;
  const std::uint64_t count = bytes / width;
  const auto number = whole_numbers(array, count);
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t whole = are_ones ? 1 : array.fill == ArrayFill::empties ? ~std::uint64_t{0} : number(k);
    const double share = static_cast<double>(k) / static_cast<double>(count);
    const std::uint64_t random = random_bits(seed, k);
    const float single = are_ones ? 1 : is_said ? static_cast<float>(share) : uniform_float(random);
    const double exact = are_ones ? 1 : is_said ? share : uniform_double(random);
    std::memcpy(place + k * width,
                is_whole     ? static_cast<const void*>(&whole)
                : width == 4 ? static_cast<const void*>(&single)
                             : static_cast<const void*>(&exact),
                width);
  }
  return true;
}

/// Whole numbers from 0 to N, as they say where rows of 0, 1 or 2 elements begin; the last row has what is left.
void OwnArrays::fill_ascending(const OwnArray& array, char* place, std::uint64_t bytes) const {
  constexpr std::uint64_t kWidths = 3;
  const unsigned width = std::min(array.element_bytes / array.parts, 8u);
  const std::uint64_t count = bytes / width;
  for (std::uint64_t k = 0, begin = 0; k < count; ++k) {
    if (k + 1 == count) begin = launch_.n;
    std::memcpy(place + k * width, &begin, width);
    begin = std::min(begin + random_bits(request_.input.seed, k) % kWidths, launch_.n);
  }
}

template <class T>
void OwnArrays::fill(const std::vector<T>& input) {
  const ArrayLayout layout = arrays_of(launch_, sizeof(T));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const OwnArray& array = arguments_.arrays[i];
    char* place = at(places_[i].begin);
    for (unsigned k = 0; k < layout.inputs.size(); ++k)
      if (!is_free_ && array.is_input && array.id == input_array(k))
        std::memcpy(place, input.data() + layout.inputs[k].begin, layout.inputs[k].size * sizeof(T));
    if (array.fill == ArrayFill::zeros) continue;  // as the memory begins
    if (array.ascends)
      fill_ascending(array, place, places_[i].bytes);
    else if (is_free_ && array.is_input && !fill_by_kind(array, place, places_[i].bytes))
      for (std::uint64_t k = 0; k < places_[i].bytes / sizeof(T) && !input.empty(); ++k)
        std::memcpy(place + k * sizeof(T), &input[k % input.size()], sizeof(T));
    const T identity = identity_of<T>(request_.op);
    if (!is_free_ && !array.is_input && !has_array_result(launch_.workload))
      for (std::uint64_t k = 0; k < array.elements; ++k) std::memcpy(place + k * sizeof(T), &identity, sizeof(T));
    T left = identity;
    std::memset(static_cast<void*>(&left), 0x3f, sizeof left);
    for (std::uint64_t k = 0; !array.is_preset && k < places_[i].bytes / sizeof(T); ++k)  // elements may be smaller
      std::memcpy(place + k * sizeof(T), &left, sizeof(T));
  }
}

template <class T>
Reduced OwnArrays::result_of() const {
  const auto output = std::find_if(arguments_.arrays.begin(), arguments_.arrays.end(),
                                   [](const OwnArray& one) { return one.is_output; });
  const auto& placed = places_[static_cast<std::size_t>(output - arguments_.arrays.begin())];
  const char* place = at(placed.begin);
  std::vector<T> values(std::min(output->elements, placed.bytes / sizeof(T)));
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), place, values.size() * sizeof(T));
  if (has_array_result(launch_.workload)) {
    const auto all = std::make_shared<Values>(std::move(values));
    return {checksum(*all), std::nullopt, all};
  }
  T result = values.empty() ? identity_of<T>(request_.op) : values.front();
  for (std::size_t i = 1; !request_.own.result_in_first && !output->is_input && i < values.size(); ++i)
    result = apply_op(request_.op, result, values[i]);
  return reduced(result);
}

void OwnArrays::put_into(KernelJob& job) const {
  job.arguments = arguments_.values;
  job.arrays = places_;
  job.memory_bytes = bytes_;
}

Reduced OwnArrays::result() const {
  return with_type(request_.type, [&]<class T>(TypeTag<T>) { return result_of<T>(); });
}

}  // namespace lanescope
