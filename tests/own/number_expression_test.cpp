// What numbers in a text are worth, and which of its lines are compiled.
#include "engine/source/number_expression.h"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "engine/source/active_code.h"
#include "engine/source/scan.h"
#include "engine/source/sized_block.h"

namespace lanescope {
namespace {

/// With n = 1000, m = 7 and p->width = 3.
double value_of(const std::string& expression) {
  const auto number = number_of(expression, [](const std::string& name) -> std::optional<Number> {
    if (name == "n") return Number{1000};
    if (name == "m") return Number{7};
    if (name == "p->width" || name == "sizes[1]") return Number{3};
    return std::nullopt;
  });
  return number ? number->value : -1;
}

TEST(NumberExpression, IsWhatTheHostWouldCompute) {
  EXPECT_EQ(value_of("(n + 255) / 256"), 4);
  EXPECT_EQ(value_of("n / 256 * 256 + n % 256"), 1000);
  EXPECT_EQ(value_of("n - 1 - m"), 992) << "from the left";
  EXPECT_EQ(value_of("ceil(n / 256.0)"), 4);
  EXPECT_EQ(value_of("std::ceil(static_cast<float>(n) / 256)"), 4);
  EXPECT_EQ(value_of("(int)ceil((double)n / 256)"), 4);
  EXPECT_EQ(value_of("(unsigned int)(n / 300.0)"), 3);
  EXPECT_EQ(value_of("ceil(n / 256)"), 3) << "whole numbers divide as such";
  EXPECT_EQ(value_of("1 << m"), 128);
  EXPECT_EQ(value_of("n >> 1"), 500);
  EXPECT_EQ(value_of("n > 512 ? 512 : n"), 512);
  EXPECT_EQ(value_of("n <= 512 ? 512 : n"), 1000);
  EXPECT_EQ(value_of("min(n, 1 << 20) * sizeof(float)"), 4000);
  EXPECT_EQ(value_of("2 * m * sizeof(unsigned long long)"), 112);
  EXPECT_EQ(value_of("p -> width * sizes[ 1 ]"), 9);
  EXPECT_EQ(value_of("CEIL_DIV(n, 32)"), 32);
  EXPECT_EQ(value_of("0x10u + 1e3"), 1016);
}

TEST(NumberExpression, HasNoValueWhereAnythingInItHasNone) {
  for (const char* expression : {"", "k", "n +", "n / 0", "(n", "n)", "n & 3", "f(n)", "n, m", "3n", "sizeof(Node)",
                                 "1 << 80", "n % 0", "n ? 1", "\"n\"", "a[", "static_cast<", "(int)", "ceil()"})
    EXPECT_EQ(value_of(expression), -1) << expression;
  EXPECT_EQ(value_of(std::string(200, '(') + "n" + std::string(200, ')')), -1) << "too long";
  EXPECT_EQ(value_of(std::string(100, '(') + "n" + std::string(100, ')')), 1000);
}

/// The words of the lines that stay, directives left out.
std::string kept_of(const std::string& text) {
  std::string kept;
  std::istringstream lines(active_code_of(text));
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(' ') != std::string::npos && line[0] != '#')
      kept += (kept.empty() ? "" : " ") + line;
  return kept;
}

TEST(ActiveCode, IsWhatTheTextsOwnDefinitionsLeave) {
  const std::string choice = "\n#if WAY == 1\none\n#elif WAY == 2\ntwo\n#else\nother\n#endif\nbehind";
  EXPECT_EQ(kept_of("#define WAY 1" + choice), "one behind");
  EXPECT_EQ(kept_of("#define WAY 2  // of two" + choice), "two behind");
  EXPECT_EQ(kept_of("#define WAY (1 + 2)" + choice), "other behind");
  EXPECT_EQ(kept_of(choice), "one two other behind") << "nobody says which";
  EXPECT_EQ(kept_of("#if 0\na\n#if 1\nb\n#endif\n#define X 1\n#endif\n#ifdef X\nc\n#endif"), "c") << "a build may";
  EXPECT_EQ(kept_of("#define X\n#ifndef X\na\n#else\nb\n#endif\n#undef X\n#ifndef X\nc\n#endif"), "b c");
  EXPECT_EQ(kept_of("#ifndef X\n#define X 1\n#endif\n#if X == 2\na\n#endif"), "a") << "a build may say 2";
  EXPECT_EQ(kept_of("#if defined(X) && Y\na\n#endif\n#endif\n#else\nb"), "a b");
}

TEST(ActiveCode, KernelAndItsLaunchAreThoseThatAreCompiled) {
  const std::string text = R"(
#define VERSION 2
#if VERSION == 1
__global__ void k(float* a) { a[0] = 1; }
#else
__global__ void k(float* a) { a[blockIdx.x] = 1; }
#endif
void run(float* a, int n) {
#if VERSION == 1
  k<<<1, 1>>>(a);
#else
  k<<<n, 64>>>(a);
#endif
}
)";
  EXPECT_TRUE(scan_kernels(text).at(0).knows_block);
  EXPECT_EQ(scan_kernels(text).at(0).line, 6u);
  EXPECT_EQ(block_in_text(text, "k"), "64");
}

}  // namespace
}  // namespace lanescope
