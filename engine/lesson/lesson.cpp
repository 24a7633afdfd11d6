#include "engine/lesson/lesson.h"

namespace lanescope {
namespace {

void add_words(const Question& question, std::vector<std::string>& words) {
  words.insert(words.end(), {question.text, question.unit});
  for (const Option& option : question.options) words.insert(words.end(), {option.text, option.reply});
  for (const CommonMistake& mistake : question.mistakes) words.push_back(mistake.reply);
  words.push_back(question.why);
  words.insert(words.end(), question.hints.begin(), question.hints.end());
}

}  // namespace

std::vector<std::string> words_of(const Lesson& lesson) {
  std::vector<std::string> words = {lesson.title, lesson.about};
  for (const Page& page : lesson.pages) {
    words.insert(words.end(), {page.title, page.text});
    if (page.question) add_words(*page.question, words);
  }
  return words;
}

}  // namespace lanescope
