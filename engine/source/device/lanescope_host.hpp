// The host's half of CUDA, as far as programs of one GPU use it: memory, copies, errors, streams that run at once,
// events of the host's clock, launches. Properties are those of an H100. What must be known of memory and launches
// goes through the functions named lanescope_*, which the process has.
#pragma once

#include <ctime>
#include <new>

#include "lanescope_host_types.hpp"
#include "lanescope_launch.hpp"
#include "lanescope_refused.hpp"

extern "C" {
/// Errors are those of cudaError_t. `kind`: 0 of the device, 1 managed, 2 of the host. `element_bytes`: 0 where
/// nobody knows.
int lanescope_allocate(void** place, unsigned long long bytes, int kind, unsigned element_bytes = 0);
int lanescope_free(void* place, int kind);
/// Frees all of it.
void lanescope_reset();
/// Of the host's own memory.
int lanescope_register(void* place, unsigned long long bytes);
int lanescope_unregister(void* place);
/// Whether copies may take this place for one of the device.
int lanescope_is_for_device(const void* place);
/// What malloc() in kernels may give out from now on; an error where it is more than can be had.
int lanescope_limit_heap(unsigned long long bytes);
/// Of launches by kernels, each of which waits for those that it has launched:
/// cudaLimitDevRuntimePendingLaunchCount.
void lanescope_limit_levels(unsigned long long levels);
/// Launches may have as much dynamic shared memory as that.
int lanescope_allow_shared(unsigned long long bytes);
/// Of a block of that kernel.
int lanescope_most_threads(const void* function);
/// Of a block: the shared arrays that the kernel itself declares with a size.
unsigned long long lanescope_shared_bytes(const void* function);
/// The program has the address of this variable.
void lanescope_note_symbol(const void* place, unsigned long long bytes);
/// Somebody may write so many bytes of the device's memory, or has, whom nobody watches.
void lanescope_note_written(void* place, unsigned long long bytes);
/// The host may read and write the device's memory from `reaches` 1 to 0; they nest.
void lanescope_reach_device(int reaches);
/// A call of the host is refused, which is told with its line; the error.
int lanescope_refuse(LanescopeAsked what, int line, LanescopeRefusal why, int error);
/// `kind`: a cudaMemcpyKind.
int lanescope_copy(void* to, const void* from, unsigned long long bytes, int kind);
int lanescope_set(void* place, int value, unsigned long long bytes);
/// In a kernel: it runs when the launch that the kernel is of has ended.
int lanescope_launch(const LanescopeLaunch* launch);
/// How many launches there were. The host waits for those of a stream, null for all, of the first `until` ones; and
/// a stream waits for these.
unsigned long long lanescope_launches();
void lanescope_wait_for(const void* stream, unsigned long long until);
void lanescope_let_wait(const void* stream, unsigned long long until);
int lanescope_in_kernel();
/// That of the allocation that has this place; -1: none has.
int lanescope_kind_of(const void* place);
}

