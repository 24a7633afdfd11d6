// Elements of the device as Thrust's host sees them, one by one; what it takes for an algorithm to reach them,
// which then works on them where they are.
#pragma once

#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "lanescope_cuda.hpp"

extern "C" {
/// Whether so many bytes are of one allocation, or none of the device's.
int lanescope_may_reach(const void* place, unsigned long long bytes);
/// While it might, it wrote; nobody knows where.
void lanescope_note_all_written();
}

namespace thrust {

template <class T>
void lanescope_fetch(T* to, const T* from, std::size_t count) {
  if (count > 0 && lanescope_copy(to, from, count * sizeof(T), 0) != 0)
    throw std::runtime_error("Thrust: an array ends before the range");
}
using lanescope_reach = lanescope_host::reach;
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
#define LANESCOPE_UPDATE(SIGN)                                       \
  template <class V>                                                 \
  const device_reference& operator SIGN##=(const V& value) const {   \
    return *this = static_cast<T>(static_cast<T>(*this) SIGN value); \
  }
  LANESCOPE_UPDATE(+)
  LANESCOPE_UPDATE(-) LANESCOPE_UPDATE(*) LANESCOPE_UPDATE(/) LANESCOPE_UPDATE(%) LANESCOPE_UPDATE(&)
      LANESCOPE_UPDATE(|) LANESCOPE_UPDATE(^)
#undef LANESCOPE_UPDATE
          const device_reference&
          operator++() const {
    return *this += 1;
  }
  const device_reference& operator--() const { return *this -= 1; }
  std::remove_const_t<T> operator++(int) const {
    const std::remove_const_t<T> old = *this;
    *this += 1;
    return old;
  }
  friend void swap(const device_reference& a, const device_reference& b) {
    const std::remove_const_t<T> old = a;
    a = b;
    b = old;
  }
  template <class S>
  friend S& operator<<(S& stream, const device_reference& one) {
    return stream << static_cast<std::remove_const_t<T>>(one), stream;
  }

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
  device_ptr operator--(int) { return device_ptr(place_--); }
  device_ptr& operator+=(difference_type n) { return place_ += n, *this; }
  device_ptr& operator-=(difference_type n) { return place_ -= n, *this; }
  device_ptr operator+(difference_type n) const { return device_ptr(place_ + n); }
  device_ptr operator-(difference_type n) const { return device_ptr(place_ - n); }
  difference_type operator-(const device_ptr& other) const { return place_ - other.place_; }
  bool operator==(const device_ptr& other) const { return place_ == other.place_; }
  bool operator!=(const device_ptr& other) const { return place_ != other.place_; }
  bool operator<(const device_ptr& other) const { return place_ < other.place_; }
  bool operator>(const device_ptr& other) const { return place_ > other.place_; }
  bool operator<=(const device_ptr& other) const { return place_ <= other.place_; }
  bool operator>=(const device_ptr& other) const { return place_ >= other.place_; }
  friend device_ptr operator+(difference_type n, const device_ptr& at) { return at + n; }
  explicit operator bool() const { return place_ != nullptr; }

 private:
  T* place_ = nullptr;
};
template <class T>
device_ptr<T> device_pointer_cast(T* place) {
  return device_ptr<T>(place);
}
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& place) {
  return place;
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& place) {
  return place.get();
}
template <class T>
T* raw_pointer_cast(T* place) {
  return place;
}
template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* place = nullptr;
  if (lanescope_allocate(&place, count * sizeof(T), 0) != 0) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(place));
}
template <class T>
void device_free(device_ptr<T> place) {
  lanescope_free(place.get(), 0);
}
template <class T>
device_ptr<T> device_new(std::size_t count = 1) {
  return thrust::device_malloc<T>(count);
}
template <class T>
void device_delete(device_ptr<T> place, std::size_t = 1) {
  thrust::device_free(place);
}
template <class T>
T raw_reference_cast(const device_reference<T>& one) {
  return one;
}
template <class T>
T& raw_reference_cast(T& one) {
  return one;
}

using std::advance;
using std::distance;
using std::iterator_traits;
using std::next;
using std::prev;
template <class It>
struct iterator_value {
  using type = typename std::iterator_traits<It>::value_type;
};
template <class It>
struct iterator_difference {
  using type = typename std::iterator_traits<It>::difference_type;
};
template <class It>
using iterator_value_t = typename iterator_value<It>::type;

}  // namespace thrust
