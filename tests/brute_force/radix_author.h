// The launches of a radix sort as plain lists of warp instructions and steps. Where keys go is told by stable sorts
// of the input, not by the kernels' counting.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "tests/brute_force/brute_force_author.h"

namespace lanescope::testing {

class RadixAuthor {
 public:
  /// `input`: the keys of the run. Those of a pass are in the order of all bits below its own.
  RadixAuthor(const LaunchConfig& launch, const std::vector<double>& input) : launch_(launch) {
    for (const double key : input)
      keys_.push_back(static_cast<std::uint32_t>(static_cast<std::int32_t>(key)) ^ 0x80000000u);
    const std::uint32_t below = (1u << launch.first_bit) - 1;
    std::stable_sort(keys_.begin(), keys_.end(), [&](auto a, auto b) { return (a & below) < (b & below); });
  }

  Program write(std::string_view entry) {
    if (entry == "radix_bits") bits();
    if (entry == "radix_scatter_bits") scatter_bits();
    if (entry == "radix_sort_section") sort_section();
    if (entry == "radix_sort_section_coarsened") sort_section_coarsened();
    if (entry == "radix_scatter") scatter();
    return std::move(program_);
  }

 private:
  static constexpr unsigned kDigits = 16, kBits = 4;

  void access(AccessKind kind, const Where& where) {
    program_.accesses.push_back({kind, where, 0, program_.steps.size()});
  }
  void step(Phase phase, std::uint64_t stride, const Where& active) {
    program_.steps.push_back({phase, static_cast<std::uint32_t>(stride), [=](std::uint64_t block, unsigned thread) {
                                return active(block, thread).has_value();
                              }});
  }
  static Where all(const std::function<std::uint64_t(unsigned thread)>& at) {
    return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> { return at(thread); };
  }
  /// Of those threads that have an element, what `at` makes of the block and the element's place in the section.
  static Where of(const Where& element, unsigned size,
                  const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& at) {
    return [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const auto i = element(block, thread);
      if (!i) return std::nullopt;
      return at(block, *i - block * size);
    };
  }

  unsigned threads() const { return launch_.block_dim; }
  unsigned size() const { return launch_.elements_per_block; }
  Where key_of_round(unsigned k) const {
    return [k, launch = launch_](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
      const std::uint64_t i = block * launch.elements_per_block + std::uint64_t{k} * launch.block_dim + thread;
      if (i >= launch.n) return std::nullopt;
      return i;
    };
  }
  static Where digit_of_round(unsigned first, std::uint64_t base = 0) {
    return [=](std::uint64_t, unsigned thread) -> std::optional<std::uint64_t> {
      if (first + thread >= kDigits) return std::nullopt;
      return base + first + thread;
    };
  }

