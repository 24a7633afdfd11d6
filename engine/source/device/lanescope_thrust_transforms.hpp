// Thrust's algorithms that take elements one by one, and those that put them together. Each is one with a policy
// before its arguments, too.
#pragma once

#include <numeric>

#include "lanescope_thrust_functions.hpp"
#include "lanescope_thrust_ranges.hpp"

#define LANESCOPE_WITH_POLICY(NAME)            \
  template <class... A>                        \
  auto NAME(const execution_policy&, A... a) { \
    return thrust::NAME(a...);                 \
  }

namespace thrust {

/// `step(in, out)` for each element of [first, last) and of what is written from `to` on.
template <class In, class Out, class F>
Out lanescope_each(In first, In last, Out to, F step) {
  const lanescope_reach reach;
  const std::size_t count = lanescope_count_of(first, last);
  auto in = lanescope_reached(first, count);
  auto out = lanescope_reached(to, count);
  for (std::size_t i = 0; i < count; ++i, ++in, ++out) step(in, out);
  lanescope_wrote(to, count);
  return lanescope_behind(to, out, count);
}
/// The same with further ranges as long as the first.
template <class In, class In2, class Out, class F>
Out lanescope_each(In first, In last, In2 second, Out to, F step) {
  const lanescope_reach reach;
  auto other = lanescope_reached(second, lanescope_count_of(first, last));
  return lanescope_each(first, last, to, [&](auto& in, auto& out) {
    step(in, other, out);
    ++other;
  });
}

template <class In, class Out>
Out copy(In first, In last, Out to) {
  return lanescope_each(first, last, to, [](auto& in, auto& out) { *out = *in; });
}
LANESCOPE_WITH_POLICY(copy)
template <class In, class N, class Out>
Out copy_n(In first, N count, Out to) {
  return thrust::copy(first, std::next(first, count), to);
}
LANESCOPE_WITH_POLICY(copy_n)
template <class In, class Out>
Out uninitialized_copy(In first, In last, Out to) {
  return thrust::copy(first, last, to);
}
LANESCOPE_WITH_POLICY(uninitialized_copy)
template <class It, class F>
It for_each(It first, It last, F function) {
  const lanescope_reach reach;
  const std::size_t count = lanescope_count_of(first, last);
  auto at = lanescope_reached(first, count);
  for (std::size_t i = 0; i < count; ++i, ++at) function(*at);
  lanescope_note_all_written();  // the function may have written anywhere
  return last;
}
LANESCOPE_WITH_POLICY(for_each)
template <class It, class N, class F>
It for_each_n(It first, N count, F function) {
  return thrust::for_each(first, first + count, function);
}
LANESCOPE_WITH_POLICY(for_each_n)
/// Elements without what was there before.
template <class It, class F>
void lanescope_make(It first, It last, F made) {
  const lanescope_reach reach;
  const std::size_t count = lanescope_count_of(first, last);
  auto at = lanescope_reached(first, count);
  for (std::size_t i = 0; i < count; ++i, ++at) *at = made(i);
  lanescope_wrote(first, count);
}
template <class It, class T>
void fill(It first, It last, const T& value) {
  lanescope_make(first, last, [&](std::size_t) { return value; });
}
LANESCOPE_WITH_POLICY(fill)
template <class It, class N, class T>
It fill_n(It first, N count, const T& value) {
  return thrust::fill(first, first + count, value), first + count;
}
LANESCOPE_WITH_POLICY(fill_n)
template <class It, class T>
void uninitialized_fill(It first, It last, const T& value) {
  thrust::fill(first, last, value);
}
LANESCOPE_WITH_POLICY(uninitialized_fill)
template <class It, class T = lanescope_value<It>, class S = T>
void sequence(It first, It last, T start = T(0), S step = S(1)) {
  lanescope_make(first, last,
                 [&](std::size_t i) { return static_cast<lanescope_value<It>>(start + static_cast<T>(i) * step); });
}
LANESCOPE_WITH_POLICY(sequence)
template <class It, class F>
void generate(It first, It last, F make) {
  lanescope_make(first, last, [&](std::size_t) { return make(); });
}
LANESCOPE_WITH_POLICY(generate)
template <class It, class N, class F>
It generate_n(It first, N count, F make) {
  return thrust::generate(first, first + count, make), first + count;
}
LANESCOPE_WITH_POLICY(generate_n)
template <class It, class F>
void tabulate(It first, It last, F made) {
  lanescope_make(first, last, made);
}
LANESCOPE_WITH_POLICY(tabulate)

template <class In, class Out, class F>
Out transform(In first, In last, Out to, F function) {
  return lanescope_each(first, last, to, [&](auto& in, auto& out) { *out = function(*in); });
}
template <class In, class In2, class Out, class F>
Out transform(In first, In last, In2 second, Out to, F function) {
  return lanescope_each(first, last, second, to,
                        [&](auto& in, auto& other, auto& out) { *out = function(*in, *other); });
}
LANESCOPE_WITH_POLICY(transform)
template <class In, class Out, class F, class P>
Out transform_if(In first, In last, Out to, F function, P chosen) {
  return lanescope_each(first, last, to, [&](auto& in, auto& out) {
    if (chosen(*in)) *out = function(*in);
  });
}
template <class In, class S, class Out, class F, class P,
          class = typename std::iterator_traits<Out>::iterator_category>
Out transform_if(In first, In last, S stencil, Out to, F function, P chosen) {
  return lanescope_each(first, last, stencil, to, [&](auto& in, auto& mark, auto& out) {
    if (chosen(*mark)) *out = function(*in);
  });
}
LANESCOPE_WITH_POLICY(transform_if)
template <class It, class P, class T>
void replace_if(It first, It last, P chosen, const T& value) {
  lanescope_each(first, last, first, [&](auto&, auto& out) {
    if (chosen(*out)) *out = value;
  });
}
template <class It, class S, class P, class T, class = typename std::iterator_traits<S>::iterator_category>
void replace_if(It first, It last, S stencil, P chosen, const T& value) {
  lanescope_each(first, last, stencil, first, [&](auto&, auto& mark, auto& out) {
    if (chosen(*mark)) *out = value;
  });
}
LANESCOPE_WITH_POLICY(replace_if)
template <class It, class T>
void replace(It first, It last, const T& old, const T& value) {
  thrust::replace_if(
      first, last, [&](const auto& one) { return one == old; }, value);
}
LANESCOPE_WITH_POLICY(replace)
template <class In, class Out, class P, class T>
Out replace_copy_if(In first, In last, Out to, P chosen, const T& value) {
  return lanescope_each(first, last, to, [&](auto& in, auto& out) {
    if (chosen(*in))
      *out = value;
    else
      *out = *in;
  });
}
LANESCOPE_WITH_POLICY(replace_copy_if)
template <class M, class In, class Out>
Out gather(M first, M last, In from, Out to) {
  const lanescope_reach reach;
  const auto in = lanescope_raw(from);
  return lanescope_each(first, last, to, [&](auto& place, auto& out) { *out = in[*place]; });
}
LANESCOPE_WITH_POLICY(gather)
template <class M, class S, class In, class Out, class P>
Out gather_if(M first, M last, S stencil, In from, Out to, P chosen) {
  const lanescope_reach reach;
  const auto in = lanescope_raw(from);
  return lanescope_each(first, last, stencil, to, [&](auto& place, auto& mark, auto& out) {
    if (chosen(*mark)) *out = in[*place];
  });
}
LANESCOPE_WITH_POLICY(gather_if)
template <class In, class M, class Out>
void scatter(In first, In last, M map, Out to) {
  thrust::copy(first, last, thrust::make_permutation_iterator(to, map));
}
LANESCOPE_WITH_POLICY(scatter)
template <class In, class M, class S, class Out>
void scatter_if(In first, In last, M map, S stencil, Out to) {
  lanescope_each(first, last, stencil, thrust::make_permutation_iterator(to, map),
                 [&](auto& in, auto& mark, auto& out) {
                   if (*mark) *out = *in;
                 });
}
LANESCOPE_WITH_POLICY(scatter_if)
template <class A, class B>
B swap_ranges(A first, A last, B second) {
  const auto a = lanescope_taken(first, last);
  const auto b = lanescope_beside(second, a.count);
  lanescope_put(first, b);
  return lanescope_put(second, a);
}
LANESCOPE_WITH_POLICY(swap_ranges)
template <class T>
void swap(T& a, T& b) {
  std::swap(a, b);
}

// --- sums ---
template <class It, class U, class T, class F>
T transform_reduce(It first, It last, U unary, T start, F combine) {
  const lanescope_reach reach;
  const std::size_t count = lanescope_count_of(first, last);
  auto at = lanescope_reached(first, count);
  T sum = start;
  for (std::size_t i = 0; i < count; ++i, ++at) sum = static_cast<T>(combine(sum, unary(*at)));
  return sum;
}
LANESCOPE_WITH_POLICY(transform_reduce)
template <class It, class T, class F>
T reduce(It first, It last, T start, F combine) {
  return thrust::transform_reduce(
      first, last, [](auto&& one) -> lanescope_value<It> { return one; }, start, combine);
}
template <class It, class T>
T reduce(It first, It last, T start) {
  return thrust::reduce(first, last, start, thrust::plus<>());
}
template <class It>
lanescope_value<It> reduce(It first, It last) {
  return thrust::reduce(first, last, lanescope_value<It>());
}
LANESCOPE_WITH_POLICY(reduce)
template <class A, class B, class T, class F = thrust::plus<>, class G = thrust::multiplies<>>
T inner_product(A first, A last, B second, T start, F add = {}, G multiply = {}) {
  const lanescope_reach reach;
  const std::size_t count = lanescope_count_of(first, last);
  auto a = lanescope_reached(first, count);
  auto b = lanescope_reached(second, count);
  for (std::size_t i = 0; i < count; ++i, ++a, ++b) start = static_cast<T>(add(start, multiply(*a, *b)));
  return start;
}
LANESCOPE_WITH_POLICY(inner_product)
template <class K, class V, class OutK, class OutV, class E = thrust::equal_to<>, class F = thrust::plus<>>
pair<OutK, OutV> reduce_by_key(K first, K last, V values, OutK to_keys, OutV to_values, E same = {},
                               F combine = {}) {
  const auto keys = lanescope_taken(first, last);
  const auto beside = lanescope_beside(values, keys.count);
  std::vector<lanescope_value<K>> out_keys;
  std::vector<lanescope_value<V>> out_values;
  for (std::size_t i = 0; i < keys.count; ++i) {
    if (i > 0 && same(keys.begin()[i - 1], keys.begin()[i])) {
      out_values.back() = combine(out_values.back(), beside.begin()[i]);
      continue;
    }
    out_keys.push_back(keys.begin()[i]);
    out_values.push_back(beside.begin()[i]);
  }
  return {thrust::copy(out_keys.begin(), out_keys.end(), to_keys),
          thrust::copy(out_values.begin(), out_values.end(), to_values)};
}
LANESCOPE_WITH_POLICY(reduce_by_key)

// --- scans: `starts(i)` is whether a segment begins at element i ---
template <class In, class Out, class U, class T, class F, class S>
Out lanescope_scanned(In first, In last, Out to, U unary, const T* start, F combine, S starts) {
  std::size_t i = 0;
  T sum{};
  return lanescope_each(first, last, to, [&](auto& in, auto& out) {
    const bool begins = starts(i++);
    const T one = unary(*in);
    if (start) {
      const T before = begins ? *start : sum;
      sum = static_cast<T>(combine(before, one));
      *out = before;
    } else {
      sum = begins ? one : static_cast<T>(combine(sum, one));
      *out = sum;
    }
  });
}
struct lanescope_at_first {
  bool operator()(std::size_t i) const { return i == 0; }
};
template <class In, class Out, class F = thrust::plus<>>
Out inclusive_scan(In first, In last, Out to, F combine = {}) {
  return lanescope_scanned(first, last, to, thrust::identity<>(), static_cast<lanescope_value<In>*>(nullptr),
                           combine, lanescope_at_first());
}
LANESCOPE_WITH_POLICY(inclusive_scan)
template <class In, class Out, class T = lanescope_value<In>, class F = thrust::plus<>>
Out exclusive_scan(In first, In last, Out to, T start = T(), F combine = {}) {
  return lanescope_scanned(first, last, to, thrust::identity<>(), &start, combine, lanescope_at_first());
}
LANESCOPE_WITH_POLICY(exclusive_scan)
template <class In, class Out, class U, class F>
Out transform_inclusive_scan(In first, In last, Out to, U unary, F combine) {
  using T = std::decay_t<decltype(unary(std::declval<lanescope_value<In>&>()))>;
  return lanescope_scanned(first, last, to, unary, static_cast<T*>(nullptr), combine, lanescope_at_first());
}
LANESCOPE_WITH_POLICY(transform_inclusive_scan)
template <class In, class Out, class U, class T, class F>
Out transform_exclusive_scan(In first, In last, Out to, U unary, T start, F combine) {
  return lanescope_scanned(first, last, to, unary, &start, combine, lanescope_at_first());
}
LANESCOPE_WITH_POLICY(transform_exclusive_scan)
template <class K, class E>
auto lanescope_starts_of(K first, K last, E same) {
  const auto keys = lanescope_taken(first, last);
  std::vector<bool> starts(keys.count);
  for (std::size_t i = 0; i < keys.count; ++i) starts[i] = i == 0 || !same(keys.begin()[i - 1], keys.begin()[i]);
  return [starts](std::size_t i) { return starts[i]; };
}
template <class K, class V, class Out, class E = thrust::equal_to<>, class F = thrust::plus<>>
Out inclusive_scan_by_key(K first, K last, V values, Out to, E same = {}, F combine = {}) {
  return lanescope_scanned(values, values + (last - first), to, thrust::identity<>(),
                           static_cast<lanescope_value<V>*>(nullptr), combine,
                           lanescope_starts_of(first, last, same));
}
LANESCOPE_WITH_POLICY(inclusive_scan_by_key)
template <class K, class V, class Out, class T = lanescope_value<V>, class E = thrust::equal_to<>,
          class F = thrust::plus<>>
Out exclusive_scan_by_key(K first, K last, V values, Out to, T start = T(), E same = {}, F combine = {}) {
  return lanescope_scanned(values, values + (last - first), to, thrust::identity<>(), &start, combine,
                           lanescope_starts_of(first, last, same));
}
LANESCOPE_WITH_POLICY(exclusive_scan_by_key)
template <class In, class Out, class F = thrust::minus<>>
Out adjacent_difference(In first, In last, Out to, F combine = {}) {
  bool is_first = true;
  lanescope_value<In> before{};
  return lanescope_each(first, last, to, [&](auto& in, auto& out) {
    const lanescope_value<In> here = *in;
    if (std::exchange(is_first, false))
      *out = here;
    else
      *out = combine(here, before);
    before = here;
  });
}
LANESCOPE_WITH_POLICY(adjacent_difference)

}  // namespace thrust
