#include "engine/source/compile.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/source/own_words.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/shared_layout.h"
#include "engine/source/signature.h"
#include "engine/source/source_error.h"
#include "engine/source/toolchain.h"

namespace lanescope {
namespace {

std::string names_of(const std::vector<ScannedKernel>& kernels) {
  std::string names;
  for (const ScannedKernel& kernel : kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

/// The kernel that is meant; its name with the arguments of a template.
ScannedKernel chosen_kernel(const OwnWords& words, const std::string& shown, const std::string& text) {
  const std::vector<ScannedKernel> kernels = scan_kernels(text);
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

/// Text that is compiled: the file between what CUDA declares and what asks for the kernel, or for main().
std::string unit_of(const OwnKernel& kernel, const std::string& text) {
  return fmt::format("#include \"lanescope_cuda.hpp\"\n#line 1 \"{}\"\n{}\n#line 1 \"lanescope\"\n{}({})\n",
                     line_name(kernel.path), text, kernel.is_program ? "LANESCOPE_PROGRAM" : "LANESCOPE_KERNEL",
                     kernel.is_program ? "" : kernel.name);
}

/// Libraries of a GPU, which no header of ours stands for.
void refuse_library(const OwnKernel& kernel, const std::string& header) {
  constexpr const char* kLibraries[] = {"thrust/", "cub/", "cublas", "cufft", "cusparse", "cusolver", "curand.h",
                                        "cudnn",   "nccl", "npp",    "mma.h", "cuda/",    "nvrtc",    "cutlass"};
  for (const char* library : kLibraries)
    if (header.starts_with(library))
      throw Error(
          ErrorKind::usage,
          Sentence("{}: it includes {}, a library of the GPU, which the emulator does not have; write what it "
                   "does as a kernel of the file.",
                   printable(kernel.path), printable(header)));
}

/// Compiles a text; headers that nobody has are taken for empty, since what they declare may not be needed.
ChildEnd compile_text(OwnKernel& kernel, SourceFolder& folder, const std::string& text, Progress& progress) {
  write_text(folder.unit(), unit_of(kernel, text));
  for (;;) {
    ChildEnd end = compile_unit(folder, kernel.file_name, progress);
    if (end.exit_code == 0) return end;
    const std::string header = missing_header(end.output);
    refuse_library(kernel, header);
    if (header.empty() || !folder.write_empty_header(header)) return end;
    kernel.missing_headers.push_back(printable(header));
  }
}

/// The error of a text in which headers are missing is that.
[[noreturn]] void refuse_text(const OwnKernel& kernel, const ChildEnd& end) {
  const std::string error = first_error(end.output, kernel.file_name);
  std::vector<SourceProblem> problems = problems_in(end.output, kernel.path);
  if (kernel.missing_headers.empty()) throw SourceError(Sentence::word(error), std::move(problems));
  throw SourceError(Sentence("{} (It includes {}, which is not there; put it beside the file.)",
                             Sentence::word(error), Sentence::word(kernel.missing_headers.front())),
                    std::move(problems));
}

/// A file as it is; or, of a file whose kernel alone is asked for, what is left without the functions of the host.
void compile_into(OwnKernel& kernel, SourceFolder& folder, const std::vector<std::string>& names,
                  Progress& progress) {
  const std::string shown = kernel.file_name, text = with_calls_for_launches(kernel.text);
  folder.copy_headers(kernel.text);
  // Where braces stand in several branches of an #if, the end of a kernel may not be found.
  ChildEnd whole = compile_text(kernel, folder, with_end_marks(text), progress);
  if (whole.exit_code != 0 && with_end_marks(text) != text) whole = compile_text(kernel, folder, text, progress);
  if (whole.exit_code != 0) {
    if (kernel.is_program) refuse_text(kernel, whole);
    const std::string less = without_host_functions(kernel.text);
    if (less == kernel.text || compile_text(kernel, folder, with_end_marks(less), progress).exit_code != 0)
      refuse_text(kernel, whole);
  }
  kernel.has_dynamic_shared = link_unit(folder, shown, progress);
  kernel.library = folder.file("kernel.so");
  folder.keep_only("kernel.so");
  const std::string library = read_whole_file(kernel.library);
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  kernel.static_shared_bytes = shared_layout(symbols).static_bytes;
  if (kernel.is_program) return;
  const auto signature = std::find_if(symbols.begin(), symbols.end(),
                                      [](const auto& one) { return one.name == "lanescope_signature"; });
  kernel.parameters = parameters_of(signature == symbols.end() ? "" : bytes_of(library, *signature), names);
}

/// `wanted`: all but what compiling finds out. `words`: which of its kernels.
std::shared_ptr<const OwnKernel> compiled_kernel(const OwnKernel& wanted, const OwnWords& words,
                                                 Progress& progress) {
  struct Compiled {
    explicit Compiled(const OwnKernel& wanted) : folder(wanted.path), kernel(wanted) {}
    SourceFolder folder;
    OwnKernel kernel;
  };
  auto compiled = std::make_shared<Compiled>(wanted);
  OwnKernel& kernel = compiled->kernel;
  std::vector<std::string> names;
  if (kernel.is_program) {
    if (!has_main(kernel.text))
      throw Error(ErrorKind::usage, Sentence("--main: {} has no main().", kernel.file_name));
    kernel.name = "main";
  } else {
    const ScannedKernel chosen = chosen_kernel(words, kernel.file_name, kernel.text);
    kernel.name = chosen.name;
    names = chosen.parameters;
  }
  compile_into(kernel, compiled->folder, names, progress);
  return {compiled, &kernel};
}

OwnKernel wanted_kernel(const std::string& path, const OwnText& from) {
  OwnKernel wanted;
  wanted.id = from.id;
  wanted.path = path;
  wanted.file_name = printable(path);
  wanted.text = from.text;
  return wanted;
}

}  // namespace

OwnText text_of_file(const std::string& words) {
  return {printable(words), read_source(own_words(words).path)};
}

std::shared_ptr<const OwnKernel> compile_own_kernel(const std::string& words, bool is_free, Progress& progress,
                                                    const OwnText* instead) {
  const OwnText from = instead ? *instead : text_of_file(words);
  OwnKernel wanted = wanted_kernel(own_words(words).path, from);
  wanted.is_free = is_free;
  return compiled_kernel(wanted, own_words(words), progress);
}

std::shared_ptr<const OwnKernel> compile_own_program(const std::string& path, Progress& progress,
                                                     const OwnText* instead) {
  OwnKernel wanted = wanted_kernel(path, instead ? *instead : text_of_file(path));
  wanted.is_program = wanted.is_free = true;
  return compiled_kernel(wanted, {path, ""}, progress);
}

std::shared_ptr<const OwnKernel> compile_known_kernel(const OwnKernel& kernel, Progress& progress) {
  return compiled_kernel(kernel, {kernel.path, kernel.is_program ? "" : kernel.name}, progress);
}

}  // namespace lanescope
