#include "engine/source/own_process.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>

#include "engine/source/elf_symbols.h"
#include "engine/source/finding_words.h"
#include "engine/source/host_variables.h"
#include "engine/source/launch_bounds.h"
#include "engine/source/rewrite.h"
#include "engine/source/shared_layout.h"
#include "engine/source/shared_types.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Of a byte of the arrays that are checked: 52 of a word of 4, and 52 of each byte where they are accessed so.
constexpr std::uint64_t kShadowBytes = 70;
constexpr const char* kProgram = "lanescope_kernel";

/// What can be told of a process that answered nothing.
JobAnswer answer_of_silence(const ChildEnd& end, const KernelJob& job) {
  JobAnswer answer;
  if (end.out_of_time) {
    answer.findings.push_back(
        {.kind = FindingKind::endless,
         .sentence = Sentence::of(finding_words::kStopped, {Sentence::word(std::to_string(job.seconds))})});
  } else if (end.signal == SIGKILL) {
    answer.findings.push_back(
        {.kind = FindingKind::crash,
         .sentence = Sentence("The system ended the kernel's process, as it does where memory is "
                              "used up: choose fewer elements.")});
  } else {
    answer.findings.push_back(
        {.kind = FindingKind::crash,
         .sentence = Sentence(
             "The kernel's process ended by {}, and nothing came back from it.",
             end.signal != 0 ? "signal " + std::to_string(end.signal) : "code " + std::to_string(end.exit_code))});
  }
  return answer;
}

/// A program has no arrays: it says there which launch it is in.
class SharedNews {
 public:
  SharedNews(const Descriptor& memory, bool is_there) {
    if (!is_there) return;
    void* place = mmap(nullptr, sizeof(LaunchNews), PROT_READ, MAP_SHARED, memory.number(), 0);
    if (place != MAP_FAILED) place_ = place;
  }
  ~SharedNews() {
    if (place_) munmap(place_, sizeof(LaunchNews));
  }
  SharedNews(const SharedNews&) = delete;
  SharedNews& operator=(const SharedNews&) = delete;
  const LaunchNews* get() const { return static_cast<const LaunchNews*>(place_); }

 private:
  void* place_ = nullptr;
};

/// Where a file has several for what is extern __shared__: those of the kernel, as "sums/last" for one memory.
std::string name_of_dynamic(std::string_view source, const std::string& kernel) {
  constexpr std::size_t kMost = 3;
  const std::vector<std::string> names = dynamic_shared_names(source, kernel);
  if (names.empty() || names.size() > kMost) return "extern __shared__";
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : "/") + name;
  return all;
}

}  // namespace

void describe_memory(KernelJob& job, const std::string& library, std::string_view source,
                     const std::string& kernel) {
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  const SharedLayout layout = shared_layout(symbols);
  job.marker = layout.marker_place;
  for (const SharedArray& array : layout.arrays)
    job.shared.push_back({array.name, array.place, array.offset, array.bytes});
  if (job.dynamic_bytes > 0 || (job.program && layout.dynamic_place > 0))
    job.shared.push_back({layout.dynamic_name.empty() ? name_of_dynamic(source, kernel) : layout.dynamic_name,
                          layout.dynamic_place, layout.static_bytes, job.dynamic_bytes});
  const std::map<std::string, unsigned> widths = shared_element_bytes(source);
  const std::set<std::string> kernels = names_of_kernels_alone(source), pointers = declared_pointers(source);
  for (JobShared& shared : job.shared) {
    const auto width = widths.find(short_name(shared.name));
    if (width != widths.end()) shared.element_bytes = width->second;
    shared.points = pointers.contains(short_name(shared.name));
    if (const std::string function = function_of(shared.name); kernels.contains(function)) shared.kernel = function;
  }
  if (!kernel.empty())
    std::erase_if(job.shared, [&](const JobShared& one) { return !one.kernel.empty() && one.kernel != kernel; });
  const std::set<std::string> hosts = host_variables(source);
  const auto is_hosts = [&](const std::string& symbol) {
    return function_of(symbol).empty() && hosts.contains(short_name(symbol));
  };
  // Names that begin with two underscores are those of the compiler.
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_object && symbol.size > 0 && !symbol.name.starts_with("lanescope") &&
        !symbol.name.starts_with("__"))
      job.variables.push_back({symbol.name, symbol.value, symbol.size, pointers.contains(short_name(symbol.name)),
                               is_hosts(symbol.name)});
  if (job.program) job.functions = functions_of_job(library, symbols);
}

