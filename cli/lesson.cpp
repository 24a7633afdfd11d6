// lanescope lesson: which lessons there are, whether a file is one and what its questions' answers are, and marks
// for answers from a file.
#include <fmt/format.h>

#include <iostream>

#include "cli/lesson_export.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/names.h"
#include "cli/words/run_json.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/results.h"
#include "engine/lesson/shipped_lessons.h"
#include "viz/model/lesson_view.h"
#include "viz/model/preset_lesson.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

struct Options {
  std::string action, lesson, answers, language = "en", path, name;
  bool json = false, exam = false;
};

OrderedJson lesson_json(const Lesson& lesson) {
  return {{"id", lesson.id},
          {"title", lesson.title},
          {"about", lesson.about},
          {"pages", lesson.pages.size()},
          {"questions", lesson.questions()}};
}

int list(const Options& options) {
  auto all = OrderedJson::array();
  Table table({{"lesson", true}, {"title", true}, {"pages"}, {"questions"}});
  for (const Lesson& lesson : shipped_lessons(options.language)) {
    all.push_back(lesson_json(lesson));
    table.add({lesson.id, lesson.title, std::to_string(lesson.pages.size()), std::to_string(lesson.questions())});
  }
  for (const Preset& preset : presets()) {
    const Lesson lesson = lesson_of(preset);
    all.push_back(lesson_json(lesson));
    table.add({lesson.id, lesson.title, "1", std::to_string(lesson.questions())});
  }
  if (options.json)
    print_json(all);
  else
    std::cout << table.text();
  return 0;
}

/// The list of what can be asked, as a table of the documents.
int list_quantities(bool json) {
  auto all = OrderedJson::array();
  std::string text = "| quantity | unit | meaning | worked out from |\n|---|---|---|---|\n";
  for (const Quantity& quantity : quantities()) {
    all.push_back(
        {{"name", quantity.name}, {"unit", quantity.unit}, {"meaning", quantity.meaning}, {"from", quantity.how}});
    text += fmt::format("| `{}` | {} | {} | {} |\n", quantity.name, quantity.unit, quantity.meaning, quantity.how);
  }
  if (json)
    print_json(all);
  else
    std::cout << text;
  return 0;
}

/// What the reader of the file cannot know: which views there are.
void check_shows(const Lesson& lesson, const std::string& name) {
  std::vector<std::string_view> ids;
  for (const View& view : views()) ids.push_back(view.id);
  for (std::size_t i = 0; i < lesson.pages.size(); ++i)
    if (lesson.pages[i].show)
      if (const std::string flaw = flaw_of(*lesson.pages[i].show, ids); !flaw.empty())
        throw Error(ErrorKind::usage, fmt::format("{}: page {}: {}", name, i + 1, flaw));
}

/// An answer of the file, of the type that the page asks for.
template <class Value>
Value answer_at(const OrderedJson& answers, std::size_t number, const char* what) {
  try {
    return number < answers.size() ? answers[number].get<Value>() : Value{};
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::usage, fmt::format("--answers: the answer {} must be {}.", number + 1, what));
  }
}

/// The answer, and the mark of what was answered; `right` where that was right.
OrderedJson question_json(const Question& question, const OrderedJson* answers, std::size_t number,
                          Workbench& bench, LessonProgress& progress, std::size_t page) {
  const WorkedOut worked_out = work_out(question, bench);
  OrderedJson row = {{"answer", worked_out.answer}, {"values", worked_out.key.values}, {"why", worked_out.why}};
  if (!answers) return row;
  const Mark mark = mark_of(question, worked_out, answer_at<Answer>(*answers, number, "a list of numbers"));
  row.update(
      {{"counts", mark.counts}, {"right", mark.right}, {"reply", mark.counts ? mark.reply : mark.nonsense.text()}});
  if (mark.counts) progress.records[page] = {.tries = 1};
  if (mark.right) progress.right.insert(page);
  return row;
}

/// That the task can be done; and what the kernel in the answered file lacks.
OrderedJson task_json(const CodeTask& task, const OrderedJson* answers, std::size_t number, Progress& watched,
                      LessonProgress& progress, std::size_t page) {
  require_solvable(task, watched);
  OrderedJson row = {{"answer", "the plain CUDA of " + task.goals.front().kernel}, {"why", task.why}};
  if (!answers) return row;
  const auto path = answer_at<std::string>(*answers, number, "the name of a .cu file");
  row.update({{"counts", !path.empty()}, {"right", false}, {"reply", "no file is named."}});
  if (path.empty()) return row;
  const CodeVerdict verdict = judge_code(task, source_in(read_own_file(path), beginning_of(task).kernel), watched);
  row["right"] = verdict.done;
  row["reply"] = verdict.done ? "" : fmt::format("{}: {}", verdict.goals.back().launch, verdict.missing().text());
  progress.records[page] = {.tries = 1};
  if (verdict.done) progress.right.insert(page);
  return row;
}

/// The questions and tasks with their answers; one without an answer is `failed` and says why.
OrderedJson questions_json(const Lesson& lesson, const OrderedJson* answers, LessonProgress& progress,
                           bool& failed) {
  ProgressWatch watch("lesson");
  Workbench bench(watch.progress());
  auto all = OrderedJson::array();
  for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
    const Page& page = lesson.pages[i];
    if (!page.asks()) continue;
    OrderedJson row = {{"page", i + 1},
                       {"kind", kind_of(page)},
                       {"question", page.question ? page.question->text : page.task->text}};
    try {
      row.update(page.question ? question_json(*page.question, answers, all.size(), bench, progress, i)
                               : task_json(*page.task, answers, all.size(), watch.progress(), progress, i));
      failed |= answers && !row["right"].get<bool>();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::failed) throw;
      row["failed"] = error.what();
      failed = true;
    }
    all.push_back(std::move(row));
  }
  return all;
}

