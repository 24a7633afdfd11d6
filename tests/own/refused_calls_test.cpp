// What CUDA's runtime refuses to a program, with its line.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/source/refusal_words.h"
#include "tests/own/stated_program.h"

namespace lanescope {
namespace {

std::vector<std::string> refused_by(const std::string& program) {
  return texts_of(run_plainly(program).refused_launches);
}

TEST(OwnLaunches, WhatIsRefusedSaysWhichAndWhy) {
  EXPECT_EQ(
      refused_by("clean_refused_launch.cu"),
      std::vector<std::string>{"k, line 14: the threads of its block are 2,048, and at most 1,024 are allowed."});
  EXPECT_EQ(
      refused_by("clean_launch_bounds.cu"),
      (std::vector<std::string>{
          "sum, line 51: the threads of its block are 160, and at most 128 are allowed by its __launch_bounds__.",
          "reduce<64>, line 54: the threads of its block are 96, and at most 64 are allowed by its "
          "__launch_bounds__.",
          "pointer, line 58: the threads of its block are 128, and at most 100 are allowed by its "
          "__launch_bounds__."}));
  EXPECT_EQ(refused_by("clean_wrong_direction.cu"),
            std::vector<std::string>{
                "a copy, line 11: its kind says to the device, and its target is memory of the host."});
  EXPECT_EQ(refused_by("clean_refused_fills.cu"),
            (std::vector<std::string>{"a fill, line 10: it is of memory of the host.",
                                      "a fill, line 11: it is of memory of the host."}));
  EXPECT_EQ(refused_by("clean_refused_frees.cu"),
            (std::vector<std::string>{
                "a copy, line 13: its source, out, has 128 bytes from there on, and the call is of 256.",
                "a fill, line 14: its target, out, has 124 bytes from there on, and the call is of 128.",
                "a free, line 15: it is of a place inside of out, and not of its first byte.",
                "a free, line 16: it is of memory of the device, which cudaFree() frees.",
                "a free, line 18: out was freed in line 17 already."}));
  EXPECT_EQ(
      refused_by("clean_refused_frees_of_kernel.cu"),
      (std::vector<std::string>{"a free, line 8: allocation 2 was freed already.",
                                "a free, line 8: it is of a place inside of out, and not of its first byte."}));
  const char* const no_node = "what it would wait for is no other node of the graph, or the same one twice.";
  EXPECT_EQ(refused_by("clean_graphs.cu"),
            (std::vector<std::string>{fmt::format("a node of a graph, line 98: {}", no_node),
                                      fmt::format("a node of a graph, line 99: {}", no_node),
                                      fmt::format("a node of a graph, line 100: {}", no_node)}));
  EXPECT_EQ(refused_by("clean_cast_kernels.cu"),
            std::vector<std::string>{
                "a launch, line 45: no kernel is known at its address; where the file casts one it has "
                "to name it, as in (void*)kernel."});
  EXPECT_TRUE(refused_by("clean_pointer_to_kernels.cu").empty());
  EXPECT_EQ(refused_by("clean_deep_launches.cu"),
            std::vector<std::string>{
                "down, line 8: its level of launches by kernels is 2,049, and at most 2,048 are allowed."});
}

/// So it can be said in other languages; what is left are names and numbers.
bool has_english(const Sentence& sentence) {
  if (!sentence.english()) return sentence.text().find(' ') != std::string::npos;
  return std::any_of(sentence.values().begin(), sentence.values().end(), has_english);
}

/// And no copy, fill, free or node.
bool names_a_kernel_or_launch(const Sentence& what) {
  return !what.english() || what.is_of(refusal_words::kLaunch);
}

TEST(OwnLaunches, WhatIsRefusedIsMadeOfPatternsAndHasItsLine) {
  for (const char* const program :
       {"clean_refused_limits.cu", "clean_refused_copies.cu", "clean_refused_frees.cu", "clean_launch_bounds.cu",
        "clean_refused_frees_of_kernel.cu", "clean_graphs.cu", "clean_cast_kernels.cu", "clean_deep_launches.cu"}) {
    const std::vector<RefusedCall> refusals = run_plainly(program).refused_launches;
    EXPECT_FALSE(refusals.empty()) << program;
    for (const RefusedCall& refusal : refusals) {
      EXPECT_TRUE(refusal.sentence.is_of(refusal_words::kCall)) << refusal.sentence.text();
      EXPECT_FALSE(has_english(refusal.sentence)) << refusal.sentence.text();
      EXPECT_EQ(refusal.sentence.values().at(1).text(), std::to_string(refusal.line));
      EXPECT_EQ(refusal.is_launch, names_a_kernel_or_launch(refusal.sentence.values().at(0)));
    }
  }
}

TEST(OwnLaunches, WhatMayBeMeantIsRemarked) {
  const auto remark_of = [](const char* name) {
    const StatedProgram program = stated(name);
    return run_of_program(program, id_of_program(program), true, Detail::none).remark.text();
  };
  EXPECT_EQ(remark_of("clean_unwritten_copy.cu"),
            "Line 15 copies elements of out to the host that nobody has written, 24 of 64, 40 first: what the "
            "program uses of them is any value.");
  EXPECT_EQ(remark_of("clean_textures.cu"), "") << "of arrays that surfaces write";
  EXPECT_EQ(
      remark_of("clean_reads_beside_additions.cu"),
      "Line 8 reads elements of weights to which other threads add atomically in the same launch (line 9): which "
      "value it gets depends on who comes first. Where the result must not, the read belongs behind a barrier or "
      "into a launch of its own.");
  EXPECT_EQ(remark_of("clean_breadth_first.cu"), "") << "marks are no additions";
  EXPECT_EQ(remark_of("clean_vector_copies.cu"), "");
}

}  // namespace
}  // namespace lanescope
