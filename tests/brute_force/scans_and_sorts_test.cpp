// The kernels whose launches follow from each other, at every kind of size, against the sequential reference.
#include <gtest/gtest.h>

#include "engine/request/refusals.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

TEST(ScansAndSorts, EveryNumberOfElementsIsRight) {
  for (const char* kernel : {"scan_hierarchical", "scan_single_pass"})
    for (const std::uint64_t n : {0, 1, 2, 31, 33, 64, 257, 1000, 4097})
      for (const unsigned block_dim : {2u, 32u, 128u})
        for (const unsigned factor : {1u, 3u})
          for (const ElementType type : {ElementType::int32, ElementType::float32, ElementType::float64}) {
            RunRequest request = testing::usual_request(kernel, n, block_dim, factor);
            request.type = type;
            EXPECT_TRUE(testing::run_of(request).result->correct)
                << kernel << " " << n << " " << block_dim << " " << factor;
          }
  for (const char* kernel : {"radix_sort_bit", "radix_sort_digit", "radix_sort_coarsened"})
    for (const std::uint64_t n : {0, 1, 2, 33, 100, 1000})
      for (const unsigned block_dim : {2u, 32u, 128u})
        for (const unsigned factor : {1u, 3u})
          if (const auto request = testing::usual_request(kernel, n, block_dim, factor); !refusal(request)) {
            EXPECT_TRUE(testing::run_of(request).result->correct)
                << kernel << " " << n << " " << block_dim << " " << factor;
          }
}

}  // namespace
}  // namespace lanescope