OrderedJson read_answers(const std::string& path) {
  OrderedJson answers = OrderedJson::parse(read_whole_file(path), nullptr, false);
  if (!answers.is_array())
    throw Error(ErrorKind::usage, path +
                                      ": answers are a list that has a list of numbers for each question, and for "
                                      "a task the name of a file: [[16], [0, 4], \"mine.cu\"].");
  return answers;
}

std::string text_of(const OrderedJson& question) {
  std::string text = fmt::format("page {} ({}): {}\n", question["page"].get<int>(),
                                 question["kind"].get<std::string>(), question["question"].get<std::string>());
  if (question.contains("failed")) return text + "  " + question["failed"].get<std::string>() + "\n";
  text += fmt::format("  {}\n  {}\n", question["answer"].get<std::string>(), question["why"].get<std::string>());
  if (question.contains("right"))
    text += fmt::format("  {}{}\n", question["right"].get<bool>() ? "right" : "wrong. ",
                        question["reply"].get<std::string>());
  return text;
}

int check_or_play(const Options& options) {
  if (options.lesson.empty()) throw Error(ErrorKind::usage, "FILE is missing: a lesson, by its name or its file.");
  const bool play = options.action == "play";
  if (play == options.answers.empty())
    throw Error(ErrorKind::usage,
                play ? "--answers is missing: a file with a list of answers." : "--answers is for lesson play.");
  if (!play && !options.path.empty()) throw Error(ErrorKind::usage, "-o is for lesson play and lesson export.");
  const Lesson lesson = find_any_lesson(options.lesson);
  check_shows(lesson, options.lesson);
  if (!options.path.empty()) results_text(options.path, lesson, {}, "");  // refuses another ending before the work
  OrderedJson answers;
  if (play) answers = read_answers(options.answers);
  bool failed = false;
  LessonProgress progress;
  OrderedJson json = lesson_json(lesson);
  json["questions"] = questions_json(lesson, play ? &answers : nullptr, progress, failed);
  if (!options.path.empty())
    write_whole_file(options.path, results_text(options.path, lesson, progress, options.name));
  if (options.json) {
    print_json(json);
  } else {
    std::cout << fmt::format("{}: {} pages, {} questions\n", lesson.title, lesson.pages.size(), lesson.questions());
    for (const auto& question : json["questions"]) std::cout << text_of(question);
  }
  return failed ? 1 : 0;
}

int export_as_html(const Options& options) {
  if (options.lesson.empty()) throw Error(ErrorKind::usage, "FILE is missing: a lesson, by its name or its file.");
  if (!options.path.ends_with(".html"))
    throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .html.", options.path));
  const Lesson lesson = find_any_lesson(options.lesson);
  check_shows(lesson, options.lesson);
  export_lesson(lesson, options.exam ? Printed::exam : Printed::hand_out, options.language, options.path);
  return 0;
}

/// A lesson to begin with: a preset's, on standard output or into a file.
int print_template(const Options& options) {
  const Preset* preset = find_preset(options.lesson);
  if (!preset) {
    std::vector<std::string_view> ids;
    for (const Preset& known : presets()) ids.push_back(known.id);
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is no preset; choose one of {}.", options.lesson, fmt::join(ids, ", ")));
  }
  if (options.path.empty())
    std::cout << lesson_text_of(*preset);
  else if (is_lesson_file_name(options.path))
    write_whole_file(options.path, lesson_text_of(*preset));
  else
    throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .md.", options.path));
  return 0;
}

int do_lesson(const Options& options) {
  Language language = Language::english;
  read_name("--language", options.language, kLanguageNames, language);
  const LanguageScope words(language);
  if (options.action == "list") return list(options);
  if (options.action == "check" || options.action == "play") return check_or_play(options);
  if (options.action == "export") return export_as_html(options);
  if (options.action == "template") return print_template(options);
  if (options.action == "quantities") return list_quantities(options.json);
  throw Error(ErrorKind::usage,
              fmt::format("ACTION is '{}'; it must be one of list, check, play, export, template, quantities.",
                          options.action));
}

}  // namespace

Subcommand add_lesson(Arguments& program) {
  auto options = std::make_shared<Options>();
  Arguments command = program.add_subcommand(
      "lesson", "Lessons that ask, and answers worked out from traces: list them, check a file, or mark answers");
  command.add_option("ACTION", options->action,
                     "list; check FILE; play FILE; export FILE; template PRESET, which writes the preset as a "
                     "lesson; or quantities, what a question can ask for");
  command.add_option("FILE", options->lesson, "a lesson: its name, or a file that ends in .md");
  command.add_option(
      "--answers", options->answers,
      "to play: a JSON file with a list of numbers for each question, and for a task the name of a .cu file");
  command.add_option("--language", options->language, "of the course: en, zh-Hant or zh-Hans (default en)");
  command.add_option("-o,--output", options->path,
                     "to export: FILE.html; to play: the results as FILE.csv or FILE.json; to template: FILE.md");
  command.add_option("--name", options->name, "to play: whose results they are");
  command.add_flag("--exam", options->exam, "to export: without answers and pictures that tell them");
  command.add_flag("--json", options->json, "as JSON");
  return {command, [options](const CommandContext&) { return do_lesson(*options); }};
}

}  // namespace lanescope
