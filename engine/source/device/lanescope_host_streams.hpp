// Streams, which run at once, in the order of their calls, and events, which are of the host's clock. Included by
// lanescope_host.hpp.
#pragma once

inline cudaError_t cudaStreamCreate(cudaStream_t* stream) { return *stream = new CUstream_st, cudaSuccess; }
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) { return cudaStreamCreate(stream); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  return cudaStreamCreate(stream);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  if (stream != cudaStreamPerThread) delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return lanescope_host::is_captured(stream) ? lanescope_host::noted(cudaErrorStreamCaptureUnsupported)
                                             : (lanescope_host::wait_for(stream), cudaSuccess);
}
inline cudaError_t cudaStreamQuery(cudaStream_t stream) { return lanescope_host::wait_for(stream), cudaSuccess; }
/// A stream that waits for what was captured is captured, too.
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
  if (!event) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  if (stream && event->capture) stream->capture = event->capture;
  lanescope_let_wait(stream, event->launches);
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return *event = new CUevent_st, cudaSuccess; }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned) { return cudaEventCreate(event); }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  if (!event) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  event->capture = stream ? stream->capture : nullptr;
  event->at = lanescope_host::now_ms();
  event->stream = stream;
  event->launches = lanescope_launches();
  return cudaSuccess;
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr, unsigned = 0) {
  return cudaEventRecord(event, stream);
}
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned) {
  lanescope_host::wait_for(stream);
  function(stream, cudaSuccess, data);
  return cudaSuccess;
}
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (lanescope_host::captured(stream, cudaGraphNodeTypeHost, [=] { lanescope_host::wait_for(nullptr), function(data); }))
    return cudaSuccess;
  lanescope_host::wait_for(stream);
  function(data);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, T*, std::size_t = 0, unsigned = 0) {
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) { return *priority = 0, cudaSuccess; }
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned* flags) { return *flags = 0, cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (!event) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  return lanescope_wait_for(event->stream, event->launches), cudaSuccess;
}
inline cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
  if (!ms) return lanescope_host::noted(cudaErrorInvalidValue);
  if (!from || !to || from->at == 0 || to->at == 0) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  return *ms = static_cast<float>(to->at - from->at), cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return lanescope_host::noted(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
