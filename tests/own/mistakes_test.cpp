// Which findings are one mistake, and how it is told.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/source/finding_words.h"
#include "engine/trace/finding.h"

namespace lanescope {
namespace {

TEST(OwnFindings, RacesThatLackTheSameAreToldOnce) {
  const auto race = [](unsigned line, const char* array, const char* pattern) {
    const std::string one = std::to_string(line), other = std::to_string(line + 1);
    return Finding{.kind = FindingKind::race,
                   .array = ArrayId::shared,
                   .array_name = array,
                   .lines = {line, line + 1},
                   .sentence = Sentence::of(pattern, {Sentence::word("16"), Sentence::word("0"),
                                                      Sentence::word(one), Sentence::word("0"), Sentence::word("0"),
                                                      Sentence::word(other), Sentence::word("s[16]")})};
  };
  const std::vector<Finding> findings = {
      race(33, "s", finding_words::kRaceInWarp), race(12, "s", finding_words::kRaceInBlock),
      race(34, "s", finding_words::kRaceInWarp), race(34, "t", finding_words::kRaceInWarp),
      race(35, "s", finding_words::kRaceInWarp)};
  const std::vector<Mistake> mistakes = mistakes_of(findings);
  ASSERT_EQ(mistakes.size(), 3u);
  EXPECT_EQ(mistakes[0].places.size(), 3u);
  EXPECT_EQ(mistakes[0].sentence().text(),
            findings[0].sentence.text() + " Places of this mistake: 3, in lines 33, 34, 35, 36.");
  EXPECT_EQ(mistakes[1].sentence().text(), findings[1].sentence.text());
}

TEST(OwnFindings, BarriersThatThreadsRunPastAreToldOnce) {
  const auto past = [](const char* line) {
    return Finding{
        .kind = FindingKind::barrier,
        .lines = {static_cast<unsigned>(std::stoi(line))},
        .sentence = Sentence::of(finding_words::kSkippedBarrier, {Sentence::word("0"), Sentence::word("0"),
                                                                  Sentence::word(line), Sentence::word("64")})};
  };
  const std::vector<Mistake> mistakes = mistakes_of({past("79"), past("84"), past("86")});
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_EQ(mistakes[0].sentence().text(),
            past("79").sentence.text() + " Places of this mistake: 3, in lines 79, 84, 86.");
}

}  // namespace
}  // namespace lanescope
