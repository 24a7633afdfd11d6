// Every preset is a lesson of one page, in every language, and what it asks can be worked out.
#include "viz/model/preset_lesson.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/error.h"
#include "engine/lesson/launch_words.h"
#include "engine/lesson/mark.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

TEST(PresetLesson, IsOnePageWithThePresetsLaunches) {
  for (const Preset& preset : presets()) {
    const Lesson lesson = lesson_of(preset);
    ASSERT_EQ(lesson.pages.size(), 1u) << preset.id;
    EXPECT_EQ(lesson.id, preset.id);
    const auto& launches = lesson.pages[0].show->launches;
    ASSERT_EQ(launches.size(), preset.variants.count()) << preset.id;
    EXPECT_EQ(preset_of(launches), &preset) << preset.id;
  }
}

/// A launch that is written is the launch that is read.
TEST(PresetLesson, WordsOfALaunchMakeThatLaunch) {
  for (const Preset& preset : presets())
    for (const RunRequest& request : preset.variants.requests) {
      const std::string words = words_of_launch(request);
      EXPECT_EQ(words_of_launch(launch_of_words(words)), words);
    }
  EXPECT_EQ(words_of_launch(launch_of_words("convergent_shared --block 512 --n 2^20 --op max --combine relaunch")),
            "convergent_shared --n 1048576 --block 512 --combine relaunch --op max");
}

TEST(PresetLesson, AsksWhatDecidesBetweenItsLaunches) {
  std::size_t asked = 0;
  for (const Preset& preset : presets()) {
    const Lesson lesson = lesson_of(preset);
    if (!lesson.pages[0].question) continue;
    ++asked;
    Progress progress;
    Workbench bench(progress);
    const WorkedOut out = work_out(*lesson.pages[0].question, bench);
    const std::set<double> values(out.key.values.begin(), out.key.values.end());
    EXPECT_GT(values.size(), 1u) << preset.id << ": any order is right";
  }
  EXPECT_GE(asked, 8u);
}

TEST(PresetLesson, SpeaksTheLanguageAndIsFoundByItsName) {
  const LanguageScope words(Language::simplified_chinese);
  const Lesson lesson = find_any_lesson("divergence");
  EXPECT_EQ(lesson.language, "zh-Hans");
  EXPECT_EQ(lesson.title, tr(std::string_view(find_preset("divergence")->title)));
  EXPECT_EQ(find_any_lesson("02-warps").language, "zh-Hans");
  EXPECT_THROW(find_any_lesson("nothing"), Error);
}

}  // namespace
}  // namespace lanescope
