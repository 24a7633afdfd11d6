// Thrust's algorithms that sort, choose and search.
#pragma once

#include "lanescope_thrust_transforms.hpp"

namespace thrust {

template <class It, class C = thrust::less<>>
void stable_sort(It first, It last, C less = {}) {
  auto range = lanescope_taken(first, last);
  std::stable_sort(range.begin(), range.end(), less);
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(stable_sort)
template <class It, class C = thrust::less<>>
void sort(It first, It last, C less = {}) {
  thrust::stable_sort(first, last, less);
}
LANESCOPE_WITH_POLICY(sort)
template <class K, class V, class C = thrust::less<>>
void stable_sort_by_key(K first, K last, V values, C less = {}) {
  const auto keys = lanescope_taken(first, last);
  const auto beside = lanescope_beside(values, keys.count);
  std::vector<std::size_t> order(keys.count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return less(keys.begin()[a], keys.begin()[b]); });
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
void sort_by_key(K first, K last, V values, C less = {}) {
  thrust::stable_sort_by_key(first, last, values, less);
}
LANESCOPE_WITH_POLICY(sort_by_key)
template <class It>
void reverse(It first, It last) {
  auto range = lanescope_taken(first, last);
  std::reverse(range.begin(), range.end());
  lanescope_put(first, range);
}
LANESCOPE_WITH_POLICY(reverse)
template <class In, class Out>
Out reverse_copy(In first, In last, Out to) {
  auto range = lanescope_taken(first, last);
  std::reverse(range.begin(), range.end());
  return lanescope_put(to, range);
}
LANESCOPE_WITH_POLICY(reverse_copy)
template <class It, class R>
void shuffle(It first, It last, R&& random) {
  auto range = lanescope_taken(first, last);
  std::shuffle(range.begin(), range.end(), random);
  lanescope_put(first, range);
}

// --- those that keep some elements, in their order, and say where they end ---
/// Elements whose mark is chosen are in front; behind the end, those that are not, in their order, too.
template <class It, class S, class P>
It lanescope_parted(It first, It last, S stencil, P chosen) {
  const auto range = lanescope_taken(first, last);
  const auto marks = lanescope_beside(stencil, range.count);
  lanescope_range<lanescope_value<It>> parted(range.count);
  std::size_t count = 0;
  for (const bool wanted : {true, false})
    for (std::size_t i = 0; i < range.count; ++i)
      if (static_cast<bool>(chosen(marks.begin()[i])) == wanted) parted.begin()[count++] = range.begin()[i];
  lanescope_put(first, parted);
  count = 0;
  for (std::size_t i = 0; i < range.count; ++i) count += static_cast<bool>(chosen(marks.begin()[i]));
  return first + static_cast<std::ptrdiff_t>(count);
}
template <class It, class P>
It stable_partition(It first, It last, P chosen) {
  return lanescope_parted(first, last, first, chosen);
}
template <class It, class S, class P>
It stable_partition(It first, It last, S stencil, P chosen) {
  return lanescope_parted(first, last, stencil, chosen);
}
LANESCOPE_WITH_POLICY(stable_partition)
template <class... A>
auto partition(A... a) {
  return thrust::stable_partition(a...);
}
template <class It, class P>
It remove_if(It first, It last, P gone) {
  return lanescope_parted(first, last, first, thrust::not1(gone));
}
template <class It, class S, class P>
It remove_if(It first, It last, S stencil, P gone) {
  return lanescope_parted(first, last, stencil, thrust::not1(gone));
}
LANESCOPE_WITH_POLICY(remove_if)
template <class It, class T>
It remove(It first, It last, const T& value) {
  return thrust::remove_if(first, last, [&](const auto& one) { return one == value; });
}
LANESCOPE_WITH_POLICY(remove)
template <class In, class S, class Out, class P>
Out copy_if(In first, In last, S stencil, Out to, P keep) {
  const auto in = lanescope_taken(first, last);
  const auto marks = lanescope_beside(stencil, in.count);
  std::vector<lanescope_value<In>> kept;
  for (std::size_t i = 0; i < in.count; ++i)
    if (keep(marks.begin()[i])) kept.push_back(in.begin()[i]);
  return thrust::copy(kept.begin(), kept.end(), to);
}
template <class In, class Out, class P>
Out copy_if(In first, In last, Out to, P keep) {
  return thrust::copy_if(first, last, first, to, keep);
}
LANESCOPE_WITH_POLICY(copy_if)
template <class In, class Out, class P>
Out remove_copy_if(In first, In last, Out to, P gone) {
  return thrust::copy_if(first, last, to, thrust::not1(gone));
}
LANESCOPE_WITH_POLICY(remove_copy_if)
template <class In, class Out, class T>
Out remove_copy(In first, In last, Out to, const T& value) {
  return thrust::copy_if(first, last, to, [&](const auto& one) { return !(one == value); });
}
LANESCOPE_WITH_POLICY(remove_copy)
template <class In, class OutA, class OutB, class P>
pair<OutA, OutB> partition_copy(In first, In last, OutA chosen_to, OutB others_to, P chosen) {
  return {thrust::copy_if(first, last, chosen_to, chosen), thrust::remove_copy_if(first, last, others_to, chosen)};
}
LANESCOPE_WITH_POLICY(partition_copy)
template <class K, class V, class E = thrust::equal_to<>>
pair<K, V> unique_by_key(K first, K last, V values, E same = {}) {
  const auto keys = lanescope_taken(first, last);
  const auto beside = lanescope_beside(values, keys.count);
  std::size_t count = 0;
  for (std::size_t i = 0; i < keys.count; ++i) {
    if (count > 0 && same(keys.begin()[count - 1], keys.begin()[i])) continue;
    keys.begin()[count] = keys.begin()[i];
    beside.begin()[count++] = beside.begin()[i];
  }
  return {lanescope_put(first, keys.begin(), count), lanescope_put(values, beside.begin(), count)};
}
LANESCOPE_WITH_POLICY(unique_by_key)
template <class In, class Out, class E = thrust::equal_to<>>
Out unique_copy(In first, In last, Out to, E same = {}) {
  const auto range = lanescope_taken(first, last);
  return lanescope_put(to, range.begin(),
                       static_cast<std::size_t>(std::unique(range.begin(), range.end(), same) - range.begin()));
}
LANESCOPE_WITH_POLICY(unique_copy)
template <class It, class E = thrust::equal_to<>>
It unique(It first, It last, E same = {}) {
  return thrust::unique_copy(first, last, first, same);
}
LANESCOPE_WITH_POLICY(unique)

// --- of two sorted ranges ---
#define LANESCOPE_MERGED(NAME, CALL)                                                     \
  template <class A, class B, class Out, class C = thrust::less<>>                       \
  Out NAME(A first, A last, B other_first, B other_last, Out to, C less = {}) {          \
    const auto a = lanescope_taken(first, last);                                         \
    const auto b = lanescope_taken(other_first, other_last);                             \
    std::vector<lanescope_value<A>> merged;                                              \
    std::CALL(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged), less); \
    return thrust::copy(merged.begin(), merged.end(), to);                               \
  }                                                                                      \
  LANESCOPE_WITH_POLICY(NAME)
LANESCOPE_MERGED(merge, merge)
LANESCOPE_MERGED(set_union, set_union)
LANESCOPE_MERGED(set_intersection, set_intersection)
LANESCOPE_MERGED(set_difference, set_difference)
LANESCOPE_MERGED(set_symmetric_difference, set_symmetric_difference)
#undef LANESCOPE_MERGED

// --- those that only look ---
#define LANESCOPE_LOOK(NAME, CALL, RESULT)                          \
  template <class It, class... A>                                   \
  auto NAME(It first, It last, A... a) {                            \
    const auto range = lanescope_taken(first, last);                \
    const auto found = std::CALL(range.begin(), range.end(), a...); \
    return RESULT;                                                  \
  }
LANESCOPE_LOOK(lanescope_count, count, found)
LANESCOPE_LOOK(lanescope_count_if, count_if, found)
LANESCOPE_LOOK(lanescope_all_of, all_of, found)
LANESCOPE_LOOK(lanescope_any_of, any_of, found)
LANESCOPE_LOOK(lanescope_none_of, none_of, found)
LANESCOPE_LOOK(lanescope_is_sorted, is_sorted, found)
LANESCOPE_LOOK(lanescope_is_partitioned, is_partitioned, found)
LANESCOPE_LOOK(lanescope_min_element, min_element, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_max_element, max_element, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_find, find, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_find_if, find_if, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_find_if_not, find_if_not, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_partition_point, partition_point, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_is_sorted_until, is_sorted_until, first + (found - range.begin()))
LANESCOPE_LOOK(lanescope_minmax_element, minmax_element,
               thrust::make_pair(first + (found.first - range.begin()), first + (found.second - range.begin())))
#undef LANESCOPE_LOOK
/// One value is looked for, or each of a range, whose places are written.
#define LANESCOPE_LOOK(NAME, RESULT)                                                     \
  template <class It, class T, class C = thrust::less<>>                                 \
  auto lanescope_##NAME(It first, It last, const T& value, C less = {}) {                \
    const auto range = lanescope_taken(first, last);                                     \
    const auto found = std::NAME(range.begin(), range.end(), value, less);               \
    return RESULT;                                                                       \
  }                                                                                      \
  template <class It, class V, class Out, class C = thrust::less<>,                      \
            class = typename std::iterator_traits<Out>::iterator_category>               \
  Out lanescope_##NAME(It first, It last, V values, V values_end, Out to, C less = {}) { \
    const auto range = lanescope_taken(first, last);                                     \
    return thrust::transform(values, values_end, to, [&](const auto& value) {            \
      const auto found = std::NAME(range.begin(), range.end(), value, less);             \
      if constexpr (std::is_same_v<decltype(found), const bool>)                         \
        return found;                                                                    \
      else                                                                               \
        return found - range.begin();                                                    \
    });                                                                                  \
  }
