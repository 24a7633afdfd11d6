// What the process of a user's kernel asks of CUDA's driver, in which order, and that whatever fails is one
// sentence: with a driver of the test's own, so no GPU is needed. The compiler is NVRTC itself.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/session.h"
#include "engine/source/own_run.h"

namespace lanescope {
namespace {

class OwnGpuDriver : public ::testing::Test {
 protected:
  OwnGpuDriver() {
    std::string folder = (std::filesystem::temp_directory_path() / "lanescope-test-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    const char* before = std::getenv("LD_LIBRARY_PATH");
    before_ = before ? before : "";
    setenv("LD_LIBRARY_PATH", (std::string(LANESCOPE_TEST_DRIVER) + ":" + before_).c_str(), 1);
    load(
        "__global__ void sum(float* in, float* out, int n) {\n"
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) atomicAdd(out, in[i]);\n}\n");
    request_.n = 1000;
    request_.block_dim = 128;
    request_.input.kind = InputKind::ones;
    request_.backend = BackendChoice::cuda;
    request_.detail = Detail::none;
    request_.repeats = 7;
  }
  ~OwnGpuDriver() override {
    setenv("LD_LIBRARY_PATH", before_.c_str(), 1);
    unsetenv("LANESCOPE_TEST_DRIVER");
    std::filesystem::remove_all(folder_);
  }
  void SetUp() override {
    const auto [kind, words] = error_with("");
    if (words.find("libnvrtc") != std::string::npos) GTEST_SKIP() << words;
  }

  void load(const std::string& text) {
    const std::string path = (folder_ / "own.cu").string();
    std::ofstream(path) << text;
    request_.kernel = load_own_kernel(path, Workload::reduction, progress_).id;
  }
  lanescope::Run run_with(const std::string& wish) {
    setenv("LANESCOPE_TEST_DRIVER", wish.c_str(), 1);
    return run(request_, progress_);
  }
  std::pair<ErrorKind, std::string> error_with(const std::string& wish) {
    try {
      run_with(wish);
    } catch (const Error& error) {
      return {error.kind(), error.what()};
    }
    return {ErrorKind::failed, ""};
  }

  RunRequest request_;

