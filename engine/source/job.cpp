#include "engine/source/job.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/foreign_text.h"
#include "engine/json/json_fields.h"
#include "engine/json/request_json.h"
#include "engine/json/safe_cbor.h"
#include "engine/json/sentence_json.h"
#include "engine/json/trace_json.h"
#include "engine/source/finding_words.h"
#include "engine/source/refusal_words.h"
#include "engine/source/value_bytes.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMostNumbers = 1 << 26;  // that unpack from one answer
constexpr std::size_t kMostFindings = 64;
constexpr unsigned kMostLines = 1 << 16;

json finding_to_json(const Finding& finding) {
  json object = {{"kind", name_of(finding.kind)},
                 {"index", finding.index},
                 {"block", finding.block},
                 {"threads", finding.threads},
                 {"lines", finding.lines},
                 {"sentence", sentence_to_json(finding.sentence)},
                 {"array_name", utf8_of_bytes(finding.array_name)}};
  if (finding.array) object["array"] = static_cast<int>(*finding.array);
  if (finding.step) object["step"] = *finding.step;
  return object;
}

std::vector<unsigned> numbers_from_json(const json& object, const char* key, unsigned largest) {
  std::vector<unsigned> numbers;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() > 2)
    throw_bad_field(key, object, "at most two numbers");
  for (const json& one : *found) {
    unsigned number = 0;
    read_field(json{{"number", one}}, "number", number);
    numbers.push_back(std::min(number, largest));
  }
  return numbers;
}

Finding finding_from_json(const json& object, const LaunchConfig& launch) {
  require_object(object, "finding");
  Finding finding;
  read_field(object, "kind", kFindingNames, finding.kind);
  const auto index = object.find("index");
  if (index == object.end() || !index->is_number_integer()) throw_bad_field("index", object, "a whole number");
  finding.index = index->get<std::int64_t>();
  read_path(object, "array_name", finding.array_name);
  finding.array_name = printable(finding.array_name);
  read_field(object, "block", finding.block);
  if (finding.block >= std::max<std::uint64_t>(1, launch.grid_dim))
    throw_bad_field("block", finding.block, "one of the grid");
  finding.threads = numbers_from_json(object, "threads", launch.block_dim - 1);
  finding.lines = numbers_from_json(object, "lines", kMostLines);
  if (object.contains("array")) {
    unsigned array = 0;
    read_field(object, "array", array);
    if (array > static_cast<unsigned>(ArrayId::file_variable)) throw_bad_field("array", array, "an array");
    finding.array = static_cast<ArrayId>(array);
  }
  if (object.contains("step")) read_field(object, "step", finding.step.emplace());
  if (!object.contains("sentence")) throw_bad_field("sentence", nullptr, "a sentence");
  finding.sentence = sentence_from_json(object["sentence"], "sentence", finding_patterns());
  return finding;
}

json refusals_to_json(const std::vector<RefusedCall>& refusals) {
  json list = json::array();
  for (const RefusedCall& refusal : refusals)
    list.push_back(json{{"line", refusal.line},
                        {"sentence", sentence_to_json(refusal.sentence)},
                        {"is_launch", refusal.is_launch}});
  return list;
}

std::vector<RefusedCall> refusals_from_json(const json& object, const char* name) {
  const auto list = object.find(name);
  if (list == object.end() || !list->is_array() || list->size() > kMostRefusals)
    throw_bad_field(name, nullptr, "a list");
  std::vector<RefusedCall> refusals;
  for (const json& one : *list) {
    require_object(one, name);
    RefusedCall& refusal = refusals.emplace_back();
    read_field(one, "line", refusal.line);
    refusal.line = std::min(refusal.line, kMostLines);
    read_field(one, "is_launch", refusal.is_launch);
    if (!one.contains("sentence")) throw_bad_field("sentence", nullptr, "a sentence");
    refusal.sentence = sentence_from_json(one["sentence"], "sentence", refusal_words::kAll);
  }
  return refusals;
}

json program_to_json(const JobProgram& program) {
  json object = {
      {"words", json::array()},   {"folder", utf8_of_bytes(program.folder)}, {"environment", json::array()},
      {"launch", program.launch}, {"is_launcher", program.is_launcher},      {"kernels", json::array()}};
  for (const std::string& word : program.words) object["words"].push_back(utf8_of_bytes(word));
  for (const std::string& one : program.environment) object["environment"].push_back(utf8_of_bytes(one));
  for (const JobKernel& kernel : program.kernels)
    object["kernels"].push_back({kernel.name, kernel.parameters, kernel.is_const});
  return object;
}