  std::uint32_t digit(std::uint32_t key, unsigned bits) const {
    return key >> launch_.first_bit & ((1u << bits) - 1);
  }
  /// Numbers of keys from `begin` to `end`, sorted by the lowest `bits` of the digit; there are no keys behind the
  /// last.
  std::vector<std::uint64_t> order(std::uint64_t begin, std::uint64_t end, unsigned bits) const {
    std::vector<std::uint64_t> numbers(end - begin);
    std::iota(numbers.begin(), numbers.end(), begin);
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](auto a, auto b) { return digit(key(a), bits) < digit(key(b), bits); });
    return numbers;
  }
  std::uint32_t key(std::uint64_t number) const { return number < keys_.size() ? keys_[number] : 0xffffffffu; }
  const std::vector<std::uint64_t>& section(std::uint64_t block, unsigned bits) const {
    auto& known = (*sections_)[{block, bits}];
    if (known.empty()) known = order(block * size(), (block + 1) * size(), bits);
    return known;
  }
  /// Where the key at place `k` of a section that is sorted by so many bits stands after one more.
  std::uint64_t next_place(std::uint64_t block, std::uint64_t k, unsigned bits) const {
    const auto& next = section(block, bits + 1);
    const std::uint64_t number = section(block, bits)[k];
    return static_cast<std::uint64_t>(std::find(next.begin(), next.end(), number) - next.begin());
  }

  void bits() {
    step(Phase::own, 0, key_of_round(0));
    access(AccessKind::global_load, key_of_round(0));
    access(AccessKind::global_store, key_of_round(0));
  }
  void scatter_bits() {
    const Where own = key_of_round(0);
    const auto sorted = order(0, launch_.n, 1);
    step(Phase::own, 0, own);
    access(AccessKind::global_load, own);
    access(AccessKind::global_load, own);
    access(AccessKind::global_load, of(own, size(), [n = launch_.n](auto, auto) { return n - 1; }));
    access(AccessKind::global_store, of(own, size(), [sorted, size = size()](auto block, auto k) {
             return std::find(sorted.begin(), sorted.end(), block * size + k) - sorted.begin();
           }));
  }

  /// Kogge and Stone over a number a thread, at `base`.
  void scan_ones(unsigned base) {
    access(AccessKind::shared_store, all([=](unsigned t) { return base + t; }));
    for (unsigned stride = 1; stride < threads(); stride *= 2) {
      const auto after = [=](unsigned distance) -> Where {
        return [=](std::uint64_t, unsigned t) -> std::optional<std::uint64_t> {
          if (t < stride) return std::nullopt;
          return base + t - distance;
        };
      };
      step(Phase::exchange, stride, after(0));
      access(AccessKind::shared_load, after(stride));
      access(AccessKind::shared_store, after(0));
    }
    step(Phase::load, 0, all([](unsigned) { return 0; }));
    access(AccessKind::shared_load, all([last = base + threads() - 1](unsigned) { return last; }));
  }
  /// Counts, which begin at `base` of shared memory, of the section's keys as they are sorted.
  void count_digits(unsigned base, bool from_shared) {
    for (unsigned first = 0; first < kDigits; first += threads()) {
      step(Phase::load, first, digit_of_round(first));
      access(AccessKind::shared_store, digit_of_round(first, base));
    }
    for (unsigned k = 0; k < size() / threads(); ++k) {
      const Where own = key_of_round(k);
      step(Phase::own, std::uint64_t{k} * threads(), own);
      if (from_shared) access(AccessKind::shared_load, of(own, size(), [](auto, auto place) { return place; }));
      access(AccessKind::shared_atomic, of(own, size(), [this, base](auto block, auto place) {
               return base + digit(key(section(block, kBits)[place]), kBits);
             }));
      access(AccessKind::global_store, own);
    }
    for (unsigned first = 0; first < kDigits; first += threads()) {
      step(Phase::commit, first, digit_of_round(first));
      access(AccessKind::shared_load, digit_of_round(first, base));
      access(AccessKind::global_store,
             [=, grid = launch_.grid_dim](std::uint64_t block, unsigned t) -> std::optional<std::uint64_t> {
               if (first + t >= kDigits) return std::nullopt;
               return (first + t) * grid + block;
             });
    }
  }

  void sort_section() {
    step(Phase::load, 0, key_of_round(0));
    access(AccessKind::global_load, key_of_round(0));
    for (unsigned bit = 0; bit < kBits; ++bit) {
      scan_ones(0);
      step(Phase::exchange, 0, all([](unsigned) { return 0; }));
      access(AccessKind::shared_store,
             [this, bit](std::uint64_t block, unsigned t) -> std::optional<std::uint64_t> {
               return next_place(block, t, bit);
             });
      step(Phase::load, 0, all([](unsigned) { return 0; }));
      access(AccessKind::shared_load, all([](unsigned t) { return t; }));
    }
    count_digits(size(), false);
  }

  void sort_section_coarsened() {
    const unsigned factor = launch_.coarse_factor;
    for (unsigned k = 0; k < factor; ++k) {
      step(Phase::load, 0, key_of_round(k));
      access(AccessKind::global_load, key_of_round(k));
      access(AccessKind::shared_store, all([=, this](unsigned t) { return k * threads() + t; }));
    }
    for (unsigned bit = 0; bit < kBits; ++bit) {
      const unsigned from = bit % 2 ? size() : 0, to = size() - from;
      const auto own = [=](unsigned c) { return all([=](unsigned t) { return from + factor * t + c; }); };
      for (unsigned c = 0; c < factor; ++c) {
        step(Phase::own, c, own(c));
        access(AccessKind::shared_load, own(c));
      }
      scan_ones(2 * size());
      for (unsigned c = 0; c < factor; ++c) {
        step(Phase::exchange, 0, own(c));
        access(AccessKind::shared_load, own(c));
        access(AccessKind::shared_store,
               [=, this](std::uint64_t block, unsigned t) -> std::optional<std::uint64_t> {
                 return to + next_place(block, factor * t + c, bit);
               });
      }
    }
    count_digits(2 * size() + threads(), true);
  }

  void scatter() {
    const unsigned rounds = size() / threads();
    const auto sorted = order(0, launch_.n, kBits);
    const auto digit_at = [this](std::uint64_t block, std::uint64_t place) {
      return digit(key(section(block, kBits)[place]), kBits);
    };
    for (unsigned k = 0; k < rounds; ++k) {
      step(Phase::load, 0, key_of_round(k));
      access(AccessKind::global_load, key_of_round(k));
      access(AccessKind::shared_store, of(key_of_round(k), size(), [](auto, auto place) { return place; }));
    }
    for (unsigned first = 0; first < kDigits; first += threads()) {
      step(Phase::load, first, digit_of_round(first));
      access(AccessKind::global_load,
             [=, grid = launch_.grid_dim](std::uint64_t block, unsigned t) -> std::optional<std::uint64_t> {
               const std::uint64_t at = (first + t) * grid + block;
               if (first + t >= kDigits || at == 0) return std::nullopt;
               return at - 1;
             });
      access(AccessKind::shared_store, digit_of_round(first, size()));
    }
    const auto if_new = [=](const Where& element, unsigned size, auto is_wanted, auto at) -> Where {
      return [=](std::uint64_t block, unsigned thread) -> std::optional<std::uint64_t> {
        const auto i = element(block, thread);
        if (!i || !is_wanted(block, *i - block * size)) return std::nullopt;
        return at(block, *i - block * size);
      };
    };
    for (unsigned k = 0; k < rounds; ++k) {
      const Where own = key_of_round(k);
      step(Phase::search, 1, own);
      access(AccessKind::shared_load, of(own, size(), [](auto, auto place) { return place; }));
      access(AccessKind::shared_load, if_new(
                                          own, size(), [](auto, auto place) { return place > 0; },
                                          [](auto, auto place) { return place - 1; }));
      access(AccessKind::shared_store,
             if_new(
                 own, size(),
                 [=](auto block, auto place) {
                   return place == 0 || digit_at(block, place) != digit_at(block, place - 1);
                 },
                 [=, this](auto block, auto place) { return size() + kDigits + digit_at(block, place); }));
    }
    for (unsigned k = 0; k < rounds; ++k) {
      const Where own = key_of_round(k);
      step(Phase::commit, std::uint64_t{k} * threads(), own);
      access(AccessKind::shared_load, of(own, size(), [](auto, auto place) { return place; }));
      for (const unsigned base : {size() + kDigits, size()})
        access(AccessKind::shared_load,
               of(own, size(), [=](auto block, auto place) { return base + digit_at(block, place); }));
      access(AccessKind::global_store, of(own, size(), [=, this](auto block, auto place) {
               const std::uint64_t number = section(block, kBits)[place];
               return std::find(sorted.begin(), sorted.end(), number) - sorted.begin();
             }));
    }
  }

  const LaunchConfig launch_;
  std::vector<std::uint32_t> keys_;
  using Sections = std::map<std::pair<std::uint64_t, unsigned>, std::vector<std::uint64_t>>;
  std::shared_ptr<Sections> sections_ = std::make_shared<Sections>();
  Program program_;
};

}  // namespace lanescope::testing
