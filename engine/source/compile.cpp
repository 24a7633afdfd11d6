#include "engine/source/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "device_texts.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/source/child_process.h"
#include "engine/source/elf_symbols.h"
#include "engine/source/own_words.h"
#include "engine/source/scan.h"
#include "engine/source/shared_layout.h"
#include "engine/source/signature.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, which goes with it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "lanescope-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw Error(ErrorKind::failed, Sentence("{} cannot be made, so there is no place to compile in.", name));
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

/// Headers that a .cu file may include, and that say nothing beyond what every file here has.
constexpr const char* kKnownHeaders[] = {"cuda.h",
                                         "cuda_runtime.h",
                                         "cuda_runtime_api.h",
                                         "device_launch_parameters.h",
                                         "device_functions.h",
                                         "sm_30_intrinsics.h",
                                         "math_constants.h",
                                         "vector_types.h",
                                         "math_functions.h",
                                         "device_atomic_functions.h"};

void write_text(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw Error(ErrorKind::failed, Sentence("{} cannot be written.", path));
}

void write_headers(const ScratchFolder& folder) {
  for (const auto& file : device_texts::kFiles)
    write_text(folder.file(fs::path(file.path).filename().string()), file.text);
  constexpr std::string_view kAll = "#pragma once\n#include \"lanescope_cuda.hpp\"\n";
  for (const char* name : kKnownHeaders) write_text(folder.file(name), kAll);
  write_text(folder.file("cooperative_groups.h"), "#pragma once\n#include \"cooperative_groups.hpp\"\n");
  fs::create_directory(folder.file("cooperative_groups"));
  write_text(folder.file("cooperative_groups/reduce.h"), "#pragma once\n#include \"../cooperative_groups.hpp\"\n");
}

/// The first of these that PATH has.
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

std::string compiler() {
  if (const auto found = find_program({"g++", "g++-12", "g++-13", "g++-14", "x86_64-linux-gnu-g++-12"}))
    return *found;
  throw Error(ErrorKind::unavailable,
              Sentence("An own kernel is compiled by g++, and there is none in PATH; the package g++ has it."));
}

std::string read_source(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw Error(ErrorKind::usage, Sentence("{}: there is no such file.", path));
  const auto bytes = fs::file_size(path, error);
  if (error || bytes > kMaxSourceBytes)
    throw Error(ErrorKind::usage, Sentence("{}: it has {} bytes, and a source of a kernel has at most {}.", path,
                                           bytes, kMaxSourceBytes));
  std::string text = read_whole_file(path);
  if (text.size() > kMaxSourceBytes || text.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage, Sentence("{}: it is no text.", path));
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  return text;
}

std::string names_of(const std::vector<ScannedKernel>& kernels) {
  std::string names;
  for (const ScannedKernel& kernel : kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

/// The kernel that is meant; its name with the arguments of a template.
ScannedKernel chosen_kernel(const OwnWords& words, const std::string& text) {
  const std::vector<ScannedKernel> kernels = scan_kernels(text);
  const std::string shown = printable(words.path);
  if (kernels.empty())
    throw Error(ErrorKind::usage,
                Sentence("{}: it has no kernel, which would be a function marked __global__.", shown));
  if (words.kernel.empty() && kernels.size() > 1)
    throw Error(ErrorKind::usage, Sentence("{}: it has {} kernels; name one of them behind a colon: {}:{}, of {}.",
                                           shown, kernels.size(), shown, kernels[0].name, names_of(kernels)));
  ScannedKernel kernel = kernels[0];
  if (!words.kernel.empty()) {
    const std::string plain = words.kernel.substr(0, words.kernel.find('<'));
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const ScannedKernel& one) {
      return one.name == plain || plain.ends_with("::" + one.name);
    });
    if (found == kernels.end())
      throw Error(ErrorKind::usage,
                  Sentence("{}: it has no kernel '{}'; it has {}.", shown, printable(plain), names_of(kernels)));
    kernel = *found;
    kernel.name = words.kernel;
  }
  if (kernel.is_template && kernel.name.find('<') == std::string::npos)
    throw Error(ErrorKind::usage, Sentence("{}, line {}: {} is a template; name its arguments: {}:{}<256>.", shown,
                                           kernel.line, kernel.name, shown, kernel.name));
  return kernel;
}

/// The first error in a compiler's words, as a sentence; `names` are what the unit calls the file.
std::string first_error(const std::string& output, const std::string& shown) {
  std::istringstream lines(output);
  constexpr std::string_view kError = "error: ";
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(kError);
    if (at == std::string::npos) continue;
    const std::string words = printable(line.substr(at + kError.size()));
    const std::size_t colon = line.find(':');
    const std::size_t number_end = line.find(':', colon + 1);
    const bool has_line = colon != std::string::npos && number_end != std::string::npos && number_end < at;
    if (!has_line) return fmt::format("{}: {}.", shown, words);
    const std::string file = fs::path(line.substr(0, colon)).filename().string();
    const std::string number = line.substr(colon + 1, number_end - colon - 1);
    return fmt::format("{}, line {}: {}.", file == fs::path(shown).filename() ? shown : printable(file), number,
                       words);
  }
  return fmt::format("{}: the compiler failed: {}", shown, printable(output.substr(0, 200)));
}

ChildEnd run_compiler(const std::vector<std::string>& words, const ScratchFolder& folder, const std::string& shown,
                      Progress& progress) {
  constexpr ChildLimits kLimits{.seconds = 20, .memory_bytes = std::uint64_t{3} << 30, .file_bytes = 64 << 20};
  ChildEnd end = run_child(words, kLimits, {}, folder.path(), progress);
  if (end.out_of_time)
    throw Error(ErrorKind::usage,
                Sentence("{}: the compiler was not done after {} s, and was stopped.", shown, kLimits.seconds));
  return end;
}

