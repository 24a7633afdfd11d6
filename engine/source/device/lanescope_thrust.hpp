// Thrust, as courses use it: vectors and algorithms of the host over the arrays of the device. An algorithm is no launch: it
// takes its ranges to the host, does there what the standard library does, and puts back what changed. So functions that follow
// pointers into an array of the device end with a sentence.
#pragma once

#include <algorithm>
#include <complex>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "lanescope_cuda.hpp"

#define THRUST_VERSION 200400
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 4

namespace thrust {

// --- names of the standard library ---
using std::complex;
using std::distance;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::advance;
using std::minstd_rand;
using default_random_engine = std::minstd_rand;
namespace random {
using std::minstd_rand;
using std::normal_distribution;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using default_random_engine = std::minstd_rand;
}  // namespace random
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

#define LANESCOPE_FUNCTOR(NAME, RESULT, VALUE)               \
  template <class T = void>                                  \
  struct NAME {                                              \
    RESULT operator()(const T& a, const T& b) const { return VALUE; } \
  };                                                         \
  template <>                                                \
  struct NAME<void> {                                        \
    template <class A, class B>                              \
    auto operator()(const A& a, const B& b) const { return VALUE; } \
  };
LANESCOPE_FUNCTOR(plus, T, a + b)
LANESCOPE_FUNCTOR(minus, T, a - b)
LANESCOPE_FUNCTOR(multiplies, T, a* b)
LANESCOPE_FUNCTOR(divides, T, a / b)
LANESCOPE_FUNCTOR(modulus, T, a % b)
LANESCOPE_FUNCTOR(maximum, T, a < b ? b : a)
LANESCOPE_FUNCTOR(minimum, T, b < a ? b : a)
LANESCOPE_FUNCTOR(equal_to, bool, a == b)
LANESCOPE_FUNCTOR(not_equal_to, bool, a != b)
LANESCOPE_FUNCTOR(less, bool, a < b)
LANESCOPE_FUNCTOR(less_equal, bool, a <= b)
LANESCOPE_FUNCTOR(greater, bool, a > b)
LANESCOPE_FUNCTOR(greater_equal, bool, a >= b)
LANESCOPE_FUNCTOR(logical_and, bool, a&& b)
LANESCOPE_FUNCTOR(logical_or, bool, a || b)
LANESCOPE_FUNCTOR(bit_and, T, a& b)
LANESCOPE_FUNCTOR(bit_or, T, a | b)
LANESCOPE_FUNCTOR(bit_xor, T, a ^ b)
#undef LANESCOPE_FUNCTOR
template <class T = void>
struct negate {
  T operator()(const T& a) const { return -a; }
};
template <class T = void>
struct square {
  T operator()(const T& a) const { return a * a; }
};
template <class T = void>
struct identity {
  const T& operator()(const T& a) const { return a; }
};
template <class T = void>
struct logical_not {
  bool operator()(const T& a) const { return !a; }
};
template <class A, class R>
struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R>
struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};

// --- where algorithms run: here, whatever is asked for ---
struct execution_policy {
  template <class... A>
  execution_policy on(A...) const { return {}; }
  template <class... A>
  execution_policy operator()(A&&...) const { return {}; }
};
inline constexpr execution_policy device, host, seq;
namespace cuda {
inline constexpr execution_policy par, par_nosync;
}
namespace system::cuda {
inline constexpr execution_policy par;
}

