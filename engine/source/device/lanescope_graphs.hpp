// CUDA graphs. What a captured stream is asked to do, or what the nodes say, is kept as functions; a launch of the
// graph calls them in an order that its edges allow. Nodes stay to the end of the program, since graphs and what
// was made of them share them.
#pragma once

#include <algorithm>
#include <vector>

#include "lanescope_host.hpp"

struct CUgraphNode_st {
  cudaGraphNodeType type;
  lanescope_host::Action* action;
  std::vector<CUgraphNode_st*> before;
};
struct CUgraph_st {
  std::vector<CUgraphNode_st*> nodes;
};
struct CUgraphExec_st {
  struct Step {
    CUgraphNode_st* node;
    lanescope_host::Action* action;  ///< what the node's was, or what it was set to since
  };
  std::vector<Step> steps;
};
typedef CUgraph_st* cudaGraph_t;
typedef CUgraphExec_st* cudaGraphExec_t;
typedef CUgraphNode_st* cudaGraphNode_t;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone,
  cudaStreamCaptureStatusActive,
  cudaStreamCaptureStatusInvalidated
};
enum cudaGraphExecUpdateResult { cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError };
struct cudaGraphExecUpdateResultInfo {
  cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode, errorFromNode;
};
enum { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphDebugDotFlagsVerbose = 1 };

namespace lanescope_host {

/// Of one stream, and of those that wait for events of it; null at its end.
struct Capture {
  CUgraph_st* graph;
  CUgraphNode_st* last;
};
LANESCOPE_UNSEEN inline bool is_captured(cudaStream_t stream) {
  return stream && stream->capture && stream->capture->graph;
}
inline void add_captured(cudaStream_t stream, cudaGraphNodeType type, Action* action) {
  Capture& capture = *stream->capture;
  auto* node = new CUgraphNode_st{type, action, {}};
  if (capture.last) node->before.push_back(capture.last);
  capture.graph->nodes.push_back(node);
  capture.last = node;
}

/// Whether a node of the graph may wait for these: others of it, each once.
inline bool may_wait_for(const CUgraph_st& graph, const cudaGraphNode_t* before, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::count(graph.nodes.begin(), graph.nodes.end(), before[i]) == 0 ||
        std::count(before, before + i, before[i]) > 0)
      return false;
  return true;
}
inline cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                            std::size_t count, cudaGraphNodeType type, Action* action, int line = 0) {
  if (!graph || (count > 0 && !before)) return noted(cudaErrorInvalidValue);
  if (!may_wait_for(*graph, before, count))
    return noted(static_cast<cudaError_t>(lanescope_refuse(
        LanescopeAsked::node, line, LanescopeRefusal::no_other_node, cudaErrorInvalidValue)));
  *node = new CUgraphNode_st{type, action, {before, before + count}};
  graph->nodes.push_back(*node);
  return cudaSuccess;
}
template <class F>
Action* action_of(F function) {
  return new ActionOf<F>(function);
}

inline bool has(const CUgraphExec_st& exec, const CUgraphNode_st* node) {
  for (const auto& step : exec.steps)
    if (step.node == node) return true;
  return false;
}
/// False where nodes wait for each other.
inline bool put_in_order(const CUgraph_st& graph, CUgraphExec_st& exec) {
  for (bool goes_on = true; goes_on && exec.steps.size() < graph.nodes.size();) {
    goes_on = false;
    for (CUgraphNode_st* node : graph.nodes) {
      bool is_next = !has(exec, node);
      for (const CUgraphNode_st* one : node->before) is_next = is_next && has(exec, one);
      if (is_next) exec.steps.push_back({node, node->action});
      goes_on = goes_on || is_next;
    }
  }
  return exec.steps.size() == graph.nodes.size();
}

/// The kernel of a node.
struct NodeKernel {
  template <class... A>
  NodeKernel(void (*kernel)(A...)) : place(known->*kernel) {}
  NodeKernel(const void* kernel = nullptr) : place(kernel) {}
  operator void*() const { return const_cast<void*>(place); }
  const void* place = nullptr;
};

}  // namespace lanescope_host

struct cudaKernelNodeParams {
  lanescope_host::NodeKernel func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes = 0;
  void **kernelParams = nullptr, **extra = nullptr;
};
struct cudaMemsetParams {
  void* dst;
  std::size_t pitch;
  unsigned value, elementSize;
  std::size_t width, height;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void* userData;
};

