#include "engine/lesson/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"

namespace lanescope {
namespace {

struct ResultRow {
  std::size_t page;  ///< from 1
  std::string_view kind;
  const std::string& question;
  const char* result;
  QuestionRecord record;
};

std::vector<ResultRow> rows_of(const Lesson& lesson, const LessonProgress& progress) {
  std::vector<ResultRow> rows;
  for (std::size_t i = 0; i < lesson.pages.size(); ++i) {
    const Page& page = lesson.pages[i];
    if (!page.asks()) continue;
    const auto found = progress.records.find(i);
    rows.push_back({i + 1, kind_of(page), page.question ? page.question->text : page.task->text,
                    progress.right.contains(i) ? "right"
                    : progress.is_wrong(i)     ? "wrong"
                                               : "none",
                    found == progress.records.end() ? QuestionRecord{} : found->second});
  }
  return rows;
}

/// A cell that no spreadsheet takes for a formula, and no reader for two.
std::string cell(std::string_view foreign) {
  std::string text = printable(std::string(foreign.substr(0, kMostNameBytes * 10)));
  if (!text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos) text.insert(0, "'");
  std::string quoted;
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return '"' + quoted + '"';
}

}  // namespace

std::string results_csv(const Lesson& lesson, const LessonProgress& progress, std::string_view name) {
  std::string text = "name,lesson,page,kind,question,result,tries,hints\n";
  for (const ResultRow& row : rows_of(lesson, progress))
    text += fmt::format("{},{},{},{},{},{},{},{}\n", cell(name.substr(0, kMostNameBytes)), cell(lesson.id),
                        row.page, row.kind, cell(row.question), row.result, row.record.tries, row.record.hints);
  return text;
}

std::string results_json(const Lesson& lesson, const LessonProgress& progress, std::string_view name) {
  auto questions = nlohmann::ordered_json::array();
  for (const ResultRow& row : rows_of(lesson, progress))
    questions.push_back({{"page", row.page},
                         {"kind", row.kind},
                         {"question", row.question},
                         {"result", row.result},
                         {"tries", row.record.tries},
                         {"hints", row.record.hints}});
  const nlohmann::ordered_json json = {{"name", printable(std::string(name.substr(0, kMostNameBytes)))},
                                       {"lesson", lesson.id},
                                       {"right", progress.right.size()},
                                       {"of", lesson.questions()},
                                       {"questions", questions}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string results_text(const std::string& path, const Lesson& lesson, const LessonProgress& progress,
                         std::string_view name) {
  if (path.ends_with(".csv")) return results_csv(lesson, progress, name);
  if (path.ends_with(".json")) return results_json(lesson, progress, name);
  throw Error(ErrorKind::usage, fmt::format("-o is '{}'; results are written to a name that ends in .csv or .json.",
                                            printable(path)));
}

}  // namespace lanescope