// --- elements of the device ---
template <class T>
void lanescope_fetch(T* to, const T* from, std::size_t count) {
  if (count > 0 && lanescope_copy(to, from, count * sizeof(T), 0) != 0) throw std::runtime_error("Thrust: an array ends before the range");
}
template <class T>
class device_ptr;
template <class T>
class device_reference {
 public:
  explicit device_reference(T* place) : place_(place) {}
  device_reference(const device_reference&) = default;
  operator std::remove_const_t<T>() const {
    std::remove_const_t<T> value;
    lanescope_fetch(&value, const_cast<const std::remove_const_t<T>*>(place_), 1);
    return value;
  }
  const device_reference& operator=(const T& value) const {
    lanescope_fetch(place_, &value, 1);
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const { return *this = static_cast<T>(other); }
  device_ptr<T> operator&() const { return device_ptr<T>(place_); }
#define LANESCOPE_UPDATE(SIGN) \
  template <class V>           \
  const device_reference& operator SIGN##=(const V& value) const { return *this = static_cast<T>(static_cast<T>(*this) SIGN value); }
  LANESCOPE_UPDATE(+) LANESCOPE_UPDATE(-) LANESCOPE_UPDATE(*) LANESCOPE_UPDATE(/)
#undef LANESCOPE_UPDATE
  const device_reference& operator++() const { return *this += 1; }
  template <class S>
  friend S& operator<<(S& stream, const device_reference& one) { return stream << static_cast<std::remove_const_t<T>>(one), stream; }

 private:
  T* place_;
};

template <class T>
class device_ptr {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* place) : place_(place) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : place_(other.get()) {}
  T* get() const { return place_; }
  reference operator*() const { return reference(place_); }
  reference operator[](difference_type i) const { return reference(place_ + i); }
  device_ptr& operator++() { return ++place_, *this; }
  device_ptr operator++(int) { return device_ptr(place_++); }
  device_ptr& operator--() { return --place_, *this; }
  device_ptr& operator+=(difference_type n) { return place_ += n, *this; }
  device_ptr& operator-=(difference_type n) { return place_ -= n, *this; }
  device_ptr operator+(difference_type n) const { return device_ptr(place_ + n); }
  device_ptr operator-(difference_type n) const { return device_ptr(place_ - n); }
  difference_type operator-(const device_ptr& other) const { return place_ - other.place_; }
  bool operator==(const device_ptr& other) const { return place_ == other.place_; }
  bool operator!=(const device_ptr& other) const { return place_ != other.place_; }
  bool operator<(const device_ptr& other) const { return place_ < other.place_; }
  explicit operator bool() const { return place_ != nullptr; }

 private:
  T* place_ = nullptr;
};
template <class T>
device_ptr<T> device_pointer_cast(T* place) { return device_ptr<T>(place); }
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& place) { return place; }
template <class T>
T* raw_pointer_cast(const device_ptr<T>& place) { return place.get(); }
template <class T>
T* raw_pointer_cast(T* place) { return place; }
template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* place = nullptr;
  if (lanescope_allocate(&place, count * sizeof(T), 0) != 0) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(place));
}
template <class T>
void device_free(device_ptr<T> place) { lanescope_free(place.get()); }

