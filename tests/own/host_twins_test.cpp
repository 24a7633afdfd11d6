#include "engine/source/host_twins.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

const std::string kAssembly =
    "\t.globl\tmain\n\t.type\tmain, @function\nmain:\n.LFB1:\n\tcall\t*__tsan_func_entry@GOTPCREL(%rip)\n"
    "\tcall\t*__sanitizer_cov_trace_pc@GOTPCREL(%rip)\n\tjmp\t.L2\n.L2:\n\tcall\t*_Z4sumsv@GOTPCREL(%rip)\n"
    "\tcall\t*__tsan_atomic32_load@GOTPCREL(%rip)\n\tcall\t*_Z5otherv@GOTPCREL(%rip)\n\tleaq\t.LC0(%rip), %rdi\n"
    "\tmovq\t_Z6kernelv@GOTPCREL(%rip), %rax\n\t.size\tmain, .-main\n"
    "\t.type\t_Z4sumsi, @function\n_Z4sumsi:\n\tcall\t__tsan_read4\n\tret\n\t.size\t_Z4sumsi, .-_Z4sumsi\n"
    "\t.set\t_Z4sumsv,_Z4sumsi\n"
    "\t.type\t_Z6kernelv, @function\n_Z6kernelv:\n\tcall\t*__tsan_write4@GOTPCREL(%rip)\n\t.size\t_Z6kernelv, .-_Z6kernelv\n";

/// The lines of the function of that name.
std::string body_of(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n" + name + ":\n"), end = text.find("\t.size\t" + name + ",");
  return begin == std::string::npos || end == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(HostTwins, WhatMainCallsHasATwinThatNobodyWatches) {
  const std::string text = with_host_twins(kAssembly);
  EXPECT_EQ(body_of(text, "main.host"),
            "\nmain.host:\n.LFB1.host:\n\tjmp\t.L2.host\n.L2.host:\n\tcall\t_Z4sumsi.host\n"
            "\tcall\t*__tsan_atomic32_load@GOTPCREL(%rip)\n\tcall\t*_Z5otherv@GOTPCREL(%rip)\n\tleaq\t.LC0(%rip), %rdi\n"
            "\tmovq\t_Z6kernelv@GOTPCREL(%rip), %rax\n");
  EXPECT_EQ(body_of(text, "_Z4sumsi.host"), "\n_Z4sumsi.host:\n\tret\n");
  EXPECT_NE(text.find("\t.globl\tmain.host\n"), std::string::npos);
}

TEST(HostTwins, KernelsAndWhatTheyCallStayAsTheyAre) {
  const std::string text = with_host_twins(kAssembly);
  for (const char* name : {"main", "_Z4sumsi", "_Z6kernelv"}) EXPECT_EQ(body_of(text, name), body_of(kAssembly, name));
  EXPECT_EQ(text.find("_Z6kernelv.host"), std::string::npos);
}

TEST(HostTwins, TextThatIsNoAssemblyOfAProgramStays) {
  for (const char* text : {"", "a\n", "\t.type\tmain, @function\nmain:\n", "\t.size\n\t.set\n\tcall\n"}) EXPECT_EQ(with_host_twins(text), text);
}

}  // namespace
}  // namespace lanescope
