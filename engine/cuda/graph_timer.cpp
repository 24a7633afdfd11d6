#include "engine/cuda/graph_timer.cuh"

#include <algorithm>
#include <vector>

#include "engine/base/statistics.h"
#include "engine/cuda/limit_kernels.cuh"

namespace lanescope {

namespace {

constexpr std::size_t kFlushFactor = 4;  // caches keep more than the last bytes that went through

/// A captured graph, ready to launch.
class Graph {
 public:
  Graph(cudaStream_t stream, const std::function<void()>& queue) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "beginning a graph");
    try {
      queue();
    } catch (...) {
      cudaStreamEndCapture(stream, &graph_);
      if (graph_) cudaGraphDestroy(graph_);
      cudaGetLastError();
      throw;
    }
    check(cudaStreamEndCapture(stream, &graph_), "ending a graph");
    const cudaError_t status = cudaGraphInstantiate(&ready_, graph_, 0);
    check_noexcept(cudaGraphDestroy(graph_), "destroying a graph");
    check(status, "preparing a graph");
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { check_noexcept(cudaGraphExecDestroy(ready_), "destroying a graph"); }

  void launch(cudaStream_t stream) const { check(cudaGraphLaunch(ready_, stream), "launching a graph"); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;
};

std::size_t l2_bytes_of_device() {
  int bytes = 0;
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, 0), "asking for the size of L2");
  return static_cast<std::size_t>(std::max(bytes, 1 << 20));
}

}  // namespace

GraphTimer::GraphTimer(Progress& progress)
    : progress_(progress), l2_bytes_(l2_bytes_of_device()), scratch_(kFlushFactor * l2_bytes_ / sizeof(uint4)) {
  scratch_.clear();
}

void GraphTimer::flush_l2() {
  // By reading: lines that were written would have to be written back within the timed region. And twice, so that
  // the GPU is still busy when the host has queued what follows.
  for (int times = 0; times < 2; ++times)
    launch_read(scratch_.data(), scratch_.size(), nullptr, 1024, 512, 8, stream_);
}

GraphTimes GraphTimer::time(unsigned launches, unsigned replays, Cache cache,
                            const std::function<void(unsigned, cudaStream_t)>& queue,
                            const std::function<void()>& restore) {
  const Graph graph(stream_, [&] {
    for (unsigned i = 0; i < launches; ++i) queue(i, stream_);
  });
  DeviceEvent start, stop;
  std::vector<double> times_us;
  // The first replay loads code and graph, and is not counted.
  for (unsigned replay = 0; replay <= replays; ++replay) {
    progress_.check();
    restore();
    check(cudaStreamSynchronize(stream_), "waiting for the GPU");
    check(cudaStreamSynchronize(nullptr), "waiting for the GPU");
    if (cache == Cache::cold) flush_l2();
    if (cache == Cache::warm) graph.launch(stream_);
    start.record(stream_);
    graph.launch(stream_);
    stop.record(stream_);
    stop.wait();
    if (replay > 0) times_us.push_back(stop.us_since(start) / launches);
  }
  const Summary times = summary_of(times_us);
  return {times.median, times.least, times.most, launches, replays};
}

}  // namespace lanescope