JobProgram program_from_json(const json& object) {
  JobProgram program;
  for (const json& word : object.at("words")) read_path(json{{"word", word}}, "word", program.words.emplace_back());
  read_path(object, "folder", program.folder);
  for (const json& one : object.at("environment"))
    read_path(json{{"variable", one}}, "variable", program.environment.emplace_back());
  object.at("launch").get_to(program.launch);
  object.at("is_launcher").get_to(program.is_launcher);
  for (const json& one : object.at("kernels"))
    program.kernels.push_back({one.at(0).get<std::string>(), one.at(1).get<std::vector<std::string>>(),
                               one.at(2).get<std::vector<bool>>()});
  return program;
}

json launch_to_json(const ProgramLaunch& launch) {
  json object = {{"name", utf8_of_bytes(launch.name)},
                 {"line", launch.line},
                 {"grid", launch.grid},
                 {"block", launch.block},
                 {"shared_bytes", launch.shared_bytes},
                 {"checked_blocks", launch.checked_blocks}};
  if (launch.trace) object["trace"] = trace_to_json(*launch.trace);
  return object;
}

std::array<unsigned, 3> extent_from_json(const json& object, const char* key, std::uint64_t most) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() != 3)
    throw_bad_field(key, object, "three numbers");
  std::array<unsigned, 3> extent{};
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    read_field(json{{"number", (*found)[i]}}, "number", extent[i]);
    product *= extent[i];
    if (extent[i] == 0 || product > most) throw_bad_field(key, *found, "sizes of a launch");
  }
  return extent;
}

ProgramLaunch launch_from_json(const json& object, const std::string& entry, Unpacker& unpacker) {
  require_object(object, "launch");
  constexpr std::uint64_t kMostThreads = 1024, kMostBlocks = 0x7fffffff, kMostShared = 1 << 20;
  ProgramLaunch launch;
  read_path(object, "name", launch.name);
  launch.name = printable(launch.name);
  read_field(object, "line", launch.line);
  launch.grid = extent_from_json(object, "grid", kMostBlocks);
  launch.block = extent_from_json(object, "block", kMostThreads);
  read_field(object, "shared_bytes", launch.shared_bytes);
  if (launch.shared_bytes > kMostShared) throw_bad_field("shared_bytes", launch.shared_bytes, "of a block");
  read_field(object, "checked_blocks", launch.checked_blocks);
  if (launch.checked_blocks > launch_of(launch, entry).grid_dim)
    throw_bad_field("checked_blocks", launch.checked_blocks, "of its grid");
  if (const auto trace = object.find("trace"); trace != object.end())
    launch.trace = trace_from_json(*trace, launch_of(launch, entry), unpacker);
  return launch;
}

json array_to_json(const JobArray& array) {
  return {{"id", static_cast<int>(array.id)},
          {"name", utf8_of_bytes(array.name)},
          {"begin", array.begin},
          {"bytes", array.bytes},
          {"element_bytes", array.element_bytes},
          {"is_written", array.is_written}};
}

}  // namespace

std::span<const char* const> finding_patterns() {
  return finding_words::kAll;
}

LaunchConfig launch_of(const ProgramLaunch& launch, const std::string& entry) {
  LaunchConfig config;
  config.entry = entry;
  config.workload = Workload::reduction;
  config.combining = Combining::host;
  config.grid_dim = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  config.block_dim = launch.block[0] * launch.block[1] * launch.block[2];
  config.n = config.grid_dim * config.block_dim;
  config.shared_elements = static_cast<unsigned>(launch.shared_bytes / 4);
  return config;
}

