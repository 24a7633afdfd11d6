// A second worker, since the first one may be busy with a run. Where there is none, everything is worked out in the
// frame that asks first.
#include "viz/model/lesson_outcomes.h"

#include <emscripten.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "engine/lesson/read_lesson.h"
#include "viz/model/worker/worker_calls.h"

namespace lanescope {
namespace {

using nlohmann::json;

std::string bytes_of_outcomes(const std::vector<QuestionOutcome>& outcomes) {
  auto list = json::array();
  for (const QuestionOutcome& outcome : outcomes) {
    json& one = list.emplace_back(json{{"failed", outcome.failed}, {"rows", outcome.rows}});
    if (const auto& right = outcome.worked_out)
      one["right"] = {{"values", right->key.values},
                      {"answer", right->answer},
                      {"why", right->why},
                      {"mistakes", right->mistakes}};
  }
  std::string bytes;
  json::to_cbor(list, bytes);
  return bytes;
}

std::vector<QuestionOutcome> outcomes_of_bytes(std::string_view bytes) {
  std::vector<QuestionOutcome> outcomes;
  for (const json& one : json::from_cbor(bytes)) {
    QuestionOutcome& outcome = outcomes.emplace_back();
    outcome.failed = one["failed"].get<std::string>();
    outcome.rows = one["rows"].get<std::uint32_t>();
    if (!one.contains("right")) continue;
    const json& right = one["right"];
    outcome.worked_out = WorkedOut{{right["values"].get<std::vector<double>>()},
                                   right["answer"].get<std::string>(),
                                   right["why"].get<std::string>(),
                                   right["mistakes"].get<std::vector<double>>()};
  }
  return outcomes;
}

}  // namespace

struct LessonOutcomes::State {
  State() { in_page() = this; }
  ~State() {
    if (in_page() == this) in_page() = nullptr;
  }
  /// Those that an answer is for.
  static State*& in_page() {
    static State* state = nullptr;
    return state;
  }

  std::optional<Lesson> lesson;  ///< that is being worked out
  bool in_worker = false;
  std::vector<QuestionOutcome> known;
};

LessonOutcomes::LessonOutcomes() : state_(std::make_unique<State>()) {}
LessonOutcomes::~LessonOutcomes() = default;

void LessonOutcomes::start(const Lesson& lesson) {
  stop();
  state_->lesson = lesson;
  const std::string job = json{{"id", lesson.id}, {"source", lesson.source}}.dump();
  state_->in_worker = lanescope_lesson_send(job.data(), static_cast<int>(job.size())) != 0;
}

void LessonOutcomes::stop() {
  if (state_->lesson && state_->in_worker) lanescope_lesson_end();
  state_->lesson.reset();
  state_->known.clear();
}

bool LessonOutcomes::working() const {
  return state_->lesson.has_value();
}

const std::vector<QuestionOutcome>& LessonOutcomes::known() {
  State& s = *state_;
  if (s.lesson && !s.in_worker) {
    Progress progress;
    s.known = work_out_all(*std::exchange(s.lesson, std::nullopt), progress);
  }
  return s.known;
}

}  // namespace lanescope

extern "C" {

/// In the worker: works out a lesson.
EMSCRIPTEN_KEEPALIVE void lanescope_work_out(const char* bytes, int size) {
  using namespace lanescope;
  const json job = json::parse(std::string_view(bytes, static_cast<std::size_t>(size)));
  Progress progress;
  const std::string answer = bytes_of_outcomes(
      work_out_all(read_lesson(job["source"].get<std::string>(), job["id"].get<std::string>() + ".md"), progress));
  lanescope_worker_reply(answer.data(), static_cast<int>(answer.size()));
}

/// In the page: what the worker worked out; nothing: it ended, and the page does it itself.
EMSCRIPTEN_KEEPALIVE void lanescope_worked_out(const char* bytes, int size) {
  using namespace lanescope;
  LessonOutcomes::State* const state = LessonOutcomes::State::in_page();
  if (!state || !state->lesson || !state->in_worker) return;
  state->in_worker = false;
  if (size == 0) return;
  state->known = outcomes_of_bytes({bytes, static_cast<std::size_t>(size)});
  state->lesson.reset();
}
}
