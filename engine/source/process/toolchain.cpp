#include "engine/source/toolchain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "engine/base/demangled.h"
#include "engine/base/whole_file.h"
#include "engine/source/code_flow.h"
#include "engine/source/compiler_words.h"
#include "engine/source/own_words.h"
#include "engine/source/shared_layout.h"
#include "engine/source/twins.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// In a folder for what it writes on its way.
ChildEnd run_compiler(const std::vector<std::string>& words, const std::string& folder, const std::string& shown,
                      Progress& progress) {
  constexpr ChildLimits kLimits{.seconds = 20,
                                .seconds_on_the_clock = 120,
                                .memory_bytes = std::uint64_t{3} << 30,
                                .file_bytes = 256 << 20,
                                .output_bytes = 1 << 20};
  ChildEnd end = run_child(words, kLimits, {}, folder, progress);
  // Its parts are processes of their own, each with the limit.
  if (end.out_of_time || (end.exit_code != 0 && end.output.find("CPU time limit exceeded") != std::string::npos))
    throw Error(ErrorKind::usage,
                Sentence("{}: the compiler was not done after {} s, and was stopped.", shown, kLimits.seconds));
  if (end.exit_code != 0 && end.output.find("virtual memory exhausted") != std::string::npos)
    throw Error(ErrorKind::usage,
                Sentence("{}: the compiler needed more than {} GiB of memory for it, and was stopped.", shown,
                         kLimits.memory_bytes >> 30));
  return end;
}

/// 0 where it does not say.
unsigned major_version(const std::string& program) {
  static std::mutex mutex;
  static std::map<std::string, unsigned> known;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known.emplace(program, 0);
  if (is_new) {
    Progress progress;
    const ChildEnd end =
        run_compiler({program, "-dumpversion"}, fs::temp_directory_path().string(), program, progress);
    place->second = static_cast<unsigned>(std::strtoul(end.output.c_str(), nullptr, 10));
  }
  return place->second;
}

/// An older one has no half precision, and joins and parts accesses, so that requests would be counted wrong.
std::string compiler() {
  constexpr unsigned kOldest = 12;
  unsigned too_old = 0;
  for (const char* name : {"g++", "g++-12", "g++-13", "g++-14", "x86_64-linux-gnu-g++-12"}) {
    const auto found = find_program({name});
    if (!found) continue;
    const unsigned version = major_version(*found);
    if (version >= kOldest) return *found;
    too_old = std::max(too_old, version);
  }
  if (too_old > 0)
    throw Error(
        ErrorKind::unavailable,
        Sentence("An own kernel is compiled by g++ {} or later, and the one in PATH is {}; the package g++-{} "
                 "has it.",
                 kOldest, too_old, kOldest));
  throw Error(ErrorKind::unavailable,
              Sentence("An own kernel is compiled by g++, and there is none in PATH; the package g++ has it."));
}

/// -mfma: a * b + c with one rounding, as on a GPU.
void add_machine(std::vector<std::string>& words) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) words.insert(words.end(), {"-mfma"});
#endif
  words.push_back("-ffp-contract=fast");
}

constexpr const char* kDeviceHeader = "lanescope_cuda.hpp";

