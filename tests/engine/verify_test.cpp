// Which launches `verify` compares. The comparison itself needs a GPU.
#include "engine/verify.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

TEST(VerificationRequests, ReachEveryKernelOperatorAndType) {
  std::set<std::string> seen;
  bool keeps_a_last_block = false;
  for (const auto& request : verification_requests({})) {
    EXPECT_FALSE(refusal(request).has_value());
    seen.insert(request.kernel + ' ' + std::string(name_of(request.op)) + ' ' + std::string(name_of(request.type)));
    const auto blocks = launch_config(request).grid_dim;
    keeps_a_last_block |= blocks > 1 && request.block == blocks - 1;
  }
  std::size_t on_gpu = 0;
  for (const auto& kernel : reductions()) on_gpu += kernel.traced();
  std::size_t of_points = 0;  // where no atomic update is needed
  for (const auto& kernel : reductions())
    of_points += kernel.traced() && (kernel.any_combining || kernel.combining != Combining::atomic);
  std::size_t of_arrays = 0;  // each type that they take
  for (const auto& kernel : array_kernels()) of_arrays += types_of(kernel.workload).size();
  EXPECT_EQ(seen.size(), on_gpu * 4 * 3 + of_points + of_arrays);
  EXPECT_TRUE(keeps_a_last_block);
}

TEST(VerificationRequests, AreOfTheKernelsNamed) {
  for (const auto& request : verification_requests({"coarsened"})) EXPECT_EQ(request.kernel, "coarsened");
  EXPECT_THROW(verification_requests({"sequential"}), Error);
  EXPECT_THROW(verification_requests({"unheard_of"}), Error);
}

}  // namespace
}  // namespace lanescope
