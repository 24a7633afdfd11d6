// A function that somebody else keeps: one call through a pointer, and nothing allocated. For what is called for
// every lane.
#pragma once

namespace lanescope {

template <class Signature>
class FunctionRef;

template <class... Arguments>
class FunctionRef<void(Arguments...)> {
 public:
  /// The function must live as long as it is called.
  template <class Function>
  FunctionRef(const Function& function)
      : function_(&function),
        call_([](const void* own, Arguments... arguments) { (*static_cast<const Function*>(own))(arguments...); }) {
  }

  void operator()(Arguments... arguments) const { call_(function_, arguments...); }

 private:
  const void* function_;
  void (*call_)(const void*, Arguments...);
};

}  // namespace lanescope
