// Tasks that are answered with code: what is right follows from the launches in the file, and what is missing is
// said.
#include "engine/lesson/shipped_lessons.h"
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

/// The plain sum of a block's elements by one thread: the right result, in a loop of its own.
constexpr const char* kOneThread = R"(
__global__ void segmented(const float* input, float* output, unsigned n) {
  const unsigned first = 2 * blockIdx.x * blockDim.x;
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (unsigned i = first; i < first + 2 * blockDim.x && i < n; ++i) sum += input[i];
  atomicAdd(output, sum);
}
)";

CodeTask task_with(const std::string& fields) {
  const Lesson lesson = read_lesson(
      "# T\n\n## P\n\n```write\n{\"task\": \"Do it.\", \"why\": \"So.\",\n" + fields + "}\n```\n", "FILE.md");
  return *lesson.pages.at(0).task;
}

const char* const kAnyN = R"("from": "segmented", "fault": "no_remainder",
  "like": ["segmented --n 1024 --block 64", "segmented --n 900 --block 64"])";

OwnSource text_of(const CodeTask& task, const std::string& text) {
  OwnSource source = beginning_of(task);
  source.text = text;
  return source;
}

TEST(CodeTask, IsJudgedAtEachLaunchUntilOneIsMissed) {
  Progress progress;
  const CodeTask task = task_with(kAnyN);
  const CodeVerdict begun = judge_code(task, beginning_of(task), progress);
  EXPECT_FALSE(begun.done);
  ASSERT_EQ(begun.goals.size(), 2u) << "1024 is a multiple of the segment, 900 is not";
  EXPECT_TRUE(begun.goals[0].missing.empty()) << begun.goals[0].missing.text();
  EXPECT_EQ(begun.goals[1].launch, "--n 900 --block 64");
  EXPECT_NE(begun.missing().text().find("is right"), std::string::npos) << begun.missing().text();
  EXPECT_TRUE(judge_code(task, text_of(task, kOneThread), progress).done);
}

TEST(CodeTask, SaysWhatDoesNotCompileAndWhatIsFound) {
  Progress progress;
  const CodeTask task = task_with(kAnyN);
  EXPECT_NE(
      judge_code(task, text_of(task, "__global__ void segmented(const float* a, float* b, unsigned n) { b[0] = }"),
                 progress)
          .missing()
          .text()
          .find("expected"),
      std::string::npos);
  const CodeVerdict wild = judge_code(
      task, text_of(task, "__global__ void segmented(const float* a, float* b, unsigned n) { b[n] = a[0]; }"),
      progress);
  EXPECT_NE(wild.missing().text().find("element 1024"), std::string::npos) << wild.missing().text();
}

TEST(CodeTask, BarsFollowTheLaunchesInTheFile) {
  Progress progress;
  const std::string bars = R"(, "at_most": [{"quantity": "totals.atomic_updates", "name": "atomic updates"}])";
  const auto from_segmented = [&](const std::string& goal) {
    return task_with(R"("from": "segmented", "like": [")" + goal + "\"]" + bars);
  };
  // Two elements a thread: 4096 elements are 32 segments of 64 threads, and with a factor of 4 one needs 8 blocks.
  const CodeTask same = from_segmented("segmented --n 4096 --block 64");
  EXPECT_TRUE(judge_code(same, text_of(same, kOneThread), progress).done);
  const CodeTask every =
      task_with(R"("from": "atomic_per_element", "like": ["segmented --n 4096 --block 64"])" + bars);
  const CodeVerdict verdict = judge_code(every, beginning_of(every), progress);
  EXPECT_FALSE(verdict.done) << "one thread an element in half as many threads";
}

TEST(CodeTask, EachOfTheCourseCanBeDoneAndIsNotDoneAlready) {
  Progress progress;
  std::size_t tasks = 0;
  for (const Lesson& lesson : shipped_lessons())
    for (const Page& page : lesson.pages)
      if (page.task) {
        ++tasks;
        EXPECT_NO_THROW(require_solvable(*page.task, progress)) << lesson.id << ", " << page.title;
      }
  EXPECT_GE(tasks, 3u);
}

TEST(CodeTask, ATaskThatCannotBeAskedSaysWhy) {
  Progress progress;
  const CodeTask done = task_with(R"("from": "segmented", "like": ["segmented --n 1024 --block 64"])");
  EXPECT_THROW(require_solvable(done, progress), Error) << "it begins with what does it";
  EXPECT_NO_THROW(require_solvable(task_with(kAnyN), progress));
  const auto refused_with = [](const std::string& fields) {
    return refused("# T\n\n## P\n\n```write\n{\"task\": \"t\", \"why\": \"w\",\n" + fields + "}\n```\n");
  };
  EXPECT_NE(refused_with(R"("from": "segmented", "like": [])").find("FILE.md:7:"), std::string::npos);
  EXPECT_NE(refused_with(R"("from": "nothing", "like": ["segmented"])").find("no such kernel"), std::string::npos);
  EXPECT_NE(refused_with(R"("from": "segmented", "fault": "no_fence", "like": ["segmented"])").find("no line"),
            std::string::npos);
  EXPECT_NE(refused_with(R"("from": "segmented", "like": ["segmented", "coarsened"])").find("one kernel"),
            std::string::npos);
  EXPECT_NE(
      refused_with(R"("from": "segmented", "like": ["segmented"], "at_most": [{"quantity": "steps", "name": "s"}])")
          .find("quantities"),
      std::string::npos);
}

}  // namespace
}  // namespace lanescope