namespace lanescope_host {

/// Of the host's clock; <chrono> takes long to compile.
inline double now_ms() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

#define LANESCOPE_UNSEEN __attribute__((noinline, LANESCOPE_UNWATCHED))
// What may be refused is called, so that there is a place in the code that says which line asks.
#define LANESCOPE_CALLED __attribute__((noinline))

// Kernels that launch others ask for errors, too; what the host keeps is no memory of theirs.
LANESCOPE_UNSEEN inline cudaError_t& last_error() {
  static cudaError_t error = cudaSuccess;
  return error;
}
LANESCOPE_UNSEEN inline cudaError_t noted(int error) {
  if (error != 0) last_error() = static_cast<cudaError_t>(error);
  return static_cast<cudaError_t>(error);
}

/// The host waits for what is in a stream, null for all.
LANESCOPE_UNSEEN inline void wait_for(const void* stream) { lanescope_wait_for(stream, lanescope_launches()); }

/// Calls what is at this place.
template <class C>
LANESCOPE_UNSEEN void run(void* place) {
  (*static_cast<C*>(place))();
}

/// Containers of the host have their elements in its memory.
template <class T, class = void>
struct IsContainer : std::false_type {};
template <class T>
struct IsContainer<T, std::void_t<typename T::allocator_type>> : std::true_type {};

template <class T>
LanescopeArgument argument_of(const T& value) {
  static_assert(!IsContainer<T>::value,
                "a kernel cannot take a std::vector or another container of the host, whose elements are in the "
                "host's memory: copy them to the device, and pass a pointer to them");
  LanescopeArgument argument{nullptr, sizeof(T), 0, lanescope_entry::kind_of<T>()};
  if constexpr (std::is_pointer_v<T>) {
    using To = std::remove_cv_t<std::remove_pointer_t<T>>;
    argument = {nullptr, lanescope_entry::bytes_of<To>(), 1, lanescope_entry::kind_of<To>()};
    if constexpr (!std::is_function_v<To>)
      argument.pointer = const_cast<const void*>(static_cast<const volatile void*>(value));
  }
  return argument;
}

/// An argument written as 0, which is a number or a null pointer.
struct Zero {
  template <class T, class = std::enable_if_t<std::is_pointer_v<T> || std::is_arithmetic_v<T>>>
  LANESCOPE_UNSEEN operator T() const {
    return T();
  }
};
template <class T>
T number_of(T value) {
  return value;
}
inline int number_of(Zero) { return 0; }

/// What a graph does at one of its nodes (lanescope_graphs.hpp).
struct Action {
  virtual void run() = 0;
};
template <class F>
struct ActionOf final : Action {
  explicit ActionOf(F f) : function(f) {}
  void run() override { function(); }
  F function;
};
#ifdef LANESCOPE_GRAPHS
inline bool is_captured(cudaStream_t stream);
inline void add_captured(cudaStream_t stream, cudaGraphNodeType type, Action* action);
#else
constexpr bool is_captured(cudaStream_t) { return false; }
#endif
/// Where a stream is being captured it does nothing, and the graph has another node.
template <class F>
LANESCOPE_UNSEEN bool captured(cudaStream_t stream, cudaGraphNodeType type, F function) {
  if (!is_captured(stream)) return false;
#ifdef LANESCOPE_GRAPHS
  add_captured(stream, type, new ActionOf<F>(function));
#endif
  return true;
}

/// Of a kernel; null: it is no pointer to one.
template <class... A>
LANESCOPE_UNSEEN const void* place_of(void (*kernel)(A...)) {
  return reinterpret_cast<const void*>(kernel);
}
LANESCOPE_UNSEEN inline const void* place_of(const void* kernel) { return kernel; }
template <class F>
LANESCOPE_UNSEEN const void* place_of(const F&) {
  return nullptr;
}

/// Whether copies of a parameter are no more than its bits, so that calls hand it on by value; others they hand on
/// by address.
template <class P>
constexpr bool kIsPlain = std::is_reference_v<P> ||
                          (std::is_trivially_copy_constructible_v<P> && std::is_trivially_move_constructible_v<P> &&
                           std::is_trivially_destructible_v<P>);
template <class P>
using Passed = std::conditional_t<kIsPlain<P>, P, std::remove_cv_t<P>*>;
/// A parameter as a GPU gets it: its bits, which nobody constructs or destroys.
template <class P>
struct Bits {
  using Value = std::remove_cv_t<std::remove_reference_t<P>>;
  LANESCOPE_UNSEEN explicit Bits(const Value& value) { __builtin_memcpy(bytes, &value, sizeof bytes); }
  LANESCOPE_UNSEEN Passed<P> passed() {
    auto* value = reinterpret_cast<Value*>(bytes);
    if constexpr (kIsPlain<P>)
      return static_cast<P>(*value);
    else
      return value;
  }
  alignas(Value) unsigned char bytes[sizeof(Value)];
};
/// Each thread has its own.
template <class... P>
LANESCOPE_UNSEEN void call_with_bits(void (*kernel)(P...), Bits<P>... bits) {
  reinterpret_cast<void (*)(Passed<P>...)>(kernel)(bits.passed()...);
}

/// What a macro launches, as it is called behind its parameters.
#define LANESCOPE_NAME(...) #__VA_ARGS__

/// What stands between <<< and >>>.
class Configured {
 public:
  Configured(const char* name, dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
             int line = LANESCOPE_LINE)
      : launch_{name,
                {grid.x, grid.y, grid.z},
                {block.x, block.y, block.z},
                shared_bytes,
                line,
                nullptr,
                nullptr,
                nullptr,
                0,
                0,
                0,
                nullptr,
                nullptr,
                0,
                stream},
        stream_(stream) {}

