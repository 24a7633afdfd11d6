// The process in which a user's kernel is compiled by NVRTC and runs on a GPU: it reads what to run from descriptor
// 3, finds the arrays in 4, and writes its answer to 5. A kernel that breaks off takes the use of the GPU from this
// process alone, and one that does not end goes with it.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "engine/source/gpu_child/device_run.h"

namespace lanescope {
namespace {

// Of cuda.h.
constexpr int kCapabilityMajor = 75, kCapabilityMinor = 76;
constexpr unsigned kWaitWithoutSpinning = 4;

GpuJob read_job() {
  struct stat about {};
  if (fstat(kGpuJobDescriptor, &about) != 0) _exit(1);
  std::string text(static_cast<std::size_t>(about.st_size), '\0');
  if (pread(kGpuJobDescriptor, text.data(), text.size(), 0) != about.st_size) _exit(1);
  return gpu_job_from_text(text);
}

/// Exit code of the process. One whose kernel still runs ends without asking the driver, which would wait for it.
int give(const GpuAnswer& answer) {
  const std::string text = gpu_answer_text(answer);
  std::fflush(stdout);
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(kGpuAnswerDescriptor, text.data() + done, text.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  const int code = done == text.size() ? 0 : 1;
  if (answer.end == GpuEnd::endless) _exit(code);
  return code;
}

/// 90 of "sm_90".
int capability_of(const std::string& architecture) {
  return std::atoi(architecture.c_str() + architecture.find('_') + 1);
}

CompiledCode compiled(const GpuJob& job, int capability, int cuda_major, GpuAnswer& answer) {
  const Nvrtc compiler(cuda_major);
  if (!compiler.is_there()) throw NotCompiled{GpuEnd::no_compiler, ""};
  answer.compiler = compiler.version();
  CompiledCode code = compiler.compile(job, capability);
  answer.code_bytes = code.image.size();
  return code;
}

/// The first GPU, with a context; its compute capability.
int begin(const Driver& cuda, GpuAnswer& answer) {
  cuda.check(GpuStep::begin, cuda.init(0));
  int count = 0;
  cuda.check(GpuStep::begin, cuda.device_count(&count));
  if (count == 0) throw CudaFailure{GpuStep::begin, kCudaNoDevice};
  CudaDeviceNumber device = 0;
  cuda.check(GpuStep::begin, cuda.device(&device, 0));
  char name[256] = "";
  cuda.check(GpuStep::begin, cuda.device_name(name, sizeof name, device));
  answer.device = name;
  int major = 0, minor = 0;
  cuda.check(GpuStep::begin, cuda.device_attribute(&major, kCapabilityMajor, device));
  cuda.check(GpuStep::begin, cuda.device_attribute(&minor, kCapabilityMinor, device));
  CudaHandle context = nullptr;
  cuda.check(GpuStep::begin, cuda.set_context_flags(device, kWaitWithoutSpinning));
  cuda.check(GpuStep::begin, cuda.retain_context(&context, device));
  cuda.check(GpuStep::begin, cuda.set_context(context));
  return 10 * major + minor;
}

char* shared_arrays() {
  struct stat about {};
  if (fstat(kGpuArraysDescriptor, &about) != 0) _exit(1);
  void* memory = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ | PROT_WRITE, MAP_SHARED,
                      kGpuArraysDescriptor, 0);
  if (memory == MAP_FAILED) _exit(1);
  return static_cast<char*>(memory);
}

void run_job(const GpuJob& job, GpuAnswer& answer) {
  if (!job.architecture.empty()) {
    compiled(job, capability_of(job.architecture), 0, answer);
    answer.end = GpuEnd::done;
    return;
  }
  const Driver cuda;
  if (!cuda.is_there()) {
    answer.end = GpuEnd::no_driver;
    return;
  }
  try {
    int version = 0;
    cuda.check(GpuStep::begin, cuda.version(&version));
    const int cuda_major = version / 1000;
    answer.driver = "CUDA " + std::to_string(cuda_major) + "." + std::to_string(version % 1000 / 10);
    const int capability = begin(cuda, answer);
    const CompiledCode code = compiled(job, capability, cuda_major, answer);
    run_on_device(cuda, code, job, job.is_launched ? shared_arrays() : nullptr, answer);
    answer.end = GpuEnd::done;
  } catch (const CudaFailure& failure) {
    answer.end = failure.status == kCudaNoDevice      ? GpuEnd::no_device
                 : failure.status == kCudaStubLibrary ? GpuEnd::no_driver
                                                      : GpuEnd::failed;
    answer.step = failure.step;
    answer.error_name = cuda.name_of(failure.status);
    answer.error_text = cuda.text_of(failure.status);
  }
}

GpuAnswer answer_to(const GpuJob& job) {
  GpuAnswer answer;
  try {
    run_job(job, answer);
  } catch (const NotCompiled& why) {
    answer.end = why.end;
    answer.log = why.log;
  } catch (const StillRunning&) {
    answer.end = GpuEnd::endless;
  } catch (const TooLittleMemory& memory) {
    answer.end = GpuEnd::no_memory;
    answer.wanted_bytes = memory.wanted_bytes;
    answer.free_bytes = memory.free_bytes;
  }
  return answer;
}

}  // namespace
}  // namespace lanescope

int main() {
  return lanescope::give(lanescope::answer_to(lanescope::read_job()));
}
