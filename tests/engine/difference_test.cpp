// Two traces that part in one place each: the sentence names that place.
#include "engine/trace/difference.h"

#include <gtest/gtest.h>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

Trace example() {
  RunRequest request;
  request.kernel = "segmented";
  request.n = 300;
  request.block_dim = 64;
  request.detail = Detail::full;
  request.block = 1;
  Progress progress;
  const LaunchConfig launch = launch_config(request);
  return emulate(request, launch, make_input(request, progress), progress).launches[0].trace;
}

std::string sentence(const Trace& changed) {
  return first_difference({example(), "one"}, {changed, "the other"}).value_or("");
}

TEST(Difference, IsNoneBetweenEqualRuns) {
  EXPECT_EQ(sentence(example()), "");
}

TEST(Difference, NamesBlockStepAndWarp) {
  Trace changed = example();
  changed.histories[1].masks[4] ^= 4;  // block 2 is the ragged one; rows of load and own come first
  EXPECT_EQ(sentence(changed),
            "Block 2, row 2 (tree, stride 32, line 30), warp 0: mask ffffffff on one, fffffffb on the other.");
}

TEST(Difference, SeesStepsBarriersRequestsAndAddresses) {
  Trace changed = example();
  changed.histories[0].strides[2] = 31;
  EXPECT_NE(sentence(changed).find("stride 32, line 30) on one"), std::string::npos) << sentence(changed);
  changed = example();
  changed.histories[0].barriers += 1;
  EXPECT_EQ(sentence(changed), "Block 0, barriers: 6 on one, 7 on the other.");
  changed = example();
  changed.histories[0].accesses[1][0].transactions += 1;
  EXPECT_NE(sentence(changed).find(
                "Block 0, row 0 (load, stride 0, line 23): global loads of 2 requests, 8 transactions"),
            std::string::npos)
      << sentence(changed);
  changed = example();
  changed.addresses[0].kept().offsets[5] += 4;
  EXPECT_NE(sentence(changed).find("Block 1, warp 0, request 0: a global load of input"), std::string::npos)
      << sentence(changed);
}

}  // namespace
}  // namespace lanescope
