// Which functions of the host launch kernels, in files without a main().
#include <gtest/gtest.h>

#include <string>

#include "engine/source/launchers.h"

namespace lanescope {
namespace {

std::string names_in(const std::string& text) {
  std::string names;
  for (const ScannedKernel& one : scan_launchers(text)) {
    names += one.scope + one.name + "(";
    for (const std::string& parameter : one.parameters) names += parameter + " ";
    names += ")" + std::to_string(one.line) + " ";
  }
  return names;
}

TEST(ScanLaunchers, AreThoseThatNoOtherFunctionCalls) {
  EXPECT_EQ(names_in("__global__ void k(int* p) {}\n"
                     "static void inner(int* p) { k<<<1, 1>>>(p); }\n"
                     "void unrelated(int* p) { *p = 1; }\n"
                     "namespace a {\n"
                     "extern \"C\" int outer(const int* p, int n = 3) { inner(nullptr); return n; }\n}\n"
                     "void other(float* x) { k<<<1, 1>>>(nullptr); }\n"),
            "a::outer(p n )5 other(x )7 ");
  EXPECT_EQ(names_in("__global__ void k() {}\n"
                     "void g(int* p) { k<<<1, 1>>>(); }\nvoid g(float* p) { k<<<1, 1>>>(); }\n"
                     "#if 0\nvoid h() { k<<<1, 1>>>(); }\n#endif\n"
                     "// void i() { k<<<1, 1>>>(); }\nstruct S { void j() { k<<<1, 1>>>(); } };\n"),
            "");
  EXPECT_EQ(
      names_in(
          "__global__ void k() {}\nvoid S::member() { k<<<1, 1>>>(); }\nvoid free() { k << <1, 1 >> > (); }\n"),
      "free()3 ")
      << "however the signs stand";
}

TEST(ScanLaunchers, AMacroWithBracesBehindItIsNone) {
  EXPECT_EQ(names_in("__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); }\n"
                     "BINDINGS_OF(EXTENSION, m) {\n  m.def(\"f\", &f);\n}\n"),
            "f()2 ");
}

TEST(ScanLaunchers, OneAloneIsMeantWhereNobodyNamesAKernel) {
  const std::string two = "__global__ void k() {}\n__global__ void l() {}\nvoid solve() { k<<<1, 1>>>(); }\n";
  const std::string one = "__global__ void k() {}\nvoid solve() { k<<<1, 1>>>(); }\n";
  EXPECT_EQ(meant_launcher(two, "", false), "solve");
  EXPECT_EQ(meant_launcher(one, "", true), "solve");
  EXPECT_EQ(meant_launcher(one, "", false), "") << "the kernel is";
  EXPECT_EQ(meant_launcher(one, "solve", false), "solve");
  const std::string of_type = "__global__ void k() {}\ntemplate <class T> T f(T* p) { k<<<1, 1>>>(); }\n";
  EXPECT_EQ(meant_launcher(of_type, "", true), "") << "nobody says of which type";
  EXPECT_EQ(meant_launcher(of_type + "template int f(int*);\n", "", true), "f");
  EXPECT_EQ(meant_launcher(of_type, "f<int>", true), "f<int>");
  EXPECT_EQ(meant_launcher(one, "k", true), "");
  EXPECT_EQ(meant_launcher(two + "int main() { solve(); }\n", "", true), "");
  EXPECT_EQ(meant_launcher(two + "void more() { l<<<1, 1>>>(); }\n", "", true), "") << "nobody says which";
}

}  // namespace
}  // namespace lanescope
