// Texts of strangers on their way to the compiler: what is rewritten in them, and that none of them is too much.
#include "engine/source/rewrite.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/source/functions_in_text.h"

namespace lanescope {
namespace {

std::string repeated(const std::string& words, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += words;
  return text;
}

TEST(Rewrite, NamesOfHeaders) {
  const char* text =
      "#include \"a.h\"\n  #  include <b.h> // c\n#include\"c/d.cuh\"\n#includes \"e\"\n// #include "
      "\"f\"\n#include MACRO\n"
      "#include \"\n#include \"\"\n#include \"g.h\"";
  EXPECT_EQ(included_names(text, true), (std::vector<std::string>{"a.h", "b.h", "c/d.cuh", "g.h"}));
  EXPECT_EQ(included_names(text, false), (std::vector<std::string>{"a.h", "c/d.cuh", "g.h"}));
}

TEST(Rewrite, MacrosOfTheFileMarkFunctionsOfTheDevice) {
  const std::string text =
      "#define ON_GPU __device__ inline\n#define OTHER 1\nON_GPU int f() { return 1; }\nOTHER int g() { return 2; "
      "}\n";
  const std::string less = without_host_functions(text);
  EXPECT_NE(less.find("return 1"), std::string::npos);
  EXPECT_EQ(less.find("return 2"), std::string::npos);
}

TEST(Rewrite, ATemplateWithDefaultsIsAFunction) {
  EXPECT_EQ(
      defined_functions("template <class T = float, int N = (4 > 3)> T f(T x) { return x; }\n"
                        "template <typename T, class = std::enable_if_t<(sizeof(T) > 4)>> int g() { return 1; }\n"
                        "template <class T> struct S { int h() { return 1; } };\nint list[] = {1, 2};\n"),
      (std::vector<std::string>{"f", "g"}));
}

TEST(Rewrite, NamesOfFunctionsThatHaveBodies) {
  const char* text =
      "int declared(int);\nnamespace n { void inner (int a) { if (a) { other(); } } }\n#define MACRO(x) { x(); }\n"
      "extern \"C\" { float c() { return 1; } }\n__global__ void __launch_bounds__(64) k(int* v) {}\n"
      "struct S { void member() {} };\nint numbers[] = {f(1)};\n// int commented() {}\n"
      "template <class T>\nT* made(T a, T b)\n{ return nullptr; }\nint Class::member_outside() { return 0; }\n";
  EXPECT_EQ(defined_functions(text), (std::vector<std::string>{"inner", "c", "k", "made", "member_outside"}));
  EXPECT_TRUE(defined_functions("").empty());
  EXPECT_TRUE(defined_functions("(){").empty());
}

TEST(Rewrite, DeclarationsOfCudasMinAndMaxAreLeftOut) {
  const auto is_left_out = [](const std::string& text) {
    const std::string less = without_declared_min_max(text);
    EXPECT_EQ(less.size(), text.size());
    return less.find("min") == std::string::npos;
  };
  for (const char* text : {"int min(int, int);", "__device__ int min(int a, int b);",
                           "#include <a>\nunsigned int min (unsigned int,\nunsigned);",
                           "int f() { return 1; }\nextern __host__ __device__ float min(float, float) ;",
                           "void f() { int min(int, int); }"})
    EXPECT_TRUE(is_left_out(text)) << text;
  for (const char* text :
       {"int min(int, int);\nint min(int a, int b) { return 3; }", "int a = min(3, 4);", "Big min(Big, Big);",
        "void f() { return min(int(a), int(b)); }", "int min(a, b);", "x = n::min(int(1), int(2));",
        "struct S { int f() { return 1; } int min(int, int); };", "template <class T> int min(int, T);"})
    EXPECT_FALSE(is_left_out(text)) << text;
  EXPECT_EQ(without_declared_min_max("int max(int, int);\nint b;"), std::string(18, ' ') + "\nint b;");
}

TEST(Rewrite, AZeroMayBeANullPointer) {
  const std::string text = with_calls_for_launches("k<<<1, 2>>>(a, 0, f(0), {0}, 10, 0.0f);");
  EXPECT_NE(text.find("(a, ::lanescope_host::Zero(), f(0), {0}, 10, 0.0f);"), std::string::npos) << text;
  EXPECT_EQ(with_calls_for_launches("k<<<1, 2>>>(a, 10);").find("Zero"), std::string::npos);
}

TEST(Rewrite, LaunchesByPointersSayWhatIsLaunched) {
  const auto has = [](const std::string& text, const std::string& words) {
    return with_calls_for_launches(text).find(words) != std::string::npos;
  };
  for (const char* head : {"void f(void (*go)(int)) {", "void f(Kernel go) {", "void f(const Kernel& go, int n) {",
                           "std::function<void(int)> go;\nvoid f() {", "void f() { for (auto* go : all)"})
    EXPECT_TRUE(has(std::string(head) + " go<<<1, 2>>>(3); }",
                    ".of(::lanescope_host::place_of(go))([&, lanescope_k = go](auto... lanescope_a)"))
        << head;
  for (const char* place : {"all[1]", "(*all[i])", "one.kernel", "one->kernel", "(*one).kernel", "all[i].second",
                            "all.at(i)->kernel", "all[\"a b\"]", "(a > b ? k : l)"})
    EXPECT_TRUE(
        has("void f() { " + std::string(place) + "<<<1, 2>>>(3); }", "void f() { ::lanescope_host::Configured(\""))
        << place;
  EXPECT_TRUE(has("void f() { all[1].kernel<<<1, 2>>>(3); }", ".of(::lanescope_host::place_of(all[1].kernel))"));
  for (const char* before : {"if (n > 3) ", "return ::", "else ", "x = a.b; ", "f(); "})
    EXPECT_TRUE(
        has("void f() { " + std::string(before) + "go<<<1, 2>>>(3); }",
            "Configured(\"" + std::string(std::string_view(before).ends_with("::") ? "::" : "") + "go\", 1"))
        << before;
  EXPECT_FALSE(has("__global__ void go(int) {}\nvoid f() { go<<<1, 2>>>(3); }", ".of("));
  EXPECT_FALSE(has("void f() { go<<<1, *go>>>(3); }", ".of("));
}

TEST(Rewrite, LaunchesOfKernelsWithReferencesHandThemOn) {
  const std::string kernels = "__global__ void k(Pair& a, int n) {}\n__global__ void l(const Pair& a) {}\n";
  EXPECT_NE(
      with_calls_for_launches(kernels + "void f() { k<<<1, 2>>>(a, 3); }").find(".with_references([&](auto&&... "),
      std::string::npos);
  EXPECT_NE(
      with_calls_for_launches(kernels + "void f() { l<<<1, 2>>>(a); }").find(".named().typed(l, [&](auto... "),
      std::string::npos);
  EXPECT_EQ(with_calls_for_launches(kernels + "void f() { other<<<1, 2>>>(a); }").find(".named()"),
            std::string::npos);
}

TEST(Rewrite, ArgumentsBecomeParametersWhereThoseAreKnown) {
  const auto is_typed = [](const std::string& kernels) {
    return with_calls_for_launches(kernels + "void f() { k<<<1, 2>>>(a, 0); }").find(".typed(k, ") !=
           std::string::npos;
  };
  EXPECT_TRUE(is_typed("__global__ void k(int* a, float b) {}\n"));
  EXPECT_TRUE(is_typed("__global__ void k(int* a, float b);\n__global__ void k(int* a, float b) {}\n"));
  EXPECT_FALSE(is_typed("template <class T> __global__ void k(T* a, float b) {}\n"));
  const auto is_typed_as = [](const std::string& parameters, const std::string& launched) {
    return with_calls_for_launches("template <" + parameters +
                                   "> __global__ void k(T* a, float b) {}\nvoid f() { " + launched +
                                   "<<<1, 2>>>(a, 0); }")
               .find(".typed(" + launched + ", ") != std::string::npos;
  };
  EXPECT_TRUE(is_typed_as("class T, int kBlock", "k<std::pair<int, float>, 256>"));
  EXPECT_FALSE(is_typed_as("class T, int kBlock = 256", "k<float>"));
  EXPECT_FALSE(is_typed_as("class... T", "k<float>"));
  EXPECT_FALSE(is_typed("__global__ void k(auto* a, float b) {}\n"));
  EXPECT_FALSE(is_typed("__global__ void k(int* a, float b = 1) {}\n"));
  EXPECT_FALSE(is_typed("__global__ void k(int* a, float b = 1);\n__global__ void k(int* a, float b) {}\n"));
  EXPECT_FALSE(is_typed("__global__ void k(int* a, float b) {}\n__global__ void k(float* a, float b) {}\n"));
  EXPECT_FALSE(is_typed("__global__ void k(int* a, int b);\n__global__ void k(int* a, size_t b) {}\n"));
}

TEST(Rewrite, AKernelThatIsCastStaysKnown) {
  EXPECT_EQ(with_known_kernels("cudaLaunchKernel ( (void*)f, 1, 1, (void**)a, (void*)b);"),
            "cudaLaunchKernel ( ::lanescope_host::known->*f, 1, 1, (void**)a, (void*)b);");
  const std::string kernel = "__global__ void k(int* a) {}\n";
  EXPECT_EQ(
      with_known_kernels(kernel + "void* p = reinterpret_cast<const void*>(k<8>), *q = (void *)&k, *r = (void*)a;"),
      kernel + "void* p = ::lanescope_host::known->*(k<8>), *q = ::lanescope_host::known->*&k, *r = (void*)a;");
}

TEST(Rewrite, AReturnOfNothingInALineReturnsAValue) {
  const std::string text = "return;\nif (a) return ; else return 1; // return;\nmy_return; return;";
  EXPECT_EQ(with_value_returned(text, 2),
            "return;\nif (a) return {} ; else return 1; // return;\nmy_return; return;");
  EXPECT_EQ(with_value_returned(text, 3),
            "return;\nif (a) return ; else return 1; // return;\nmy_return; return {};");
  EXPECT_EQ(with_value_returned(text, 1),
            "return {};\nif (a) return ; else return 1; // return;\nmy_return; return;");
  EXPECT_EQ(with_value_returned(text, 4), text);
}

TEST(Rewrite, SharedArraysBeginWhereVectorsMay) {
  const std::string text =
      "static __shared__ half a[64], b; extern __shared__ int c[]; __shared__ int d;\nhalf __shared__ e[4]; "
      "__shared__ "
      "int f[8];";
  EXPECT_EQ(
      with_aligned_shared(text),
      "static __shared__ __attribute__((aligned(16))) half a[64], b; extern __shared__ int c[]; __shared__ int "
      "d;\nhalf __shared__ e[4]; __shared__ int f[8];");
}

TEST(Rewrite, ALoopOfNothingMayWait) {
  EXPECT_TRUE(has_waiting_loop("while (atomicAdd(&a, 0) < n) ;"));
  EXPECT_TRUE(has_waiting_loop("while (flag == 0) {\n // spin\n }"));
  EXPECT_TRUE(has_waiting_loop("do {} while (flag == 0);"));
  EXPECT_FALSE(has_waiting_loop("while (i < n) { i++; }"));
}

TEST(Rewrite, ConfigurationsOfMacrosArePut) {
  const std::string text = "#define GO(g, b) <<<g, (b) * bb>>>\nvoid f() { k GO(n / 2, 64)(x); k GO(1)(x); }\n";
  const std::string put = without_macros_of_configurations(text);
  EXPECT_NE(put.find("k <<<n / 2, (64) * bb>>>(x);"), std::string::npos) << put;
  EXPECT_NE(put.find("k GO(1)(x);"), std::string::npos) << "it has too few arguments";
  const std::string any = without_macros_of_configurations(
      "#define GO(g, ...) <<<g, __VA_ARGS__>>>\nvoid f() { k GO(1, 64, n * 4)(x); k GO(1, 2)(x); }\n");
  EXPECT_NE(any.find("k <<<1, 64, n * 4>>>(x); k <<<1, 2>>>(x);"), std::string::npos) << any;
}

TEST(Rewrite, AssemblyWhoseOperandIsInSeveralLinesKeepsThem) {
  const std::string rewritten = with_calls_for_ptx(
      "void f() {\n  asm(\"mov.u32 %0, %%laneid;\"\n      : \"=r\"(lanes[\n          0]));\n}\n");
  EXPECT_NE(rewritten.find("LANESCOPE_PTX_laneid"), std::string::npos) << rewritten;
  EXPECT_EQ(std::count(rewritten.begin(), rewritten.end(), '\n'), 5) << rewritten;
}

TEST(Rewrite, KernelsSayWhereTheyBeginAndEnd) {
  EXPECT_EQ(with_marks_of_kernels("__global__ void k() { a(); }"), "__global__ void k() { a(); lanescope_end();}");
  EXPECT_EQ(with_marks_of_kernels("__global__ void __launch_bounds__(N<1, 2>::n,\n 2)\nk() {\n}"),
            "__global__ void __launch_bounds__(N<1, 2>::n,\n 2)\nk() {"
            "static constexpr unsigned lanescope_bound __attribute__((used)) = "
            "::lanescope_entry::first_of(N<1, 2>::n,  2);lanescope_begin(lanescope_bound);\nlanescope_end();}");
  EXPECT_EQ(with_marks_of_kernels("__global__ void __launch_bounds__(2) k();"),
            "__global__ void __launch_bounds__(2) k();");
}

/// Nothing recurses with every sign, and nothing is done again for every word.
TEST(Rewrite, TakesAMillionSignsOfAnything) {
  constexpr std::size_t kMany = 900'000;
  const std::string kernel = "__global__ void k(const float* in, float* out, int n) {}\n";
  for (const std::string& text :
       {"#define a " + std::string(kMany, 'x') + "\n", "#include \"" + std::string(kMany, 'x') + "\"\n",
        std::string(kMany, ' ') + "#include \"a.h\"\n", "#define L(a) <<<" + std::string(kMany, 'z') + ">>>\n",
        "#define L(a) <<<a, 1>>>\nvoid f() { " + repeated("L(1) ", kMany / 5) + "}\n",
        "#define L(a, b) <<<a, b>>>\nvoid f() { " + repeated("L(", kMany / 2) + "\n",
        "#define L(a, b) <<<a, b>>>\nvoid f() { " + repeated("L(", kMany / 3) + std::string(kMany / 3, ')') + "}\n",
        "void f() { " + repeated("asm(\"\");", kMany / 8) + " }\n",
        "void f() { " + repeated("(void*)k;", kMany / 9) + " }\n",
        "__global__ void __launch_bounds__" + repeated("(", kMany) + " k() {}\n"}) {
    const std::string whole = kernel + text;
    included_names(whole, true);
    const std::string rewritten =
        with_marks_of_kernels(with_calls_for_launches(without_host_functions(for_host_compiler(whole))));
    EXPECT_NE(rewritten.find("__global__ void k"), std::string::npos) << text.substr(0, 40);
  }
}

}  // namespace
}  // namespace lanescope
