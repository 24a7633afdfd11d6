// The source view: colours of the words, the line of each step, and what a click on a line means.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/request/catalogue.h"
#include "support.h"
#include "viz/kit/listing.h"
#include "viz/kit/palette.h"

namespace lanescope::testing {
namespace {

std::string kinds_of(const std::string& line) {
  std::string kinds;
  for (const TokenSpan& span : highlight(line))
    if (span.text.find_first_not_of(' ') != std::string::npos) kinds += "pktbnc"[static_cast<int>(span.token)];
  return kinds;
}

TEST(Highlight, KnowsTheWordsOfCuda) {
  EXPECT_EQ(kinds_of("const unsigned t = threadIdx.x;"), "ktpbp");
  EXPECT_EQ(kinds_of("  __syncthreads();   // wait"), "bpc");
  EXPECT_EQ(kinds_of("s[t] = i < n ? 0.0f : 0xffu;"), "pnpnp");
  EXPECT_EQ(kinds_of("format(t2)"), "p") << "keywords inside other words are none";
}

TEST(Highlight, KeepsEveryCharacter) {
  for (const char* line :
       {"", "  ", "for (unsigned s = 1; s <= blockDim.x; s *= 2) {  // up", "#include <cfloat>"}) {
    std::string joined;
    for (const TokenSpan& span : highlight(line)) joined += span.text;
    EXPECT_EQ(joined, line);
  }
}

double luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

TEST(Highlight, IsLegibleInBothThemes) {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const Token token :
         {Token::plain, Token::keyword, Token::type, Token::builtin, Token::number, Token::comment})
      for (const Color ground : {palette(theme).background, palette(theme).current_band}) {
        const double a = luminance(color_of(token, palette(theme))), b = luminance(ground);
        EXPECT_GE((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 4.5) << static_cast<int>(token);
      }
}

TEST(SourceListing, PutsEveryStepOnTheLineThatTheTraceNames) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced() || kernel.grid == GridRule::one_block) continue;
    const Shown shown = emulated(kernel.id, 500, 64);
    const auto listing = listed(shown.run);
    const History& history = shown.run.trace->history(0);
    std::vector<unsigned> counted(history.steps());
    for (const ListingLine& line : listing->lines)
      if (line.counts)
        for (const std::uint32_t step : line.counts->steps) {
          ++counted[step];
          EXPECT_GE(line.file_line, history.source_lines[step]) << kernel.id;
          EXPECT_LE(line.file_line, history.source_lines[step] + 1) << kernel.id;
        }
    for (const unsigned lines : counted) EXPECT_EQ(lines, 1u) << kernel.id;
    EXPECT_EQ(listing->lines[listing->body].spans.front().text.substr(0, 2), kernel.unrolled ? "te" : "__")
        << kernel.id;
  }
}

const Pick* place_of_line(const Scene& scene, std::uint32_t line) {
  for (const Pick& pick : scene.picks)
    if (pick.name == "line/" + std::to_string(line)) return &pick;
  return nullptr;
}

TEST(SourcePicture, HoverStandsForTheLinesStepAndAClickGoesToItsNext) {
  Shown shown = emulated("convergent_shared", 512, 256);
  constexpr std::uint32_t kLoads = 2;
  const std::uint32_t line = shown.run.trace->history(0).source_lines[kLoads], steps = steps_of(shown.run);
  const View& view = *find_view("source");
  for (std::uint32_t position = kLoads; position < steps; ++position) {
    shown.state.position = position;
    const Scene scene = picture(view, shown, {}, {900, 500});
    const Pick* place = place_of_line(scene, line);
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(place->focus.step, position == kLoads ? kLoads : position - 1);
    ASSERT_TRUE(place->chooses);
    EXPECT_EQ(place->chooses->step, position < steps - 1 ? position : kLoads)
        << "the loop's next round, after its last its first";
    EXPECT_EQ(pick(scene, place->rect.x + 100, place->rect.y + place->rect.h / 2), place->focus);
  }
}

TEST(SourcePicture, KeepsTheCurrentLineInSightAndMarksIt) {
  Shown shown = emulated("vectorized", 4096, 64);
  const View& view = *find_view("source");
  for (const float height : {130.0f, 200.0f, 500.0f})
    for (std::uint32_t position = 1; position <= steps_of(shown.run); ++position) {
      shown.state.position = position;
      const Scene scene = picture(view, shown, {}, {600, height});
      std::size_t marked = 0;
      for (const Quad& quad : scene.quads) marked += quad.color == palette(Theme::dark).current_band;
      EXPECT_GE(marked, 1u) << position;
    }
}

TEST(SourcePicture, LightsTheLineOfAStepThatIsHoveredElsewhere) {
  Shown shown = emulated("segmented", 512, 64);
  const View& view = *find_view("source");
  const auto lit = [&] {
    std::size_t count = 0;
    for (const Quad& quad : picture(view, shown, {}, {900, 500}).overlays)
      count += quad.color == palette(Theme::dark).hover;
    return count;
  };
  EXPECT_EQ(lit(), 0u);
  shown.state.hover.step = 0;
  EXPECT_GE(lit(), 2u);
}

// Beside columns of counts, too: what is cut cannot be read.
TEST(SourcePicture, CutsNoLineAtAnyWidth) {
  for (const char* kernel : {"coarsened", "scan_coarsened", "vectorized", "warp_shuffle", "two_pass_unrolled"}) {
    const Shown shown = emulated(kernel, 4096, 64);
    for (float width = 280; width <= 1000; width += 60) {
      const Scene scene = picture(*find_view("source"), shown, {}, {width, 3000});
      for (const Text& text : scene.texts) {
        EXPECT_EQ(text.text.find("…"), std::string::npos) << kernel << " " << width << ": " << text.text;
        if (text.face == FontFace::mono) {
          EXPECT_LE(bounds(text).right(), width) << kernel << ": " << text.text;
        }
      }
    }
  }
}

TEST(SourcePicture, FoldsWhatStandsAboveTheKernelUntilAClick) {
  Shown shown = emulated("segmented", 512, 64);
  const View& view = *find_view("source");
  const auto shows_head = [&] {
    for (const Text& text : picture(view, shown, {}, {900, 900}).texts)
      if (text.text.find("Lesson") != std::string::npos) return true;
    return false;
  };
  EXPECT_FALSE(shows_head());
  const Scene scene = picture(view, shown, {}, {900, 900});
  const auto fold =
      std::find_if(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) { return pick.name == "fold"; });
  ASSERT_NE(fold, scene.picks.end());
  ViewState state;
  for (const Command& command : fold->clicks) state = apply(state, command);
  shown.state.source_head = state.source_head;
  EXPECT_TRUE(shows_head());
}

}  // namespace
}  // namespace lanescope::testing