 private:
  Progress progress_;
  std::filesystem::path folder_;
  std::string before_;
};

TEST_F(OwnGpuDriver, MeasuresResultAndTime) {
  const lanescope::Run run = run_with("");
  ASSERT_TRUE(run.result && run.timing);
  EXPECT_EQ(run.result->value, 1000);  // of the first launch alone, whose output was preset
  EXPECT_TRUE(run.result->correct);
  EXPECT_EQ(run.provenance.kind, NumberKind::measured);
  EXPECT_EQ(run.provenance.backend, "cuda");
  EXPECT_EQ(run.provenance.device, "Test GPU");
  EXPECT_EQ(run.provenance.driver, "CUDA 13.0");
  EXPECT_EQ(run.timing->repeats, 7u);
  EXPECT_DOUBLE_EQ(run.timing->time_us, 250);  // what a launch of that driver takes
  EXPECT_DOUBLE_EQ(run.timing->bandwidth_gbps, 4000 / 250 * 1e-3);
  EXPECT_EQ(run.printed, std::vector<std::string>{"launched"});  // not by those that are timed
  EXPECT_FALSE(run.trace);
}

TEST_F(OwnGpuDriver, WithoutRepeatsThereIsOneLaunchAndNoTime) {
  request_.repeats = 0;
  const lanescope::Run run = run_with("");
  EXPECT_EQ(run.result->value, 1000);
  EXPECT_FALSE(run.timing);
}

TEST_F(OwnGpuDriver, AKernelMayChangeItsInput) {
  const lanescope::Run run = run_with("changes");
  EXPECT_EQ(run.result->value, 1000);
  EXPECT_EQ(run.timing->repeats, 7u);
}

TEST_F(OwnGpuDriver, AStructArrivesByValue) {
  load(
      "struct Sum {\n  float* in;\n  float* out;\n  int n;\n};\n"
      "__global__ void sum(Sum of) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < of.n) atomicAdd(of.out, of.in[i]);\n}\n");
  const lanescope::Run run = run_with("struct");
  ASSERT_TRUE(run.result);
  EXPECT_EQ(run.result->value, 1000);
  EXPECT_TRUE(run.result->correct);
}

TEST_F(OwnGpuDriver, EveryCallThatFailsIsASentence) {
  const std::tuple<const char*, ErrorKind, const char*> cases[] = {
      {"no device", ErrorKind::unavailable, "no NVIDIA GPU that CUDA can use"},
      {"cuInit=100", ErrorKind::unavailable, "no NVIDIA GPU that CUDA can use"},
      {"cuInit=34", ErrorKind::unavailable, "no NVIDIA driver is installed"},
      {"cuInit=999", ErrorKind::unavailable, "CUDA reports: an error of the test."},
      {"cuDriverGetVersion=1", ErrorKind::unavailable, "CUDA reports"},
      {"cuDeviceGetCount=3", ErrorKind::unavailable, "CUDA reports"},
      {"cuDeviceGet=101", ErrorKind::unavailable, "CUDA reports"},
      {"cuDeviceGetName=101", ErrorKind::unavailable, "CUDA reports"},
      {"cuDeviceGetAttribute=101", ErrorKind::unavailable, "CUDA reports"},
      {"cuDevicePrimaryCtxSetFlags=1", ErrorKind::unavailable, "CUDA reports"},
      {"cuDevicePrimaryCtxRetain=2", ErrorKind::unavailable, "CUDA reports"},
      {"cuCtxSetCurrent=201", ErrorKind::unavailable, "CUDA reports"},
      {"cuModuleLoadData=209", ErrorKind::failed,
       "CUDA failed while loading the kernel: an error of the test (CUDA_ERROR_OF_TEST)."},
      {"cuModuleGetFunction=500", ErrorKind::failed, "while loading the kernel"},
      {"cuFuncGetAttribute=1", ErrorKind::failed, "while loading the kernel"},
      {"cuOccupancyMaxActiveBlocksPerMultiprocessor=1", ErrorKind::failed, "while loading the kernel"},
      {"cuMemGetInfo=1", ErrorKind::failed, "while copying to the GPU"},
      {"cuMemAlloc=2", ErrorKind::failed, "while copying to the GPU"},
      {"cuMemcpyHtoD=1", ErrorKind::failed, "while copying to the GPU"},
      {"cuMemcpyDtoDAsync=1", ErrorKind::failed, "while copying to the GPU"},
      {"cuEventCreate=2", ErrorKind::failed, "broke off on the GPU"},
      {"cuEventRecord=400", ErrorKind::failed, "while launching the kernel"},
      {"cuLaunchKernel=701", ErrorKind::failed, "while launching the kernel"},
      {"cuEventQuery=700", ErrorKind::failed,
       "The kernel broke off on the GPU: an error of the test (CUDA_ERROR_OF_TEST)"},
      {"cuEventQuery=710", ErrorKind::failed,
       "An assert failed on the GPU: own.cu:3: void sum(): block: [0,0,0], thread: [3,0,0] Assertion"},
      {"cuCtxSynchronize=700", ErrorKind::failed, "broke off on the GPU"},
      {"cuEventElapsedTime=1", ErrorKind::failed, "broke off on the GPU"},
      {"cuMemcpyDtoH=700", ErrorKind::failed, "while copying from the GPU"}};
  for (const auto& [wish, kind, words] : cases) {
    SCOPED_TRACE(wish);
    const auto [seen_kind, seen] = error_with(wish);
    EXPECT_EQ(seen_kind, kind);
    EXPECT_NE(seen.find(words), std::string::npos) << seen;
    EXPECT_EQ(seen.find('\n'), std::string::npos) << seen;
  }
}

TEST_F(OwnGpuDriver, AnEndlessKernelIsStopped) {
  const auto [kind, words] = error_with("endless");
  EXPECT_EQ(kind, ErrorKind::failed);
  EXPECT_NE(words.find("was stopped on the GPU after 10 s"), std::string::npos) << words;
}

TEST_F(OwnGpuDriver, ArraysThatDoNotFitAreRefusedWithTheirSize) {
  request_.n = 20 << 20;
  const auto [kind, words] = error_with("");
  EXPECT_EQ(kind, ErrorKind::failed);
  EXPECT_NE(words.find("needs 161 MiB of GPU memory, and 64 MiB are free"), std::string::npos) << words;
}

}  // namespace
}  // namespace lanescope
