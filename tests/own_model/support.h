// A kernel that a user brings, as the tests of the window's model do.
#pragma once

#include <string>

#include "engine/source/own_source.h"

namespace lanescope {

inline constexpr const char* kSum = R"(// lanescope: --as reduction --n 1000 --block 64
__global__ void sum(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
)";

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

inline OwnSource source_of(const std::string& text, const std::string& name = "sum.cu") {
  return source_in(own_file_of(name, text), "sum");
}

}  // namespace lanescope
