// Thrust's function objects, tuples, placeholders and policies.
#pragma once

#include <complex>
#include <random>
#include <tuple>
#include <utility>

#include "lanescope_cuda.hpp"

namespace thrust {

// --- names of the standard library ---
using std::complex;
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
struct null_type {};
namespace random {
using std::minstd_rand;
using std::minstd_rand0;
using std::ranlux24;
using std::ranlux48;
using taus88 = std::mt19937;
using std::normal_distribution;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using default_random_engine = std::minstd_rand;
}  // namespace random
using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

template <class T>
T max(T a, T b) {
  return a < b ? b : a;
}
template <class T>
T min(T a, T b) {
  return b < a ? b : a;
}

#define LANESCOPE_FUNCTOR(NAME, RESULT, VALUE)                        \
  template <class T = void>                                           \
  struct NAME {                                                       \
    RESULT operator()(const T& a, const T& b) const { return VALUE; } \
  };                                                                  \
  template <>                                                         \
  struct NAME<void> {                                                 \
    template <class A, class B>                                       \
    auto operator()(const A& a, const B& b) const {                   \
      return VALUE;                                                   \
    }                                                                 \
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
LANESCOPE_FUNCTOR(project1st, T, ((void)b, a))
LANESCOPE_FUNCTOR(project2nd, T, ((void)a, b))
#undef LANESCOPE_FUNCTOR
#define LANESCOPE_FUNCTOR(NAME, RESULT, VALUE)            \
  template <class T = void>                               \
  struct NAME {                                           \
    RESULT operator()(const T& a) const { return VALUE; } \
  };                                                      \
  template <>                                             \
  struct NAME<void> {                                     \
    template <class A>                                    \
    auto operator()(const A& a) const {                   \
      return VALUE;                                       \
    }                                                     \
  };
LANESCOPE_FUNCTOR(negate, T, -a)
LANESCOPE_FUNCTOR(square, T, a* a)
LANESCOPE_FUNCTOR(identity, T, a)
LANESCOPE_FUNCTOR(logical_not, bool, !a)
#undef LANESCOPE_FUNCTOR
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
  execution_policy on(A...) const {
    return {};
  }
  template <class... A>
  execution_policy operator()(A&&...) const {
    return {};
  }
};
inline constexpr execution_policy device, host, seq;
namespace cuda {
inline constexpr execution_policy par, par_nosync;
}
namespace system::cuda {
inline constexpr execution_policy par;
}
namespace omp {
inline constexpr execution_policy par;
}
namespace cpp {
inline constexpr execution_policy par;
}

/// A function of a tuple from one of its elements.
template <class F>
struct zip_function {
  template <class Tuple>
  decltype(auto) operator()(Tuple&& values) const {
    return std::apply(
        [this](auto&&... one) -> decltype(auto) { return function(static_cast<decltype(one)>(one)...); },
        static_cast<Tuple&&>(values));
  }
  F function;
};
template <class F>
zip_function<F> make_zip_function(F function) {
  return {function};
}
template <class P>
struct unary_negate {
  template <class T>
  bool operator()(const T& a) const {
    return !chosen(a);
  }
  P chosen;
};
template <class P>
unary_negate<P> not1(P chosen) {
  return {chosen};
}

// --- placeholders: `_1 * 2 + _2` is a function object ---
struct lanescope_expression {};
template <class F>
struct lanescope_actor : lanescope_expression {
  explicit constexpr lanescope_actor(F value) : value(value) {}
  template <class... A>
  auto operator()(const A&... a) const {
    return value(std::tuple<const A&...>(a...));
  }
  F value;  // of the tuple of the arguments
};
template <class F>
constexpr lanescope_actor<F> lanescope_act(F value) {
  return lanescope_actor<F>(value);
}
template <class E>
inline constexpr bool lanescope_is_actor = std::is_base_of_v<lanescope_expression, E>;
template <class E, class Tuple>
auto lanescope_value_in(const E& one, const Tuple& arguments) {
  if constexpr (lanescope_is_actor<E>)
    return one.value(arguments);
  else
    return one;
}
namespace placeholders {
template <int kNumber>
struct lanescope_argument {
  template <class Tuple>
  auto operator()(const Tuple& arguments) const {
    return std::get<kNumber>(arguments);
  }
};
inline constexpr lanescope_actor<lanescope_argument<0>> _1{{}};
inline constexpr lanescope_actor<lanescope_argument<1>> _2{{}};
inline constexpr lanescope_actor<lanescope_argument<2>> _3{{}};
inline constexpr lanescope_actor<lanescope_argument<3>> _4{{}};
}  // namespace placeholders
#define LANESCOPE_ACT(SIGN)                                                                             \
  template <class A, class B, class = std::enable_if_t<lanescope_is_actor<A> || lanescope_is_actor<B>>> \
  constexpr auto operator SIGN(const A& a, const B& b) {                                                \
    return lanescope_act(                                                                               \
        [a, b](const auto& t) { return lanescope_value_in(a, t) SIGN lanescope_value_in(b, t); });      \
  }
LANESCOPE_ACT(+)
LANESCOPE_ACT(-) LANESCOPE_ACT(*) LANESCOPE_ACT(/) LANESCOPE_ACT(%) LANESCOPE_ACT(<) LANESCOPE_ACT(<=)
    LANESCOPE_ACT(>) LANESCOPE_ACT(>=) LANESCOPE_ACT(==) LANESCOPE_ACT(!=) LANESCOPE_ACT(&&) LANESCOPE_ACT(||)
        LANESCOPE_ACT(&) LANESCOPE_ACT(|) LANESCOPE_ACT(^) LANESCOPE_ACT(<<) LANESCOPE_ACT(>>)
#undef LANESCOPE_ACT
#define LANESCOPE_ACT(SIGN)                                                             \
  template <class F>                                                                    \
  constexpr auto operator SIGN(const lanescope_actor<F>& a) {                           \
    return lanescope_act([a](const auto& t) { return SIGN lanescope_value_in(a, t); }); \
  }
            LANESCOPE_ACT(-) LANESCOPE_ACT(!) LANESCOPE_ACT(~)
#undef LANESCOPE_ACT

}  // namespace thrust