/// -mfma: a * b + c with one rounding, as on a GPU.
void add_machine(std::vector<std::string>& words) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma")) words.insert(words.end(), {"-mfma"});
#endif
  words.push_back("-ffp-contract=fast");
}

std::vector<std::string> compile_words(const ScratchFolder& folder, const std::string& source_folder) {
  std::vector<std::string> words = {
      compiler(), "-c", "-pipe", "-std=c++17", "-O1", "-g1", "-fPIC", "-w", "-fdiagnostics-color=never",
      "-fno-diagnostics-show-option", "-fno-diagnostics-show-caret", "-fmax-errors=1", "-ftemplate-depth=200",
      "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "--param=tsan-distinguish-volatile=1",
      // What is written stays what is done: no branch becomes a selection, no access moves.
      "-fno-if-conversion", "-fno-if-conversion2", "-fno-ssa-phiopt", "-fno-tree-loop-if-convert", "-fno-tree-sink",
      "-fno-tree-cselim", "-fno-tree-loop-distribute-patterns", "-fno-crossjumping", "-fno-thread-jumps",
      "-fno-reorder-blocks", "-fno-guess-branch-probability", "-fexpensive-optimizations", "-fno-strict-aliasing",
      "-fwrapv", "-fno-builtin-printf", "-fno-extern-tls-init", "-fno-optimize-sibling-calls",
      "-fno-delete-null-pointer-checks", "-fno-stack-protector"};
  add_machine(words);
  words.insert(words.end(),
               {"-I", source_folder, "-I", folder.path(), folder.file("unit.cpp"), "-o", folder.file("unit.o")});
  return words;
}

/// Definitions of what is declared extern __shared__: all of it begins at one place.
std::string stub_of(const std::vector<ElfSymbol>& symbols) {
  std::string labels;
  for (const ElfSymbol& symbol : symbols)
    if (symbol.is_undefined && symbol.is_thread_local)
      labels += fmt::format(".globl {0}\n.type {0}, @tls_object\n{0}:\n", symbol.name);
  if (labels.empty()) return {};
  return ".section .tbss,\"awT\",@nobits\n.balign 128\n.globl lanescope_dynamic\n.type lanescope_dynamic, "
         "@tls_object\n"
         "lanescope_dynamic:\n" +
         labels + fmt::format(".zero {}\n.section .note.GNU-stack,\"\",@progbits\n", kLargestDynamicShared);
}

/// Text that is compiled: the file between what CUDA declares and what asks for the kernel.
std::string unit_of(const OwnKernel& kernel) {
  std::string name = fs::absolute(kernel.path).string();
  std::erase_if(name, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  return fmt::format(
      "#include \"lanescope_cuda.hpp\"\n#line 1 \"{}\"\n{}\n#line 1 \"lanescope\"\nLANESCOPE_KERNEL({})\n", name,
      kernel.text, kernel.name);
}

void compile_into(OwnKernel& kernel, const ScratchFolder& folder, const std::vector<std::string>& names,
                  Progress& progress) {
  const std::string shown = printable(kernel.path);
  write_headers(folder);
  write_text(folder.file("unit.cpp"), unit_of(kernel));
  const std::string source_folder = fs::absolute(kernel.path).parent_path().string();
  const ChildEnd compiled = run_compiler(compile_words(folder, source_folder), folder, shown, progress);
  if (compiled.exit_code != 0) throw Error(ErrorKind::usage, first_error(compiled.output, shown));
  std::vector<std::string> link = {compiler(), "-shared", "-nostartfiles", folder.file("unit.o")};
  const std::string stub = stub_of(elf_symbols(read_whole_file(folder.file("unit.o"))));
  if (!stub.empty()) {
    write_text(folder.file("stub.s"), stub);
    link.push_back(folder.file("stub.s"));
  }
  kernel.library = folder.file("kernel.so");
  link.insert(link.end(), {"-Wl,--hash-style=gnu", "-o", kernel.library});
  const ChildEnd linked = run_compiler(link, folder, shown, progress);
  if (linked.exit_code != 0) throw Error(ErrorKind::usage, first_error(linked.output, shown));
  const std::string library = read_whole_file(kernel.library);
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  const auto signature = std::find_if(symbols.begin(), symbols.end(),
                                      [](const auto& one) { return one.name == "lanescope_signature"; });
  kernel.parameters = parameters_of(signature == symbols.end() ? "" : bytes_of(library, *signature), names);
  kernel.has_dynamic_shared = !stub.empty();
  kernel.static_shared_bytes = shared_layout(symbols).static_bytes;
}

}  // namespace

std::shared_ptr<const OwnKernel> compile_own_kernel(const std::string& words, Progress& progress) {
  struct Compiled {
    ScratchFolder folder;
    OwnKernel kernel;
  };
  const OwnWords own = own_words(words);
  auto compiled = std::make_shared<Compiled>();
  OwnKernel& kernel = compiled->kernel;
  kernel.id = printable(words);
  kernel.path = own.path;
  kernel.text = read_source(own.path);
  const ScannedKernel chosen = chosen_kernel(own, kernel.text);
  kernel.name = chosen.name;
  compile_into(kernel, compiled->folder, chosen.parameters, progress);
  return {compiled, &kernel};
}

}  // namespace lanescope
