// What the compiled file says of its kernel, and how it is called. LANESCOPE_KERNEL stands once, after the file's
// text.
#pragma once

struct CUstream_st;  // of cudaStream_t
/// The bytes of the array that begins there, which a function gets as one of the host's own, and may read.
extern "C" unsigned long long lanescope_give(const void* place, int may_be_written);

namespace lanescope_entry {

/// A number or struct; what points to elements; or what a function of the host takes as an array, with its size.
enum Form : unsigned char { kValue, kPointer, kContainer };
/// Of a number, of an element, or of a part of either: as OwnKind of engine/request/own_kernel.h.
enum Kind : unsigned char { kWhole, kUnsignedWhole, kReal, kOther, kPointerKind };
/// As engine/source/signature.cpp reads it. `parts`: numbers of that kind in an element; 0: too many to say.
struct Parameter {
  unsigned char form, is_const, kind, parts;
  unsigned bytes;
};
inline constexpr unsigned kMostParameters = 32;
/// Of a struct that is passed by value, whose number is `parameter`.
struct Field {
  unsigned parameter, offset;
  Parameter what;
};
inline constexpr unsigned kMostFields = 64;
struct Signature {
  unsigned magic, count;
  Parameter parameters[kMostParameters];
  unsigned field_count = 0;
  Field fields[kMostFields] = {};

  constexpr void add(unsigned parameter, unsigned offset, Parameter what) {
    if (field_count < kMostFields) fields[field_count++] = {parameter, offset, what};
  }
};

/// Of a field, without what only says how it is read.
template <class T>
struct OfField {
  using Type = std::remove_cv_t<T>;
};
template <class T>
struct OfField<T* __restrict__> {
  using Type = T*;
};
template <class T>
struct OfField<T* __restrict__ const> {
  using Type = T*;
};

/// What is between the braces of a struct, put in by a specialization for a parameter whose struct the text has.
template <unsigned kParameter>
struct FieldsOf {
  template <class T>
  static constexpr void put(Signature&) {}
};

template <class T>
constexpr Kind kind_of() {
  using Plain = std::remove_cv_t<T>;
  if (std::is_floating_point_v<Plain>) return kReal;
  if (std::is_enum_v<Plain> || std::is_integral_v<Plain>)
    return std::is_unsigned_v<Plain> ? kUnsignedWhole : kWhole;
  return std::is_pointer_v<Plain> ? kPointerKind : kOther;
}
/// Of int2, float4 and the like the kind of one, as they are filled with such numbers.
template <class T, class = void>
struct Part {
  using Type = T;
};
template <class T>
struct Part<T, std::enable_if_t<std::is_class_v<T> && std::is_arithmetic_v<decltype(T::x)> &&
                                sizeof(T) % sizeof(T::x) == 0>> {
  using Type = decltype(T::x);
};
/// What a function of the host takes as an array, std::vector and the like: it can be made of elements, and gives
/// them.
template <class T, class = void>
struct Elements {
  static constexpr bool are_there = false;
};
template <class T>
struct Elements<
    T, std::enable_if_t<std::is_constructible_v<T, const typename T::value_type*, const typename T::value_type*> &&
                        std::is_trivially_copyable_v<typename T::value_type> &&
                        std::is_same_v<decltype(std::declval<T&>().data()), typename T::value_type*>>> {
  static constexpr bool are_there = true;
};
template <class T>
constexpr unsigned bytes_of() {
  if constexpr (std::is_void_v<T>) {
    return 1;
  } else {
    return sizeof(T);
  }
}
template <class T>
constexpr Parameter parameter() {
  if constexpr (std::is_same_v<T, CUstream_st*>) return {kValue, false, kOther, 0, 0};
  using To = std::remove_pointer_t<T>;
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<To>) {
    using One = typename Part<std::remove_cv_t<To>>::Type;
    return {kPointer, std::is_const_v<To>, kind_of<One>(),
            static_cast<unsigned char>(bytes_of<To>() / bytes_of<One>()), bytes_of<To>()};
  }
  using One = typename Part<std::remove_cv_t<std::remove_all_extents_t<T>>>::Type;
  constexpr unsigned kParts = bytes_of<T>() / bytes_of<One>();
  return {kValue, false, kind_of<One>(), static_cast<unsigned char>(kParts < 256 ? kParts : 0), bytes_of<T>()};
}
/// A function of the host may take a reference, and return something.
template <class A>
using PlainOf = std::remove_cv_t<std::remove_reference_t<A>>;
/// What it takes as an array is told as one; const, where it cannot change the caller's.
template <class A>
constexpr Parameter parameter_of() {
  if constexpr (Elements<PlainOf<A>>::are_there) {
    using One = typename PlainOf<A>::value_type;
    constexpr bool kMayChange = std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>;
    Parameter about = parameter<std::conditional_t<kMayChange, One, const One>*>();
    about.form = kContainer;
    return about;
  } else if constexpr (std::is_array_v<PlainOf<A>> ||
                       Elements<std::remove_cv_t<std::remove_pointer_t<PlainOf<A>>>>::are_there) {
    // A reference to an array of the caller's, or several containers: nobody but a main() has those.
    return {kValue, false, kOther, 0, sizeof(PlainOf<A>)};
  } else {
    return parameter<PlainOf<A>>();
  }
}

