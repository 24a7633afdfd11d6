// Ranges as Thrust's algorithms take them: of the device, of the host, or made; and Thrust's vectors.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "lanescope_thrust_iterators.hpp"

namespace thrust {

template <class It>
using lanescope_value = std::remove_const_t<typename std::iterator_traits<It>::value_type>;

template <class It>
std::size_t lanescope_count_of(It first, It last) {
  const std::ptrdiff_t count = std::distance(first, last);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}
/// What an algorithm reads or writes from `first` on, as long as it reaches the device.
template <class It>
auto lanescope_reached(It first, std::size_t count) {
  const auto raw = lanescope_raw(first);
  if constexpr (std::is_pointer_v<std::decay_t<decltype(raw)>>) {
    if (!lanescope_may_reach(raw, count * sizeof *raw))
      throw std::runtime_error("Thrust: an array ends before the range");
  }
  return raw;
}
/// So many elements from there on were written.
template <class It>
void lanescope_wrote(It, std::size_t) {}
template <class T>
void lanescope_wrote(T* first, std::size_t count) {
  lanescope_note_written(first, count * sizeof(T));
}
template <class T>
void lanescope_wrote(device_ptr<T> first, std::size_t count) {
  lanescope_wrote(first.get(), count);
}
template <class Elements, class Indices>
void lanescope_wrote(permutation_iterator<Elements, Indices>, std::size_t) {
  lanescope_note_all_written();
}
template <class It>
void lanescope_wrote(reverse_iterator<It> first, std::size_t count) {
  lanescope_wrote(first.base() - static_cast<std::ptrdiff_t>(count), count);
}
template <class F, class It>
void lanescope_wrote(transform_output_iterator<F, It> first, std::size_t count) {
  lanescope_wrote(first.base + first.at(), count);
}
template <class... Its>
void lanescope_wrote(zip_iterator<std::tuple<Its...>> first, std::size_t count) {
  std::apply([count](const Its&... one) { (lanescope_wrote(one, count), ...); }, first.get_iterator_tuple());
}

/// An iterator that goes on behind what was written: not all can be moved from where they began.
template <class It, class Raw>
It lanescope_behind(It first, Raw raw, std::size_t count) {
  using Category = typename std::iterator_traits<It>::iterator_category;
  if constexpr (std::is_convertible_v<Category, std::random_access_iterator_tag>)
    return (void)raw, first + static_cast<std::ptrdiff_t>(count);
  else
    return (void)first, (void)count, raw;
}

/// Values on the host, for what cannot be done in place.
template <class T>
struct lanescope_range {  // no std::vector: that of bool has no array
  explicit lanescope_range(std::size_t n) : data(new T[n]()), count(n) {}
  T* begin() const { return data.get(); }
  T* end() const { return data.get() + count; }
  std::unique_ptr<T[]> data;
  std::size_t count;
  lanescope_reach reach;
};
template <class It>
void lanescope_take(It first, lanescope_value<It>* to, std::size_t count) {
  const lanescope_reach reach;
  auto from = lanescope_reached(first, count);
  for (std::size_t i = 0; i < count; ++i, ++from) to[i] = *from;
}
/// A range as long as another one.
template <class It>
auto lanescope_beside(It first, std::size_t count) {
  lanescope_range<lanescope_value<It>> range(count);
  lanescope_take(first, range.begin(), count);
  return range;
}
template <class It>
auto lanescope_taken(It first, It last) {
  return lanescope_beside(first, lanescope_count_of(first, last));
}
template <class It, class T>
It lanescope_put(It first, const T* from, std::size_t count) {
  const lanescope_reach reach;
  auto to = lanescope_reached(first, count);
  for (std::size_t i = 0; i < count; ++i, ++to) *to = from[i];
  lanescope_wrote(first, count);
  return lanescope_behind(first, to, count);
}
template <class It, class T>
It lanescope_put(It first, const lanescope_range<T>& range) {
  return lanescope_put(first, range.begin(), range.count);
}

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
  template <class U, class A>
  device_vector(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class = std::enable_if_t<!std::is_same_v<U, T>>>
  device_vector(const device_vector<U>& other) {
    assign(other.begin(), other.end());
  }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class It, class = typename std::iterator_traits<It>::value_type>
  device_vector(It first, It last) {
    assign(first, last);
  }
  ~device_vector() { lanescope_free(place_, 0); }
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
  template <class... A>
  void emplace_back(A&&... values) {
    push_back(T(static_cast<A&&>(values)...));
  }
  void pop_back() { resize(size_ - 1); }
  template <class It>
  iterator insert(iterator before, It first, It last) {
    const std::ptrdiff_t at = before - begin();
    const auto added = lanescope_taken(first, last), behind = lanescope_taken(before, end());
    resize(size_ + added.count);
    lanescope_put(lanescope_put(begin() + at, added), behind);
    return begin() + at;
  }
  iterator insert(iterator before, const T& value) { return insert(before, &value, &value + 1); }
  iterator erase(iterator place) { return erase(place, place + 1); }
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
  device_reference<const T> front() const { return (*this)[0]; }
  device_reference<const T> back() const { return (*this)[size_ - 1]; }
  bool operator==(const device_vector& other) const {
    const auto mine = lanescope_taken(begin(), end()), others = lanescope_taken(other.begin(), other.end());
    return mine.count == others.count && std::equal(mine.begin(), mine.end(), others.begin());
  }
  bool operator!=(const device_vector& other) const { return !(*this == other); }
  thrust::reverse_iterator<iterator> rbegin() { return thrust::reverse_iterator<iterator>(end()); }
  thrust::reverse_iterator<iterator> rend() { return thrust::reverse_iterator<iterator>(begin()); }

 private:
  void make(std::size_t count) {
    if (count == size_) return;
    lanescope_free(place_, 0);
    void* place = nullptr;
    if (lanescope_allocate(&place, count * sizeof(T), 0) != 0) throw std::bad_alloc();
    place_ = static_cast<T*>(place);
    size_ = count;
  }
  T* place_ = nullptr;
  std::size_t size_ = 0;
};
template <class T, class A = std::allocator<T>>
class host_vector : public std::vector<T, A> {
 public:
  using std::vector<T, A>::vector;
  host_vector() = default;
  host_vector(const std::vector<T, A>& other) : std::vector<T, A>(other) {}
  template <class U>
  host_vector(const device_vector<U>& other) {
    *this = other;
  }
  template <class U>
  host_vector& operator=(const device_vector<U>& other) {
    this->resize(other.size());
    const lanescope_reach reach;
    auto from = lanescope_reached(other.begin(), other.size());
    for (auto& one : *this) one = *from++;
    return *this;
  }
  template <class U>
  host_vector(device_ptr<U> first, device_ptr<U> last) {
    this->resize(static_cast<std::size_t>(last - first));
    lanescope_take(first, this->data(), this->size());
  }
};
/// The host may reach it, too.
template <class T>
struct universal_allocator {
  using value_type = T;
  universal_allocator() = default;
  template <class U>
  universal_allocator(const universal_allocator<U>&) {}
  T* allocate(std::size_t count) {
    void* place = nullptr;
    if (lanescope_allocate(&place, count * sizeof(T), 1) != 0) throw std::bad_alloc();
    return static_cast<T*>(place);
  }
  void deallocate(T* place, std::size_t) { lanescope_free(place, 0); }
  bool operator==(const universal_allocator&) const { return true; }
  bool operator!=(const universal_allocator&) const { return false; }
};
template <class T>
using universal_vector = host_vector<T, universal_allocator<T>>;
template <class T>
T* raw_pointer_cast(std::vector<T>& vector) {
  return vector.data();
}

}  // namespace thrust