namespace {

bool says(const JobAnswer& answer, std::string_view words) {
  return std::any_of(answer.findings.begin(), answer.findings.end(),
                     [&](const Finding& finding) { return finding.sentence.is_of(words); });
}

/// What it waits for is known, and that no thread of its block changes it.
bool waits_for_a_change(const JobAnswer& answer) {
  return says(answer, finding_words::kWaitsForWaiting) || says(answer, finding_words::kWaitsForNobody);
}

/// A launch had no time to come to its end.
bool is_late(const JobAnswer& answer) {
  return says(answer, finding_words::kTooLong) || says(answer, finding_words::kTooLongSomewhere) ||
         says(answer, finding_words::kLaunchTooLong) || says(answer, finding_words::kLaunchTooLongSomewhere);
}

}  // namespace

bool may_wait_for_a_block(const JobAnswer& answer, std::uint64_t blocks, const std::string& text) {
  return blocks > 1 && (says(answer, finding_words::kEndless) || waits_for_a_change(answer) ||
                        (is_late(answer) && has_waiting_loop(text)));
}

bool first_stands(const JobAnswer& first, const JobAnswer& again) {
  const bool has_no_time = !says(again, finding_words::kEndless) && !waits_for_a_change(again);
  return is_endless(again) && !(waits_for_a_change(first) && has_no_time);
}

bool is_endless(const JobAnswer& answer) {
  return std::any_of(answer.findings.begin(), answer.findings.end(),
                     [](const Finding& finding) { return finding.kind == FindingKind::endless; });
}

KernelJob without_checks(const KernelJob& job) {
  KernelJob plain = job;
  plain.checks = false;
  plain.detail = Detail::none;
  return plain;
}

KernelJob with_blocks_that_wait(const KernelJob& job) {
  constexpr unsigned kSeconds = 20;
  KernelJob again = job;
  again.blocks_wait = true;
  again.schedule = 1;
  again.seconds = std::min(job.seconds, kSeconds);
  return again;
}

OwnAnswer ask_own_process(const KernelJob& job, const Descriptor& arrays, Progress& progress, bool tells_launches) {
  const std::string text = job_text(job);
  const Descriptor question = shared_memory("lanescope question", 0), reply = shared_memory("lanescope answer", 0);
  if (write(question.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw Error(ErrorKind::failed, Sentence("The kernel's process cannot be told what to run."));
  // Addresses: stacks of all threads that may wait for each other take 66 GiB of them, and little memory.
  const bool waits = job.is_cooperative || job.blocks_wait;
  const std::uint64_t own_memory = std::uint64_t{job.program ? 144u : waits ? 72u : 4u} << 30;
  const SharedNews launch(arrays, job.program.has_value() && tells_launches);
  const ChildLimits limits{.seconds = job.seconds + 2,
                           .threads = kMostWorkers,
                           .seconds_on_the_clock = kTimesOnTheWall * job.seconds + 3,
                           .memory_bytes = own_memory + (job.checks ? kShadowBytes : 2) * job.memory_bytes,
                           .file_bytes = kMostAnswerBytes,
                           .output_bytes = kMostOutputBytes,
                           .reads_input = job.program.has_value(),
                           .launch = launch.get()};
  const ChildEnd end =
      run_child({file_beside_this(kProgram)}, limits, {question.number(), arrays.number(), reply.number()},
                fs::temp_directory_path().string(), progress);
  const std::string bytes = bytes_in(reply, kMostAnswerBytes);
  const bool is_silent = end.exit_code != 0 || bytes.empty();
  OwnAnswer answer{is_silent ? answer_of_silence(end, job) : answer_from_bytes(bytes, job), end.output};
  answer.job.lost_lines += end.lost_lines;
  if (!answer.job.error.empty()) throw Error(ErrorKind::failed, answer.job.error);
  return answer;
}

}  // namespace lanescope