  /// What is launched, where its name is not known.
  Configured& of(const void* function) {
    launch_.function = function;
    return *this;
  }
  int line() const { return launch_.line; }
  /// Its name is that of a kernel of the file, and of no variable that may hold several.
  Configured& named() {
    is_named_ = true;
    return *this;
  }
  /// Its blocks may wait for each other.
  Configured& cooperative() {
    launch_.is_cooperative = 1;
    return *this;
  }
  /// Of a kernel with references as parameters: it gets what is named, and no copies.
  template <class F>
  auto with_references(F function) const {
    return [launch = launch_, function](auto&&... values) {
      auto call = [&]() __attribute__((LANESCOPE_UNWATCHED)) { function(values...); };
      launch_call(launch, call, values...);
    };
  }
  /// Where a 0 stands among the arguments, it is a number if the kernel takes one there.
  template <class F, class G>
  auto operator()(F if_possible, G function) const {
    return [=](auto... values) __attribute__((LANESCOPE_UNWATCHED)) {
      if constexpr (!std::is_invocable_v<F, decltype(number_of(values))...> &&
                    std::is_invocable_v<F, decltype(values)...>) {
        (*this)(if_possible)(values...);
      } else {
        (*this)(function)(number_of(values)...);
      }
    };
  }
  /// Of a kernel whose parameters are known: arguments become what those are before anybody copies them.
  template <class C, class... P>
  struct Typed {
    void start(P... values) const {
      if constexpr ((kIsPlain<P> && ...)) {
        call(values...);
      } else if (is_captured(stream)) {
        call(values...);
      } else {
        launch_bits<P...>(launch, kernel, Bits<P>(values)..., values...);
      }
    }
    C call;
    LanescopeLaunch launch;
    cudaStream_t stream;
    void (*kernel)(P...);
  };
  template <class F, class... P>
  auto typed(void (*kernel)(P...), F function) const {
    const auto call = (*this)(function);
    return Typed<decltype(call), P...>{call, launch_, stream_, kernel};
  }
  template <class F>
  auto operator()(F function) const {
    return [launch = launch_, stream = stream_, is_named = is_named_, function](auto... values) {
      // Nobody knows in which stream a graph will be launched.
      auto in_graph = launch;
      in_graph.stream = nullptr;
      if (!captured(stream, cudaGraphNodeTypeKernel, [=] { launch_now(in_graph, is_named, function, values...); }))
        launch_now(launch, is_named, function, values...);
    };
  }

