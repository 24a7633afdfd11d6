// Infinities are the identities of min and max: arrays of them, and of them and one number, on every kernel.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

#include "engine/analysis/judgement.h"
#include "support.h"

namespace lanescope {
namespace {

/// Elements that are all, or all but one, the identity of `op`.
template <class T>
std::vector<T> of_identities(std::uint64_t n, Op op, std::optional<T> one) {
  const T identity = op == Op::min ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity();
  std::vector<T> elements(n, identity);
  if (one) elements[n / 2] = *one;
  return elements;
}

TEST(Infinities, AreReducedByEveryKernel) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const ElementType type : {ElementType::float32, ElementType::float64})
      for (const Op op : {Op::min, Op::max})
        for (const std::uint64_t n : {1, 33, 64})
          for (const bool all : {true, false}) {
            RunRequest request = testing::request_of(kernel.id, n, 32, kernel.coarsens ? 3 : 1);
            request.type = type;
            request.op = op;
            if (refusal(request)) continue;
            const auto check = [&]<class T>(T) {
              const Input input = of_identities<T>(n, op, all ? std::nullopt : std::optional<T>(7));
              const auto result = testing::emulate(request, input).result;
              const double expected = all ? identity_of<double>(op) : 7;
              EXPECT_EQ(result.number, expected)
                  << kernel.id << " " << name_of(type) << " " << name_of(op) << " " << n;
              EXPECT_TRUE(judge(result, request, launch_config(request), reference_result(input, op)).correct);
            };
            type == ElementType::float32 ? check(float{}) : check(double{});
          }
  }
}

}  // namespace
}  // namespace lanescope
