#include "viz/model/preset_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/analysis/metric.h"
#include "engine/lesson/launch_words.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/shipped_lessons.h"
#include "engine/request/catalogue.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

using nlohmann::ordered_json;

constexpr unsigned kAtTheEnd = 1 << 16;  // more steps than a block has: its last one
constexpr std::string_view kTimeRow = "time, \xC2\xB5s";

/// The quantity of a row of the comparison; empty where a lesson has none.
std::string quantity_of_row(std::string_view row) {
  if (row == kTimeRow) return "time_us";
  for (const Metric& metric : metrics())
    if (metric.of_totals && row == metric.compare_grid.word) return fmt::format("totals.{}", metric.name);
  return "";
}

/// Only what does the same work is put in order.
bool one_problem(const std::vector<RunRequest>& requests) {
  return std::all_of(requests.begin(), requests.end(), [&](const RunRequest& request) {
    return request.n == requests.front().n &&
           kernel_info(request.kernel).workload == kernel_info(requests.front().kernel).workload;
  });
}

ordered_json show_of(const Preset& preset) {
  auto launches = ordered_json::array();
  for (const RunRequest& request : preset.variants.requests) launches.push_back(words_of_launch(request));
  return {{"compare", launches},
          {"step", kAtTheEnd},
          {"view", preset.panel},
          {"level", kActivityLevelNames[static_cast<std::size_t>(preset.activity)]}};
}

ordered_json question_of(const Preset& preset, const std::string& quantity) {
  auto options = ordered_json::array();
  for (const RunRequest& request : preset.variants.requests) {
    const std::string words = words_of_launch(request);
    options.push_back({{"text", words}, {"quantity", quantity + " of " + words}});
  }
  return {{"kind", "order"},
          {"question", tr_format("Put these launches in order, the smallest first: {}.", tr(preset.rows.front()))},
          {"options", options},
          {"why", tr("In order:") + std::string(" {answer}.")}};
}

std::string block_text(const char* kind, const ordered_json& json) {
  return fmt::format("```{}\n{}\n```\n", kind, json.dump(1));
}

}  // namespace

std::string lesson_text_of(const Preset& preset) {
  const std::string quantity = preset.rows.empty() ? "" : quantity_of_row(preset.rows.front());
  std::string text = fmt::format("# {0}\n\n## {0}\n\n{1}\n\n", tr(preset.title), tr(preset.question));
  text += block_text("show", show_of(preset));
  if (!quantity.empty() && one_problem(preset.variants.requests))
    text += "\n" + block_text("ask", question_of(preset, quantity));
  return text;
}

Lesson lesson_of(const Preset& preset) {
  Lesson lesson = read_lesson(lesson_text_of(preset), std::string(preset.id) + ".md");
  lesson.language = name_of(current_language());
  return lesson;
}

Lesson find_any_lesson(const std::string& id_or_path) {
  if (const Preset* preset = find_preset(id_or_path)) return lesson_of(*preset);
  return find_lesson(id_or_path, name_of(current_language()));
}

}  // namespace lanescope