 private:
  template <class F, class... A>
  LANESCOPE_UNSEEN static void launch_now(LanescopeLaunch launch, bool is_named, F function, A... values) {
    // Each thread has copies of its own of the arguments.
    auto call = [=]() __attribute__((LANESCOPE_UNWATCHED)) { function(static_cast<A>(values)...); };
    // Another name may be that of a pointer to kernels: of a local one the function has a reference, of a global
    // one nothing.
    unsigned char key[(sizeof(A) + ... + 1)] = {};
    unsigned char* end = key;
    ((__builtin_memcpy(end, &values, sizeof(A)), end += sizeof(A)), ...);
    launch.key = is_named || launch.function ? key : nullptr;
    launch.key_bytes = sizeof key;
    launch_call(launch, call, values...);
  }
  template <class... P>
  LANESCOPE_UNSEEN static void launch_bits(const LanescopeLaunch& launch, void (*kernel)(P...),
                                           const Bits<P>&... bits, const std::remove_reference_t<P>&... values) {
    auto call = [=]() __attribute__((LANESCOPE_UNWATCHED)) { call_with_bits<P...>(kernel, bits...); };
    launch_call(launch, call, values...);
  }
  template <class C, class... A>
  static void launch_call(LanescopeLaunch launch, C& call, const A&... values) {
    const LanescopeArgument arguments[] = {argument_of(values)..., LanescopeArgument{}};
    launch.call = run<C>;
    launch.closure = &call;
    launch.closure_bytes = sizeof call;
    launch.arguments = arguments;
    launch.count = sizeof...(values);
    noted(lanescope_launch(&launch));
  }

  LanescopeLaunch launch_;
  cudaStream_t stream_;
  bool is_named_ = false;
};

template <class... A, std::size_t... kIndex>
void launch_with(Configured configured, void (*kernel)(A...), void** values, std::index_sequence<kIndex...>) {
  configured.of(reinterpret_cast<const void*>(kernel))([=](auto... a) __attribute__((LANESCOPE_UNWATCHED)) {
    kernel(a...);
  })(*static_cast<std::remove_cv_t<std::remove_reference_t<A>>*>(values[kIndex])...);
}

/// A kernel of which somebody has no more than where it is.
struct KnownKernel {
  const void* place;
  void (*launch)(const void* place, Configured& configured, void** values);
  KnownKernel* next;
};
LANESCOPE_UNSEEN inline KnownKernel*& known_kernels() {
  static KnownKernel* first = nullptr;
  return first;
}
LANESCOPE_UNSEEN inline const KnownKernel* known_kernel(const void* place) {
  const KnownKernel* one = known_kernels();
  while (one && one->place != place) one = one->next;
  return one;
}

/// A cast of a kernel to void*, by which its type would be lost: `known->*kernel`.
struct Known {
  template <class... A>
  LANESCOPE_UNSEEN void* operator->*(void (*kernel)(A...)) const {
    void* place = reinterpret_cast<void*>(kernel);
    const auto launch = [](const void* of, Configured& configured, void** values) {
      launch_with(configured, reinterpret_cast<void (*)(A...)>(const_cast<void*>(of)), values,
                  std::index_sequence_for<A...>());
    };
    if (!known_kernel(place)) known_kernels() = new KnownKernel{place, launch, known_kernels()};
    return place;
  }
  template <class T>
  T operator->*(T other) const {
    return other;
  }
};
constexpr Known known;

/// Of a launch, or a node of a graph, by an address.
LANESCOPE_UNSEEN inline cudaError_t refused_address(LanescopeAsked what, int line) {
  return noted(static_cast<cudaError_t>(
      lanescope_refuse(what, line, LanescopeRefusal::no_kernel, cudaErrorInvalidDeviceFunction)));
}

LANESCOPE_UNSEEN inline cudaError_t launch_known(Configured configured, const void* place, void** values) {
  const KnownKernel* kernel = known_kernel(place);
  if (!kernel) return refused_address(LanescopeAsked::launch, configured.line());
  kernel->launch(place, configured, values);
  return last_error();
}

}  // namespace lanescope_host

// --- errors ---
LANESCOPE_UNSEEN inline cudaError_t cudaGetLastError() {
  const cudaError_t error = lanescope_host::last_error();
  lanescope_host::last_error() = cudaSuccess;
  return error;
}
LANESCOPE_UNSEEN inline cudaError_t cudaPeekAtLastError() { return lanescope_host::last_error(); }

#include "lanescope_host_memory.hpp"
#include "lanescope_host_device.hpp"
#include "lanescope_host_streams.hpp"

#include "lanescope_host_more.hpp"
