// Undo and redo of what to run.
#include "viz/model/undo.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

Variants with_block_dim(unsigned block_dim) {
  Variants variants;
  variants.requests[0].block_dim = block_dim;
  return variants;
}

TEST(Undo, goes_back_and_forth) {
  UndoHistory history;
  history.note(with_block_dim(64), SetBlockDim{128});
  history.end_edit();
  history.note(with_block_dim(128), SetBlockDim{256});
  EXPECT_EQ(history.undo(with_block_dim(256))->request().block_dim, 128u);
  EXPECT_EQ(history.undo(with_block_dim(128))->request().block_dim, 64u);
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(history.redo(with_block_dim(64))->request().block_dim, 128u);
  EXPECT_EQ(history.redo(with_block_dim(128))->request().block_dim, 256u);
  EXPECT_FALSE(history.can_redo());
}

TEST(Undo, a_dragged_slider_is_one_change) {
  UndoHistory history;
  for (unsigned block_dim = 64; block_dim < 1024; block_dim *= 2)
    history.note(with_block_dim(block_dim), SetBlockDim{2 * block_dim});
  EXPECT_EQ(history.undo(with_block_dim(1024))->request().block_dim, 64u);
  EXPECT_FALSE(history.can_undo());
}

TEST(Undo, another_kind_of_change_starts_anew_without_being_told) {
  UndoHistory history;
  history.note(with_block_dim(64), SetBlockDim{128});
  history.note(with_block_dim(128), SetN{1000});
  Variants now = with_block_dim(128);
  now.requests[0].n = 1000;
  EXPECT_EQ(history.undo(now)->request().block_dim, 128u);
  EXPECT_TRUE(history.can_undo());
}

TEST(Undo, brings_back_the_grid_that_another_kernel_had_no_use_for) {
  UndoHistory history;
  ViewState before = apply(apply({}, SetKernel{"two_pass_blocked"}), SetGridDim{16});
  const ViewState after = apply(before, SetKernel{"segmented"});
  history.note(before.variants, SetKernel{"segmented"});
  EXPECT_EQ(after.request().grid_dim, std::nullopt);
  EXPECT_EQ(history.undo(after.variants)->request().grid_dim, 16u);
  EXPECT_EQ(history.redo(before.variants)->request().grid_dim, std::nullopt);
}

TEST(Undo, a_new_change_forgets_what_was_undone) {
  UndoHistory history;
  history.note(with_block_dim(64), SetBlockDim{128});
  history.undo(with_block_dim(128));
  EXPECT_TRUE(history.can_redo());
  history.note(with_block_dim(64), SetBlockDim{32});
  EXPECT_FALSE(history.can_redo());
}

TEST(Undo, nothing_to_undo_is_no_error) {
  UndoHistory history;
  EXPECT_FALSE(history.undo({}));
  EXPECT_FALSE(history.redo({}));
}

}  // namespace
}  // namespace lanescope
