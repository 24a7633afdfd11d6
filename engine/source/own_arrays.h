// The arrays of a user's kernel, in memory that another process can share: where each is, what it holds before the
// launch, and the result that they hold behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/input/input.h"
#include "engine/source/arguments.h"
#include "engine/source/child_process.h"
#include "engine/source/job.h"

namespace lanescope {

class OwnArrays {
 public:
  /// Bound to the kernel's parameters and filled. Throws Error(usage) as bind_arguments(), Error(failed) where the
  /// memory cannot be had.
  OwnArrays(const RunRequest& request, const LaunchConfig& launch, const Input& input);
  OwnArrays(const OwnArrays&) = delete;
  OwnArrays& operator=(const OwnArrays&) = delete;
  ~OwnArrays();

  const OwnArguments& arguments() const { return arguments_; }
  /// Of each of the arguments' arrays, in their order.
  const std::vector<JobArray>& places() const { return places_; }
  std::uint64_t bytes() const { return bytes_; }
  const Descriptor& descriptor() const { return descriptor_; }
  /// The arrays, and what is called with them.
  void put_into(KernelJob& job) const;

  /// What the kernel left. Of a reduction all that its blocks left, in their order: what no block wrote is the
  /// identity. One in place leaves its result in the first element, as a last block does that reduces what the
  /// others left.
  Reduced result() const;

 private:
  void place();
  bool fill_by_kind(const OwnArray& array, char* place, std::uint64_t bytes) const;
  void fill_ascending(const OwnArray& array, char* place, std::uint64_t bytes) const;
  /// Each array has numbers of its own.
  std::uint64_t seed_of(const OwnArray& array) const {
    return request_.input.seed + std::uint64_t{array.place} * 1000;
  }
  std::function<std::uint64_t(std::uint64_t)> whole_numbers(const OwnArray& array, std::uint64_t count) const;
  template <class T>
  void fill(const std::vector<T>& input);
  template <class T>
  Reduced result_of() const;
  char* at(std::uint64_t offset) const { return static_cast<char*>(memory_) + offset; }

  const RunRequest request_;
  const LaunchConfig launch_;
  const bool is_free_;
  OwnArguments arguments_;
  std::vector<JobArray> places_;
  std::uint64_t bytes_ = 0;
  Descriptor descriptor_;
  void* memory_ = nullptr;
};

}  // namespace lanescope