namespace lanescope_host {

/// Its arguments are those of now: the launch is captured.
inline Action* action_of(const cudaKernelNodeParams& params, int line) {
  CUgraph_st graph;
  Capture capture{&graph, nullptr};
  CUstream_st stream{&capture};
  launch_known({"cudaGraphAddKernelNode", params.gridDim, params.blockDim, params.sharedMemBytes, &stream, line},
               params.func.place, params.kernelParams);
  return graph.nodes.front()->action;
}
inline cudaError_t set(const cudaMemsetParams& params) {
  std::vector<char> row(params.width * params.elementSize);
  for (std::size_t i = 0; i < params.width; ++i)
    memcpy(&row[i * params.elementSize], &params.value, params.elementSize);
  for (std::size_t y = 0; y < params.height; ++y)
    if (const auto error =
            cudaMemcpy((char*)params.dst + y * params.pitch, row.data(), row.size(), cudaMemcpyDefault))
      return error;
  return cudaSuccess;
}
inline Action* action_of(const cudaMemsetParams& params) {
  return action_of([params] { set(params); });
}
inline Action* action_of(const cudaMemcpy3DParms& params) {
  return action_of([params] { cudaMemcpy3D(&params); });
}
inline Action* action_of(const cudaHostNodeParams& params) {
  return action_of([params] { params.fn(params.userData); });
}
inline cudaError_t set_action(cudaGraphExec_t exec, cudaGraphNode_t node, Action* action) {
  for (auto& step : exec->steps)
    if (step.node == node) return step.action = action, cudaSuccess;
  return noted(cudaErrorInvalidValue);
}

}  // namespace lanescope_host

// --- capture ---
inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                          cudaStreamCaptureMode = cudaStreamCaptureModeGlobal) {
  if (!stream) return lanescope_host::noted(cudaErrorStreamCaptureUnsupported);
  stream->capture = new lanescope_host::Capture{new CUgraph_st, nullptr};
  return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (!lanescope_host::is_captured(stream)) return *graph = nullptr, lanescope_host::noted(cudaErrorIllegalState);
  *graph = stream->capture->graph;
  stream->capture->graph = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = lanescope_host::is_captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
template <class... A>
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, A...) {
  return cudaStreamIsCapturing(stream, status);
}

// --- graphs of nodes ---
inline cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned = 0) {
  return *graph = new CUgraph_st, cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
inline cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return *clone = new CUgraph_st(*graph), cudaSuccess;
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                            std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i]->before.push_back(from[i]);
  return cudaSuccess;
}
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                         std::size_t count) {
  return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeTypeEmpty,
                                  lanescope_host::action_of([] {}));
}
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                          std::size_t count, const cudaKernelNodeParams* params,
                                          int line = LANESCOPE_LINE) {
  if (!lanescope_host::known_kernel(params->func.place))
    return lanescope_host::refused_address(LanescopeAsked::node, line);
  return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeTypeKernel,
                                  lanescope_host::action_of(*params, line), line);
}
#define LANESCOPE_ADD_NODE(NAME, PARAMS)                                                            \
  inline cudaError_t cudaGraphAdd##NAME##Node(cudaGraphNode_t* node, cudaGraph_t graph,             \
                                              const cudaGraphNode_t* before, std::size_t count,     \
                                              const PARAMS* params) {                               \
    return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeType##NAME,            \
                                    lanescope_host::action_of(*params));                            \
  }                                                                                                 \
  inline cudaError_t cudaGraph##NAME##NodeSetParams(cudaGraphNode_t node, const PARAMS* params) {   \
    return node->action = lanescope_host::action_of(*params), cudaSuccess;                          \
  }                                                                                                 \
  inline cudaError_t cudaGraphExec##NAME##NodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, \
                                                        const PARAMS* params) {                     \
    return lanescope_host::set_action(exec, node, lanescope_host::action_of(*params));              \
  }
