// Lesson files of any content: a lesson within its limits, or one sentence with file, line and column.
#include <string>

#include "engine/base/error.h"
#include "engine/lesson/question_kind.h"
#include "engine/lesson/read_lesson.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  try {
    const Lesson lesson = read_lesson(std::string_view(reinterpret_cast<const char*>(data), size), "FILE.md");
    require(!lesson.title.empty() && !lesson.pages.empty() && lesson.pages.size() <= kMostPages,
            "a lesson has a title and pages");
    for (const Page& page : lesson.pages) {
      if (page.question)
        require(page.question->kind->flaw(*page.question).empty(), "a question that was read can be asked");
      if (page.task)
        require(!beginning_of(*page.task).text.empty(), "a task that was read has a text to begin with");
    }
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("FILE.md:"),
            "a bad file is refused with a sentence");
  }
  return 0;
}