/// What a kernel calls and the process answers (engine/source/child/memory_calls.cpp, callbacks.cpp,
/// host_threads.cpp).
constexpr const char* kCallsOfProcess[] = {
    "memcpy",
    "memmove",
    "memset",
    "clock",
    "malloc",
    "calloc",
    "realloc",
    "getline",
    "getdelim",
    "__getdelim",
    "free",
    "_Znwm",
    "_Znam",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "__cxa_allocate_exception",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread6detachEv"};

/// What -O2 does beside -O1 and what is written would not stay. It is -O2 because only that takes out loops that do
/// nothing, as nvcc does: files have such to wait, of billions of rounds.
constexpr const char* kLeftOut[] = {
    "align-functions", "align-jumps", "align-labels", "align-loops", "caller-saves", "code-hoisting",
    "crossjumping", "cse-follow-jumps", "devirtualize", "finite-loops", "gcse", "hoist-adjacent-loads",
    "indirect-inlining", "inline-functions", "inline-small-functions", "ipa-bit-cp", "ipa-cp", "ipa-icf", "ipa-ra",
    "ipa-sra", "ipa-vrp", "isolate-erroneous-paths-dereference", "lra-remat", "move-loop-stores",
    "optimize-sibling-calls", "optimize-strlen", "partial-inlining", "peephole2", "ree",
    "reorder-blocks-and-partition", "reorder-functions", "rerun-cse-after-loop", "schedule-insns2", "store-merging",
    "strict-aliasing", "tree-loop-distribute-patterns", "tree-loop-vectorize", "tree-pre", "tree-slp-vectorize",
    "tree-switch-conversion", "tree-tail-merge", "tree-vrp",
    // Of -O1, too: no branch becomes a selection, no access moves.
    "if-conversion", "if-conversion2", "ssa-phiopt", "tree-loop-if-convert", "tree-sink", "tree-cselim",
    "thread-jumps", "reorder-blocks", "guess-branch-probability", "tree-sra"};

std::vector<std::string> compile_words(const char* standard) {
  std::vector<std::string> words = {
      compiler(), "-c", "-pipe", fmt::format("-std={}", standard), "-O2", "-g1", "-fPIC",
      // Of all warnings those alone, as far as there is a word against each.
      "-Wuninitialized", "-Wmaybe-uninitialized", "-Wno-write-strings", "-Wno-deprecated",
      "-Wno-deprecated-declarations", "-Wno-attributes", "-Wno-overflow", "-Wno-unused-result", "-Wno-format",
      "-fdiagnostics-color=never", "-fno-diagnostics-show-option", "-fno-diagnostics-show-caret", "-fmax-errors=20",
      "-ftemplate-depth=200", "-fsanitize=thread,object-size", "-fsanitize-coverage=trace-pc",
      // Structs that functions take and return are copied where accesses are seen.
      "-fno-elide-constructors",
      // A function that returns no value where its type says one does come back, as nvcc's without -O does.
      "-fsanitize=unreachable",
      // What nothing sets holds no zero by chance (engine/source/child/unwritten_words.h).
      "-ftrivial-auto-var-init=pattern", "--param=tsan-distinguish-volatile=1", "-fno-plt", "-fwrapv",
      "-fno-math-errno", "-fno-builtin-printf", "-fno-extern-tls-init", "-fno-delete-null-pointer-checks",
      // What distributions add: printf and memcpy would be others, by other names.
      "-U_FORTIFY_SOURCE", "-fno-stack-clash-protection", "-fno-stack-protector"};
  for (const char* name : kLeftOut) words.push_back(fmt::format("-fno-{}", name));
  add_machine(words);
  // Threads of the host (engine/source/child/host_threads.cpp).
  for (const char* name : {"create", "join", "detach"})
    words.push_back(fmt::format("-Dpthread_{0}=lanescope_pthread_{0}", name));
  return words;
}

/// Definitions of what is declared extern __shared__: all of it begins at one place.
std::string stub_of(const std::vector<ElfSymbol>& symbols) {
  std::string labels;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_undefined && symbol.is_thread_local && symbol.name != "threadIdx" && symbol.name != "blockIdx" &&
        symbol.name != "lanescope_mode")
      labels += fmt::format(".globl {0}\n.type {0}, @tls_object\n{0}:\n", symbol.name);
  if (labels.empty()) return {};
  return ".section .tbss,\"awT\",@nobits\n.balign 128\n.globl lanescope_dynamic\n.type lanescope_dynamic, "
         "@tls_object\n"
         "lanescope_dynamic:\n" +
         labels + fmt::format(".zero {}\n.section .note.GNU-stack,\"\",@progbits\n", kLargestDynamicShared);
}

/// Functions of the file that nobody defines: `_Z` and the length of their name. Those of the libraries are in
/// namespaces.
std::vector<std::string> missing_functions_of(const std::vector<ElfSymbol>& symbols) {
  std::vector<std::string> missing;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_undefined && !symbol.is_thread_local && symbol.name.starts_with("_Z") && symbol.name.size() > 2 &&
        symbol.name[2] >= '1' && symbol.name[2] <= '9')
      missing.push_back(symbol.name);
  return missing;
}

/// They end whoever calls them, each at a place of its own, which tells which it is
/// (engine/source/child/crash.cpp).
std::string traps_of(const std::vector<std::string>& missing) {
#if defined(__x86_64__)
  constexpr const char* kTrap = "ud2";
#else
  constexpr const char* kTrap = "udf #0";
#endif
  std::string traps;
  for (const std::string& name : missing)
    traps +=
        fmt::format(".globl {0}\n.type {0}, @function\n{0}:\n.cfi_startproc\n{1}\n.cfi_endproc\n", name, kTrap);
  if (traps.empty()) return {};
  return fmt::format(".text\n{}.section .note.GNU-stack,\"\",@progbits\n", traps);
}

