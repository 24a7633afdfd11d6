#include "engine/lesson/lesson.h"

#include "engine/lesson/question_kind.h"

namespace lanescope {
namespace {

void add_words(const Question& question, std::vector<std::string>& words) {
  words.insert(words.end(), {question.text, question.unit});
  for (const Option& option : question.options) words.insert(words.end(), {option.text, option.reply});
  for (const CommonMistake& mistake : question.mistakes) words.push_back(mistake.reply);
  words.push_back(question.why);
  words.insert(words.end(), question.hints.begin(), question.hints.end());
}

void add_words(const CodeTask& task, std::vector<std::string>& words) {
  words.insert(words.end(), {task.text, task.why});
  words.insert(words.end(), task.hints.begin(), task.hints.end());
  for (const CountedBar& bar : task.bars) words.push_back(bar.name);
}

}  // namespace

std::string_view kind_of(const Page& page) {
  return page.task ? "write" : page.question ? page.question->kind->name : "";
}

std::vector<std::string> words_of(const Lesson& lesson) {
  std::vector<std::string> words = {lesson.title, lesson.about};
  for (const Page& page : lesson.pages) {
    words.insert(words.end(), {page.title, page.text});
    if (page.question) add_words(*page.question, words);
    if (page.task) add_words(*page.task, words);
  }
  return words;
}

}  // namespace lanescope
