// How a time was taken. Times of two methods are not compared: a launch between two events holds what a graph
// hides, and a graph holds what a clock inside the kernel does not see.
#pragma once

#include <string_view>

namespace lanescope {

/// `single`: launches one after another, each between two events, warm as the one before left it. `graph_cold`,
/// `graph_warm`: replays of a CUDA graph of many launches, the input out of L2 or in it. These hold all that one
/// result takes: presets of the output, every launch, the host's part. `block_clocks`: the GPU's clock as the
/// blocks of the recording build read it.
enum class TimeMethod { single, graph_cold, graph_warm, block_clocks };

inline constexpr std::string_view kTimeMethodNames[] = {"single", "graph_cold", "graph_warm", "block_clocks"};
/// In words, as they stand beside a time.
inline constexpr const char* kTimeMethodWords[] = {"single launches between events", "graph replays, cold L2",
                                                   "graph replays, warm L2", "clock of the recording build"};

constexpr std::string_view name_of(TimeMethod method) {
  return kTimeMethodNames[static_cast<int>(method)];
}
constexpr const char* words_of(TimeMethod method) {
  return kTimeMethodWords[static_cast<int>(method)];
}

}  // namespace lanescope
