// The fenced block of a task that is answered with code.
#include <fmt/format.h>

#include "engine/lesson/block_fields.h"
#include "engine/lesson/launch_words.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr std::string_view kWriteFields[] = {"task", "from", "fault", "like", "at_most", "why", "hints"};
constexpr std::string_view kBarFields[] = {"quantity", "name"};
constexpr std::size_t kMostGoals = 8, kMostBars = 4;

RunRequest read_goal(const BlockFields& fields, const json& value, const std::vector<RunRequest>& before) {
  const std::string words = fields.words_of(value, "like");
  const RunRequest goal = fields.at_words(words, "like", [](const std::string& w) { return launch_of_words(w); });
  if (!before.empty() && before.front().kernel != goal.kernel)
    fields.fail(json(words).dump(), "like: all launches are of one kernel, which does what is asked for.");
  return goal;
}

CountedBar read_bar(const BlockFields& fields, const json& object) {
  if (!object.is_object()) fields.fail("\"at_most\"", "a bar is an object: {\"quantity\": ..., \"name\": ...}.");
  fields.allow(object, kBarFields);
  const std::string name = fields.words(object, "quantity", true);
  const Quantity* quantity = find_quantity(name);
  if (!quantity || quantity->indices > 0 || !quantity->needs_trace)
    fields.fail(
        json(name).dump(),
        fmt::format("{} is nothing that is counted of a whole launch; see lanescope lesson quantities.", name));
  return {quantity, fields.words(object, "name", true)};
}

}  // namespace

CodeTask read_task(const Block& block) {
  const BlockFields fields(block);
  const json& all = fields.all();
  fields.allow(all, kWriteFields);
  CodeTask task;
  task.text = fields.words(all, "task", true);
  task.why = fields.words(all, "why", true);
  for (const json& goal : fields.list(all, "like", kMostGoals))
    task.goals.push_back(read_goal(fields, goal, task.goals));
  if (task.goals.empty())
    fields.fail("\"like\"", "like is a list of launches of a kernel that does what is asked for.");
  task.from = fields.words(all, "from", true);
  task.fault = fields.words(all, "fault");
  for (const json& bar : fields.list(all, "at_most", kMostBars)) task.bars.push_back(read_bar(fields, bar));
  for (const json& hint : fields.list(all, "hints", 2)) task.hints.push_back(fields.words_of(hint, "hints"));
  fields.at_words(task.from, "from", [&](const std::string&) { return beginning_of(task); });
  return task;
}

}  // namespace lanescope
