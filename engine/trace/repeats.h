// Rows of which some come again and again. Only the first of them are kept, and how often they come: so what a loop
// of a million rounds does takes no more room than two of its rounds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace lanescope {

/// `rows` kept rows from number `begin` on, which come `times` times, one after another.
struct Repeat {
  std::uint64_t begin = 0, rows = 0, times = 1;

  std::uint64_t end() const { return begin + rows; }
  bool has(std::uint64_t kept) const { return begin <= kept && kept < end(); }
  bool operator==(const Repeat&) const = default;
};

/// The repeats of an array, rising and apart from each other. All others of its rows come once.
class Repeats {
 public:
  Repeats() = default;
  explicit Repeats(std::vector<Repeat> list) : list_(std::move(list)) {}

  const std::vector<Repeat>& list() const { return list_; }
  bool empty() const { return list_.empty(); }

  /// Rows of an array of which so many are kept.
  std::uint64_t expanded(std::uint64_t kept) const {
    for (const Repeat& repeat : list_) kept += repeat.rows * (repeat.times - 1);
    return kept;
  }

  /// Where a row is kept, and how often its repeat came before.
  struct Place {
    std::uint64_t kept = 0, round = 0;
  };
  Place place(std::uint64_t row) const {
    std::uint64_t more = 0;
    for (const Repeat& repeat : list_) {
      if (row < repeat.begin + more) break;
      const std::uint64_t inside = row - repeat.begin - more;
      if (repeat.rows == 1 && inside < repeat.times) return {repeat.begin, inside};  // needs no division
      if (inside < repeat.rows * repeat.times) return {repeat.begin + inside % repeat.rows, inside / repeat.rows};
      more += repeat.rows * (repeat.times - 1);
    }
    return {row - more, 0};
  }

  /// How often a kept row comes.
  std::uint64_t times(std::uint64_t kept) const {
    for (const Repeat& repeat : list_)
      if (repeat.has(kept)) return repeat.times;
    return 1;
  }

  /// How often it comes among the first `rows`.
  std::uint64_t times_among(std::uint64_t kept, std::uint64_t rows) const {
    const std::uint64_t first = row_of(kept);
    if (rows <= first) return 0;
    for (const Repeat& repeat : list_)
      if (repeat.has(kept)) return std::min(repeat.times, (rows - first - 1) / repeat.rows + 1);
    return 1;
  }

  /// The row that a kept one is, when it comes for the `round`-th time, from 0.
  std::uint64_t row_of(std::uint64_t kept, std::uint64_t round = 0) const {
    std::uint64_t row = kept;
    for (const Repeat& repeat : list_) {
      if (repeat.end() <= kept)
        row += repeat.rows * (repeat.times - 1);
      else if (repeat.begin <= kept)
        row += repeat.rows * round;
    }
    return row;
  }

  /// Of the rows that a kept one is, the last one up to `row` and the next one, or the nearest two.
  std::array<std::uint64_t, 2> rows_around(std::uint64_t kept, std::int64_t row) const {
    const std::uint64_t before = row < 0 ? 0 : times_among(kept, static_cast<std::uint64_t>(row) + 1);
    const std::uint64_t last = times(kept) - 1;
    return {row_of(kept, std::min(before == 0 ? 0 : before - 1, last)), row_of(kept, std::min(before, last))};
  }

  /// The same of an array with so many elements for each row,
  Repeats times_elements(std::uint64_t elements) const {
    Repeats scaled = *this;
    for (Repeat& repeat : scaled.list_) repeat = {repeat.begin * elements, repeat.rows * elements, repeat.times};
    return scaled;
  }
  /// and of one with so many more before the first.
  Repeats behind(std::uint64_t more) const {
    Repeats moved = *this;
    for (Repeat& repeat : moved.list_) repeat.begin += more;
    return moved;
  }

  bool operator==(const Repeats&) const = default;

 private:
  std::vector<Repeat> list_;
};

/// An array with repeats, which reads like one without.
template <class T>
class Repeating {
 public:
  using value_type = T;

  class Iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = const T&;
    using pointer = const T*;
    using iterator_category = std::random_access_iterator_tag;

    Iterator() = default;
    Iterator(const Repeating* array, std::size_t at) : array_(array), at_(at) {}
    reference operator*() const { return (*array_)[at_]; }
    pointer operator->() const { return &(*array_)[at_]; }
    reference operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator+=(difference_type n) {
      at_ += static_cast<std::size_t>(n);
      return *this;
    }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator operator--(int) { return std::exchange(*this, *this - 1); }
    friend Iterator operator+(Iterator it, difference_type n) { return it += n; }
    friend Iterator operator+(difference_type n, Iterator it) { return it += n; }
    friend Iterator operator-(Iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(Iterator a, Iterator b) {
      return static_cast<difference_type>(a.at_) - static_cast<difference_type>(b.at_);
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }
    auto operator<=>(const Iterator& other) const { return at_ <=> other.at_; }

   private:
    const Repeating* array_ = nullptr;
    std::size_t at_ = 0;
  };
  using iterator = Iterator;
  using const_iterator = Iterator;

  Repeating() = default;
  Repeating(std::vector<T> kept, Repeats repeats = {}) : kept_(std::move(kept)), repeats_(std::move(repeats)) {}
  Repeating(std::initializer_list<T> all) : kept_(all) {}

  std::size_t size() const { return repeats_.expanded(kept_.size()); }
  bool empty() const { return kept_.empty(); }
  const T& operator[](std::size_t i) const { return repeats_.empty() ? kept_[i] : kept_[repeats_.place(i).kept]; }
  const T& front() const { return kept_.front(); }
  const T& back() const { return kept_.back(); }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

  /// Every element, one after another.
  std::vector<T> expanded() const {
    std::vector<T> all;
    all.reserve(size());
    std::size_t done = 0;
    const auto at = [&](std::size_t row) { return kept_.begin() + static_cast<std::ptrdiff_t>(row); };
    for (const Repeat& repeat : repeats_.list()) {
      all.insert(all.end(), at(done), at(repeat.begin));
      for (std::uint64_t i = 0; i < repeat.times; ++i) all.insert(all.end(), at(repeat.begin), at(repeat.end()));
      done = repeat.end();
    }
    all.insert(all.end(), at(done), kept_.end());
    return all;
  }

  const std::vector<T>& kept() const { return kept_; }
  const Repeats& repeats() const { return repeats_; }

  /// Of a row that comes again, all that it is.
  T& operator[](std::size_t i) { return const_cast<T&>(std::as_const(*this)[i]); }
  /// What makes an array longer or another one is for one without repeats.
  void push_back(T value) { kept_.push_back(std::move(value)); }
  T& emplace_back() { return kept_.emplace_back(); }
  template <class From>
  void append(From begin, From end) {
    kept_.insert(kept_.end(), begin, end);
  }
  void resize(std::size_t size, const T& value = {}) { kept_.resize(size, value); }
  void assign(std::size_t size, const T& value) { kept_.assign(size, value); }
  void clear() {
    kept_.clear();
    repeats_ = {};
  }

  /// Of all elements, however they are kept.
  friend bool operator==(const Repeating& a, const Repeating& b) {
    if (a.repeats_ == b.repeats_) return a.kept_ == b.kept_;
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  std::vector<T> kept_;
  Repeats repeats_;
};

}  // namespace lanescope
