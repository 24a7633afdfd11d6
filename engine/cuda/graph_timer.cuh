// Replays of a CUDA graph between two events.
#pragma once

#include <functional>

#include "engine/base/progress.h"
#include "engine/cuda/cuda_bench.h"
#include "engine/cuda/device_buffer.cuh"

namespace lanescope {

/// A stream that waits for the default stream, and the other way round.
class DeviceStream {
 public:
  DeviceStream() { check(cudaStreamCreate(&stream_), "creating a stream"); }
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;
  ~DeviceStream() { check_noexcept(cudaStreamDestroy(stream_), "destroying a stream"); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

enum class Cache { cold, warm };

class GraphTimer {
 public:
  explicit GraphTimer(Progress& progress);

  std::size_t l2_bytes() const { return l2_bytes_; }

  /// `queue` puts the launches of one result on a stream; it is called `launches` times. `restore` is queued on the
  /// default stream before every replay, outside the timed region.
  GraphTimes time(unsigned launches, unsigned replays, Cache cache,
                  const std::function<void(unsigned launch, cudaStream_t stream)>& queue,
                  const std::function<void()>& restore);

 private:
  void flush_l2();

  Progress& progress_;
  DeviceStream stream_;
  std::size_t l2_bytes_ = 0;
  DeviceBuffer<uint4> scratch_;  // several times the L2 cache
};

}  // namespace lanescope
