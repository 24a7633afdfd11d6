// How large letters are on the stage, in each window.
#include <gtest/gtest.h>

#include "viz/panels/frame.h"

namespace lanescope {
namespace {

float scale_on_stage(float width, float height) {
  ViewState view;
  view.projector = true;
  return ui_scale({.width = width, .height = height}, view);
}

TEST(StageLetters, GrowWithTheWindowUpToALimit) {
  EXPECT_FLOAT_EQ(scale_on_stage(1280, 720), kProjectorScale);
  EXPECT_GT(scale_on_stage(1600, 900), scale_on_stage(1280, 720));
  EXPECT_FLOAT_EQ(scale_on_stage(2560, 1440), scale_on_stage(3840, 2160)) << "what is left is the pictures'";
  EXPECT_LE(scale_on_stage(2560, 1440), 1.5f * kProjectorScale);
  EXPECT_GE(scale_on_stage(2560, 1440), 1.3f * kProjectorScale);
  // Captions with several variants have 14 pixels at scale 1.
  EXPECT_GE(14 * scale_on_stage(1920, 1080), 28);
}

}  // namespace
}  // namespace lanescope
