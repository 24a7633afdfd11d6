// What is wrong in headers beside a program is told with their names.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/own/stated_program.h"

namespace lanescope {
namespace {

TEST(OwnPrograms, LinesOfHeadersAreToldWithTheirNames) {
  StatedProgram program = stated("linked/kernel_in_header.cu");
  const std::string id = id_of_program(program);
  const auto sentences = [&] {
    std::vector<std::string> all;
    for (const Finding& finding : run_of_program(program, id, true, Detail::full).findings) {
      EXPECT_EQ(finding.lines.empty(), finding.sentence.text().find(".cuh:") != std::string::npos);
      all.push_back(finding.sentence.text());
    }
    return all;
  };
  EXPECT_EQ(
      sentences(),
      (std::vector<std::string>{
          "Thread 32 of block 0 writes element 32 of out, which has 32 (line kernel_in_header.cuh:15).",
          "Thread 0 of block 0 reads kept[0], which nobody has written yet (line kernel_in_header.cuh:11)."}));
  program.words = {"add"};
  EXPECT_EQ(sentences().at(0), "Thread 31 of block 0 reads element 32 of out, which has 32 (line 4).");
}

/// Barriers, updates and launches say themselves in which line they are called.
TEST(OwnPrograms, CallsInHeadersAreToldWithTheirNames) {
  const auto run_of = [](const char* name) {
    const StatedProgram program = stated(name);
    return run_of_program(program, id_of_program(program), true, Detail::full);
  };
  const auto sentences = [](const lanescope::Run& run) {
    std::vector<std::string> all;
    for (const Finding& finding : run.findings) all.push_back(finding.sentence.text());
    return all;
  };
  EXPECT_EQ(sentences(run_of("linked/barrier_in_header.cu")),
            std::vector<std::string>{
                "Threads 0 and 32 of block 0 wait at different barriers: lines mistakes.cuh:10 and 8."});
  EXPECT_EQ(sentences(run_of("linked/race_in_header.cu")),
            (std::vector<std::string>{
                "Thread 0 of block 0 reads s[63], which nobody has written yet (line mistakes.cuh:6).",
                "Thread 31 of block 0 (line 8) and thread 32 of block 0 (line mistakes.cuh:6) access s[31], and "
                "nothing says in which order: a __syncthreads() is missing between them."}));
  const lanescope::Run bounds = run_of("linked/bounds_in_header.cu");
  EXPECT_EQ(sentences(bounds), std::vector<std::string>{"Thread 0 of block 0 writes element 4 of out, "
                                                        "which has 4 (line mistakes.cuh:14)."});
  EXPECT_EQ(texts_of(bounds.refused_launches),
            std::vector<std::string>{"fill, line launches.cuh:11: the threads of its block are 2,048, and at most "
                                     "1,024 are allowed."});
  EXPECT_EQ(bounds.refused_launches.at(0).line, 0u) << "it is none of the program's file";
}

TEST(OwnPrograms, AFileBesideMayBeCalledAsAHeaderOfTheStandardLibrary) {
  const lanescope::Run run = run_plainly("linked/standard_name_beside.cu");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.printed, std::vector<std::string>{"7"});
}

}  // namespace
}  // namespace lanescope
