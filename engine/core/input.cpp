#include "engine/core/input.h"

#include <fmt/format.h>
#include <unistd.h>

#include "engine/core/input_file.h"
#include "engine/core/parallel.h"
#include "engine/core/random.h"

namespace lanescope {
namespace {

template <class T>
T element(InputKind kind, std::uint64_t seed, std::uint64_t index) {
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
  } else {
    return uniform_float(random_bits(seed, index));
  }
}

template <class T>
void generate(const InputSpec& spec, std::vector<T>& out, Progress& progress) {
  constexpr std::uint64_t kPiece = 1 << 18;
  for_each_piece(out.size(), kPiece, progress, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) out[i] = element<T>(spec.kind, spec.seed, i);
  });
}

/// Refuses before the machine starts to swap, or the system ends the program without a word.
void check_memory(std::uint64_t n, std::uint64_t element_bytes) {
  const auto physical = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  const double needed = static_cast<double>(n) * static_cast<double>(element_bytes);
  if (physical <= 0 || needed <= physical) return;
  throw Error(ErrorKind::usage,
              fmt::format("--n is {}; such an input takes {:.1f} GiB and this machine has {:.1f} GiB "
                          "of memory.",
                          n, needed / 0x1p30, physical / 0x1p30));
}

template <class T>
Input make_typed(const RunRequest& request, Progress& progress) {
  if (request.input.kind == InputKind::file) return read_elements<T>(request.input.path, request.n, progress);
  check_memory(request.n, sizeof(T));
  std::vector<T> elements(request.n);
  generate(request.input, elements, progress);
  return elements;
}

}  // namespace

Input make_input(const RunRequest& request, Progress& progress) {
  return request.type == ElementType::int32 ? make_typed<std::int32_t>(request, progress)
                                            : make_typed<float>(request, progress);
}

std::uint64_t count_elements(const std::string& path, ElementType type) {
  return type == ElementType::int32 ? count_file_elements<std::int32_t>(path) : count_file_elements<float>(path);
}

}  // namespace lanescope
