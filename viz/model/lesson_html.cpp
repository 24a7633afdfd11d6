#include "viz/model/lesson_html.h"

#include <fmt/format.h>

#include "viz/text/language.h"

namespace lanescope {
namespace {

constexpr const char* kStyle = R"(
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Inter, system-ui, sans-serif; color: #111; background: #fff; }
h1 { margin-bottom: 0; } section { border-top: 1px solid #bbb; break-inside: avoid; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; border: 1px solid #ddd; }
figcaption { font-size: .85rem; color: #555; } .question { font-weight: 700; }
.answer { border-left: 4px solid #111; padding-left: .8rem; } .hints, footer { font-size: .85rem; color: #555; }
ol.order { list-style: none; padding: 0; } table { border-collapse: collapse; }
td { border: 1px solid #888; width: 2.2rem; height: 1.8rem; text-align: center; font-size: .8rem; }
td.tall { height: 9rem; vertical-align: bottom; } .blank { display: inline-block; min-width: 8rem; border-bottom: 1px solid #111; }
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '&')
      safe += "&amp;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += c;
  }
  return safe;
}

std::string element(std::string_view name, std::string_view text, std::string_view kind = "") {
  if (text.empty()) return "";
  return fmt::format("<{0}{1}>{2}</{0}>\n", name, kind.empty() ? "" : fmt::format(" class=\"{}\"", kind),
                     escaped(text));
}

/// Pictures in one page have names in common; each gets its own.
std::string with_own_names(std::string svg, std::size_t number) {
  for (const std::string_view name : {"id=\"hatch", "url(#hatch"})
    for (std::size_t at = svg.find(name); at != std::string::npos; at = svg.find(name, at + name.size()))
      svg.insert(at + name.size(), fmt::format("-{}-", number));
  return svg;
}

std::string options(const Question& question, std::string_view list, std::string_view before) {
  std::string rows;
  for (const Option& option : question.options)
    rows += fmt::format("<li>{}{}</li>\n", before, escaped(option.text));
  return fmt::format("<ol class=\"{}\">\n{}</ol>\n", list, rows);
}

std::string numbered_cells() {
  std::string rows;
  for (unsigned member = 0; member < 32; ++member)
    rows += fmt::format("{}<td>{}</td>{}", member % 8 == 0 ? "<tr>" : "", member, member % 8 == 7 ? "</tr>\n" : "");
  return "<table>\n" + rows + "</table>\n";
}

std::string columns(const Question& question) {
  std::string cells;
  for (const unsigned factor : question.factors) cells += fmt::format("<td class=\"tall\">{}</td>", factor);
  return "<table><tr>" + cells + "</tr></table>\n<p>COARSE_FACTOR</p>\n";
}

/// Where it is answered with a pen.
std::string room_for_answer(const Question& question) {
  switch (question.kind->answered_by) {
    case AnsweredBy::one_option:
      return options(question, "choice", "");
    case AnsweredBy::number:
      return fmt::format("<p><span class=\"blank\">&nbsp;</span> {}</p>\n", escaped(question.unit));
    case AnsweredBy::set_of_32:
      return numbered_cells();
    case AnsweredBy::order:
      return options(question, "order", "<span class=\"blank\" style=\"min-width:2rem\">&nbsp;</span> ");
    case AnsweredBy::heights:
      return columns(question);
  }
  return "";
}

std::string answer(const QuestionOutcome& outcome) {
  if (!outcome.worked_out) return element("p", outcome.failed, "answer");
  return fmt::format("<div class=\"answer\">\n{}{}</div>\n",
                     element("p", tr_format("Answer: {}", outcome.worked_out->answer), "question"),
                     element("p", outcome.worked_out->why));
}

/// The kernel to begin with; in a hand-out hints, too. What does it is not printed.
std::string task(const CodeTask& task, Printed as) {
  std::string html = element("p", task.text, "question") + element("pre", beginning_of(task).text);
  if (as == Printed::hand_out)
    for (const std::string& hint : task.hints) html += element("p", tr("Hint") + std::string(": ") + hint, "hints");
  return html;
}

std::string section(const Page& page, const PrintedPage& printed, std::size_t number, Printed as,
                    std::size_t& drawn) {
  std::string html =
      "<section>\n" + element("h2", fmt::format("{}. {}", number, page.title)) + element("p", page.text);
  const bool told = as == Printed::hand_out || !page.asks();  // a picture would tell the answer
  if (page.question) html += element("p", page.question->text, "question") + room_for_answer(*page.question);
  if (page.question && as == Printed::hand_out)
    for (const std::string& hint : page.question->hints)
      html += element("p", tr("Hint") + std::string(": ") + hint, "hints");
  if (told)
    for (const LessonPicture& picture : printed.pictures)
      html += "<figure>\n" + with_own_names(picture.svg, drawn++) + element("figcaption", picture.caption) +
              "</figure>\n";
  if (page.question && told) html += answer(printed.outcome);
  if (page.task) html += task(*page.task, as);
  return html + "</section>\n";
}

}  // namespace

std::string lesson_html(const Lesson& lesson, const std::vector<PrintedPage>& pages, Printed as) {
  std::string body = element("h1", lesson.title) + element("p", lesson.about);
  if (as == Printed::exam)
    body += fmt::format("<p>{} <span class=\"blank\" style=\"min-width:20rem\">&nbsp;</span></p>\n", tr("Name"));
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < lesson.pages.size(); ++i)
    body += section(lesson.pages[i], pages.at(i), i + 1, as, drawn);
  body += element("footer",
                  tr("Lanescope worked the answers out from a trace of each launch; times are recorded ones."));
  return fmt::format(
      "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n{}<style>{}</style>\n</head>\n"
      "<body>\n{}</body>\n</html>\n",
      name_of(current_language()), element("title", lesson.title), kStyle, body);
}

}  // namespace lanescope
