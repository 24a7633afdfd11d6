// What a kernel that is opened takes the place of, and what it stands beside.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/request/own_launch.h"
#include "engine/source/own_source.h"
#include "tests/own_model/support.h"
#include "viz/model/model.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

ViewState with_variants(std::size_t count) {
  ViewState view;
  view.request().n = 1 << 12;
  view.request().kernel = "coarsened";
  while (view.variants.count() < count) {
    view.variants.requests.push_back(view.request());
    view.variants.requests.back().coarse_factor = static_cast<unsigned>(1 << view.variants.count());
  }
  return view;
}

std::vector<std::string> kernels_of(const Model& model) {
  std::vector<std::string> kernels;
  for (const RunRequest& request : model.view().variants.requests) kernels.push_back(request.kernel);
  return kernels;
}

TEST(OwnModel, an_opened_kernel_stands_beside_several_variants_and_says_whose_place_it_takes) {
  const OwnSource source = source_of(replaced(kSum, " --n 1000", ""));
  for (const std::size_t count : {2u, 4u}) {
    Model model(with_variants(count));
    std::vector<std::string> expected = kernels_of(model);
    const std::string id(know_own_source(source).id);
    if (count < kMaxVariants)
      expected.push_back(id);
    else
      expected.back() = id;
    model.handle(show_opened(model.view(), source));
    EXPECT_EQ(kernels_of(model), expected);
    EXPECT_EQ(model.view().request().kernel, id) << "its text is shown";
    EXPECT_EQ(model.view().request().n, 1u << 12) << "the others' work, as its file states no N";
    EXPECT_EQ(model.status().notice.text(),
              count < kMaxVariants ? "" : "D was coarsened; " + id + " took its place.");
    EXPECT_EQ(model.status().offers_undo, count == kMaxVariants);
    model.handle(Undo{});
    EXPECT_EQ(kernels_of(model), std::vector<std::string>(count, "coarsened"));
  }
}

TEST(OwnModel, an_opened_kernel_takes_the_place_of_a_preset_that_nobody_changed) {
  const Preset& first = presets().front();
  ViewState shown;
  shown.variants = first.variants;
  Model model(shown);
  ASSERT_GT(model.view().variants.count(), 1u);
  model.handle(show_file(model.view(), source_of(replaced(kSum, " --n 1000", ""))));
  EXPECT_EQ(model.view().variants.count(), 1u);
  EXPECT_TRUE(model.status().offers_undo) << model.status().notice.text();
  EXPECT_EQ(model.view().request().n, kUsualOwnN) << "and not what the preset shows";
  model.handle(Undo{});
  EXPECT_EQ(model.view().variants, first.variants);
}

TEST(OwnModel, an_opened_kernel_takes_the_place_of_a_single_launch_of_a_users_kernel_and_of_other_problems) {
  Model alone(with_variants(1));
  alone.handle(show_opened(alone.view(), source_of(kSum)));
  EXPECT_EQ(alone.view().variants.count(), 1u);
  EXPECT_EQ(alone.view().request().n, 1000u) << "its file states it";
  EXPECT_TRUE(alone.status().notice.empty()) << "what was opened is what is shown";
  Model beside(with_variants(2));
  beside.handle(show_opened(beside.view(), source_of(kSum)));
  beside.handle(show_opened(beside.view(), source_of(kSum, "other.cu")));
  EXPECT_EQ(beside.view().variants.count(), 3u) << "a text replaces a text";
  Model other(with_variants(2));
  const OwnSource free = source_of(replaced(kSum, "--as reduction", "--as scan"));
  other.handle(show_opened(other.view(), free));
  EXPECT_EQ(other.view().variants.count(), 1u);
  EXPECT_NE(other.status().notice.text().find("is another kind of problem: it took the place of all variants."),
            std::string::npos);
  EXPECT_TRUE(other.status().offers_undo);
}

}  // namespace
}  // namespace lanescope