LANESCOPE_ADD_NODE(Memset, cudaMemsetParams)
LANESCOPE_ADD_NODE(Memcpy, cudaMemcpy3DParms)
LANESCOPE_ADD_NODE(Host, cudaHostNodeParams)
#undef LANESCOPE_ADD_NODE
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                            std::size_t count, void* to, const void* from, std::size_t bytes,
                                            cudaMemcpyKind kind) {
  return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeTypeMemcpy,
                                  lanescope_host::action_of([=] { cudaMemcpy(to, from, bytes, kind); }));
}
inline cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params,
                                                int line = LANESCOPE_LINE) {
  if (!lanescope_host::known_kernel(params->func.place))
    return lanescope_host::refused_address(LanescopeAsked::node, line);
  return node->action = lanescope_host::action_of(*params, line), cudaSuccess;
}
inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                    const cudaKernelNodeParams* params, int line = LANESCOPE_LINE) {
  if (!lanescope_host::known_kernel(params->func.place))
    return lanescope_host::refused_address(LanescopeAsked::node, line);
  return lanescope_host::set_action(exec, node, lanescope_host::action_of(*params, line));
}
inline cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return *type = node->type, cudaSuccess;
}
inline cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!nodes || *count > graph->nodes.size()) *count = graph->nodes.size();
  for (std::size_t i = 0; nodes && i < *count; ++i) nodes[i] = graph->nodes[i];
  return cudaSuccess;
}
inline cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  CUgraph_st roots;
  for (CUgraphNode_st* node : graph->nodes)
    if (node->before.empty()) roots.nodes.push_back(node);
  return cudaGraphGetNodes(&roots, nodes, count);
}
template <class... A>
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t, A...) {
  return cudaSuccess;
}

// --- launches of graphs ---
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long = 0) {
  *exec = new CUgraphExec_st;
  if (!graph) return lanescope_host::noted(cudaErrorInvalidValue);
  return lanescope_host::put_in_order(*graph, **exec) ? cudaSuccess : lanescope_host::noted(cudaErrorInvalidValue);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t*, char*,
                                        std::size_t) {
  return cudaGraphInstantiate(exec, graph);
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long = 0) {
  return cudaGraphInstantiate(exec, graph);
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  delete exec;
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphExecUpdateResultInfo* info) {
  CUgraphExec_st fresh;
  const bool fits = lanescope_host::put_in_order(*graph, fresh) && fresh.steps.size() == exec->steps.size();
  if (info) *info = {fits ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateError, nullptr, nullptr};
  if (!fits) return lanescope_host::noted(cudaErrorGraphExecUpdateFailure);
  *exec = fresh;
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t*,
                                       cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  return *result = info.result, error;
}
inline cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeGraph, [exec] { cudaGraphLaunch(exec, nullptr); }))
    return cudaSuccess;
  if (!exec) return lanescope_host::noted(cudaErrorInvalidValue);
  for (const auto& step : exec->steps) step.action->run();
  return cudaPeekAtLastError();
}
inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* before, std::size_t count, cudaGraph_t child) {
  cudaGraphExec_t exec;
  if (const auto error = cudaGraphInstantiate(&exec, child)) return error;
  return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeTypeGraph,
                                  lanescope_host::action_of([exec] { cudaGraphLaunch(exec, nullptr); }));
}
inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaSuccess; }
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                     std::size_t* count) {
  std::size_t edges = 0;
  for (CUgraphNode_st* node : graph->nodes)
    for (CUgraphNode_st* before : node->before) {
      if (from && edges < *count) from[edges] = before, to[edges] = node;
      ++edges;
    }
  if (!from || edges < *count) *count = edges;
  return cudaSuccess;
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                               std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = to[i]->before.size(); k-- > 0;)
      if (to[i]->before[k] == from[i]) to[i]->before.erase(to[i]->before.begin() + static_cast<std::ptrdiff_t>(k));
  return cudaSuccess;
}
inline cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                                      const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return lanescope_host::set_action(exec, node,
                                    lanescope_host::action_of([=] { cudaMemcpy(to, from, bytes, kind); }));
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                           std::size_t count, T& symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  T* place = &symbol;
  return lanescope_host::add_node(
      node, graph, before, count, cudaGraphNodeTypeMemcpy,
      lanescope_host::action_of([=] { cudaMemcpyToSymbol(*place, from, bytes, offset, kind); }));
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, std::size_t count, void* to,
                                             const T& symbol, std::size_t bytes, std::size_t offset,
                                             cudaMemcpyKind kind) {
  const T* place = &symbol;
  return lanescope_host::add_node(
      node, graph, before, count, cudaGraphNodeTypeMemcpy,
      lanescope_host::action_of([=] { cudaMemcpyFromSymbol(to, *place, bytes, offset, kind); }));
}
inline cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                               const cudaGraphNode_t* before, std::size_t count,
                                               cudaEvent_t event) {
  return lanescope_host::add_node(node, graph, before, count, cudaGraphNodeTypeEmpty,
                                  lanescope_host::action_of([=] { cudaEventRecord(event); }));
}
inline cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, std::size_t count, cudaEvent_t) {
  return cudaGraphAddEmptyNode(node, graph, before, count);
}
