// The embedded faces have what the program writes. Read from its sources, so that a new sign is missed here and not
// on a screen.
#include <gtest/gtest.h>
#include <stb_truetype.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "viz/fonts/font_files.h"
#include "viz/text/characters.h"

namespace lanescope::testing {
namespace {

namespace fs = std::filesystem;

/// The characters of the texts in the files, but those of Chinese, and where each was seen first.
std::map<char32_t, std::string> characters_written() {
  std::map<char32_t, std::string> seen;
  for (const char* folder : {"engine", "kernels", "viz", "cli", "app", "recordings"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".cpp" && ending != ".h" && ending != ".json" && ending != ".csv") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (std::size_t i = 0; i < text.size();) {
        const char32_t character = next_character(text, i);
        if (character > 0x20 && !is_wide(character)) seen.emplace(character, entry.path().string());
      }
    }
  return seen;
}

TEST(Fonts, HaveEveryCharacterThatTheProgramWrites) {
  const auto written = characters_written();
  ASSERT_GT(written.size(), 100u);
  for (const FontFace face : {FontFace::sans, FontFace::sans_bold, FontFace::mono}) {
    ASSERT_GT(font_file(face).size(), 10'000u);
    stbtt_fontinfo info;
    ASSERT_TRUE(stbtt_InitFont(&info, font_file(face).data(), 0));
    for (const auto& [character, where] : written)
      EXPECT_NE(stbtt_FindGlyphIndex(&info, static_cast<int>(character)), 0)
          << "U+" << std::hex << static_cast<int>(character) << " of " << where << ", face "
          << static_cast<int>(face);
  }
}

TEST(Fonts, WindowLoadsEveryCharacterThatTheProgramWrites) {
  for (const auto& [character, where] : characters_written()) {
    const auto holds = [&](const CharacterRange& range) {
      return range.first <= character && character <= range.last;
    };
    EXPECT_TRUE(std::any_of(std::begin(kWrittenCharacters), std::end(kWrittenCharacters), holds))
        << "U+" << std::hex << static_cast<int>(character) << " of " << where;
  }
}

}  // namespace
}  // namespace lanescope::testing
