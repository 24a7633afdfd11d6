#include "viz/model/worker/run_message.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>

#include "engine/base/error.h"
#include "engine/json/request_json.h"
#include "engine/json/sentence_json.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/recording.h"

namespace lanescope {
namespace {

using nlohmann::json;

/// As sentence_to_json() writes it; every pattern is one of this program.
Sentence sentence_of_message(const json& message) {
  static std::set<std::string> patterns;
  if (message.is_string()) return Sentence::word(message.get<std::string>());
  if (!message.is_array() || message.empty()) return {};
  std::vector<Sentence> values;
  for (std::size_t i = 1; i < message.size(); ++i) values.push_back(sentence_of_message(message[i]));
  return Sentence::of(patterns.insert(message[0].get<std::string>()).first->c_str(), std::move(values));
}

json message_of(const Sentence& sentence) {
  return sentence.empty() ? json() : sentence_to_json(sentence);
}

/// Plain values one after another, as they lie in memory.
class MemoryWriter {
 public:
  template <class T>
  void put(const T& value) requires std::is_trivially_copyable_v<T> {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put(static_cast<std::uint64_t>(values.size()));
    if (!values.empty()) bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class MemoryReader {
 public:
  explicit MemoryReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    T value{};
    std::memcpy(&value, part(sizeof value).data(), sizeof value);
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    std::vector<T> values(static_cast<std::size_t>(get<std::uint64_t>()));
    const std::string_view bytes = part(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
    return values;
  }
  std::string_view get_text() { return part(static_cast<std::size_t>(get<std::uint64_t>())); }

 private:
  std::string_view part(std::size_t size) {
    if (size > bytes_.size()) throw Error(ErrorKind::failed, "The worker's answer was cut short.");
    const std::string_view found = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return found;
  }
  std::string_view bytes_;
};

void put_tree(MemoryWriter& writer, const CombineTree* tree) {
  writer.put(tree != nullptr);
  if (!tree) return;
  writer.put(tree->block);
  writer.put_all(tree->leaf_elements);
  writer.put_all(tree->leaf_values);
  writer.put(tree->partial_sums);
  writer.put_all(tree->operations);
  writer.put(tree->root);
}

std::shared_ptr<const CombineTree> get_tree(MemoryReader& reader) {
  if (!reader.get<bool>()) return nullptr;
  auto tree = std::make_shared<CombineTree>();
  tree->block = reader.get<std::uint64_t>();
  tree->leaf_elements = reader.get_all<std::uint64_t>();
  tree->leaf_values = reader.get_all<double>();
  tree->partial_sums = reader.get<std::uint32_t>();
  tree->operations = reader.get_all<CombineTree::Operation>();
  tree->root = reader.get<std::uint32_t>();
  return tree;
}

void put_values(MemoryWriter& writer, const BlockValues* values) {
  writer.put(values != nullptr);
  if (!values) return;
  writer.put(values->block);
  writer.put_all(values->accesses);
}

std::shared_ptr<const BlockValues> get_values(MemoryReader& reader) {
  if (!reader.get<bool>()) return nullptr;
  auto values = std::make_shared<BlockValues>();
  values->block = reader.get<std::uint64_t>();
  values->accesses = reader.get_all<ValueAccess>();
  return values;
}

json head_of(const Outcome& outcome) {
  json head = {
      {"request", outcome.request}, {"had_begun", outcome.had_begun}, {"error", message_of(outcome.error)}};
  if (!outcome.run) return head;
  head["has_result"] = outcome.run->result.has_value();
  head["awaits_result"] = outcome.run->awaits_result;
  head["no_result"] = message_of(outcome.run->no_result);
  head["notice"] = message_of(outcome.run->notice);
  return head;
}

}  // namespace

std::string encode_job(const JobMessage& job) {
  return json{{"request", job.request}, {"with_result", job.with_result}}.dump();
}

JobMessage decode_job(std::string_view bytes) {
  const json message = json::parse(bytes);
  JobMessage job;
  from_json(message["request"], job.request);
  job.with_result = message["with_result"].get<bool>();
  return job;
}

std::string encode_outcome(const Outcome& outcome) {
  MemoryWriter writer;
  writer.put_text(head_of(outcome).dump());
  if (!outcome.run) return writer.take();
  Run run = *outcome.run;
  if (!run.result) run.result = Result{};  // a recording holds one
  writer.put_text(encode_recording({run}));
  for (const RunLaunch& launch : run.launches) {
    put_tree(writer, launch.tree.get());
    put_values(writer, launch.values.get());
  }
  return writer.take();
}

Outcome decode_outcome(std::string_view bytes) {
  MemoryReader reader(bytes);
  const json head = json::parse(reader.get_text());
  Outcome outcome;
  from_json(head["request"], outcome.request);
  outcome.had_begun = head["had_begun"].get<bool>();
  outcome.error = sentence_of_message(head["error"]);
  if (!head.contains("has_result")) return outcome;
  Run run = std::move(decode_recording(reader.get_text(), "the worker's answer").front());
  run.request = outcome.request;
  if (!head["has_result"].get<bool>()) run.result.reset();
  run.awaits_result = head["awaits_result"].get<bool>();
  run.no_result = sentence_of_message(head["no_result"]);
  run.notice = sentence_of_message(head["notice"]);
  if (run.provenance.backend == "emulator")
    run.recorded =
        recorded_timing(recorded_sweeps(), run.request.kernel, first_launch(run), run.request.op, run.request.type);
  for (RunLaunch& launch : run.launches) {
    launch.tree = get_tree(reader);
    launch.values = get_values(reader);
  }
  outcome.run = std::make_shared<const Run>(look_at(run, run.request.launch));
  return outcome;
}

}  // namespace lanescope