/// Variables of another file.
std::string zeros_of(const std::vector<ElfSymbol>& symbols, const std::set<std::string>& names) {
  constexpr unsigned kBytes = 4096;  // how many they have is not told
  std::string zeros;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_undefined && !symbol.is_thread_local && names.contains(symbol.name))
      zeros += fmt::format(".balign 64\n.globl {0}\n.type {0}, @object\n{0}:\n.zero {1}\n", symbol.name, kBytes);
  if (zeros.empty()) return {};
  return fmt::format(".bss\n{}.section .note.GNU-stack,\"\",@progbits\n", zeros);
}

}  // namespace

std::optional<std::string> find_program(std::initializer_list<const char*> names) {
  const char* path = std::getenv("PATH");
  for (const char* name : names) {
    std::istringstream folders(path ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
      std::error_code ignored;
      const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
      if (fs::is_regular_file(file, ignored)) return file.string();
    }
  }
  return std::nullopt;
}

void make_device_folder(const std::string& folder) {
  write_device_headers(folder);
  const std::string header = folder + "/" + kDeviceHeader;
  std::vector<std::string> words = compile_words(kUsualStandard);
  words.insert(words.end(), {"-x", "c++-header", "-I", folder, header, "-o", header + ".gch"});
  Progress progress;
  const ChildEnd end = run_compiler(words, folder, kDeviceHeader, progress);
  if (end.exit_code != 0) throw Error(ErrorKind::failed, first_error(end.output, kDeviceHeader));
}

ChildEnd compile_unit(const SourceFolder& folder, const std::string& shown, bool is_program, const char* standard,
                      bool elides, Progress& progress) {
  const std::string header = file_beside_this(std::string("lanescope_device/") + kDeviceHeader);
  std::vector<std::string> words = compile_words(standard);
  if (elides) words.push_back("-felide-constructors");
  words.insert(words.end(), {"-I", folder.copies(), "-I", fs::path(header).parent_path().string(), "-I",
                             folder.missing(), "-iquote", folder.beside(), "-idirafter",
                             folder.beside(),  // behind <list>, which a file may be called
                             folder.unit(), "-S", "-o", folder.file("unit.s")});
  ChildEnd end = run_compiler(words, folder.folder().path(), shown, progress);
  if (end.exit_code != 0) return end;
  const std::string assembly =
      without_guards_watched(with_gaps_behind_shared(read_whole_file(folder.file("unit.s"))));
  write_text(folder.file("changed.s"), with_flow(is_program ? with_twins(assembly) : assembly));
  ChildEnd assembled = run_compiler({compiler(), "-c", folder.file("changed.s"), "-o", folder.file("unit.o")},
                                    folder.folder().path(), shown, progress);
  assembled.output = end.output + assembled.output;
  return assembled;
}

LinkedUnit link_unit(const SourceFolder& folder, const std::string& shown, bool needs_all,
                     const std::set<std::string>& of_host, Progress& progress) {
  std::vector<std::string> link = {compiler(), "-shared", "-nostartfiles", "-Wl,-Bsymbolic", folder.file("unit.o")};
  const std::vector<ElfSymbol> symbols = elf_symbols(read_whole_file(folder.file("unit.o")));
  const std::vector<std::string> missing = needs_all ? std::vector<std::string>() : missing_functions_of(symbols);
  const std::string stub = stub_of(symbols), traps = traps_of(missing);
  const auto add = [&](const char* name, const std::string& text) {
    if (text.empty()) return;
    write_text(folder.file(name), text);
    link.push_back(folder.file(name));
  };
  add("stub.s", stub);
  add("traps.s", traps);
  add("zeros.s", zeros_of(symbols, of_host));
  for (const char* name : kCallsOfProcess) link.push_back(std::string("-Wl,--wrap=") + name);
  // Without the C++ library, whose thousands of names take the linker three times as long as all else: the process
  // that loads this has it.
  link.insert(link.end(),
              {"-nodefaultlibs", "-lm", "-lgcc_s", "-lc", "-Wl,--hash-style=gnu", "-o", folder.file("kernel.so")});
  const ChildEnd linked = run_compiler(link, folder.folder().path(), shown, progress);
  if (linked.exit_code != 0) throw Error(ErrorKind::usage, first_error(linked.output, shown));
  LinkedUnit unit{.has_dynamic_shared = !stub.empty()};
  for (const std::string& name : missing) unit.missing_functions.push_back(demangled(name));
  return unit;
}

}  // namespace lanescope
