#include "engine/lesson/read_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
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

/// Reads fields, and finds where in the file a wrong one stands: there its name or its text is.
class Fields {
 public:
  explicit Fields(const Block& block) : block_(block) {
    json_ = json::parse(block.text, nullptr, false);
    if (json_.is_discarded()) fail_in_json();
    if (!json_.is_object()) fail("{", "a block is a JSON object: { ... }");
  }
  const json& all() const { return json_; }

  [[noreturn]] void fail(const std::string& needle, const std::string& what) const {
    const std::size_t found = block_.text.find(needle);
    fail_byte(found == std::string::npos ? 0 : found, what);
  }

  void allow(const json& object, std::span<const std::string_view> first,
             std::span<const std::string_view> second = {}) const {
    std::vector<std::string_view> allowed(first.begin(), first.end());
    allowed.insert(allowed.end(), second.begin(), second.end());
    for (const auto& [key, value] : object.items())
      if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
        fail(json(key).dump(),
             fmt::format("there is no field {} here; there are {}.", printable(key), fmt::join(allowed, ", ")));
  }

  std::string words(const json& object, const char* key, bool needed = false) const {
    const auto found = object.find(key);
    if (found == object.end()) {
      if (needed) fail("{", fmt::format("the field {} is missing.", key));
      return "";
    }
    return words_of(*found, key);
  }
  std::string words_of(const json& value, const char* key) const {
    if (!value.is_string() || value.get_ref<const std::string&>().size() > kMostWords)
      fail(quoted(key), fmt::format("{} must be a text of at most {} bytes.", key, kMostWords));
    return printable(value.get<std::string>());
  }
  double number(const json& object, const char* key, double least, double most, double usual) const {
    const auto found = object.find(key);
    if (found == object.end()) return usual;
    return number_of(*found, key, least, most);
  }
  double number_of(const json& value, const char* key, double least, double most) const {
    if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most))
      fail(quoted(key), fmt::format("{} is {}; it must be a number from {} to {}.", key,
                                    printable(value.dump().substr(0, 40)), least, most));
    return value.get<double>();
  }
  bool flag(const json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return false;
    if (!found->is_boolean()) fail(quoted(key), fmt::format("{} must be true or false.", key));
    return found->get<bool>();
  }
  /// The members of a list; none where there is no such field.
  std::vector<json> list(const json& object, const char* key, std::size_t most) const {
    const auto found = object.find(key);
    if (found == object.end()) return {};
    if (!found->is_array() || found->size() > most)
      fail(quoted(key), fmt::format("{} must be a list of at most {}.", key, most));
    return {found->begin(), found->end()};
  }
  /// Runs `read` on the words; what it throws is told where the words stand.
  template <class Read>
  auto at_words(const std::string& words, const char* key, Read read) const {
    try {
      return read(words);
    } catch (const Error& error) {
      const std::string in_file = json(words).dump();
      fail(block_.text.find(in_file) == std::string::npos ? quoted(key) : in_file,
           fmt::format("{}: {}", key, error.what()));
    }
  }

 private:
  static std::string quoted(const char* key) { return '"' + std::string(key) + '"'; }

  [[noreturn]] void fail_in_json() const {
    try {
      const json never = json::parse(block_.text);
    } catch (const json::parse_error& error) {
      fail_byte(error.byte == 0 ? 0 : error.byte - 1,
                "this is no JSON: a field is \"name\": value, with commas between fields.");
    } catch (const json::exception&) {
    }
    fail_byte(0, "this is no JSON.");
  }
  [[noreturn]] void fail_byte(std::size_t byte, const std::string& what) const {
    const auto end = block_.text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, block_.text.size()));
    const auto line = std::count(block_.text.begin(), end, '\n');
    const auto begin = std::find(std::make_reverse_iterator(end), block_.text.rend(), '\n').base();
    fail_at(block_.file, block_.first_line + static_cast<int>(line), static_cast<int>(end - begin) + 1, what);
  }

  const Block& block_;
  json json_;
};

Option read_option(const Fields& fields, const json& object, const std::optional<RunRequest>& usual) {
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

CommonMistake read_mistake(const Fields& fields, const json& object, const std::optional<RunRequest>& usual) {
  if (!object.is_object())
    fields.fail("\"mistakes\"", "a mistake is an object: {\"answer\": ..., \"reply\": ...}.");
  fields.allow(object, kMistakeFields);
  const auto answer = object.find("answer");
  const std::string words =
      answer != object.end() && answer->is_number() ? answer->dump() : fields.words(object, "answer", true);
  return {fields.at_words(words, "answer", [&](const std::string& w) { return read_expression(w, usual); }),
          fields.words(object, "reply", true)};
}

const QuestionKind& read_kind(const Fields& fields) {
  const std::string name = fields.words(fields.all(), "kind", true);
  if (const QuestionKind* kind = find_question_kind(name)) return *kind;
  std::vector<std::string_view> names;
  for (const QuestionKind* kind : question_kinds()) names.push_back(kind->name);
  fields.fail("\"kind\"", fmt::format("kind is '{}'; it must be one of {}.", name, fmt::join(names, ", ")));
}

/// The quantities between braces, except {answer}.
std::vector<Expression> read_values(const Fields& fields, const std::string& why,
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

void fail_at(const std::string& file, int line, int column, const std::string& what) {
  throw Error(ErrorKind::usage, fmt::format("{}:{}:{}: {}", file, line, column, what));
}

Show read_show(const Block& block) {
  const Fields fields(block);
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
  const Fields fields(block);
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
