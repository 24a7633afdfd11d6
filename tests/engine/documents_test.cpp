// The documents speak of every kernel that there is.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

TEST(Documents, LadderHasARowForEveryKernel) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/docs/ladder.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const auto& kernel : all_kernels())
    EXPECT_NE(text.str().find("| " + std::string(kernel.id) + " |"), std::string::npos) << kernel.id;
}

TEST(Documents, EveryKernelFileHasALessonAndSaysWhatToWatch) {
  for (const auto& kernel : all_kernels()) {
    EXPECT_FALSE(kernel.lesson.empty()) << kernel.id;
    EXPECT_FALSE(kernel.watch.empty()) << kernel.id;
    EXPECT_NE(kernel.file.find("kernels/"), std::string::npos) << kernel.id;
  }
}

}  // namespace
}  // namespace lanescope
