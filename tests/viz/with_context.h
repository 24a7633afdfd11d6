// Tests that draw with OpenGL.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "engine/base/error.h"
#include "viz/render/headless.h"

namespace lanescope::testing {

/// With a context of OpenGL; skipped where there is none.
class WithContext : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      context_ = std::make_unique<HeadlessContext>();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<HeadlessContext> context_;
};

}  // namespace lanescope::testing
