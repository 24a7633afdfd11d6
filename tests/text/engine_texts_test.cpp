// Refusals and notes of the engine, as a window in Chinese shows them: made by requests, so that other words in the
// engine are found here.
#include "viz/text/engine_texts.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/core/parse.h"
#include "engine/session.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

/// A request of each kernel with each of its numbers out of bounds, or against another one.
std::vector<RunRequest> requests() {
  std::vector<RunRequest> all;
  for (const KernelInfo& kernel : reductions())
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{1} << 20, std::uint64_t{1} << 40})
      for (const Op op : {Op::sum, Op::farthest})
        for (const ElementType type : {ElementType::float32, ElementType::point3})
          for (int combining = -1; combining < 4; ++combining)
            for (const unsigned block_dim : {1u, 3u, 64u})
              for (const unsigned factor : {1u, 2u, 65u})
                for (const std::uint64_t grid : {0u, 1u, 4000000000u}) {
                  RunRequest request;
                  request.kernel = kernel.id;
                  request.n = n;
                  request.op = op;
                  request.type = type;
                  request.block_dim = block_dim;
                  request.coarse_factor = factor;
                  request.detail = Detail::full;
                  request.block = n == 1 ? 7 : 0;
                  if (combining >= 0) request.combining = static_cast<Combining>(combining);
                  if (grid > 0) request.grid_dim = grid == 1 ? 0 : grid;
                  request.backend = grid == 1   ? BackendChoice::cuda
                                    : grid == 0 ? BackendChoice::automatic
                                                : BackendChoice::emulator;
                  all.push_back(request);
                }
  return all;
}

/// Whether its translation begins and ends in Chinese; a text that is not recognised comes out as it went in.
void expect_told(const std::string& english) {
  const std::string told = tr_text(english);
  EXPECT_NE(told, english) << "viz/text/engine_texts.cpp has no pattern of this";
  EXPECT_TRUE(told.ends_with("。")) << told;
}

TEST(EngineTexts, AreToldInChineseWhateverIsRefused) {
  const LanguageScope chinese(Language::traditional_chinese);
  std::set<std::string> refusals;
  for (const RunRequest& request : requests())
    if (const auto refused = refusal_here(request)) refusals.insert(refused->message);
  EXPECT_GT(refusals.size(), 100u);
  for (const std::string& refused : refusals) expect_told(refused);
}

TEST(EngineTexts, NameTheControlsOfTheWindowAndNoOptions) {
  for (const Language language : {Language::english, Language::simplified_chinese}) {
    const LanguageScope scope(language);
    for (const RunRequest& request : requests()) {
      const auto refused = refusal_here(request);
      if (!refused) continue;
      const std::string told = window_text(refused->message);
      ASSERT_EQ(told.find("--"), std::string::npos) << told;
    }
  }
  EXPECT_EQ(window_text("--coarse 2: COARSE_FACTOR of two_pass must be from 1 to 1."),
            "COARSE_FACTOR 2: COARSE_FACTOR of two_pass must be from 1 to 1.");
  EXPECT_EQ(window_text("--block-index 7: the grid has 1 block; take a larger --block."),
            "block 7: the grid has 1 block; take a larger blockDim.");
  EXPECT_EQ(window_text("read a--n and --nothing"), "read a--n and --nothing") << "no options of ours";
}

TEST(EngineTexts, AreToldInChineseWhereARunHasANote) {
  const LanguageScope chinese(Language::simplified_chinese);
  Progress progress;
  std::set<std::string> notes;
  for (const ElementType type : {ElementType::int32, ElementType::float32})
    for (const InputKind kind : {InputKind::ramp, InputKind::uniform}) {
      RunRequest request;
      request.kernel = "sequential";
      request.op = Op::product;
      request.type = type;
      request.input.kind = kind;
      request.n = kind == InputKind::ramp ? 200 : 100000;
      notes.insert(run(request, progress).result.note);
    }
  notes.erase("");
  EXPECT_FALSE(notes.empty());
  for (const std::string& note : notes) expect_told(note);
}

TEST(EngineTexts, AreToldInChineseWhereANumberIsTyped) {
  const LanguageScope chinese(Language::traditional_chinese);
  for (const SizeRange range : {SizeRange{}, SizeRange{1, 64}}) try {
      parse_size("N", "many", range);
      FAIL();
    } catch (const std::exception& error) {
      expect_told(error.what());
    }
}

TEST(EngineTexts, StayAsTheyAreInEnglishAndWhereNobodyKnowsThem) {
  const std::string known = "The result left the range of float32.", unknown = "read: No such file or directory";
  EXPECT_EQ(tr_text(known), known);
  const LanguageScope chinese(Language::traditional_chinese);
  EXPECT_EQ(tr_text(known), "結果超出 float32 的範圍。");
  EXPECT_EQ(tr_text(unknown), unknown);
  EXPECT_EQ(tr_text(""), "");
}

}  // namespace
}  // namespace lanescope
