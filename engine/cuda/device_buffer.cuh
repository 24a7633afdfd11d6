// Owning handles of what CUDA gives out: device memory, pinned host memory, events.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "engine/cuda/check.cuh"

namespace lanescope {

/// `count` elements of device memory, uninitialised. Empty where count is 0.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    if (count > 0) check(cudaMalloc(&data_, bytes()), "allocating GPU memory");
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~DeviceBuffer() {
    if (data_) check_noexcept(cudaFree(data_), "freeing GPU memory");
  }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

  void clear() {
    if (data_) check(cudaMemset(data_, 0, bytes()), "clearing GPU memory");
  }
  /// `source` holds size() elements.
  void upload(const void* source) { upload(source, 0, bytes()); }
  /// The bytes from `begin` to `end` of `source` and of this.
  void upload(const void* source, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    check(cudaMemcpy(reinterpret_cast<char*>(data_) + begin, static_cast<const char*>(source) + begin, end - begin,
                     cudaMemcpyHostToDevice),
          "copying to the GPU");
  }
  /// The first `count` elements.
  std::vector<T> download(std::size_t count) const {
    std::vector<T> copy(count);
    if (count > 0) {
      check(cudaMemcpy(copy.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost), "copying from the GPU");
    }
    return copy;
  }
  std::vector<T> download() const { return download(count_); }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Host memory that the GPU copies to without a detour.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t bytes) { check(cudaMallocHost(&data_, bytes), "allocating pinned memory"); }
  PinnedBuffer(PinnedBuffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~PinnedBuffer() {
    if (data_) check_noexcept(cudaFreeHost(data_), "freeing pinned memory");
  }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

class DeviceEvent {
 public:
  DeviceEvent() { check(cudaEventCreate(&event_), "creating an event"); }
  DeviceEvent(const DeviceEvent&) = delete;
  DeviceEvent& operator=(const DeviceEvent&) = delete;
  ~DeviceEvent() { check_noexcept(cudaEventDestroy(event_), "destroying an event"); }

  void record(cudaStream_t stream = nullptr) { check(cudaEventRecord(event_, stream), "recording an event"); }
  void wait() const { check(cudaEventSynchronize(event_), "waiting for the kernel"); }
  double us_since(const DeviceEvent& start) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.event_, event_), "reading a time");
    return ms * 1e3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace lanescope
