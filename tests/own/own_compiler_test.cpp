// Compilers that are others than those of Debian, or fail.
#include <cstdlib>
#include <filesystem>

#include "tests/own/own_kernel_fixture.h"

namespace lanescope {
namespace {

/// While it lives, g++ is this script; "$PATH" in it has the real one.
class OtherCompiler {
 public:
  explicit OtherCompiler(const std::string& script) {
    const char* path = std::getenv("PATH");
    before_ = path ? path : "";
    const std::string file = folder_.file("g++");
    std::ofstream(file) << "#!/bin/sh\nPATH=" << before_ << "\n" << script << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.path() + ":" + before_).c_str(), 1);
  }
  OtherCompiler(const OtherCompiler&) = delete;
  OtherCompiler& operator=(const OtherCompiler&) = delete;
  ~OtherCompiler() { setenv("PATH", before_.c_str(), 1); }

 private:
  ScratchFolder folder_;
  std::string before_;
};

/// As Ubuntu's does, which checks what functions of the C library are given.
TEST_F(OwnKernelTest, ACompilerThatFortifiesItsLibraryIsNoOther) {
  const OtherCompiler compiler("exec g++ -D_FORTIFY_SOURCE=2 \"$@\"");
  const lanescope::Run run =
      run_text(std::string(kHead) +
               "char text[8]; memset(text, threadIdx.x ? '1' : '0', blockDim.x > 1 ? 2 : 1);\n"
               "if (threadIdx.x == 3 && blockIdx.x == 0) printf(\"%c%c of %d\\n\", text[0], text[1], n);\n"
               "out[blockIdx.x] = 0; }");
  EXPECT_EQ(run.printed, std::vector<std::string>{"block 0, thread 3: 11 of 1000"});
}

TEST_F(OwnKernelTest, AVariableMayBeCalledAsWhatOnlyTheHostsLibraryHas) {
  const auto run = run_free(R"(
#include <math.h>
#include <random>
__device__ float gamma = 0.9f;
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(gamma == 0.9f);
  if (i < n) x[i] *= gamma * tgammaf(3.0f);
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnKernelTest, ACompilerOfWhichAPartUsesUpItsTimeIsStopped) {
  const OtherCompiler compiler(
      "[ \"$1\" = -dumpversion ] && exec g++ \"$@\"\n"
      "echo 'g++: fatal error: CPU time limit exceeded signal terminated program cc1plus'; exit 1");
  const auto [kind, words] = error_of(std::string(kHead) + "out[0] = 0; }");
  EXPECT_EQ(kind, ErrorKind::usage);
  EXPECT_NE(words.find("own.cu: the compiler was not done after 20 s, and was stopped."), std::string::npos)
      << words;
}

}  // namespace
}  // namespace lanescope
