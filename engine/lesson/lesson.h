// A lesson as data: pages of a few sentences, each with what the pictures show or with a question. What is asked
// are quantities of launches; no answer stands here. read_lesson.h reads it from a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lesson/code_task.h"
#include "engine/lesson/expression.h"
#include "engine/request/request.h"

namespace lanescope {

/// What a page sets the pictures to. What is not said stays as it is.
struct Show {
  std::vector<RunRequest> launches;  ///< side by side; empty: those that are shown
  std::vector<std::string> words;    ///< the same as the file writes them
  std::optional<unsigned> step;  ///< steps that are done, as a textbook counts them; nothing: before the first one
  std::string view;              ///< id of the view that is open below; empty: as it is
  std::string level;             ///< of warp activity: grid, block, warp or heat; empty: as it is
};

/// What can be chosen, or put in order.
struct Option {
  std::string text;
  std::optional<Expression> quantity;  ///< its size decides
  std::optional<Condition> when;       ///< or whether this holds
  bool stated = false;  ///< or the file says that it is right: only for reasons, which no number decides
  std::string reply;    ///< to who chose it, where it is wrong
};

/// A wrong answer that many give, and what to say to it.
struct CommonMistake {
  Expression answer;
  std::string reply;
};

struct QuestionKind;

struct Question {
  const QuestionKind* kind = nullptr;
  std::string text;
  std::string unit;                    ///< of a number
  double tolerance_percent = 0;        ///< of a number: how far from it an answer may be
  bool smallest = false;               ///< of a choice by size: the smallest is right, rather than the largest
  std::optional<Expression> quantity;  ///< of a number, or a set of lanes, sectors or banks
  std::vector<Option> options;         ///< of a choice or an order
  std::vector<unsigned> factors;       ///< of a curve: along COARSE_FACTOR
  std::vector<CommonMistake> mistakes;
  std::string why;                 ///< with quantities in braces
  std::vector<std::string> hints;  ///< two at most, the second says more
  std::vector<Expression> in_why;  ///< those quantities, in their order
};

/// A page asks at most one thing: a question, or a task that is answered with code.
struct Page {
  std::string title;
  std::string text;
  std::optional<Show> show;
  std::optional<Question> question;
  std::optional<CodeTask> task = {};

  bool asks() const { return question || task; }
};

struct Lesson {
  std::string id;             ///< name of its file, without folder and ending
  std::string language = {};  ///< of the course: "en", "zh-Hant" ...; empty: the lesson is from a file
  std::string title;
  std::string about;  ///< a sentence under the title
  std::vector<Page> pages;
  std::string source = {};  ///< the text that it was read from

  /// Tasks among them.
  std::size_t questions() const {
    std::size_t count = 0;
    for (const Page& page : pages) count += page.asks();
    return count;
  }
};

/// What the page asks for, as results and lists call it: the kind of its question, "write" for a task.
std::string_view kind_of(const Page& page);

/// Every text that a reader sees, in the order of the file: titles, texts, questions, options, replies, reasons,
/// hints, units.
std::vector<std::string> words_of(const Lesson& lesson);

}  // namespace lanescope
