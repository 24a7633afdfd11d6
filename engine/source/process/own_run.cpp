#include "engine/source/own_run.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "engine/base/whole_file.h"
#include "engine/request/own_launch.h"
#include "engine/source/arguments.h"
#include "engine/source/child_process.h"
#include "engine/source/compile.h"
#include "engine/source/job.h"
#include "engine/source/own_process.h"
#include "engine/source/source_folder.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kGap = 1 << 20;  // between arrays: an index a little outside is outside of all
/// Memory of a descriptor, in this process.
class Mapping {
 public:
  Mapping(int descriptor, std::uint64_t bytes, bool writable) : bytes_(bytes) {
    const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    if (bytes > 0) data_ = mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
    if (data_ == MAP_FAILED)
      throw Error(ErrorKind::failed, Sentence("The memory of the kernel's arrays cannot be had."));
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (data_) munmap(data_, bytes_);
  }
  char* at(std::uint64_t offset) const { return static_cast<char*>(data_) + offset; }

 private:
  void* data_ = nullptr;
  std::uint64_t bytes_;
};

std::uint64_t place_own_arrays(KernelJob& job, const OwnArguments& arguments, unsigned element_bytes,
                               bool kernel_is_free) {
  std::uint64_t end = kGap;
  for (const OwnArray& array : arguments.arrays) {
    // What blocks of a reduction do not write counts as the identity, and what they update is zero before.
    const bool is_preset =
        kernel_is_free || !has_array_result(job.launch.workload) || info_of(job.launch.workload).values_place;
    const unsigned width = array.element_bytes != 0 ? array.element_bytes : element_bytes;
    job.arrays.push_back({array.id, array.name, end, array.elements * width, width,
                          array.is_input || (is_preset && array.is_preset)});
    end = (end + array.elements * width + 2 * kGap - 1) / kGap * kGap;
  }
  return end;
}

KernelJob job_of(const RunRequest& request, const LaunchConfig& launch, const OwnArguments& arguments) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  KernelJob job;
  job.library = kernel.own->library;
  job.source = line_name(kernel.own->path);
  job.launch = launch;
  const OwnShapes shapes = own_shapes(kernel, request);
  job.block = shapes.block;
  job.grid = shapes.grid;
  job.kept_block = request.block;
  job.detail = request.detail;
  job.element_bytes = element_bytes(request.type);
  job.checks = request.own.checks;
  job.schedule = request.own.schedule;
  job.dynamic_bytes = dynamic_shared_bytes(kernel, request);
  constexpr unsigned kSeconds = 10, kElementsASecond = 500'000;
  job.seconds = kSeconds + static_cast<unsigned>(std::min<std::uint64_t>(request.n / kElementsASecond, 3600));
  for (const OwnArgument& value : arguments.values) job.arguments.push_back({value.array, value.bits});
  job.memory_bytes = place_own_arrays(job, arguments, job.element_bytes, kernel.own->is_free);
  describe_memory(job, read_whole_file(kernel.own->library));
  return job;
}

template <class T>
void fill_arrays(const KernelJob& job, const OwnArguments& arguments, const std::vector<T>& input,
                 const LaunchConfig& launch, Op op, bool is_free, const Mapping& memory) {
  const ArrayLayout layout = arrays_of(launch, sizeof(T));
  for (std::size_t i = 0; i < job.arrays.size(); ++i) {
    char* place = memory.at(job.arrays[i].begin);
    for (unsigned k = 0; k < layout.inputs.size(); ++k)
      if (arguments.arrays[i].is_input && arguments.arrays[i].id == input_array(k))
        std::memcpy(place, input.data() + layout.inputs[k].begin, layout.inputs[k].size * sizeof(T));
    if (is_free && arguments.arrays[i].is_input)
      for (std::uint64_t k = 0; k < job.arrays[i].bytes / sizeof(T) && !input.empty(); ++k)
        std::memcpy(place + k * sizeof(T), &input[k % input.size()], sizeof(T));
    const T identity = identity_of<T>(op);
    if (!is_free && !arguments.arrays[i].is_input && !has_array_result(launch.workload))
      for (std::uint64_t k = 0; k < arguments.arrays[i].elements; ++k)
        std::memcpy(place + k * sizeof(T), &identity, sizeof(T));
    T left = identity;
    std::memset(static_cast<void*>(&left), 0x3f, sizeof left);
    for (std::uint64_t k = 0; !arguments.arrays[i].is_preset && k < arguments.arrays[i].elements; ++k)
      std::memcpy(place + k * sizeof(T), &left, sizeof(T));
  }
}

/// Of a reduction all that its blocks left, in their order: what no block wrote is the identity. One in place
/// leaves its result in the first element, as a last block does that reduces what the others left.
template <class T>
Reduced result_of(const KernelJob& job, const OwnArguments& arguments, const LaunchConfig& launch, Op op,
                  const Mapping& memory, bool in_first) {
  const auto output = std::find_if(arguments.arrays.begin(), arguments.arrays.end(),
                                   [](const OwnArray& one) { return one.is_output; });
  const char* place = memory.at(job.arrays[static_cast<std::size_t>(output - arguments.arrays.begin())].begin);
  std::vector<T> values(output->elements);
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), place, values.size() * sizeof(T));
  if (has_array_result(launch.workload)) {
    const auto all = std::make_shared<Values>(std::move(values));
    return {checksum(*all), std::nullopt, all};
  }
  T result = values.empty() ? identity_of<T>(op) : values.front();
  for (std::size_t i = 1; !in_first && !output->is_input && i < values.size(); ++i)
    result = apply_op(op, result, values[i]);
  return reduced(result);
}

}  // namespace

const KernelInfo& load_own_kernel(const std::string& words, std::optional<Workload> workload, Progress& progress,
                                  const OwnText* instead) {
  return add_own_kernel(compile_own_kernel(words, !workload, progress, instead),
                        workload.value_or(Workload::reduction));
}

OwnRun run_own_kernel(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                      Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const OwnArguments arguments = bind_arguments(kernel, request, launch);
  const KernelJob job = job_of(request, launch, arguments);
  const Descriptor arrays = shared_memory("lanescope arrays", job.memory_bytes);
  const Mapping memory(arrays.number(), job.memory_bytes, true);
  std::visit(
      [&](const auto& values) {
        fill_arrays(job, arguments, values, launch, request.op, kernel.own->is_free, memory);
      },
      input);
  JobAnswer answer = ask_own_process(job, arrays, progress).job;
  OwnRun run;
  run.printed = std::move(answer.printed);
  run.emulated.findings = std::move(answer.findings);
  run.is_complete = answer.is_complete;
  if (!run.is_complete) return run;
  if (request.detail != Detail::none && !answer.trace)
    throw Error(ErrorKind::failed, Sentence("No trace came back from the kernel's process."));
  run.emulated.result = with_type(request.type, [&]<class T>(TypeTag<T>) {
    return result_of<T>(job, arguments, launch, request.op, memory, request.own.result_in_first);
  });
  run.emulated.launches.push_back({launch, {}, answer.trace ? std::move(*answer.trace) : Trace{}});
  return run;
}

}  // namespace lanescope
