#include "engine/source/own_process.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "engine/source/elf_symbols.h"
#include "engine/source/shared_layout.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Of a byte of the arrays that are checked: 52 of a word of 4, and 52 of each byte where they are accessed so.
constexpr std::uint64_t kShadowBytes = 70;
constexpr const char* kProgram = "lanescope_kernel";

/// The program of the process, which is installed beside this one or in the folder for such.
std::string kernel_program() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here / "../libexec/lanescope"})
    if (fs::is_regular_file(folder / kProgram, error)) return (folder / kProgram).string();
  throw Error(ErrorKind::unavailable,
              Sentence("{} is not beside this program, so own kernels cannot be run.", kProgram));
}

/// What can be told of a process that answered nothing.
JobAnswer answer_of_silence(const ChildEnd& end, const KernelJob& job) {
  JobAnswer answer;
  if (end.out_of_time) {
    answer.findings.push_back(
        {.kind = FindingKind::endless,
         .sentence = Sentence("The kernel was stopped after {} s: an endless loop, or more work than the "
                              "emulator does in that time.",
                              job.seconds)});
  } else {
    answer.findings.push_back(
        {.kind = FindingKind::crash,
         .sentence = Sentence(
             "The kernel's process ended by {}, and nothing came back from it.",
             end.signal != 0 ? "signal " + std::to_string(end.signal) : "code " + std::to_string(end.exit_code))});
  }
  return answer;
}

std::string bytes_in(const Descriptor& memory) {
  struct stat about {};
  if (fstat(memory.number(), &about) != 0) return {};
  std::string bytes(std::min<std::uint64_t>(static_cast<std::uint64_t>(about.st_size), kMostAnswerBytes), '\0');
  std::size_t done = 0;
  for (ssize_t count = 1; done < bytes.size() && count > 0; done += static_cast<std::size_t>(count))
    count = std::max<ssize_t>(
        0, pread(memory.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done)));
  return bytes;
}

}  // namespace

void describe_memory(KernelJob& job, const std::string& library) {
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  const SharedLayout layout = shared_layout(symbols);
  job.marker = layout.marker_place;
  for (const SharedArray& array : layout.arrays)
    job.shared.push_back({array.name, array.place, array.offset, array.bytes});
  if (job.dynamic_bytes > 0 || (job.program && layout.dynamic_place > 0))
    job.shared.push_back({layout.dynamic_name.empty() ? "extern __shared__" : layout.dynamic_name,
                          layout.dynamic_place, layout.static_bytes, job.dynamic_bytes});
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_object && symbol.size > 0 && !symbol.name.starts_with("lanescope"))
      job.variables.push_back({symbol.name, symbol.value, symbol.size});
}

OwnAnswer ask_own_process(const KernelJob& job, const Descriptor& arrays, Progress& progress) {
  const std::string text = job_text(job);
  const Descriptor question = shared_memory("lanescope question", 0), reply = shared_memory("lanescope answer", 0);
  if (write(question.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw Error(ErrorKind::failed, Sentence("The kernel's process cannot be told what to run."));
  const std::uint64_t own_memory = std::uint64_t{job.program ? 48u : 2u} << 30;
  const ChildLimits limits{.seconds = job.seconds + 2,
                           .memory_bytes = own_memory + (job.checks ? kShadowBytes : 2) * job.memory_bytes,
                           .file_bytes = kMostAnswerBytes};
  const ChildEnd end = run_child({kernel_program()}, limits, {question.number(), arrays.number(), reply.number()},
                                 fs::temp_directory_path().string(), progress);
  const std::string bytes = bytes_in(reply);
  if (end.exit_code != 0 || bytes.empty()) return {answer_of_silence(end, job), end.output};
  OwnAnswer answer{answer_from_bytes(bytes, job), end.output};
  if (!answer.job.error.empty()) throw Error(ErrorKind::failed, answer.job.error);
  return answer;
}

}  // namespace lanescope
