// The sentences about a user's program, and what it asked for in vain.
#include <gtest/gtest.h>

#include <vector>

#include "engine/source/own_source.h"
#include "engine/source/refusal_words.h"
#include "support.h"
#include "viz/model/model.h"
#include "viz/text/language.h"
#include "viz/views/shared/asked_in_vain.h"
#include "viz/views/shared/own_verdict.h"
#include "viz/views/shared/sentences.h"
#include "viz/views/shown_view.h"

namespace lanescope::testing {
namespace {

TEST(OwnVerdict, IsTheFirstMistakeElseThatTheResultIsWrong) {
  lanescope::Run run = emulated("convergent_shared", 4096, 256).run;
  EXPECT_EQ(own_verdict(run).words, "No mistake was found in this run.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::right);
  run.result->correct = false;
  run.result->value = 3;
  run.result->reference = 4;
  EXPECT_EQ(own_verdict(run).words, "The result is wrong: 3, and 4 is right for what it is judged as: reduction.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::mistake);
  run.findings.push_back({});
  run.findings.back().sentence = Sentence("index past the end");
  EXPECT_EQ(own_verdict(run).words, "index past the end");
}

TEST(OwnVerdict, OfAnArrayTellsSumsOfItsElements) {
  lanescope::Run run = emulated("vector_add", 256, 64).run;
  run.result->correct = false;
  run.result->value = 3;
  run.result->reference = 4;
  EXPECT_NE(own_verdict(run).words.find("wrong: its elements add up to 3, and 4 is right"), std::string::npos)
      << own_verdict(run).words;
  run.result->value = 4;
  EXPECT_NE(own_verdict(run).words.find("wrong in some elements, though all add up to 4"), std::string::npos)
      << own_verdict(run).words;
}

TEST(OwnVerdict, CallsNothingRightThatNobodyJudged) {
  lanescope::Run run = emulated("convergent_shared", 4096, 256).run;
  run.result.reset();
  EXPECT_EQ(own_verdict(run).words, "No mistake was found in this run; its result is not judged.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::unjudged);
  run.launch_count = 1;
  run.exit_code = 0;
  EXPECT_EQ(own_verdict(run).words,
            "No mistake was found in this run; only the program says whether its result is right.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::unjudged);
  run.remark = Sentence("Of other sizes it does.");
  EXPECT_EQ(own_verdict(run).words, "Of other sizes it does. Nothing else was found in this run.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::doubtful);
  run.remark = Sentence();
  run.exit_code = 3;
  EXPECT_EQ(own_verdict(run).words, "No mistake was found in this run, but its main() ended with 3.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::unjudged);
}

/// Of a program whose main() ended, and that launched nothing.
lanescope::Run ended_program() {
  lanescope::Run run;
  run.request.kernel = know_own_source(source_in(own_file_of("vain.cu", "int main() {}"), "")).id;
  run.exit_code = 0;
  return run;
}

RefusedCall too_many_threads() {
  const Sentence why = Sentence::of(refusal_words::kThreads, {Sentence::word("2,048"), Sentence::word("1,024")});
  return {14, Sentence::of(refusal_words::kCall, {Sentence::word("k"), Sentence::word("14"), why}), true};
}

TEST(OwnVerdict, OfAProgramToWhichSomethingWasRefusedNamesTheFirst) {
  lanescope::Run run = ended_program();
  EXPECT_EQ(own_verdict(run).words, "No mistake was found in this run, but it launched no kernel of its own.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::unjudged);
  run.refused_allocations = {{3, Sentence::word("line 3: 1 TB.")}};
  EXPECT_EQ(own_verdict(run).words,
            "No mistake was found in this run, but the emulator had no room for memory that it asked for.");
  run.refused_launches = {too_many_threads(), {18, Sentence::word("a free")}};
  EXPECT_EQ(own_verdict(run).words,
            "Refused, as by a GPU: k, line 14: the threads of its block are 2,048, and at most 1,024 are allowed.");
  EXPECT_EQ(own_verdict(run).tone, OwnVerdict::Tone::mistake);
  const LanguageScope chinese(Language::traditional_chinese);
  EXPECT_EQ(own_verdict(run).words,
            "被拒絕，GPU 也會如此：k，第 14 行：它的區塊有 2,048 個執行緒，最多允許 1,024 個。");
}

TEST(AskedInVain, HasWhatWasRefusedWithItsLineAndWhatWasNotThere) {
  lanescope::Run run = ended_program();
  run.refused_launches = {too_many_threads(), {0, Sentence::word("an attribute")}};
  run.refused_allocations = {{3, Sentence::word("line 3: 1 TB.")}};
  run.missing_files = {"a.txt", "b.txt"};
  const std::vector<SourceProblem> problems = asked_in_vain(run);
  ASSERT_EQ(problems.size(), 5u);
  EXPECT_EQ(problems[0].line, 14u);
  EXPECT_EQ(problems[0].sentence.text(), own_verdict(run).words);
  EXPECT_EQ(problems[1].line, 0u);
  EXPECT_EQ(problems[2].line, 3u);
  EXPECT_EQ(problems[3].sentence.text(), "It launched no kernel of its own.");
  EXPECT_EQ(problems[4].sentence.text(),
            "It asked for files that are not there, in the folder of its source: a.txt, b.txt.");
  run.launch_count = 1;
  run.refused_launches.clear();
  run.refused_allocations.clear();
  run.missing_files.clear();
  EXPECT_TRUE(asked_in_vain(run).empty());
}

TEST(StepSentence, OfAProgramThatEndedSaysWhyNothingWasRecorded) {
  lanescope::Run run = ended_program();
  EXPECT_EQ(step_sentence(run, {}), "nothing was recorded, because it launched no kernel");
  run.refused_launches = {{3, Sentence::word("a copy")}};
  EXPECT_EQ(step_sentence(run, {}), "nothing was recorded, because it launched no kernel");
  run.refused_launches.push_back(too_many_threads());
  EXPECT_EQ(step_sentence(run, {}), "nothing was recorded, because what it asked for was refused");
  run.findings.push_back({});
  EXPECT_EQ(step_sentence(run, {}), "nothing was recorded, because it did not come to its end");
}

/// The words of the picture that has nothing to show.
std::string said_instead(const lanescope::Run& ended) {
  ViewState state;
  state.request().kernel = ended.request.kernel;
  Model model(state, [&](const RunRequest&, Progress&) { return ended; });
  model.finish_run();
  return missing_in(*find_view("activity"), model, 0).why;
}

TEST(EmptyPicture, OfAProgramTellsOfARefusedLaunchAndOfNoOtherCall) {
  lanescope::Run run = ended_program();
  run.refused_launches = {{11, Sentence::word("a copy, line 11")}};
  EXPECT_EQ(said_instead(run), "The program launched no kernel.");
  run.refused_launches.push_back(too_many_threads());
  EXPECT_EQ(said_instead(run),
            "Refused, as by a GPU: k, line 14: the threads of its block are 2,048, and at most 1,024 are allowed.");
}

}  // namespace
}  // namespace lanescope::testing
