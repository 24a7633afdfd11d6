// Thrust's iterators that stand for elements which are made from a place, or from elements of other iterators.
#pragma once

#include <iterator>
#include <tuple>

#include "lanescope_thrust_elements.hpp"

namespace thrust {

/// `Self` has made(i), what stands at i, and lead(other), how far its place 0 is behind that of another one.
template <class Self, class T, class Reference = T>
class lanescope_made {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Reference;
  explicit lanescope_made(difference_type at = 0) : at_(at) {}
  Reference operator*() const { return self().made(at_); }
  Reference operator[](difference_type n) const { return self().made(at_ + n); }
  Self& operator++() { return *this += 1; }
  Self operator++(int) {
    const Self old = self();
    at_ += 1;
    return old;
  }
  Self& operator--() { return *this += -1; }
  Self& operator+=(difference_type n) { return at_ += n, static_cast<Self&>(*this); }
  Self& operator-=(difference_type n) { return *this += -n; }
  Self operator+(difference_type n) const {
    Self moved = self();
    return moved += n;
  }
  Self operator-(difference_type n) const { return *this + -n; }
  friend Self operator+(difference_type n, const Self& at) { return at + n; }
  difference_type operator-(const Self& other) const { return at_ - other.at_ + self().lead(other); }
  bool operator==(const Self& other) const { return *this - other == 0; }
  bool operator!=(const Self& other) const { return *this - other != 0; }
  bool operator<(const Self& other) const { return *this - other < 0; }
  difference_type lead(const Self&) const { return 0; }
  difference_type at() const { return at_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  difference_type at_;
};

template <class T, class = void>
struct counting_iterator : lanescope_made<counting_iterator<T>, T> {
  counting_iterator(T first = T()) : lanescope_made<counting_iterator, T>(static_cast<std::ptrdiff_t>(first)) {}
  T made(std::ptrdiff_t i) const { return static_cast<T>(i); }
};
template <class T>
struct constant_iterator : lanescope_made<constant_iterator<T>, T> {
  constant_iterator(T value = T(), std::ptrdiff_t at = 0)
      : lanescope_made<constant_iterator, T>(at), value(value) {}
  T made(std::ptrdiff_t) const { return value; }
  T value;
};
struct lanescope_nowhere {
  template <class T>
  const lanescope_nowhere& operator=(const T&) const {
    return *this;
  }
};
struct discard_iterator : lanescope_made<discard_iterator, lanescope_nowhere> {
  discard_iterator(std::ptrdiff_t at = 0) : lanescope_made<discard_iterator, lanescope_nowhere>(at) {}
  lanescope_nowhere made(std::ptrdiff_t) const { return {}; }
};

template <class It>
using lanescope_of = decltype(std::declval<const It&>()[0]);  // what stands there
template <class F, class It,
          class R = std::decay_t<decltype(std::declval<F&>()(std::declval<lanescope_of<It>>()))>, class = void>
struct transform_iterator : lanescope_made<transform_iterator<F, It, R>, std::decay_t<R>> {
  transform_iterator(It base, F function) : base_(base), function(function) {}
  std::decay_t<R> made(std::ptrdiff_t i) const { return function(base_[i]); }
  std::ptrdiff_t lead(const transform_iterator& other) const { return base_ - other.base_; }
  It base() const { return base_ + this->at(); }
  It base_;
  mutable F function;  // whose operator() need not be const
};
template <class Elements, class Indices>
struct permutation_iterator
    : lanescope_made<permutation_iterator<Elements, Indices>, typename std::iterator_traits<Elements>::value_type,
                     lanescope_of<Elements>> {
  permutation_iterator(Elements elements, Indices indices) : elements(elements), indices(indices) {}
  lanescope_of<Elements> made(std::ptrdiff_t i) const { return elements[indices[i]]; }
  std::ptrdiff_t lead(const permutation_iterator& other) const { return indices - other.indices; }
  Elements elements;
  Indices indices;
};
template <class It>
struct reverse_iterator
    : lanescope_made<reverse_iterator<It>, typename std::iterator_traits<It>::value_type, lanescope_of<It>> {
  explicit reverse_iterator(It end) : end(end) {}
  lanescope_of<It> made(std::ptrdiff_t i) const { return end[-1 - i]; }
  std::ptrdiff_t lead(const reverse_iterator& other) const { return other.end - end; }
  It base() const { return end - this->at(); }
  It end;
};
/// What is written there is written as what a function makes of it.
template <class F, class It>
struct lanescope_written_through {
  template <class T>
  const lanescope_written_through& operator=(const T& value) const {
    return at[0] = function(value), *this;
  }
  It at;
  mutable F function;
};
template <class F, class It>
struct transform_output_iterator
    : lanescope_made<transform_output_iterator<F, It>, lanescope_nowhere, lanescope_written_through<F, It>> {
  transform_output_iterator(It base, F function) : base(base), function(function) {}
  lanescope_written_through<F, It> made(std::ptrdiff_t i) const { return {base + i, function}; }
  std::ptrdiff_t lead(const transform_output_iterator& other) const { return base - other.base; }
  It base;
  F function;
};
template <class Tuple>
struct zip_iterator;
template <class... Its>
struct zip_iterator<std::tuple<Its...>>
    : lanescope_made<zip_iterator<std::tuple<Its...>>,
                     std::tuple<typename std::iterator_traits<Its>::value_type...>,
                     std::tuple<lanescope_of<Its>...>> {
  zip_iterator() = default;
  zip_iterator(const std::tuple<Its...>& bases) : bases(bases) {}
  explicit zip_iterator(Its... bases) : bases(bases...) {}
  std::tuple<lanescope_of<Its>...> made(std::ptrdiff_t i) const {
    return std::apply([i](const Its&... base) { return std::tuple<lanescope_of<Its>...>(base[i]...); }, bases);
  }
  std::ptrdiff_t lead(const zip_iterator& other) const { return std::get<0>(bases) - std::get<0>(other.bases); }
  std::tuple<Its...> get_iterator_tuple() const {
    return std::apply([this](const Its&... base) { return std::tuple<Its...>(base + this->at()...); }, bases);
  }
  std::tuple<Its...> bases;
};

template <class T>
counting_iterator<T> make_counting_iterator(T first) {
  return {first};
}
template <class T>
constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t at = 0) {
  return {value, at};
}
inline discard_iterator make_discard_iterator(std::ptrdiff_t at = 0) { return {at}; }
template <class It, class F>
transform_iterator<F, It> make_transform_iterator(It base, F function) {
  return {base, function};
}
template <class It, class F>
transform_output_iterator<F, It> make_transform_output_iterator(It base, F function) {
  return {base, function};
}
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) {
  return {elements, indices};
}
template <class It>
reverse_iterator<It> make_reverse_iterator(It end) {
  return reverse_iterator<It>(end);
}
template <class... Its>
zip_iterator<std::tuple<Its...>> make_zip_iterator(const std::tuple<Its...>& bases) {
  return {bases};
}
template <class A, class B, class... Its, class = typename std::iterator_traits<A>::value_type>
zip_iterator<std::tuple<A, B, Its...>> make_zip_iterator(A a, B b, Its... more) {
  return {std::tuple<A, B, Its...>(a, b, more...)};
}

