// What every thread of a grid has in common when the emulator runs it: the arrays, and the kernel's code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/emulator/lane.h"
#include "engine/request/request.h"
#include "engine/trace/combine_tree.h"
#include "engine/workload/arrays.h"

namespace lanescope::emulated {

/// An array of the launch. Not every run needs all its elements.
template <class T>
struct Memory {
  T* data = nullptr;
  std::uint64_t size = 0;
  const std::vector<std::uint64_t>* held = nullptr;  ///< rising: the elements that are there, if some are missing
  bool is_blank = false;                             ///< one element stands for all
};

template <class T>
struct Launch {
  const RunRequest& request;
  const LaunchConfig& config;
  std::vector<Memory<T>> inputs;
  std::vector<Memory<T>>
      outputs;  ///< of a reduction its partial sums; nothing is in it where blocks update one value
  CombineTree* tree = nullptr;
};

template <class T>
using BlockBody = void (*)(const Launch<T>&, BlockMachine&, std::uint64_t block, unsigned thread, Partial<T>&);

/// The code of a kernel entry for elements of type T, which may be Tracked. Throws Error(usage) where it has none.
template <class T>
BlockBody<T> body_of(const std::string& entry);

/// Elements of a launch's arrays; of a reduction's output, as many as its blocks store.
std::vector<std::uint64_t> input_sizes(const LaunchConfig& config, unsigned element_bytes);
std::vector<std::uint64_t> output_sizes(const LaunchConfig& config, unsigned element_bytes);

inline bool stores(const LaunchConfig& config) {
  return config.combining != Combining::atomic;
}

}  // namespace lanescope::emulated