LANESCOPE_LOOK(lower_bound, first + (found - range.begin()))
LANESCOPE_LOOK(upper_bound, first + (found - range.begin()))
LANESCOPE_LOOK(binary_search, found)
#undef LANESCOPE_LOOK
#define LANESCOPE_LOOK(NAME)                               \
  template <class First, class... A>                       \
  auto NAME(First first, A... a) {                         \
    if constexpr (std::is_same_v<First, execution_policy>) \
      return lanescope_##NAME(a...);                       \
    else                                                   \
      return lanescope_##NAME(first, a...);                \
  }
LANESCOPE_LOOK(count)
LANESCOPE_LOOK(count_if) LANESCOPE_LOOK(all_of) LANESCOPE_LOOK(any_of) LANESCOPE_LOOK(none_of)
    LANESCOPE_LOOK(is_sorted) LANESCOPE_LOOK(is_partitioned) LANESCOPE_LOOK(is_sorted_until)
        LANESCOPE_LOOK(partition_point) LANESCOPE_LOOK(min_element) LANESCOPE_LOOK(max_element)
            LANESCOPE_LOOK(minmax_element) LANESCOPE_LOOK(find) LANESCOPE_LOOK(find_if) LANESCOPE_LOOK(find_if_not)
                LANESCOPE_LOOK(lower_bound) LANESCOPE_LOOK(upper_bound) LANESCOPE_LOOK(binary_search)
#undef LANESCOPE_LOOK
                    template <class It, class T>
                    pair<It, It> equal_range(It first, It last, const T& value) {
  return {thrust::lower_bound(first, last, value), thrust::upper_bound(first, last, value)};
}
LANESCOPE_WITH_POLICY(equal_range)
template <class A, class B, class E = thrust::equal_to<>>
pair<A, B> mismatch(A first, A last, B second, E same = {}) {
  const auto a = lanescope_taken(first, last);
  const auto b = lanescope_beside(second, a.count);
  const auto at = std::mismatch(a.begin(), a.end(), b.begin(), same).first - a.begin();
  return {first + at, second + at};
}
LANESCOPE_WITH_POLICY(mismatch)
template <class A, class B, class E = thrust::equal_to<>>
bool equal(A first, A last, B second, E same = {}) {
  return thrust::mismatch(first, last, second, same).first == last;
}
LANESCOPE_WITH_POLICY(equal)

}  // namespace thrust
#undef LANESCOPE_WITH_POLICY
