// The process in which a user's kernel runs: it reads what to run from descriptor 3, finds the arrays in 4, writes
// its answer to 5, and may do nothing else.
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "engine/source/child/confine.h"
#include "engine/source/child/crash.h"
#include "engine/source/child/kernel_machine.h"
#include "engine/source/child/printed_lines.h"
#include "engine/trace/builder.h"

namespace lanescope {
namespace {

[[noreturn]] void answer(const JobAnswer& what) {
  const std::string bytes = answer_bytes(what);
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

/// Where the parts of the library are.
struct Library {
  std::uintptr_t base = 0;
  std::size_t code_bytes = 0;
  KernelMemory::Range variables;
};

int note_part(dl_phdr_info* info, std::size_t, void* found) {
  Library& library = *static_cast<Library*>(found);
  if (info->dlpi_addr != library.base) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
    if (part.p_flags & PF_X)
      library.code_bytes = std::max<std::size_t>(library.code_bytes, part.p_vaddr + part.p_memsz);
    library.variables.begin = library.variables.begin == 0 ? begin : std::min(library.variables.begin, begin);
    library.variables.end = std::max(library.variables.end, end);
  }
  return 1;
}

/// The bytes between the linker's two symbols around a section; empty where there is none.
KernelMemory::Range section(void* handle, const char* start, const char* stop) {
  const void *begin = dlsym(handle, start), *end = dlsym(handle, stop);
  return {reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(begin && end ? end : begin)};
}

/// The arguments of a call: each value in eight bytes of its own.
struct Values {
  std::vector<std::uint64_t> bits;
  std::vector<void*> pointers;
};

Values values_of(const KernelJob& job, char* memory) {
  Values values;
  for (const JobArgument& argument : job.arguments)
    values.bits.push_back(argument.array < 0
                              ? argument.bits
                              : reinterpret_cast<std::uintptr_t>(
                                    memory + job.arrays[static_cast<std::size_t>(argument.array)].begin));
  for (std::uint64_t& bits : values.bits) values.pointers.push_back(&bits);
  return values;
}

/// What is left of the block before is nothing that this one may read.
void clear_shared(const KernelJob& job, std::uintptr_t shared) {
  for (const JobShared& one : job.shared) std::memset(reinterpret_cast<void*>(shared + one.place), 0, one.bytes);
}

JobAnswer run_blocks(const KernelJob& job, KernelMachine& machine, std::uintptr_t shared) {
  TraceBuilder builder(job.launch, job.element_bytes, NumberKind::emulated);
  JobAnswer result;
  for (std::uint64_t block = 0; block < job.launch.grid_dim; ++block) {
    clear_shared(job, shared);
    if (!machine.run(block)) {
      result.findings = machine.findings();
      return result;
    }
    if (machine.has_too_many_rows()) {
      result.error = "Block " + std::to_string(block) + " comes to more lines than the " +
                     std::to_string(KernelRows::kMostRows) +
                     " that a trace holds; use a smaller --n, or more blocks.";
      return result;
    }
    if (job.detail == Detail::none) continue;
    builder.add(block, machine.rows().history());
    if (job.detail == Detail::full && block == job.kept_block) builder.add_addresses(machine.rows().addresses());
  }
  if (job.detail != Detail::none) result.trace = builder.finish();
  return result;
}

void run() {
  const KernelJob job = job_from_text(read_job());
  char* memory =
      static_cast<char*>(mmap(nullptr, job.memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, kArraysDescriptor, 0));
  if (memory == MAP_FAILED) answer_with_error("The memory of the arrays cannot be had.");
  close(kJobDescriptor);
  close(kArraysDescriptor);
  catch_crashes(answer_with_error);
  if (!confine(Confinement::loading))
    answer_with_error("This system cannot confine a process (seccomp), so no foreign code is run.");
  void* handle = dlopen(job.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) answer_with_error(std::string("The kernel cannot be loaded: ") + dlerror());
  const auto call = reinterpret_cast<void (*)(void* const*)>(dlsym(handle, "lanescope_call"));
  const auto marker = reinterpret_cast<std::uintptr_t>(dlsym(handle, "lanescope_shared_marker"));
  Dl_info about{};
  if (!call || marker == 0 || dladdr(reinterpret_cast<void*>(call), &about) == 0)
    answer_with_error("The kernel's library has no kernel.");
  Library library{reinterpret_cast<std::uintptr_t>(about.dli_fbase), 0, {}};
  dl_iterate_phdr(note_part, &library);
  CodeLines lines;
  lines.read(job.library, job.source, library.base, library.code_bytes);
  KernelMemory map;
  for (const JobArray& array : job.arrays)
    map.add_array(reinterpret_cast<std::uintptr_t>(memory) + array.begin, array);
  map.set_shared(marker - job.marker, job);
  map.set_variables(library.variables, section(handle, "__start_lanescope_constant", "__stop_lanescope_constant"));
  const Values values = values_of(job, memory);
  KernelMachine machine(job, lines, map, [&] { call(values.pointers.data()); });
  map.set_stacks(machine.stacks());
  start_clock(job.seconds);
  if (!confine(Confinement::computing))
    answer_with_error("This system cannot confine a process (seccomp), so no foreign code is run.");
  the_machine = &machine;
  JobAnswer result = run_blocks(job, machine, marker - job.marker);
  the_machine = nullptr;
  result.printed = printed_lines();
  answer(result);
}

}  // namespace
}  // namespace lanescope

int main() {
  try {
    lanescope::run();
  } catch (const std::exception& error) {
    lanescope::answer_with_error(error.what());
  }
}