// --- the same where an algorithm reaches the elements ---
template <class It>
It lanescope_raw(It at) {
  return at;
}
template <class T>
T* lanescope_raw(device_ptr<T> at) {
  return at.get();
}
template <class F, class It, class R>
auto lanescope_raw(transform_iterator<F, It, R> at);
template <class Elements, class Indices>
auto lanescope_raw(permutation_iterator<Elements, Indices> at);
template <class It>
auto lanescope_raw(reverse_iterator<It> at);
template <class F, class It>
auto lanescope_raw(transform_output_iterator<F, It> at);
template <class... Its>
auto lanescope_raw(zip_iterator<std::tuple<Its...>> at);

template <class F, class It, class R>
auto lanescope_raw(transform_iterator<F, It, R> at) {
  using Raw = decltype(lanescope_raw(at.base_));
  return transform_iterator<F, Raw, R>(lanescope_raw(at.base_), at.function) + at.at();
}
template <class Elements, class Indices>
auto lanescope_raw(permutation_iterator<Elements, Indices> at) {
  return thrust::make_permutation_iterator(lanescope_raw(at.elements), lanescope_raw(at.indices)) + at.at();
}
template <class It>
auto lanescope_raw(reverse_iterator<It> at) {
  return thrust::make_reverse_iterator(lanescope_raw(at.end)) + at.at();
}
template <class F, class It>
auto lanescope_raw(transform_output_iterator<F, It> at) {
  return thrust::make_transform_output_iterator(lanescope_raw(at.base), at.function) + at.at();
}
template <class... Its>
auto lanescope_raw(zip_iterator<std::tuple<Its...>> at) {
  return std::apply(
      [&](const Its&... base) {
        return thrust::make_zip_iterator(std::make_tuple(lanescope_raw(base)...)) + at.at();
      },
      at.bases);
}

}  // namespace thrust