// --- iterators without memory ---
/// `Self` has made(i), what stands at i.
template <class Self, class T>
class lanescope_made {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;
  explicit lanescope_made(difference_type at) : at_(at) {}
  T operator*() const { return self().made(at_); }
  T operator[](difference_type n) const { return self().made(at_ + n); }
  Self& operator++() { return *this += 1; }
  Self operator++(int) {
    const Self old = self();
    at_ += 1;
    return old;
  }
  Self& operator--() { return *this += -1; }
  Self& operator+=(difference_type n) { return at_ += n, static_cast<Self&>(*this); }
  Self operator+(difference_type n) const {
    Self moved = self();
    return moved += n;
  }
  Self operator-(difference_type n) const { return *this + -n; }
  difference_type operator-(const lanescope_made& other) const { return at_ - other.at_; }
  bool operator==(const lanescope_made& other) const { return at_ == other.at_; }
  bool operator!=(const lanescope_made& other) const { return at_ != other.at_; }
  bool operator<(const lanescope_made& other) const { return at_ < other.at_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  difference_type at_;
};
template <class T>
struct counting_iterator : lanescope_made<counting_iterator<T>, T> {
  counting_iterator(T first = T()) : lanescope_made<counting_iterator, T>(static_cast<std::ptrdiff_t>(first)) {}
  T made(std::ptrdiff_t i) const { return static_cast<T>(i); }
};
template <class T>
struct constant_iterator : lanescope_made<constant_iterator<T>, T> {
  constant_iterator(T value, std::ptrdiff_t at = 0) : lanescope_made<constant_iterator, T>(at), value(value) {}
  T made(std::ptrdiff_t) const { return value; }
  T value;
};
template <class T>
counting_iterator<T> make_counting_iterator(T first) { return {first}; }
template <class T>
constant_iterator<T> make_constant_iterator(T value) { return {value}; }

// --- ranges, on the host while an algorithm works on them ---
template <class It>
using lanescope_value = std::remove_const_t<typename std::iterator_traits<It>::value_type>;
template <class T>
struct lanescope_range {  // no std::vector: that of bool has no array
  explicit lanescope_range(std::size_t n) : data(new T[n]()), count(n) {}
  T* begin() const { return data.get(); }
  T* end() const { return data.get() + count; }
  std::unique_ptr<T[]> data;
  std::size_t count;
};
template <class T>
bool lanescope_is_of_device(T* place) { return lanescope_kind_of(place) == 0; }
template <class It>
void lanescope_take(It first, lanescope_value<It>* to, std::size_t count) {
  if (count == 0) return;
  if constexpr (std::is_pointer_v<It>) {
    if (lanescope_is_of_device(first)) return lanescope_fetch(to, const_cast<const lanescope_value<It>*>(first), count);
  }
  for (std::size_t i = 0; i < count; ++i, ++first) to[i] = *first;
}
template <class T>
void lanescope_take(device_ptr<T> first, std::remove_const_t<T>* to, std::size_t count) {
  lanescope_fetch(to, const_cast<const std::remove_const_t<T>*>(first.get()), count);
}
template <class It>
lanescope_range<lanescope_value<It>> lanescope_taken(It first, It last) {
  const std::ptrdiff_t count = last - first;
  lanescope_range<lanescope_value<It>> range(count > 0 ? static_cast<std::size_t>(count) : 0);
  lanescope_take(first, range.begin(), range.count);
  return range;
}
/// A range as long as another one.
template <class It>
auto lanescope_beside(It first, std::size_t count) {
  lanescope_range<lanescope_value<It>> range(count);
  lanescope_take(first, range.begin(), count);
  return range;
}
template <class It, class T>
It lanescope_put(It first, const T* from, std::size_t count) {
  using V = lanescope_value<It>;
  if constexpr (std::is_same_v<It, device_ptr<V>> || std::is_pointer_v<It>) {
    V* place;
    if constexpr (std::is_pointer_v<It>) place = first; else place = first.get();
    if (count > 0 && lanescope_is_of_device(place)) {
      lanescope_range<V> values(count);
      for (std::size_t i = 0; i < count; ++i) values.begin()[i] = from[i];
      lanescope_fetch(place, static_cast<const V*>(values.begin()), count);
      return first + static_cast<std::ptrdiff_t>(count);
    }
  }
  for (std::size_t i = 0; i < count; ++i, ++first) *first = from[i];
  return first;
}
template <class It, class T>
It lanescope_put(It first, const lanescope_range<T>& range) { return lanescope_put(first, range.begin(), range.count); }

// --- vectors ---
template <class T, class Allocator = void>
class device_vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reference = device_reference<T>;
  using pointer = device_ptr<T>;
  device_vector() = default;
  explicit device_vector(std::size_t count, const T& value = T()) { resize(count, value); }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class A>
  device_vector(const std::vector<T, A>& other) { assign(other.begin(), other.end()); }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class It, class = typename std::iterator_traits<It>::value_type>
  device_vector(It first, It last) { assign(first, last); }
  ~device_vector() { lanescope_free(place_); }
  device_vector& operator=(device_vector other) { return swap(other), *this; }
  template <class It>
  void assign(It first, It last) {
    const auto range = lanescope_taken(first, last);
    make(range.count);
    lanescope_put(begin(), range);
  }
  void assign(std::size_t count, const T& value) { clear(), resize(count, value); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return size_; }
  bool empty() const { return size_ == 0; }
  void reserve(std::size_t) {}
  void shrink_to_fit() {}
  void clear() { make(0); }
  void resize(std::size_t count, const T& value = T()) {
    auto all = lanescope_beside(begin(), size_ < count ? size_ : count);
    lanescope_range<T> longer(count);
    for (std::size_t i = 0; i < count; ++i) longer.begin()[i] = i < all.count ? all.begin()[i] : value;
    make(count);
    lanescope_put(begin(), longer);
  }
  void push_back(const T& value) { resize(size_ + 1, value); }
  void pop_back() { resize(size_ - 1); }
  iterator erase(iterator first, iterator last) {
    const std::ptrdiff_t at = first - begin();
    const auto behind = lanescope_taken(last, end());
    resize(static_cast<std::size_t>(at) + behind.count);
    lanescope_put(begin() + at, behind);
    return begin() + at;
  }
  void swap(device_vector& other) {
    std::swap(place_, other.place_);
    std::swap(size_, other.size_);
  }
  iterator begin() { return iterator(place_); }
  iterator end() { return iterator(place_ + size_); }
  const_iterator begin() const { return const_iterator(place_); }
  const_iterator end() const { return const_iterator(place_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  device_ptr<T> data() { return begin(); }
  device_ptr<const T> data() const { return begin(); }
  device_reference<T> operator[](std::size_t i) { return device_reference<T>(place_ + i); }
  device_reference<const T> operator[](std::size_t i) const { return device_reference<const T>(place_ + i); }
  device_reference<T> front() { return (*this)[0]; }
  device_reference<T> back() { return (*this)[size_ - 1]; }

 private:
  void make(std::size_t count) {
    if (count == size_) return;
    lanescope_free(place_);
    void* place = nullptr;
    if (lanescope_allocate(&place, count * sizeof(T), 0) != 0) throw std::bad_alloc();
    place_ = static_cast<T*>(place);
    size_ = count;
  }
  T* place_ = nullptr;
  std::size_t size_ = 0;
};
template <class T>
using universal_vector = device_vector<T>;
template <class T>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  host_vector(const device_vector<T>& other) { *this = other; }
  host_vector& operator=(const device_vector<T>& other) {
    this->resize(other.size());
    lanescope_take(other.begin(), this->data(), other.size());
    return *this;
  }
  template <class U>
  host_vector(device_ptr<U> first, device_ptr<U> last) {
    this->resize(static_cast<std::size_t>(last - first));
    lanescope_take(first, this->data(), this->size());
  }
};

// --- algorithms; each is one with a policy before its arguments, too ---
#define LANESCOPE_WITH_POLICY(NAME) \
  template <class... A>             \
  auto NAME(const execution_policy&, A... a) { return thrust::NAME(a...); }

template <class In, class Out>
Out copy(In first, In last, Out to) { return lanescope_put(to, lanescope_taken(first, last)); }
LANESCOPE_WITH_POLICY(copy)
template <class In, class N, class Out>
Out copy_n(In first, N count, Out to) { return thrust::copy(first, first + count, to); }
LANESCOPE_WITH_POLICY(copy_n)
template <class It, class T>
void fill(It first, It last, const T& value) {
  lanescope_range<lanescope_value<It>> range(static_cast<std::size_t>(last - first));
  std::fill(range.begin(), range.end(), value);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(fill)
template <class It, class N, class T>
It fill_n(It first, N count, const T& value) { return thrust::fill(first, first + count, value), first + count; }
LANESCOPE_WITH_POLICY(fill_n)
template <class It, class T = lanescope_value<It>, class S = T>
void sequence(It first, It last, T start = T(0), S step = S(1)) {
  lanescope_range<lanescope_value<It>> range(static_cast<std::size_t>(last - first));
  for (std::size_t i = 0; i < range.count; ++i) range.begin()[i] = static_cast<lanescope_value<It>>(start + static_cast<T>(i) * step);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(sequence)
template <class It, class F>
void generate(It first, It last, F make) {
  lanescope_range<lanescope_value<It>> range(static_cast<std::size_t>(last - first));
  std::generate(range.begin(), range.end(), make);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(generate)
template <class It, class F>
void tabulate(It first, It last, F made) {
  lanescope_range<lanescope_value<It>> range(static_cast<std::size_t>(last - first));
  for (std::size_t i = 0; i < range.count; ++i) range.begin()[i] = made(i);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(tabulate)
template <class In, class Out, class F>
Out transform(In first, In last, Out to, F function) {
  const auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::transform(in.begin(), in.end(), out.begin(), function);
  return lanescope_put(to, out);
}
template <class In, class In2, class Out, class F>
Out transform(In first, In last, In2 second, Out to, F function) {
  const auto in = lanescope_taken(first, last);
  const auto other = lanescope_beside(second, in.count);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::transform(in.begin(), in.end(), other.begin(), out.begin(), function);
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(transform)
template <class It, class F>
It for_each(It first, It last, F function) {
  auto range = lanescope_taken(first, last);
  std::for_each(range.begin(), range.end(), function);
  if constexpr (std::is_assignable_v<decltype(*first), lanescope_value<It>>) lanescope_put(first, range);
  return last;
}
LANESCOPE_WITH_POLICY(for_each)
template <class It, class N, class F>
It for_each_n(It first, N count, F function) { return thrust::for_each(first, first + count, function); }
LANESCOPE_WITH_POLICY(for_each_n)

template <class It, class T, class F>
T reduce(It first, It last, T start, F combine) {
  const auto range = lanescope_taken(first, last);
  T sum = start;
  for (const auto& one : range) sum = static_cast<T>(combine(sum, one));
  return sum;
}
template <class It, class T>
T reduce(It first, It last, T start) { return thrust::reduce(first, last, start, thrust::plus<>()); }
template <class It>
lanescope_value<It> reduce(It first, It last) { return thrust::reduce(first, last, lanescope_value<It>()); }
LANESCOPE_WITH_POLICY(reduce)
template <class It, class U, class T, class F>
T transform_reduce(It first, It last, U unary, T start, F combine) {
  const auto range = lanescope_taken(first, last);
  T sum = start;
  for (const auto& one : range) sum = static_cast<T>(combine(sum, unary(one)));
  return sum;
}
LANESCOPE_WITH_POLICY(transform_reduce)
template <class A, class B, class T, class F = thrust::plus<>, class G = thrust::multiplies<>>
T inner_product(A first, A last, B second, T start, F add = {}, G multiply = {}) {
  const auto a = lanescope_taken(first, last);
  const auto b = lanescope_beside(second, a.count);
  return std::inner_product(a.begin(), a.end(), b.begin(), start, add, multiply);
}
LANESCOPE_WITH_POLICY(inner_product)
template <class In, class Out, class F = thrust::plus<>>
Out inclusive_scan(In first, In last, Out to, F combine = {}) {
  const auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::partial_sum(in.begin(), in.end(), out.begin(), combine);
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(inclusive_scan)
template <class In, class Out, class T = lanescope_value<In>, class F = thrust::plus<>>
Out exclusive_scan(In first, In last, Out to, T start = T(), F combine = {}) {
  const auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  T sum = start;
  for (std::size_t i = 0; i < in.count; ++i) {
    const T before = sum;
    sum = static_cast<T>(combine(sum, in.begin()[i]));
    out.begin()[i] = before;
  }
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(exclusive_scan)
template <class In, class Out, class U, class F>
Out transform_inclusive_scan(In first, In last, Out to, U unary, F combine) {
  auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::transform(in.begin(), in.end(), out.begin(), unary);
  std::partial_sum(out.begin(), out.end(), out.begin(), combine);
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(transform_inclusive_scan)
template <class In, class Out, class F = thrust::minus<>>
Out adjacent_difference(In first, In last, Out to, F combine = {}) {
  const auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::adjacent_difference(in.begin(), in.end(), out.begin(), combine);
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(adjacent_difference)

template <class It, class C = thrust::less<>>
void stable_sort(It first, It last, C less = {}) {
  auto range = lanescope_taken(first, last);
  std::stable_sort(range.begin(), range.end(), less);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(stable_sort)
template <class It, class C = thrust::less<>>
void sort(It first, It last, C less = {}) { thrust::stable_sort(first, last, less); }
LANESCOPE_WITH_POLICY(sort)
template <class K, class V, class C = thrust::less<>>
void stable_sort_by_key(K first, K last, V values, C less = {}) {
  const auto keys = lanescope_taken(first, last);
  const auto beside = lanescope_beside(values, keys.count);
  std::vector<std::size_t> order(keys.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return less(keys.begin()[a], keys.begin()[b]); });
  lanescope_range<lanescope_value<K>> sorted_keys(keys.count);
  lanescope_range<lanescope_value<V>> sorted_values(keys.count);
  for (std::size_t i = 0; i < keys.count; ++i) {
    sorted_keys.begin()[i] = keys.begin()[order[i]];
    sorted_values.begin()[i] = beside.begin()[order[i]];
  }
  lanescope_put(first, sorted_keys);
  lanescope_put(values, sorted_values);
}
LANESCOPE_WITH_POLICY(stable_sort_by_key)
template <class K, class V, class C = thrust::less<>>
void sort_by_key(K first, K last, V values, C less = {}) { thrust::stable_sort_by_key(first, last, values, less); }
LANESCOPE_WITH_POLICY(sort_by_key)
template <class K, class V, class OutK, class OutV, class E = thrust::equal_to<>, class F = thrust::plus<>>
pair<OutK, OutV> reduce_by_key(K first, K last, V values, OutK to_keys, OutV to_values, E same = {}, F combine = {}) {
  const auto keys = lanescope_taken(first, last);
  const auto beside = lanescope_beside(values, keys.count);
  lanescope_range<lanescope_value<OutK>> out_keys(keys.count);
  lanescope_range<lanescope_value<OutV>> out_values(keys.count);
  std::size_t count = 0;
  for (std::size_t i = 0; i < keys.count; ++i) {
    if (i > 0 && same(keys.begin()[i - 1], keys.begin()[i])) {
      out_values.begin()[count - 1] = combine(out_values.begin()[count - 1], beside.begin()[i]);
      continue;
    }
    out_keys.begin()[count] = keys.begin()[i];
    out_values.begin()[count++] = beside.begin()[i];
  }
  return {lanescope_put(to_keys, out_keys.begin(), count), lanescope_put(to_values, out_values.begin(), count)};
}
LANESCOPE_WITH_POLICY(reduce_by_key)

// Those that keep some elements, in their order, and say where they end.
#define LANESCOPE_KEPT(NAME, PARAMETER, CALL)                 \
  template <class It, class P>                                \
  It NAME(It first, It last, PARAMETER p) {                   \
    auto range = lanescope_taken(first, last);                \
    const auto* end = std::CALL(range.begin(), range.end(), p); \
    lanescope_put(first, range);                              \
    return first + (end - range.begin());                     \
  }                                                           \
  LANESCOPE_WITH_POLICY(NAME)
LANESCOPE_KEPT(remove, const P&, remove)
LANESCOPE_KEPT(remove_if, P, remove_if)
LANESCOPE_KEPT(partition, P, stable_partition)
LANESCOPE_KEPT(stable_partition, P, stable_partition)
#undef LANESCOPE_KEPT
template <class It, class E = thrust::equal_to<>>
It unique(It first, It last, E same = {}) {
  auto range = lanescope_taken(first, last);
  const auto* end = std::unique(range.begin(), range.end(), same);
  lanescope_put(first, range);
  return first + (end - range.begin());
}
LANESCOPE_WITH_POLICY(unique)
template <class In, class Out, class P>
Out copy_if(In first, In last, Out to, P keep) {
  const auto in = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(in.count);
  const auto* end = std::copy_if(in.begin(), in.end(), out.begin(), keep);
  return lanescope_put(to, out.begin(), static_cast<std::size_t>(end - out.begin()));
}
template <class In, class S, class Out, class P>
Out copy_if(In first, In last, S stencil, Out to, P keep) {
  const auto in = lanescope_taken(first, last);
  const auto marks = lanescope_beside(stencil, in.count);
  lanescope_range<lanescope_value<Out>> out(in.count);
  std::size_t count = 0;
  for (std::size_t i = 0; i < in.count; ++i)
    if (keep(marks.begin()[i])) out.begin()[count++] = in.begin()[i];
  return lanescope_put(to, out.begin(), count);
}
LANESCOPE_WITH_POLICY(copy_if)
template <class It, class P, class T>
void replace_if(It first, It last, P chosen, const T& value) {
  auto range = lanescope_taken(first, last);
  std::replace_if(range.begin(), range.end(), chosen, value);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(replace_if)
template <class It, class T>
void replace(It first, It last, const T& old, const T& value) {
  auto range = lanescope_taken(first, last);
  std::replace(range.begin(), range.end(), old, value);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(replace)
template <class It>
void reverse(It first, It last) {
  auto range = lanescope_taken(first, last);
  std::reverse(range.begin(), range.end());
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(reverse)
template <class M, class In, class Out>
Out gather(M first, M last, In from, Out to) {
  const auto places = lanescope_taken(first, last);
  lanescope_range<lanescope_value<Out>> out(places.count);
  for (std::size_t i = 0; i < places.count; ++i) out.begin()[i] = from[places.begin()[i]];
  return lanescope_put(to, out);
}
LANESCOPE_WITH_POLICY(gather)
template <class In, class M, class Out>
void scatter(In first, In last, M map, Out to) {
  const auto in = lanescope_taken(first, last);
  const auto places = lanescope_beside(map, in.count);
  for (std::size_t i = 0; i < in.count; ++i) to[places.begin()[i]] = in.begin()[i];
}
LANESCOPE_WITH_POLICY(scatter)

// Those that only look.
#define LANESCOPE_LOOK(NAME, CALL, RESULT)                    \
  template <class It, class... A>                             \
  auto NAME(It first, It last, A... a) {                      \
    const auto range = lanescope_taken(first, last);          \
    const auto found = std::CALL(range.begin(), range.end(), a...); \
    return RESULT;                                            \
  }
LANESCOPE_LOOK(lanescope_count, count, found)
LANESCOPE_LOOK(lanescope_count_if, count_if, found)
LANESCOPE_LOOK(lanescope_all_of, all_of, found)
LANESCOPE_LOOK(lanescope_any_of, any_of, found)
LANESCOPE_LOOK(lanescope_none_of, none_of, found)
LANESCOPE_LOOK(lanescope_is_sorted, is_sorted, found)
LANESCOPE_LOOK(lanescope_min_element, min_element, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_max_element, max_element, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_find, find, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_find_if, find_if, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_lower_bound, lower_bound, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_upper_bound, upper_bound, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_binary_search, binary_search, found)
LANESCOPE_LOOK(lanescope_minmax_element, minmax_element,
               make_pair(first + (found.first - range.begin()), first + (found.second - range.begin())))
#undef LANESCOPE_LOOK
#define LANESCOPE_LOOK(NAME)                                                              \
  template <class First, class... A>                                                      \
  auto NAME(First first, A... a) {                                                        \
    if constexpr (std::is_same_v<First, execution_policy>) return lanescope_##NAME(a...); \
    else return lanescope_##NAME(first, a...);                                            \
  }
LANESCOPE_LOOK(count) LANESCOPE_LOOK(count_if) LANESCOPE_LOOK(all_of) LANESCOPE_LOOK(any_of) LANESCOPE_LOOK(none_of)
LANESCOPE_LOOK(is_sorted) LANESCOPE_LOOK(min_element) LANESCOPE_LOOK(max_element) LANESCOPE_LOOK(minmax_element)
LANESCOPE_LOOK(find) LANESCOPE_LOOK(find_if) LANESCOPE_LOOK(lower_bound) LANESCOPE_LOOK(upper_bound) LANESCOPE_LOOK(binary_search)
#undef LANESCOPE_LOOK
template <class A, class B>
bool equal(A first, A last, B second) {
  const auto a = lanescope_taken(first, last);
  const auto b = lanescope_beside(second, a.count);
  return std::equal(a.begin(), a.end(), b.begin());
}
LANESCOPE_WITH_POLICY(equal)
template <class T>
void swap(T& a, T& b) { std::swap(a, b); }
#undef LANESCOPE_WITH_POLICY

}  // namespace thrust
