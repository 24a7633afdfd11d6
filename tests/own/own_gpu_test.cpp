// A user's kernel on a GPU: NVRTC compiles what the emulator runs, and where there is a GPU the result is the same.
// A test that needs what this machine lacks is skipped, by the program's own sentence.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/check/listed_kernel.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/nvrtc/device_unit.h"
#include "engine/source/nvrtc/gpu_run.h"
#include "engine/source/own_run.h"
#include "engine/source/own_source.h"
#include "engine/source/source_error.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Files in a folder of their own.
class GpuFiles {
 public:
  GpuFiles() {
    std::string folder = (std::filesystem::temp_directory_path() / "lanescope-test-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
  }
  ~GpuFiles() { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }

 private:
  std::filesystem::path folder_;
};

constexpr const char* kArchitecture = "sm_90";

std::uint64_t code_bytes_of(const KernelInfo& kernel) {
  Progress progress;
  return compile_own_for_gpu(*kernel.own, kArchitecture, progress);
}

const KernelInfo& loaded(const std::string& words, std::optional<Workload> workload = Workload::reduction) {
  Progress progress;
  return load_own_kernel(words, workload, progress);
}

constexpr const char* kEmptyKernel = "__global__ void f(const float* in, float* out, int n) {}\n";

/// Nothing where there is a compiler; else why not. Asked once.
const std::string& no_compiler() {
  static const std::string why = [] {
    try {
      const GpuFiles files;
      code_bytes_of(loaded(files.write("empty.cu", kEmptyKernel)));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::unavailable) return std::string(error.what());
      throw;
    }
    return std::string();
  }();
  return why;
}

RunRequest request_for(const KernelInfo& kernel) {
  RunRequest request;
  request.kernel = kernel.id;
  request.detail = Detail::none;
  return request;
}

/// The run, or nothing where there is no GPU, and then why.
std::optional<lanescope::Run> run_on_gpu(RunRequest request, std::string& why) {
  Progress progress;
  request.backend = BackendChoice::cuda;
  try {
    return run(request, progress);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unavailable) throw;
    why = error.what();
    return std::nullopt;
  }
}

/// The same of a GPU.
const std::string& no_gpu() {
  static const std::string why = [] {
    const GpuFiles files;
    std::string missing;
    run_on_gpu(request_for(loaded(files.write("empty.cu", kEmptyKernel))), missing);
    return missing;
  }();
  return why;
}

class OwnGpuCompiler : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!no_compiler().empty()) GTEST_SKIP() << no_compiler();
  }
  GpuFiles files;
};

