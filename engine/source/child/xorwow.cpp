#include "engine/source/child/xorwow.h"

#include <bit>
#include <cstddef>
#include <mutex>

namespace lanescope {
namespace {

constexpr unsigned kWordBits = 32, kBits = kWordBits * std::tuple_size_v<XorwowWords>;
constexpr unsigned kSequenceLog2 = 67;  // words from the beginning of a sequence to that of the next one

/// Column i: what becomes of bit i.
using Matrix = std::array<XorwowWords, kBits>;

XorwowWords product(const Matrix& matrix, const XorwowWords& words) {
  XorwowWords sum{};
  for (std::size_t word = 0; word < words.size(); ++word)
    for (std::uint32_t left = words[word]; left != 0; left &= left - 1) {
      const XorwowWords& column = matrix[word * kWordBits + static_cast<unsigned>(std::countr_zero(left))];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] ^= column[i];
    }
  return sum;
}

XorwowWords next(const XorwowWords& v) {
  const std::uint32_t t = v[0] ^ v[0] >> 2;
  return {v[1], v[2], v[3], v[4], v[4] ^ v[4] << 4 ^ t ^ t << 1};
}

/// The matrices of 1, 2, 4, 8 ... words, each made when it is first needed: a process may never need one.
class Powers {
 public:
  const Matrix& of(unsigned log2) {
    const std::lock_guard lock(mutex_);
    for (; made_ <= log2; ++made_)
      for (unsigned bit = 0; bit < kBits; ++bit) {
        XorwowWords& column = matrices_[made_][bit];
        column[bit / kWordBits] = 1u << bit % kWordBits;
        column = made_ == 0 ? next(column) : product(matrices_[made_ - 1], matrices_[made_ - 1][bit]);
      }
    return matrices_[log2];
  }

 private:
  static constexpr unsigned kMost = kSequenceLog2 + 64;
  std::mutex mutex_;
  unsigned made_ = 0;
  std::array<Matrix, kMost> matrices_{};
};

}  // namespace

void skip_xorwow(XorwowWords& words, std::uint64_t sequences, std::uint64_t count) {
  static Powers powers;
  for (; sequences != 0; sequences &= sequences - 1)
    words = product(powers.of(kSequenceLog2 + static_cast<unsigned>(std::countr_zero(sequences))), words);
  for (; count != 0; count &= count - 1)
    words = product(powers.of(static_cast<unsigned>(std::countr_zero(count))), words);
}

}  // namespace lanescope
