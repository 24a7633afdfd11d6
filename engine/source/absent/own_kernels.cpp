// Where no compiler and no process can be had: what a user's kernel needs says where it can be run.
#include "engine/base/error.h"
#include "engine/source/compile.h"
#include "engine/source/nvcc/gpu_program.h"
#include "engine/source/nvrtc/gpu_run.h"
#include "engine/source/own_run.h"

namespace lanescope {
namespace {

[[noreturn]] void refuse_own_kernels() {
  throw Error(ErrorKind::unavailable,
              Sentence("Own kernels need a compiler, which a browser has not: open this in the desktop program, "
                       "which ./run.sh in Lanescope's sources builds and starts."));
}

}  // namespace

OwnText text_of_file(const std::string&) {
  refuse_own_kernels();
}

std::shared_ptr<const OwnKernel> compile_own_kernel(const std::string&, bool, Progress&, const OwnText*) {
  refuse_own_kernels();
}

std::shared_ptr<const OwnKernel> compile_own_program(const std::string&, Progress&, const OwnText*) {
  refuse_own_kernels();
}

std::shared_ptr<const OwnKernel> compile_own_launcher(const std::string&, const std::string&, Progress&,
                                                      const OwnText*) {
  refuse_own_kernels();
}

std::shared_ptr<const OwnKernel> compile_known_kernel(const OwnKernel&, Progress&) {
  refuse_own_kernels();
}

const KernelInfo& load_own_kernel(const std::string&, std::optional<Workload>, Progress&, const OwnText*) {
  refuse_own_kernels();
}

const KernelInfo& load_own_program(const std::string&, Progress&, const OwnText*) {
  refuse_own_kernels();
}

const KernelInfo& load_own_launcher(const std::string&, const std::string&, Progress&, const OwnText*) {
  refuse_own_kernels();
}

OwnRun run_own_kernel(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  refuse_own_kernels();
}

OwnGpuRun run_own_on_gpu(const RunRequest&, const LaunchConfig&, const Input&, Progress&) {
  refuse_own_kernels();
}

OwnGpuCode own_code_on_gpu(const RunRequest&, Progress&) {
  refuse_own_kernels();
}

OwnProgramRun run_own_program(const RunRequest&, Progress&) {
  refuse_own_kernels();
}

GpuProgramRun run_program_on_gpu(const RunRequest&, Progress&) {
  refuse_own_kernels();
}

}  // namespace lanescope