TEST_F(OwnGpuCompiler, TakesWhatFilesOfCoursesHave) {
  files.write("size.h", "#pragma once\n#include \"more.h\"\n");
  files.write("more.h", "#define SIZE MORE\n#define MORE 32\nint on_the_host() { return printf(\"\"); }\n");
  const KernelInfo& kernel = loaded(files.write("course.cu", R"(#include <cstdio>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include "wb.h"
#include "size.h"
#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)
const int kRadius = 3;
constexpr int twice(int a) { return 2 * a; }
struct Plus { float bias; __device__ float operator()(float a, float b) const { return a + b + bias; } int plain() const { return 1; } };
template <class T, int kBlock>
__global__ void sum(const T* __restrict__ in, T* out, int n) {
  __shared__ T s[kBlock];
  uint32_t t = threadIdx.x;
  s[t] = t < n ? in[t] : T(twice(kRadius) - 6);
  assert(n > 0 && n < INT_MAX);
  if (t == 0 && n == 7) printf("%f %f\n", M_PI, std::numeric_limits<float>::max());
  __syncthreads();
  if (t == 0) out[0] = Plus{0}(s[0], s[SIZE - 1]);
}
void launch(std::vector<float>& values) {
  float* d;
  CHECK(cudaMalloc(&d, 4 * values.size()));
  sum<float, 32><<<1, 32>>>(d, d, 3);
}
int main() {
  std::vector<float> values(10);
  launch(values);
  std::cout << values[0] << std::endl;
}
)") + ":sum<float, 32>");
  EXPECT_GT(code_bytes_of(kernel), 1000u);
}

TEST_F(OwnGpuCompiler, HasCooperativeGroupsAndHalves) {
  const KernelInfo& kernel = loaded(files.write("groups.cu", R"(#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
__global__ void sum(const float* in, float* out, int n) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const float all = cg::reduce(warp, in[threadIdx.x % n], cg::plus<float>());
  if (warp.thread_rank() == 0) atomicAdd(out, __half2float(__float2half(all)));
}
)"));
  EXPECT_GT(code_bytes_of(kernel), 1000u);
}

TEST_F(OwnGpuCompiler, TakesTheKernelsOfPrograms) {
  Progress progress;
  unsigned kernels = 0;
  for (const char* program :
       {"clean_complex", "clean_constant", "clean_constexpr", "clean_cooperative_tile", "clean_extern_types",
        "clean_functors", "clean_group_reduce", "clean_half", "clean_lambda", "clean_lock", "clean_printf",
        "clean_random", "clean_vector", "clean_votes", "histogram_shared", "wb_vector"}) {
    const std::string path = LANESCOPE_SOURCE_DIR "/tests/own/programs/" + std::string(program) + ".cu";
    for (const std::string& name : read_own_file(path).kernels) {
      if (name.ends_with("<")) continue;  // of a template somebody must say which
      const std::string words = path + ":" + name;
      SCOPED_TRACE(words);
      const KernelInfo* kernel = nullptr;
      try {
        kernel = &load_own_kernel(words, std::nullopt, progress);
      } catch (const Error&) {
        continue;  // its parameters are none that a launch from outside could have
      }
      try {
        kernels += code_bytes_of(*kernel) > 0;
      } catch (const Error& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
  EXPECT_GE(kernels, 15u);
}

TEST_F(OwnGpuCompiler, SaysWhatItHasAgainstAFileWithTheLine) {
  // The emulator's compiler takes an array that is too large for a block.
  const std::string path = files.write("large.cu", R"(__global__ void f(const float* in, float* out, int n) {
  asm("no instruction;");
  out[0] = in[0];
}
)");
  try {
    const KernelInfo& kernel = loaded(path);
    code_bytes_of(kernel);
    FAIL() << "it was compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("large.cu"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

/// The requests of a kernel of the program whose listing is compiled and run: plain, and ragged.
std::vector<RunRequest> ladder_requests(std::string_view id) {
  const KernelInfo& kernel = kernel_info(id);
  RunRequest request;
  request.kernel = kernel.id;
  request.type = default_type(kernel.workload);
  request.detail = Detail::none;
  std::vector<RunRequest> requests;
  const bool of_matrices = facts_of(kernel.workload).of_matrices();
  for (const std::uint64_t n :
       of_matrices ? std::vector<std::uint64_t>{64, 50} : std::vector<std::uint64_t>{4096, 1000, 100}) {
    request.n = n;
    request.block_dim = kernel.grid == GridRule::one_block ? 1024 : 128;
    if (!refusal(request)) requests.push_back(request);
  }
  return requests;
}

/// Its listing as a file that a user brings, launched in the same shape; nothing where it is none.
std::optional<RunRequest> listed(const RunRequest& request) {
  Progress progress;
  try {
    return listed_request(request, nullptr, progress);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    return std::nullopt;
  }
}

class OwnGpuLadder : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OwnGpuLadder, ListingIsCompiledForAGpu) {
  if (!no_compiler().empty()) GTEST_SKIP() << no_compiler();
  const auto requests = ladder_requests(GetParam());
  ASSERT_FALSE(requests.empty());
  const auto own = listed(requests.front());
  if (!own) GTEST_SKIP() << "it has no listing of one launch";
  EXPECT_GT(code_bytes_of(kernel_info(own->kernel)), 1000u);
}

TEST_P(OwnGpuLadder, ListingHasTheSameResultOnAGpu) {
  if (!no_gpu().empty()) GTEST_SKIP() << no_gpu();
  for (const RunRequest& request : ladder_requests(GetParam())) {
    SCOPED_TRACE(request.n);
    auto own = listed(request);
    if (!own) GTEST_SKIP() << "it has no listing of one launch";
    std::string why;
    own->repeats = 3;
    const auto on_gpu = run_on_gpu(*own, why);
    ASSERT_TRUE(on_gpu) << why;
    own->backend = BackendChoice::emulator;
    Progress progress;
    const lanescope::Run emulated = run(*own, progress);
    ASSERT_TRUE(on_gpu->result && emulated.result);
    EXPECT_TRUE(on_gpu->result->correct) << on_gpu->result->value << ", should be " << on_gpu->result->reference;
    EXPECT_EQ(on_gpu->result->reference, emulated.result->reference);
    EXPECT_NEAR(on_gpu->result->value, emulated.result->value, 1e-4 * std::abs(emulated.result->value));
    EXPECT_EQ(on_gpu->provenance.kind, NumberKind::measured);
    EXPECT_EQ(on_gpu->provenance.backend, "cuda");
    ASSERT_TRUE(on_gpu->timing);
    EXPECT_EQ(on_gpu->timing->repeats, 3u);
    EXPECT_GT(on_gpu->timing->min_us, 0);
    EXPECT_FALSE(emulated.timing);
  }
}

std::vector<std::string_view> ladder_ids() {
  std::vector<std::string_view> ids;
  for (const KernelInfo& kernel : all_kernels())
    if (kernel.traced() && kernel.entries.empty()) ids.push_back(kernel.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnGpuLadder, ::testing::ValuesIn(ladder_ids()),
                         [](const auto& about) { return std::string(about.param); });

class OwnGpuRuns : public ::testing::Test {
 protected:
  /// Skips where there is no GPU.
  std::optional<lanescope::Run> run_text(const std::string& text, unsigned repeats = 5) {
    RunRequest request = request_for(loaded(files.write("own.cu", text)));
    request.n = 1000;
    request.block_dim = 64;
    request.input.kind = InputKind::ones;
    request.repeats = repeats;
    return run_on_gpu(request, why);
  }

  /// What it ends with, on a GPU.
  std::string error_of(const std::string& text) {
    try {
      run_text(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::failed);
      return error.what();
    }
    return why.empty() ? "no error" : "";
  }

  GpuFiles files;
  std::string why;
};

constexpr const char* kSumHead =
    "__global__ void f(const float* in, float* out, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST_F(OwnGpuRuns, ALaunchFindsEverythingAsTheFirstDid) {
  // A block that comes late adds nothing, so that a counter which keeps its value would make later launches differ.
  const auto run = run_text("__device__ unsigned count;\n" + std::string(kSumHead) +
                            "  __shared__ unsigned turn;\n"
                            "  if (threadIdx.x == 0) turn = atomicAdd(&count, 1u);\n"
                            "  __syncthreads();\n"
                            "  if (threadIdx.x == 0 && blockIdx.x == 0 && turn >= gridDim.x) printf(\"late\\n\");\n"
                            "  if (threadIdx.x == 0 && turn >= gridDim.x) __trap();\n"
                            "  if (i < n) atomicAdd(out, in[i]);\n}\n");
  if (!run) GTEST_SKIP() << why;
  EXPECT_EQ(run->result->value, 1000);
  EXPECT_EQ(run->timing->repeats, 5u);
}

TEST_F(OwnGpuRuns, PrintsOnce) {
  const auto run =
      run_text(std::string(kSumHead) +
               "  if (i == 0) printf(\"%d of %d\\n\", i, n);\n  if (i < n) atomicAdd(out, in[i]);\n}\n");
  if (!run) GTEST_SKIP() << why;
  EXPECT_EQ(run->printed, std::vector<std::string>{"0 of 1000"});
}

TEST_F(OwnGpuRuns, StructsAndVectorsArriveByValue) {
  const auto run = run_text(
      "struct Slice {\n  char tag;\n  const float* values;\n  float* total;\n  int count;\n};\n"
      "__global__ void f(int3 shift, Slice s) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x + shift.z - shift.x;\n"
      "  if (i < s.count) atomicAdd(s.total, s.values[i]);\n}\n");
  if (!run) GTEST_SKIP() << why;
  EXPECT_EQ(run->result->value, 1000);
  EXPECT_TRUE(run->result->correct);
}

TEST_F(OwnGpuRuns, AnIllegalAddressEndsNothingButTheRun) {
  const std::string error = error_of(std::string(kSumHead) + "  out[1ull << 40] = in[i % n];\n}\n");
  if (!why.empty()) GTEST_SKIP() << why;
  EXPECT_NE(error.find("broke off on the GPU"), std::string::npos) << error;
  // The next one has the GPU.
  const auto run = run_text(std::string(kSumHead) + "  if (i < n) atomicAdd(out, in[i]);\n}\n");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->result->value, 1000);
}

TEST_F(OwnGpuRuns, AnEndlessLoopIsStopped) {
  const std::string error =
      error_of(std::string(kSumHead) + "  volatile float* v = out;\n  while (v[0] >= 0) v[1] = in[i % n];\n}\n");
  if (!why.empty()) GTEST_SKIP() << why;
  EXPECT_NE(error.find("was stopped on the GPU after 10 s"), std::string::npos) << error;
}

TEST_F(OwnGpuRuns, ATraceIsRefused) {
  RunRequest request = request_for(
      loaded(files.write("own.cu", std::string(kSumHead) + "  if (i < n) atomicAdd(out, in[i]);\n}\n")));
  request.detail = Detail::full;
  const auto run = run_on_gpu(request, why);
  EXPECT_FALSE(run);
  EXPECT_NE(why.find("traced by the emulator alone"), std::string::npos) << why;
}

TEST(OwnGpuUnit, HasTheKernelsOfAFileWithItsLinesAndNotItsHostFunctions) {
  OwnKernel kernel;
  kernel.path = "/nowhere/own.cu";
  kernel.name = "f";
  kernel.text = "__global__ void f(float* out) { out[0] = 1; }\nint main() {\n  f<<<1, 1>>>(0);\n}\n";
  const GpuJob job = device_unit(kernel);
  EXPECT_NE(job.text.find("#line 1 \"/nowhere/own.cu\"\n__global__ void f"), std::string::npos) << job.text;
  EXPECT_EQ(job.text.find("<<<"), std::string::npos) << job.text;
  EXPECT_EQ(job.text.find("main"), std::string::npos) << job.text;
  kernel.text =
      "struct alignas(16) Four {\n  float at[4];\n};\nstruct __align__(8) Two { float x, y; };\nstruct Four "
      "make(int n) { return {}; }\n"
      "__global__ void f(Four* out) { out[0] = {}; }\n";
  const std::string text = device_unit(kernel).text;
  EXPECT_NE(text.find("float at[4]"), std::string::npos) << text;
  EXPECT_NE(text.find("float x, y"), std::string::npos) << text;
  EXPECT_EQ(text.find("make"), std::string::npos) << text;
}

}  // namespace
}  // namespace lanescope