std::string job_text(const KernelJob& job) {
  json object = {{"library", utf8_of_bytes(job.library)},
                 {"source", utf8_of_bytes(job.source)},
                 {"text", utf8_of_bytes(job.text)},
                 {"launch", job.launch},
                 {"block", job.block},
                 {"grid", job.grid},
                 {"kept_block", job.kept_block},
                 {"detail", static_cast<int>(job.detail)},
                 {"element_bytes", job.element_bytes},
                 {"memory_bytes", job.memory_bytes},
                 {"marker", job.marker},
                 {"dynamic_bytes", job.dynamic_bytes},
                 {"room_for_checks", job.room_for_checks},
                 {"seconds", job.seconds},
                 {"checks", job.checks},
                 {"is_cooperative", job.is_cooperative},
                 {"blocks_wait", job.blocks_wait},
                 {"schedule", job.schedule},
                 {"arrays", json::array()},
                 {"arguments", arguments_to_json(job.arguments)},
                 {"shared", json::array()},
                 {"variables", json::array()},
                 {"functions", json::array()}};
  for (const JobArray& array : job.arrays) object["arrays"].push_back(array_to_json(array));
  for (const JobShared& shared : job.shared)
    object["shared"].push_back({shared.name, shared.place, shared.offset, shared.bytes, shared.element_bytes,
                                shared.kernel, shared.points});
  for (const JobVariable& variable : job.variables)
    object["variables"].push_back(
        {variable.name, variable.place, variable.bytes, variable.points, variable.is_hosts});
  for (const JobFunction& one : job.functions)
    object["functions"].push_back({one.place, one.most_threads, one.shared_bytes});
  if (job.program) object["program"] = program_to_json(*job.program);
  if (job.followed) object["followed"] = static_cast<int>(*job.followed);
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

KernelJob job_from_text(std::string_view text) {
  const json object = json::parse(text);
  KernelJob job;
  read_path(object, "library", job.library);
  read_path(object, "source", job.source);
  read_path(object, "text", job.text);
  from_json(object.at("launch"), job.launch);
  object.at("block").get_to(job.block);
  object.at("grid").get_to(job.grid);
  object.at("kept_block").get_to(job.kept_block);
  job.detail = static_cast<Detail>(object.at("detail").get<int>());
  object.at("element_bytes").get_to(job.element_bytes);
  object.at("memory_bytes").get_to(job.memory_bytes);
  object.at("marker").get_to(job.marker);
  object.at("dynamic_bytes").get_to(job.dynamic_bytes);
  object.at("room_for_checks").get_to(job.room_for_checks);
  object.at("seconds").get_to(job.seconds);
  object.at("checks").get_to(job.checks);
  object.at("is_cooperative").get_to(job.is_cooperative);
  object.at("blocks_wait").get_to(job.blocks_wait);
  object.at("schedule").get_to(job.schedule);
  for (const json& one : object.at("arrays")) {
    JobArray& array = job.arrays.emplace_back();
    array.id = static_cast<ArrayId>(one.at("id").get<int>());
    read_path(one, "name", array.name);
    one.at("begin").get_to(array.begin);
    one.at("bytes").get_to(array.bytes);
    one.at("element_bytes").get_to(array.element_bytes);
    one.at("is_written").get_to(array.is_written);
  }
  job.arguments = arguments_from_json(object.at("arguments"));
  for (const json& one : object.at("shared"))
    job.shared.push_back({one.at(0).get<std::string>(), one.at(1).get<std::uint64_t>(),
                          one.at(2).get<std::uint64_t>(), one.at(3).get<std::uint64_t>(), one.at(4).get<unsigned>(),
                          one.at(5).get<std::string>(), one.at(6).get<bool>()});
  for (const json& one : object.at("variables"))
    job.variables.push_back({one.at(0).get<std::string>(), one.at(1).get<std::uint64_t>(),
                             one.at(2).get<std::uint64_t>(), one.at(3).get<bool>(), one.at(4).get<bool>()});
  for (const json& one : object.at("functions"))
    job.functions.push_back(
        {one.at(0).get<std::uint64_t>(), one.at(1).get<unsigned>(), one.at(2).get<std::uint64_t>()});
  if (object.contains("followed")) job.followed = static_cast<ElementType>(object.at("followed").get<int>());
  if (object.contains("program")) job.program = program_from_json(object.at("program"));
  return job;
}

namespace {

json words_to_json(const std::vector<std::string>& words) {
  json list = json::array();
  for (const std::string& word : words) list.push_back(utf8_of_bytes(word));
  return list;
}

std::vector<std::string> words_from_json(const json& object, const char* name, std::size_t most) {
  const auto list = object.find(name);
  if (list == object.end() || !list->is_array() || list->size() > most) throw_bad_field(name, nullptr, "words");
  std::vector<std::string> words;
  for (const json& one : *list) read_field(json{{"word", one}}, "word", words.emplace_back());
  return words;
}

}  // namespace

std::string answer_bytes(const JobAnswer& answer) {
  json object = {{"findings", json::array()}, {"printed", json::array()}, {"error", utf8_of_bytes(answer.error)}};
  object["lost_lines"] = answer.lost_lines;
  object["launch_count"] = answer.launch_count;
  object["partly_watched_launches"] = answer.partly_watched_launches;
  object["partly_checked_launches"] = answer.partly_checked_launches;
  if (answer.stopped) object["stopped"] = finding_to_json(*answer.stopped);
  for (const std::string& line : answer.printed) object["printed"].push_back(utf8_of_bytes(line));
  object["unkept_files"] = words_to_json(answer.unkept_files);
  object["missing_files"] = words_to_json(answer.missing_files);
  object["refused_launches"] = refusals_to_json(answer.refused_launches);
  object["refused_allocations"] = refusals_to_json(answer.refused_allocations);
  if (!answer.remark.empty()) object["remark"] = sentence_to_json(answer.remark);
  for (const Finding& finding : answer.findings) object["findings"].push_back(finding_to_json(finding));
  object["uses"] = json::array();
  for (const ArrayUse& use : answer.uses)
    object["uses"].push_back({{"read", use.is_read},
                              {"written", use.is_written},
                              {"updated", use.is_updated},
                              {"end", use.end},
                              {"written_elements", use.written}});
  if (answer.trace) object["trace"] = trace_to_json(*answer.trace);
  if (!answer.values.accesses.empty()) object["values"] = values_to_json(answer.values);
  object["exit_code"] = answer.exit_code;
  object["is_complete"] = answer.is_complete;
  object["launches"] = json::array();
  for (const ProgramLaunch& launch : answer.launches) object["launches"].push_back(launch_to_json(launch));
  std::string bytes;
  json::to_cbor(object, bytes);
  return bytes;
}

void throw_bad_answer(const Error& why) {
  throw Error(
      ErrorKind::failed,
      Sentence("What came back from the kernel's process is not what a launch can have: {}", why.sentence()));
}

JobAnswer answer_from_bytes(std::string_view bytes, const KernelJob& job) {
  try {
    const auto object = parse_cbor(bytes);
    if (!object) throw Error(ErrorKind::failed, Sentence("it is no answer."));
    require_object(*object, "answer");
    JobAnswer answer;
    read_field(*object, "error", answer.error);
    const auto printed = object->find("printed");
    if (printed == object->end() || !printed->is_array() || printed->size() > kMostPrintedBytes)
      throw_bad_field("printed", nullptr, "lines");
    for (const json& line : *printed) read_field(json{{"line", line}}, "line", answer.printed.emplace_back());
    answer.unkept_files = words_from_json(*object, "unkept_files", kMostUnkeptFiles);
    answer.missing_files = words_from_json(*object, "missing_files", kMostUnkeptFiles);
    answer.refused_launches = refusals_from_json(*object, "refused_launches");
    answer.refused_allocations = refusals_from_json(*object, "refused_allocations");
    if (object->contains("remark"))
      answer.remark = sentence_from_json((*object)["remark"], "remark", finding_words::kAll);
    const auto findings = object->find("findings");
    if (findings == object->end() || !findings->is_array() || findings->size() > kMostFindings)
      throw_bad_field("findings", nullptr, "a list");
    for (const json& one : *findings) answer.findings.push_back(finding_from_json(one, job.launch));
    const auto uses = object->find("uses");
    if (uses == object->end() || !uses->is_array() || uses->size() > job.arrays.size())
      throw_bad_field("uses", nullptr, "a list");
    for (const json& one : *uses) {
      require_object(one, "uses");
      ArrayUse& use = answer.uses.emplace_back();
      read_field(one, "read", use.is_read);
      read_field(one, "written", use.is_written);
      read_field(one, "updated", use.is_updated);
      read_field(one, "end", use.end);
      read_field(one, "written_elements", use.written);
    }
    Unpacker unpacker(kMostNumbers);
    if (const auto trace = object->find("trace"); trace != object->end())
      answer.trace = trace_from_json(*trace, job.launch, unpacker);
    if (const auto values = object->find("values");
        values != object->end() && answer.trace && job.kept_block < job.launch.grid_dim)
      answer.values = values_from_json(*values, job.launch, answer.trace->history(job.kept_block).steps());
    read_field(*object, "exit_code", answer.exit_code);
    read_field(*object, "lost_lines", answer.lost_lines);
    read_field(*object, "launch_count", answer.launch_count);
    read_field(*object, "partly_watched_launches", answer.partly_watched_launches);
    read_field(*object, "partly_checked_launches", answer.partly_checked_launches);
    if (const auto stopped = object->find("stopped"); stopped != object->end())
      answer.stopped = finding_from_json(*stopped, job.launch);
    read_field(*object, "is_complete", answer.is_complete);
    const auto launches = object->find("launches");
    if (launches == object->end() || !launches->is_array() || launches->size() > kMostProgramLaunches)
      throw_bad_field("launches", nullptr, "a list");
    for (const json& one : *launches) answer.launches.push_back(launch_from_json(one, job.launch.entry, unpacker));
    return answer;
  } catch (const Error& error) {
    throw_bad_answer(error);
  }
}

}  // namespace lanescope
