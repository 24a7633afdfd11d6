#include "engine/lesson/read_blocks.h"

#include <fmt/format.h>

#include "engine/lesson/block_fields.h"
#include "engine/lesson/launch_words.h"
#include "engine/lesson/question_kind.h"
#include "engine/lesson/read_lesson.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr std::string_view kShowFields[] = {"kernel", "compare", "launch", "step", "view", "level"};
constexpr std::string_view kAskFields[] = {"kind", "question", "of", "why", "hints"};
constexpr std::string_view kOptionFields[] = {"text", "quantity", "when", "right", "reply"};
constexpr std::string_view kMistakeFields[] = {"answer", "reply"};
constexpr unsigned kMostSteps = 1 << 16;

Option read_option(const BlockFields& fields, const json& object, const std::optional<RunRequest>& usual) {
  if (!object.is_object()) fields.fail("\"options\"", "an option is an object: {\"text\": ...}.");
  fields.allow(object, kOptionFields);
  Option option;
  option.text = fields.words(object, "text", true);
  option.reply = fields.words(object, "reply");
  option.stated = fields.flag(object, "right");
  if (const auto words = fields.words(object, "quantity"); !words.empty())
    option.quantity =
        fields.at_words(words, "quantity", [&](const std::string& w) { return read_expression(w, usual); });
  if (const auto words = fields.words(object, "when"); !words.empty())
    option.when = fields.at_words(words, "when", [&](const std::string& w) { return read_condition(w, usual); });
  return option;
}

CommonMistake read_mistake(const BlockFields& fields, const json& object, const std::optional<RunRequest>& usual) {
  if (!object.is_object())
    fields.fail("\"mistakes\"", "a mistake is an object: {\"answer\": ..., \"reply\": ...}.");
  fields.allow(object, kMistakeFields);
  const auto answer = object.find("answer");
  const std::string words =
      answer != object.end() && answer->is_number() ? answer->dump() : fields.words(object, "answer", true);
  return {fields.at_words(words, "answer", [&](const std::string& w) { return read_expression(w, usual); }),
          fields.words(object, "reply", true)};
}

const QuestionKind& read_kind(const BlockFields& fields) {
  const std::string name = fields.words(fields.all(), "kind", true);
  if (const QuestionKind* kind = find_question_kind(name)) return *kind;
  std::vector<std::string_view> names;
  for (const QuestionKind* kind : question_kinds()) names.push_back(kind->name);
  fields.fail("\"kind\"", fmt::format("kind is '{}'; it must be one of {}.", name, fmt::join(names, ", ")));
}

/// The quantities between braces, except {answer}.
std::vector<Expression> read_values(const BlockFields& fields, const std::string& why,
                                    const std::optional<RunRequest>& usual) {
  std::vector<Expression> found;
  for (std::size_t at = why.find('{'); at != std::string::npos; at = why.find('{', at)) {
    const std::size_t close = why.find('}', at);
    if (close == std::string::npos) fields.fail("\"why\"", "why: a brace is not closed.");
    const std::string words = why.substr(at + 1, close - at - 1);
    at = close;
    if (words == "answer") continue;
    found.push_back(fields.at_words(words, "why", [&](const std::string& w) { return read_expression(w, usual); }));
    if (is_set(found.back())) fields.fail("\"why\"", "why: a set cannot be put into a sentence; {answer} can.");
  }
  return found;
}

}  // namespace

Show read_show(const Block& block) {
  const BlockFields fields(block);
  const json& all = fields.all();
  fields.allow(all, kShowFields);
  Show show;
  std::vector<std::string> launches;
  if (const auto kernel = fields.words(all, "kernel"); !kernel.empty()) launches.push_back(kernel);
  constexpr std::size_t kSideBySide = 4;
  for (const json& words : fields.list(all, "compare", kSideBySide))
    launches.push_back(fields.words_of(words, "compare"));
  if (launches.size() > kSideBySide) fields.fail("\"compare\"", "at most 4 launches stand side by side.");
  for (const auto& words : launches) {
    show.launches.push_back(
        fields.at_words(words, "launch", [](const std::string& w) { return launch_of_words(w); }));
    const KernelInfo& kernel = kernel_info(show.launches.back().kernel);
    if (!kernel.traced())
      fields.fail(json(words).dump(),
                  kernel.id.data() + std::string(" has no trace, so there is nothing to show."));
    if (&group_of(kernel) != &group_of(kernel_info(show.launches.front().kernel)))
      fields.fail(json(words).dump(), "only kernels of one kind of problem stand side by side.");
  }
  show.words = std::move(launches);
  if (all.contains("launch"))
    for (RunRequest& request : show.launches)
      request.launch = static_cast<unsigned>(fields.number(all, "launch", 1, 1000, 1));
  if (all.contains("step")) show.step = static_cast<unsigned>(fields.number(all, "step", 0, kMostSteps, 0));
  show.view = fields.words(all, "view");
  show.level = fields.words(all, "level");
  return show;
}

Question read_question(const Block& block) {
  const BlockFields fields(block);
  const json& all = fields.all();
  Question question;
  question.kind = &read_kind(fields);
  fields.allow(all, kAskFields, question.kind->fields);
  question.text = fields.words(all, "question", true);
  question.unit = fields.words(all, "unit");
  question.why = fields.words(all, "why", true);
  std::optional<RunRequest> usual;
  if (const auto words = fields.words(all, "of"); !words.empty())
    usual = fields.at_words(words, "of", [](const std::string& w) { return launch_of_words(w); });
  if (const auto words = fields.words(all, "quantity"); !words.empty())
    question.quantity =
        fields.at_words(words, "quantity", [&](const std::string& w) { return read_expression(w, usual); });
  question.tolerance_percent = fields.number(all, "tolerance_percent", 0, 100, 0);
  for (const json& option : fields.list(all, "options", kMostOptions))
    question.options.push_back(read_option(fields, option, usual));
  for (const json& mistake : fields.list(all, "mistakes", kMostOptions))
    question.mistakes.push_back(read_mistake(fields, mistake, usual));
  for (const json& factor : fields.list(all, "factors", kMostOptions))
    question.factors.push_back(static_cast<unsigned>(fields.number_of(factor, "factors", 1, kMaxCoarseFactor)));
  for (const json& hint : fields.list(all, "hints", 2)) question.hints.push_back(fields.words_of(hint, "hints"));
  if (const auto words = fields.words(all, "right"); !words.empty() && words != "largest") {
    question.smallest = words == "smallest";
    if (!question.smallest) fields.fail("\"right\"", "right must be largest or smallest.");
  }
  question.in_why = read_values(fields, question.why, usual);
  if (const std::string flaw = question.kind->flaw(question); !flaw.empty())
    fields.fail("\"kind\"", fmt::format("kind {}: {}.", question.kind->name, flaw));
  return question;
}

}  // namespace lanescope