template <class... A, std::size_t... kIndex>
constexpr Signature signature(std::index_sequence<kIndex...>) {
  Signature all{0x4c534b31u, sizeof...(A), {parameter_of<A>()...}};
  (FieldsOf<kIndex>::template put<PlainOf<A>>(all), ...);
  return all;
}
template <class R, class... A>
constexpr Signature signature(R (*)(A...)) {
  static_assert(sizeof...(A) <= kMostParameters, "more than 32 parameters");
  static_assert(!(std::is_rvalue_reference_v<A> || ...),
                "a parameter is an rvalue reference (&&), as no kernel's may be: make it a value or a pointer");
  return signature<A...>(std::index_sequence_for<A...>());
}
template <class R, class... A>
constexpr Signature signature(R (*)(A..., ...)) {
  static_assert(std::is_void_v<PlainOf<R>*>, "its parameters end in '...', as no kernel's may: name each");
  return {};
}

/// Of what stands in __launch_bounds__, the threads of a block.
template <class... R>
constexpr unsigned first_of(long long first, R...) {
  return first > 0 ? static_cast<unsigned>(first) : 0;
}

/// The function of a name that takes these, whatever it returns.
template <class F>
struct Overload;
template <class... A>
struct Overload<void(A...)> {
  template <class R>
  static constexpr auto of(R (*function)(A...)) {
    return function;
  }
};

/// Its symbol has the kernel's own name in it.
template <auto kKernel>
struct Mark {
  static const char place;
};
template <auto kKernel>
__attribute__((used)) const char Mark<kKernel>::place = 0;

/// What a function is called with, of the value that stands in a place.
template <class A, bool kIsArray = Elements<PlainOf<A>>::are_there>
struct Given {
  void* place;
  __attribute__((always_inline, LANESCOPE_UNWATCHED)) std::remove_reference_t<A>& get() {
    return *static_cast<std::remove_reference_t<A>*>(place);
  }
};
/// The elements of an array, which has what the function leaves there.
template <class A>
struct Given<A, true> {
  using One = typename PlainOf<A>::value_type;
  explicit Given(void* place)
      : begin(*static_cast<One**>(place)),
        count(lanescope_give(begin, !parameter_of<A>().is_const) / sizeof(One)),
        all(begin, begin + count) {}
  ~Given() {
    const std::size_t left = all.size() < count ? all.size() : count;
    for (std::size_t i = 0; i < left; ++i) begin[i] = all.data()[i];
  }
  PlainOf<A>& get() { return all; }

  One* begin;
  std::size_t count;
  PlainOf<A> all;
};

template <class R, class... A, std::size_t... kIndex>
__attribute__((always_inline, LANESCOPE_UNWATCHED)) inline void call(R (*function)(A...), void* const* values,
                                                                     std::index_sequence<kIndex...>) {
  function(Given<A>{values[kIndex]}.get()...);
}
template <class R, class... A>
__attribute__((always_inline, LANESCOPE_UNWATCHED)) inline void call(R (*function)(A...), void* const* values) {
  call(function, values, std::index_sequence_for<A...>());
}

}  // namespace lanescope_entry

// What a library without start files lacks, for static objects that are destroyed.
extern "C" __attribute__((visibility("hidden"))) void* __dso_handle;
void* __dso_handle = nullptr;

// Where what is __constant__, what is __managed__, and the table of the code's order begin and end; null where
// nothing is.
extern "C" {
extern const char __start_lanescope_constant[] __attribute__((weak, visibility("hidden")));
extern const char __stop_lanescope_constant[] __attribute__((weak, visibility("hidden")));
extern const char* const lanescope_constants[2];
const char* const lanescope_constants[2] = {__start_lanescope_constant, __stop_lanescope_constant};
extern const char __start_lanescope_flow[] __attribute__((weak, visibility("hidden")));
extern const char __stop_lanescope_flow[] __attribute__((weak, visibility("hidden")));
extern const char* const lanescope_code_flow[2];
const char* const lanescope_code_flow[2] = {__start_lanescope_flow, __stop_lanescope_flow};
extern const char __start_lanescope_managed[] __attribute__((weak, visibility("hidden")));
extern const char __stop_lanescope_managed[] __attribute__((weak, visibility("hidden")));
extern const char* const lanescope_managed_variables[2];
const char* const lanescope_managed_variables[2] = {__start_lanescope_managed, __stop_lanescope_managed};
}

/// How a function is called, and with what.
#define LANESCOPE_CALL(...)                                                                           \
  extern "C" {                                                                                        \
  alignas(128) thread_local char lanescope_shared_marker;                                             \
  extern const lanescope_entry::Signature lanescope_signature;                                        \
  constexpr lanescope_entry::Signature lanescope_signature = lanescope_entry::signature(__VA_ARGS__); \
  __attribute__((LANESCOPE_UNWATCHED)) void lanescope_call(void* const* values) {                     \
    lanescope_entry::call(__VA_ARGS__, values);                                                       \
  }                                                                                                   \
  }

#define LANESCOPE_KERNEL(...)                         \
  template struct lanescope_entry::Mark<__VA_ARGS__>; \
  LANESCOPE_CALL(__VA_ARGS__)

/// Of a whole program: main() is called by its name.
#define LANESCOPE_PROGRAM()                               \
  extern "C" {                                            \
  alignas(128) thread_local char lanescope_shared_marker; \
  }

/// Of a function of the host, which stands for a main().
#define LANESCOPE_LAUNCHER(...) LANESCOPE_CALL(__VA_ARGS__)
