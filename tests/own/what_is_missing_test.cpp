// Files that need more than they have: names that a build defines, functions of other files, headers of CUDA's that
// they do not include.
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/source/active_code.h"
#include "engine/source/own_notes.h"
#include "tests/own/launchers_fixture.h"

namespace lanescope {
namespace {

using Words = std::vector<std::string>;

TEST(NamesNeeded, AreThoseAroundALineThatNothingDefines) {
  const std::string text =
      "#define KNOWN\n"                           // 1
      "#ifdef A\n"                                // 2
      "#if defined(B)\n"                          // 3
      "#ifdef KNOWN\n"                            // 4
      "int here;\n"                               // 5
      "#endif\n#endif\n"                          // 6, 7
      "#else\nint there;\n"                       // 8, 9
      "#endif\n"                                  // 10
      "#if C\nint c;\n"                           // 11, 12
      "#elif D\nint d;\n"                         // 13, 14
      "#endif\n"                                  // 15
      "#if C > 3 && defined E\nint e;\n#endif\n"  // 16 to 18
      "#if 1\n#ifndef F\n#ifdef __CUDACC__\nint f;\n#endif\n#endif\n#endif\n";
  EXPECT_EQ(names_needed_at(text, 5), (Words{"A", "B"}));
  EXPECT_EQ(names_needed_at(text, 9), Words());
  EXPECT_EQ(names_needed_at(text, 12), Words{"C"});
  EXPECT_EQ(names_needed_at(text, 14), Words()) << "behind #elif nobody knows";
  EXPECT_EQ(names_needed_at(text, 17), Words()) << "more than a name";
  EXPECT_EQ(names_needed_at(text, 22), Words()) << "a compiler's, a number, and one that must not be defined";
}

TEST_F(LaunchersTest, NamesThatABuildDefinesAreDefined) {
  const std::string text = std::string("#if USE_GPU\n") + kAdd +
                           "void solve(const float* a, const float* b, float* c, int n) {\n"
                           "  add<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n#endif\n";
  const auto run = run_text(text, "solve");
  EXPECT_TRUE(run.findings.empty());
  const OwnKernel& own = *kernel_info(run.request.kernel).own;
  EXPECT_EQ(own.needed_defines, Words{"USE_GPU"});
  ASSERT_EQ(notes_of(own).size(), 1u);
  EXPECT_EQ(
      notes_of(own)[0].text(),
      "USE_GPU is defined, as by its build: nothing in the file defines it, and without it solve is left out. A "
      "line '// lanescope: --define USE_GPU=VALUE' says another value.");
  const auto stated = run_text("// lanescope: --define USE_GPU=2\n" + text, "solve");
  EXPECT_EQ(kernel_info(stated.request.kernel).own->needed_defines, Words()) << "who says it needs no guess";
}

TEST_F(LaunchersTest, AFunctionThatOthersCallMayBeNamed) {
  const std::string text = std::string(kAdd) +
                           "bool sizes_agree(int n, int m);\n"
                           "void inner(const float* a, const float* b, float* c, int n) {\n"
                           "  add<<<(n + 255) / 256, 256>>>(a, b, c, n);\n}\n"
                           "void outer(const float* a, const float* b, float* c, int n, int m) {\n"
                           "  if (sizes_agree(n, m)) inner(a, b, c, n);\n}\n";
  EXPECT_TRUE(run_text(text, "inner").findings.empty());
  const auto run = run_text(text, "outer");
  EXPECT_EQ(kernel_info(run.request.kernel).own->missing_definitions, Words{"sizes_agree(int, int)"});
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(
      run.findings[0].sentence.text(),
      "The host's code crashes: it calls sizes_agree(int, int), which neither the file nor its headers define "
      "(line 10).");
}

TEST_F(LaunchersTest, AKernelAloneNeedsNoVariablesOfTheHost) {
  const std::string path = folder_.file("extern.cu");
  std::ofstream(path) << "extern float* elsewhere;\nextern int sizes[3];\n"
                      << kAdd << "void all(float* a) { add<<<sizes[0], 256>>>(elsewhere, a, a, sizes[1]); }\n";
  RunRequest request;
  request.kernel = load_own_kernel(path + ":add", std::nullopt, progress_).id;
  request.own.checks = true;
  request.backend = BackendChoice::emulator;
  EXPECT_TRUE(run_settled(request, progress_).findings.empty());
}

TEST_F(LaunchersTest, ALaunchAndItsKernelAreToldBesideEachOther) {
  EXPECT_EQ(error_of(std::string(kAdd) +
                         "void solve(const float* a, float* c, int n) {\n  add<<<1, 256>>>(a, c, n);\n}\n",
                     "solve"),
            folder_.file("launcher.cu") +
                ", line 6: its kernel takes (const float*, const float*, float*, int), and "
                "the launch gives (const float*&, float*&, int&).");
}

TEST_F(LaunchersTest, NamesOfTheDriverAreFreeWithoutItsHeader) {
  const std::string kernel = std::string("typedef enum { CUDA_SUCCESS, CUDA_FAILED } Result;\n") + kAdd +
                             "Result solve(const float* a, const float* b, float* c, int n) {\n"
                             "  add<<<(n + 255) / 256, 256>>>(a, b, c, n);\n  return CUDA_SUCCESS;\n}\n";
  EXPECT_TRUE(run_text(kernel, "solve").findings.empty());
  EXPECT_NE(error_of("#include <cuda.h>\n" + kernel, "solve").find("CUDA_SUCCESS"), std::string::npos);
}

TEST_F(LaunchersTest, WhatACallMayLeaveOutIsWhatItIsThen) {
  const std::string kernel =
      "__global__ void scale(const float* a, float* b, int n, float by) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = by * a[i];\n}\n"
      "constexpr int kThreads = 2 * 64;\n";
  const auto run = run_text(kernel +
                                "void solve(const float* a, float* b, int n, float by = 2.5f, int t = kThreads) {\n"
                                "  scale<<<(n + t - 1) / t, t>>>(a, b, n, by);\n}\n",
                            "solve");
  EXPECT_EQ(run.request.own.arguments, (Words{"in", "out", "n", "2.5", "128"}));
}

}  // namespace
}  // namespace lanescope
