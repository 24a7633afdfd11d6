#include "engine/source/twins.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

/// A program: main() calls sums() by an alias and keeps where helper() is; run<> calls the kernel, which calls
/// sums(), too.
const std::string kAssembly =
    "\t.globl\tmain\n\t.type\tmain, "
    "@function\nmain:\n.LFB1:\n\t.cfi_startproc\n\tcall\t*__tsan_func_entry@GOTPCREL(%rip)\n"
    "\tcall\t*__sanitizer_cov_trace_pc@GOTPCREL(%rip)\n\tjmp\t.L2\n.L2:\n\tcall\t*_Z4sumsv@GOTPCREL(%rip)\n"
    "\tcall\t*__tsan_atomic32_load@GOTPCREL(%rip)\n\tcall\t*_Z5otherv@GOTPCREL(%rip)\n\tleaq\t.LC0(%rip), %rdi\n"
    "\tmovq\t_Z6helperv@GOTPCREL(%rip), %rax\n\tleaq\t_ZN14lanescope_host3runIiEEvPv(%rip), %rdi\n\t.size\tmain, "
    ".-main\n"
    "\t.type\t_Z4sumsi, @function\n_Z4sumsi:\n\t.cfi_startproc\n\tcall\t__tsan_read4\n\tret\n\t.size\t_Z4sumsi, "
    ".-_Z4sumsi\n"
    "\t.set\t_Z4sumsv,_Z4sumsi\n"
    "\t.type\t_Z6helperv, @function\n_Z6helperv:\n\t.cfi_startproc\n\tcall\t__tsan_read8\n\t.size\t_Z6helperv, "
    ".-_Z6helperv\n"
    "\t.type\t_ZN14lanescope_host3runIiEEvPv, @function\n_ZN14lanescope_host3runIiEEvPv:\n\t.cfi_startproc\n"
    "\tcall\t_Z6kernelv\n\t.size\t_ZN14lanescope_host3runIiEEvPv, .-_ZN14lanescope_host3runIiEEvPv\n"
    "\t.type\t_Z6kernelv, "
    "@function\n_Z6kernelv:\n\t.cfi_startproc\n\tcall\t__sanitizer_cov_trace_pc\n\tcall\t__tsan_read4\n"
    "\tcall\t__tsan_volatile_read4\n\tcall\t*__tsan_write4@GOTPCREL(%rip)\n\tcall\t_Z4sumsi\n\t.size\t_Z6kernelv, "
    ".-_Z6kernelv\n"
    "\t.type\t_Z7virtualv, @function\n_Z7virtualv:\n\t.cfi_startproc\n\t.size\t_Z7virtualv, .-_Z7virtualv\n"
    "\t.type\t_Z6unusedv, @function\n_Z6unusedv:\n\t.cfi_startproc\n\t.size\t_Z6unusedv, .-_Z6unusedv\n"
    "_ZTV1A:\n\t.quad\t_Z7virtualv\n";

/// The lines of the function of that name.
std::string body_of(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n" + name + ":\n"), end = text.find("\t.size\t" + name + ",");
  return begin == std::string::npos || end == std::string::npos ? "" : text.substr(begin, end - begin);
}

bool has(const std::string& text, const std::string& name) {
  return !body_of(text, name).empty();
}

TEST(Twins, WhatMainCallsHasATwinThatNobodyWatches) {
  const std::string text = with_twins(kAssembly);
  EXPECT_EQ(
      body_of(text, "main.host"),
      "\nmain.host:\n.LFB1.host:\n\t.cfi_startproc\n\tjmp\t.L2.host\n.L2.host:\n\tcall\t_Z4sumsi.host\n"
      "\tcall\t*__tsan_atomic32_load@GOTPCREL(%rip)\n\tcall\t*_Z5otherv@GOTPCREL(%rip)\n\tleaq\t.LC0(%rip), %rdi\n"
      "\tmovq\t_Z6helperv@GOTPCREL(%rip), %rax\n\tleaq\t_ZN14lanescope_host3runIiEEvPv(%rip), %rdi\n");
  EXPECT_EQ(body_of(text, "_Z4sumsi.host"), "\n_Z4sumsi.host:\n\t.cfi_startproc\n\tret\n");
}

TEST(Twins, WhatIsCalledByAPointerHasOneToo) {
  const std::string text = with_twins(kAssembly);
  EXPECT_TRUE(has(text, "_Z6helperv.host"));
  EXPECT_TRUE(has(text, "_Z7virtualv.host"));
  EXPECT_TRUE(has(text, "_Z7virtualv.stores"));
  EXPECT_FALSE(has(text, "_Z6unusedv.host"));
}

TEST(Twins, OfAKernelItKeepsStoresAndWhatIsVolatile) {
  const std::string text = with_twins(kAssembly);
  EXPECT_EQ(body_of(text, "_Z6kernelv.stores"),
            "\n_Z6kernelv.stores:\n\t.cfi_startproc\n\tcall\t__tsan_volatile_read4\n\tcall\t*__tsan_write4@"
            "GOTPCREL(%rip)\n"
            "\tcall\t_Z4sumsi.stores\n");
  EXPECT_EQ(body_of(text, "_Z4sumsi.stores"), "\n_Z4sumsi.stores:\n\t.cfi_startproc\n\tret\n");
  EXPECT_FALSE(has(text, "_Z6kernelv.host"));
  EXPECT_FALSE(has(text, "_Z6helperv.stores"));
}

/// The rest of a function is what the compiler made.
TEST(Twins, WhoEntersAFunctionIsSentToTheTwinOfItsMode) {
  const std::string text = with_twins(kAssembly);
  for (const char* name : {"main", "_Z4sumsi", "_Z6kernelv"}) {
    const std::string was = body_of(kAssembly, name), is = body_of(text, name),
                      head = was.substr(0, was.find("startproc\n") + 10);
    EXPECT_TRUE(is.starts_with(head)) << is;
    EXPECT_TRUE(is.ends_with(was.substr(head.size()))) << is;
    EXPECT_NE(is.find("lanescope_mode"), std::string::npos);
  }
  EXPECT_NE(body_of(text, "_Z4sumsi").find("_Z4sumsi.host\n"), std::string::npos);
  EXPECT_NE(body_of(text, "_Z4sumsi").find("_Z4sumsi.stores\n"), std::string::npos);
  EXPECT_EQ(body_of(text, "_Z6kernelv").find("_Z6kernelv.host\n"), std::string::npos);
  EXPECT_EQ(body_of(text, "_Z6unusedv"), body_of(kAssembly, "_Z6unusedv"));
}

TEST(Twins, TextThatIsNoAssemblyOfAProgramStays) {
  for (const char* text : {"", "a\n", "\t.type\tmain, @function\nmain:\n", "\t.size\n\t.set\n\tcall\n"})
    EXPECT_EQ(with_twins(text), text);
}

}  // namespace
}  // namespace lanescope
