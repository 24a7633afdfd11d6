// The process in which a user's kernel runs: it reads what to run from descriptor 3, finds the arrays in 4, writes
// its answer to 5, and may do nothing else. With arguments it becomes a user's program for a GPU.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/source/child/confine.h"
#include "engine/source/child/crash.h"
#include "engine/source/child/gpu_program.h"
#include "engine/source/child/helper_threads.h"
#include "engine/source/child/host_heap.h"
#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/child/loaded_library.h"
#include "engine/source/child/printed_lines.h"
#include "engine/source/child/readable_memory.h"
#include "engine/source/child/resident_blocks.h"
#include "engine/source/child/watched_memory.h"
#include "engine/source/child/written_files.h"
#include "engine/trace/builder.h"

namespace lanescope {
namespace {

/// Memory that is given back where the process comes to its end: a program may have used up all other.
class Reserve {
 public:
  void fill() { memory_ = std::malloc(kBytes); }
  void give_back() {
    if (!is_allocated_apart()) std::free(std::exchange(memory_, nullptr));
  }

 private:
  static constexpr std::size_t kBytes = 16 << 20;
  void* memory_ = nullptr;
} reserve;

/// An answer for which there is no room becomes one that says so.
std::string bytes_of(const JobAnswer& what) {
  reserve.give_back();
  try {
    return answer_bytes(what);
  } catch (const std::exception& error) {
    return answer_bytes({.error = std::string("The answer of the kernel's process cannot be written: ") +
                                  printable(error.what()) + "."});
  }
}

[[noreturn]] void answer(const JobAnswer& what) {
  const std::string bytes = bytes_of(what);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = write(kAnswerDescriptor, bytes.data() + done, bytes.size() - done);
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  _exit(done == bytes.size() ? 0 : 1);
}

void answer_with_error(const std::string& why) {
  answer({.error = why});
}

std::string read_job() {
  struct stat about {};
  if (fstat(kJobDescriptor, &about) != 0) answer_with_error("There is no question.");
  std::string text(static_cast<std::size_t>(about.st_size), '\0');
  if (pread(kJobDescriptor, text.data(), text.size(), 0) != about.st_size)
    answer_with_error("The question cannot be read.");
  return text;
}

void watch_arrays(ShadowMemory& memory, const KernelJob& job, std::uintptr_t begin) {
  std::uint64_t room = job.room_for_checks;
  for (const JobArray& array : job.arrays) try {
      const Shadow about{.bytes = array.bytes,
                         .id = array.id,
                         .name = array.name,
                         .element_bytes = array.element_bytes,
                         .is_written = array.is_written};
      if (about.cell_bytes() > room) throw std::bad_alloc();
      room -= about.cell_bytes();
      memory.add(begin + array.begin, about);
    } catch (const std::bad_alloc&) {
      answer_with_error("The checks have no memory for " + array.name + ", an array of " + grouped(array.bytes) +
                        " bytes. Use a smaller --n, or say by --arguments how many elements it has.");
    }
}

JobAnswer run_blocks(const KernelJob& job, ResidentBlocks& blocks) {
  TraceBuilder builder(job.launch, job.element_bytes, NumberKind::emulated);
  JobAnswer result;
  blocks.run([&](std::uint64_t block, const KernelMachine& machine) {
    if (machine.has_too_many_rows()) {
      result.error = "Block " + std::to_string(block) + " comes to more lines than the " +
                     std::to_string(KernelRows::kMostRows) +
                     " that a trace holds; use a smaller --n, or more blocks.";
      return false;
    }
    if (job.detail == Detail::none) return true;
    builder.add(block, machine.rows().history());
    if (job.detail == Detail::full && block == job.kept_block) {
      builder.add_addresses(KeptAddresses(machine.rows().addresses()));
      result.values = machine.rows().values().values();
    }
    return true;
  });
  result.findings = blocks.findings();
  result.is_complete = result.findings.empty() && result.error.empty();
  if (result.is_complete && job.detail != Detail::none) result.trace = builder.finish();
  return result;
}

void require_confined(bool confined) {
  if (!confined) answer_with_error("This system cannot confine a process (seccomp), so no foreign code is run.");
}

/// The library, and what its lines and variables are.
LoadedLibrary load(const KernelJob& job, const char* symbol, CodeLines& lines, KernelMemory& map) {
  constexpr unsigned kMostSeconds = 10, kOneWorker = 1;
  start_clock(std::min(job.seconds, kMostSeconds), kOneWorker, ClockOf::loading);
  LoadedLibrary library = load_library(job.library, symbol);
  stop_clock();
  if (!library.error.empty()) answer_with_error(library.error);
  lines.read(job.library, job.source, job.text, library.base, library.code_bytes);
  lines.order().read(reinterpret_cast<const std::uint64_t*>(library.flow.begin),
                     (library.flow.end - library.flow.begin) / sizeof(std::uint64_t), library.base,
                     library.code_bytes);
  map.set_library(library.variables, library.constants, library.base, job);
  return library;
}

void run_kernel(const KernelJob& job) {
  char* memory =
      static_cast<char*>(mmap(nullptr, job.memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, kArraysDescriptor, 0));
  if (memory == MAP_FAILED) answer_with_error("The memory of the arrays cannot be had.");
  close(kArraysDescriptor);
  HelperThreads& helpers = HelperThreads::of_process();
  require_confined(confine(Confinement::loading));
  CodeLines lines;
  KernelMemory map;
  const LoadedLibrary library = load(job, "lanescope_call", lines, map);
  const auto call = reinterpret_cast<void (*)(void* const*)>(dlsym(library.handle, "lanescope_call"));
  std::vector<std::uintptr_t> places;
  for (const JobArray& array : job.arrays) {
    const std::uintptr_t begin = places.emplace_back(reinterpret_cast<std::uintptr_t>(memory) + array.begin);
    map.add_array(begin, array, begin, static_cast<std::uint8_t>(array.id));
  }
  const std::uintptr_t shared = library.marker - job.marker;
  map.set_shared(shared, job);
  CallValues values(job.arguments, places);
  map.set_parameters(
      {reinterpret_cast<std::uintptr_t>(values.begin()), reinterpret_cast<std::uintptr_t>(values.end())});
  ResidentBlocks blocks(job.launch.block_dim, lines, map);
  blocks.set_helpers(helpers, [&] { return marker_of_thread(library) - job.marker; });
  AccessChecks checks;
  if (job.checks) {
    watch_arrays(checks.memory(), job, reinterpret_cast<std::uintptr_t>(memory));
    for (unsigned i = 0; i < ResidentBlocks::kMostAtATime; ++i) watch_shared(checks.shared(i), job, shared);
    watch_variables(checks.memory(), job, library.base);
  }
  blocks.begin_launch(
      job, [&] { call(values.pointers()); }, shared, job.checks ? &checks : nullptr);
  start_clock(job.seconds, helpers.workers());
  require_confined(confine(Confinement::computing));
  JobAnswer result = run_blocks(job, blocks);
  checks.finish();
  result.findings.insert(result.findings.end(), checks.findings().begin(), checks.findings().end());
  result.remark = checks.remark([&](unsigned line) { return lines.adds_atomically(line); });
  for (Finding& finding : result.findings) keep_own_lines(finding.lines);
  for (const JobArray& array : job.arrays) {
    if (!job.checks) break;
    const Shadow* shadow = checks.memory().array_at(reinterpret_cast<std::uintptr_t>(memory) + array.begin);
    result.uses.push_back(shadow ? shadow->whole_use() : ArrayUse{});
  }
  result.printed = printed_lines();
  result.lost_lines = lost_lines();
  answer(result);
}

/// Of a program that calls exit(), or returns from main().
void on_end(int code, void*) {
  the_program->finish(code);
}

/// Landlock's rules are those of a thread: the helpers have theirs before foreign code is there.
bool read_only_on_helpers(HelperThreads& helpers, const std::string& folder) {
  std::atomic<bool> good = true;
  helpers.work_together([&](unsigned worker) {
    if (worker > 0 && !read_only_in({folder})) good = false;
  });
  return good;
}

/// What is thrown while an exception of the program's is told, or its answer written, is none of the program's.
[[noreturn]] void on_uncaught() {
  static std::atomic<unsigned> calls = 0;
  const unsigned call = ++calls;
  if (call > 2) _exit(1);
  reserve.give_back();
  std::string words = "it is no std::exception";
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
    std::abort();
  } catch (const std::exception& error) {
    words = printable(error.what());
  } catch (...) {
  }
  if (call == 1) the_program->fail_uncaught(words);
  answer_with_error("The process of the kernel cannot say how it ended: " + words + ".");
  std::abort();
}

/// main() with its words, or a launcher with the arrays that `memory` has, as a function without parameters.
std::function<int()> entry_of(const KernelJob& job, const LoadedLibrary& library, HostProgram& program,
                              const char* memory, std::vector<char*>& words) {
  static char* environment[] = {nullptr};
  if (!job.program->is_launcher) {
    const auto main = reinterpret_cast<int (*)(int, char**, char**)>(dlsym(library.handle, "main"));
    return [=, &words] { return main(static_cast<int>(words.size()) - 1, words.data(), environment); };
  }
  const auto call = reinterpret_cast<void (*)(void* const*)>(dlsym(library.handle, "lanescope_call"));
  const auto values = std::make_shared<CallValues>(job.arguments, program.give_arrays(memory));
  return [=] {
    call(values->pointers());
    return 0;
  };
}

void run_program(const KernelJob& job) {
  const JobProgram& asked = *job.program;
  void* launch = mmap(nullptr, sizeof(LaunchNews), PROT_READ | PROT_WRITE, MAP_SHARED, kArraysDescriptor, 0);
  void* given =
      asked.is_launcher ? mmap(nullptr, job.memory_bytes, PROT_READ, MAP_SHARED, kArraysDescriptor, 0) : nullptr;
  close(kArraysDescriptor);
  if (launch == MAP_FAILED) answer_with_error("The memory of the launch's number cannot be had.");
  if (given == MAP_FAILED) answer_with_error("The memory of the function's arrays cannot be had.");
  if (chdir(asked.folder.c_str()) != 0) answer_with_error("The folder of the program cannot be entered.");
  written_files().reserve();
  prepare_to_ask_for_memory();
  const std::string scratch = job.library.substr(0, job.library.rfind('/'));
  HelperThreads& helpers = HelperThreads::of_process();
  const bool has_landlock =
      read_only_on_helpers(helpers, asked.folder) &&
      read_only_in({scratch, asked.folder, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"});
  require_confined(confine(Confinement::program));
  setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  // What tells of a crash is not on the stack, over which a program may write. It stays until the process ends.
  CodeLines& lines = *new CodeLines;
  KernelMemory& map = *new KernelMemory;
  const LoadedLibrary& library =
      *new LoadedLibrary(load(job, asked.is_launcher ? "lanescope_call" : "main", lines, map));
  HostProgram& program = *new HostProgram(job, lines, map, library, helpers, answer);
  program.watch_library(library.base);
  program.tell_launches(static_cast<LaunchNews*>(launch));
  if (!program.reserve()) answer_with_error("The memory of the program's arrays cannot be had.");
  if (has_landlock ? !read_only_in({asked.folder}) : !confine(Confinement::program_without_files))
    answer_with_error("This system cannot confine a process, so no foreign code is run.");
  std::vector<std::string> words = asked.words, variables = asked.environment;
  for (std::string& variable : variables) putenv(variable.data());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  the_program = &program;
  on_exit(on_end, nullptr);
  const std::function<int()> entry = entry_of(job, library, program, static_cast<const char*>(given), pointers);
  if (given) munmap(given, job.memory_bytes);
  start_clock(job.seconds, helpers.workers());
  std::set_terminate(on_uncaught);
  // Nothing that main() throws is caught behind it, so its calls still stand when the process hears of that.
  lanescope_mode = static_cast<unsigned>(CodeMode::host);
  const auto call_entry = [&]() noexcept { return entry(); };
  exit(call_entry());
}

void run() {
  const KernelJob& job = *new KernelJob(job_from_text(read_job()));
  reserve.fill();
  std::signal(SIGXFSZ, SIG_IGN);  // a program that writes too much gets the error of a full disk
  if (!device_heap().reserve()) answer_with_error("The memory of the kernel's heap cannot be had.");
  close(kJobDescriptor);
  catch_crashes([](const JobAnswer& what) { answer(what); });
  if (job.program)
    run_program(job);
  else
    run_kernel(job);
}

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) {
  if (argc > 1) return lanescope::become_gpu_program({argv + 1, argv + argc});
  try {
    lanescope::run();
  } catch (const std::exception& error) {
    lanescope::answer_with_error(error.what());
  }
}
