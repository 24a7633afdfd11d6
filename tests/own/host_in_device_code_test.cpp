// What the host's compiler takes and a GPU's refuses: kernels called like functions, and what threads use of the
// host's.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/source/host_use.h"
#include "engine/source/host_variables.h"
#include "engine/source/owning_classes.h"
#include "engine/source/plain_calls.h"

namespace lanescope {
namespace {

TEST(PlainCalls, AreCallsOfKernelsThatNothingElseIsCalled) {
  const auto found = [](const std::string& text, const std::string& headers = "") {
    const auto call = plain_call_in(text, headers);
    return call ? call->kernel + " " + std::to_string(call->line) : std::string();
  };
  const std::string add = "__global__ void add(int* p) {}\n";
  EXPECT_EQ(found(add + "__global__ void k(int* p) {\n  add(p);\n}\n"), "add 3");
  EXPECT_EQ(found("int main() {\n  if (true) add(0);\n}\n", add), "add 2");
  EXPECT_EQ(
      found(add + "int main() { add<<<1, 1>>>(0); cudaFuncSetAttribute(add, a, 1); x.add(0); math::add(1); }\n"),
      "");
  EXPECT_EQ(found("__global__ void add(int* p);\n__global__ void __launch_bounds__(64) add(int* p) {}\n"), "");
  EXPECT_EQ(found(add + "int add(int a, int b) { return a + b; }\nint main() { return add(1, 2); }\n"), "")
      << "another function of that name";
  EXPECT_EQ(found(add + "#define RUN(n) add(n)\n#if 0\nint f() { add(0); }\n#endif\n// add(0);\n"), "");
}

std::string host_call(const std::string& text, const std::string& headers = "") {
  const auto call = host_call_in(text, headers);
  return call ? call->name + " in " + call->caller + " " + std::to_string(call->line) : std::string();
}

TEST(HostCalls, AreThoseOfFunctionsThatNothingMarks) {
  const std::string twice = "float twice(float x) { return 2 * x; }\n";
  const std::string kernel = "__global__ void k(float* a) {\n  a[0] = twice(a[0]);\n}\n";
  EXPECT_EQ(host_call(twice + kernel), "twice in k 3");
  EXPECT_EQ(host_call(kernel, twice), "twice in k 2") << "of a header";
  EXPECT_EQ(host_call(twice + "__device__ float f(float x) { return twice(x); }\n"), "twice in f 2");
  EXPECT_EQ(host_call(twice + "__host__ __device__ float f(float x) { return twice(x); }\n"), "") << "a warning";
  for (const char* mark : {"__device__ ", "__host__ __device__ ", "constexpr ", "HD ", "PHYSICS_API "})
    EXPECT_EQ(host_call("#define HD __host__ __device__\n" + (mark + twice) + kernel), "") << mark;
  EXPECT_EQ(host_call("__device__ float twice(float x);\n" + twice + kernel), "") << "marked where it is declared";
  EXPECT_EQ(host_call("#define twice(x) (2 * (x))\n" + kernel), "");
  EXPECT_EQ(host_call(twice + "__global__ void k(float (*twice)(float), float* a) { a[0] = twice(a[0]); }\n"), "");
  EXPECT_EQ(
      host_call(twice + "__global__ void k(float* a) { auto twice = [](float x) { return x; }; twice(1); }\n"), "");
  EXPECT_EQ(host_call(twice + "__global__ void k(S* s) { s->twice(1); S::twice(2); }\nint main() { twice(3); }\n"),
            "");
}

TEST(HostCalls, AreNoneWhereANameMayBeSomethingElse) {
  const std::string twice = "float twice(float x) { return 2 * x; }\n";
  const auto in_kernel = [&](const std::string& code) {
    return host_call(twice + "__global__ void k(float* a) {\n" + code + "\n}\n");
  };
  EXPECT_EQ(in_kernel("a[0] = twice(1);"), "twice in k 3");
  EXPECT_EQ(in_kernel("#ifdef DEBUG\ntwice(1);\n#endif"), "") << "it may be left out";
  EXPECT_EQ(in_kernel("using R = decltype(twice(1)); a[0] = sizeof(twice(1));"), "");
  EXPECT_EQ(in_kernel("Op a(1), twice(2);"), "");
  EXPECT_EQ(
      host_call("#ifndef __CUDACC__\n" + twice + "#endif\n__global__ void k(float* a) { a[0] = twice(1); }\n"), "");
  EXPECT_EQ(host_call("__global__ void k(float* a) { a[0] = twice(1); }\n",
                      "#ifndef TWICE_H\n#define TWICE_H\n" + twice + "#endif\n"),
            "twice in k 1")
      << "what keeps a header from being read twice is no branch";
  EXPECT_EQ(host_call("float3 make_float3(float s) { return {}; }\n"
                      "__global__ void k(float3* a) { a[0] = make_float3(1, 2, 3); }\n"),
            "")
      << "CUDA has one";
  EXPECT_EQ(
      host_call(twice + "template <float (*twice)(float)> __global__ void k(float* a) { a[0] = twice(1); }\n"), "");
  EXPECT_EQ(host_call("#define HD __host__ __device__\nstruct R { HD float random() { return 1; } };\n"
                      "__device__ float R::pair() { return random() + random(); }\n"),
            "");
  EXPECT_EQ(host_call("HD " + twice + "__global__ void k(float* a) { a[0] = twice(1); }\n"), "");
  EXPECT_EQ(host_call("std::function<double(double)> make(int n) { return {}; }\n"
                      "__global__ void k(double* a, int n) { a[0] = double(n); }\n"),
            "");
  const std::string n = "#define N 256\n";
  EXPECT_EQ(host_call(n + twice + "__global__ void k(float* a) { a[0] = twice(N); }\n"), "twice in k 3");
}

TEST(HostCalls, AreThoseOfTheLibraryThatNoGpuHas) {
  const auto in_kernel = [](const std::string& code) {
    return host_call("__global__ void k(float* a) {\n  " + code + "\n}\n");
  };
  EXPECT_EQ(in_kernel("a[0] = rand() % 3;"), "rand in k 2");
  EXPECT_EQ(in_kernel("if (strlen(name) > 1) a[0] = 1;"), "strlen in k 2");
  EXPECT_EQ(in_kernel("printf(\"%d\", clock()); memcpy(a, a + 1, 4); a[0] = sinf(max(1, 2));"), "");
  EXPECT_EQ(in_kernel("int time = 3; a[time] = random.next();"), "");
  EXPECT_EQ(host_call("__device__ int strlen(const char* s) { return *s; }\n"
                      "__global__ void k(int* a) { a[0] = strlen(\"a\"); }\n"),
            "");
  EXPECT_EQ(host_call("int main() { srand(1); return rand(); }\n"), "");
}

TEST(HostVariables, AreThoseThatNothingMarks) {
  const std::set<std::string> names = host_variables(R"(
int a, *b = nullptr, c[3] = {1, 2, 3};
static const float d = 1.5f;
__device__ int e;
__constant__ float f[4];
__managed__ int g;
constexpr int h = 3;
extern int i;
MARK int j;
namespace n { int k; }
extern "C" { int l; }
struct S { int m; static int o; } p;
int function(int q) { int r; static int s; return r; }
template <class T> T t;
dim3 block(16, 16);
#define U int u;
#define dev __device__
dev int v;
float with_default(float w = 1) { return w; }
int x;
)");
  EXPECT_EQ(names, (std::set<std::string>{"a", "b", "c", "d", "k", "l", "p", "block", "x"}));
}

TEST(HostVariables, ConstantsThatNobodyFillsStandInThreadsAlone) {
  const std::string text =
      "__constant__ float a[3], b; __constant__ int c = 1, d;\n__device__ float f() { return a[0] + b + c; }\n"
      "__global__ void k() {}\nint main() { cudaMemcpyToSymbol(b, &x, 4); }\n";
  EXPECT_EQ(unfilled_constants(text), std::set<std::string>{"a"}) << "d is not used";
  EXPECT_TRUE(unfilled_constants(text + "void g(float* p) { copy(a, p); }\n").empty());
  EXPECT_TRUE(unfilled_constants(text + "float* all[] = {a, b};\n").empty());
}

TEST(HostVariables, ConstantArraysAreReadByNoThread) {
  const auto use = [](const std::string& text) {
    const auto found = host_array_use_in(text, "");
    return found ? found->name + " in " + found->caller + " " + std::to_string(found->line) : std::string();
  };
  const std::string array = "const float weights[3] = {1, 2, 1};\n";
  EXPECT_EQ(use(array + "__global__ void k(float* a) {\n  a[0] = weights[1];\n}\n"), "weights in k 3");
  EXPECT_EQ(use("constexpr float weights[3] = {};\n__global__ void k(float* a) { a[0] = weights[1]; }\n"), "");
  EXPECT_EQ(use("__constant__ " + array + "__global__ void k(float* a) { a[0] = weights[1]; }\n"), "");
  EXPECT_EQ(use(array + "__global__ void k(float* a, const float* weights) { a[0] = weights[1]; }\n"), "");
  EXPECT_EQ(use(array + "__global__ void k(float* a) { float weights[2]; a[0] = weights[1]; }\n"), "");
  EXPECT_EQ(use(array + "__global__ void k(S s, float* a) { a[0] = s.weights[1]; }\n"), "");
  EXPECT_EQ(use(array + "int main() { return weights[1]; }\n"), "");
  EXPECT_EQ(use(array + "__global__ void k(float* a) { __shared__ float s[3], weights[3]; a[0] = weights[1]; }\n"),
            "");
  EXPECT_EQ(
      use("#define cmem __constant__\ncmem " + array + "__global__ void k(float* a) { a[0] = weights[1]; }\n"), "");
}

TEST(OwningClasses, AreReturnedAndHaveNoCopy) {
  const std::string owner = "struct A {\n  int* p;\n  ~A() { free(p); }\n", end = "};\n";
  const std::string make = "A make(int n) {\n  A a;\n  return a;\n}\n";
  EXPECT_TRUE(returns_owning_class(owner + end + make));
  EXPECT_TRUE(returns_owning_class(owner + "  A plus(const A& b) const { return b; }\n" + end));
  EXPECT_FALSE(returns_owning_class(owner + end + "int main() {\n  A a(3);\n}\n"));
  EXPECT_FALSE(returns_owning_class(owner + "  A(const A& other);\n" + end + make));
  EXPECT_FALSE(returns_owning_class(owner + "  void run();\n" + end + "void A::run() {\n}\nA::A(int n) {\n}\n"));
  EXPECT_FALSE(returns_owning_class(owner + "  A(A && other) noexcept;\n" + end + make));
  EXPECT_FALSE(returns_owning_class("struct A { ~A() = default; };\n" + make));
  EXPECT_FALSE(returns_owning_class("int f(int a) { return ~a; }\n"));
}

}  // namespace
}  // namespace lanescope
