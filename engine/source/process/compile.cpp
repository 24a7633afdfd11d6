#include "engine/source/compile.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "device_texts.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/source/elf_symbols.h"
#include "engine/source/launch_bounds.h"
#include "engine/source/own_words.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/shared_layout.h"
#include "engine/source/signature.h"
#include "engine/source/sized_block.h"
#include "engine/source/source_error.h"
#include "engine/source/source_text.h"
#include "engine/source/stated_options.h"
#include "engine/source/struct_fields.h"
#include "engine/source/template_arguments.h"
#include "engine/source/toolchain.h"

namespace lanescope {
namespace {

std::string names_of(const std::vector<ScannedKernel>& kernels) {
  std::string names;
  for (const ScannedKernel& kernel : kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

/// The kernel that is meant, of a text and of headers beside it; its name with the arguments of a template.
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
  if (kernel.is_template && kernel.name.find('<') == std::string::npos) {
    const TemplateArguments arguments = usual_template_arguments(text, kernel);
    if (!arguments.are_all_known)
      throw Error(ErrorKind::usage, Sentence("{}, line {}: {} is a template; name its arguments: {}:{}.", shown,
                                             kernel.line, kernel.name, shown, kernel.name + arguments.text));
    kernel.name += arguments.text;
  }
  return kernel;
}

/// Text that is compiled: the file between what CUDA declares and what asks for the kernel, or for main().
/// `names`: of lanescope_course.hpp, which it asks for; `fields`: what makes those of structs known. Graphs take
/// half as long again to compile, so who names none has none.
std::string unit_of(const OwnKernel& kernel, const std::string& text, const std::string& names, bool has_graphs,
                    const std::string& fields) {
  const std::string file = line_name(kernel.path);
  return fmt::format(
      "{}#include \"lanescope_cuda.hpp\"\nconst char lanescope_source[] = \"{}\";\n{}{}{}#line 1 \"{}\"\n{}\n"
      "#line 1 \"lanescope\"\n{}{}({})\n",
      has_graphs ? "#define LANESCOPE_GRAPHS\n" : "", file, names,
      names.find("#define") == std::string::npos ? "" : "#include \"lanescope_course.hpp\"\n",
      lines_that_define(kernel.defines), file, text, fields,
      kernel.is_program ? "LANESCOPE_PROGRAM" : "LANESCOPE_KERNEL",
      kernel.is_program ? "" : kernel.qualified_name());
}

/// Libraries of a GPU, which no header of ours stands for.
bool is_library(const std::string& header) {
  constexpr const char* kLibraries[] = {"thrust/", "cub/",    "cublasXt", "cublasLt", "cufftXt",
                                        "cufftw",  "cufftdx", "cusparse", "cusolver", "cutlass",
                                        "cudnn",   "nccl",    "npp",      "cuda/",    "nvrtc",
                                        "cute/",   "nvgraph", "nvml.h",   "cudaGL",   "cuda_gl_interop"};
  return std::any_of(std::begin(kLibraries), std::end(kLibraries),
                     [&](const char* library) { return header.starts_with(library); });
}

unsigned line_of_include(const std::string& text, const std::string& header) {
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line[first] == '#' && line.find(header) != std::string::npos) return number;
  }
  return 0;
}

/// A text that does not compile with an empty header uses what the header would declare.
void refuse_library(const OwnKernel& kernel) {
  for (const std::string& header : kernel.missing_headers) {
    const unsigned line = line_of_include(kernel.text, header);
    if (!is_library(header) || line == 0) continue;
    const Sentence why(
        "it includes {}, a library of the GPU, which the emulator does not have; write what it does as a "
        "kernel of the file.",
        Sentence::word(header));
    throw SourceError(Sentence("{}, line {}: {}", kernel.file_name, line, why), {{line, why}});
  }
}

/// Whether calls of CUDA's functions stand in the parentheses of that name, as in those of a check of errors,
/// whatever a course calls it.
bool is_around_calls(const std::string& text, const std::string& name) {
  constexpr std::string_view kLibraries[] = {"cuda", "cublas", "curand", "cufft"};
  const auto behind_spaces = [&](std::size_t at) {
    return std::min(text.find_first_not_of(" \t\n", at), text.size());
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t open = behind_spaces(at + name.size());
    if ((at > 0 && source_text::is_word_sign(text[at - 1])) || open == text.size() || text[open] != '(') continue;
    const std::string_view call = std::string_view(text).substr(behind_spaces(open + 1));
    if (std::any_of(std::begin(kLibraries), std::end(kLibraries), [&](std::string_view library) {
          return call.size() > library.size() && call.starts_with(library) && std::isupper(call[library.size()]);
        }))
      return true;
  }
  return false;
}

/// Lines that ask lanescope_course.hpp, which is the list of them, for names that the text uses and nobody
/// declares: those that earlier versions of CUDA had, and, where a header is missing, those that headers of courses
/// mostly have. Of what it does not list, such a header has the checks of errors.
std::vector<std::string> course_names(const std::string& output, const std::string& text, bool misses_header) {
  constexpr std::string_view kUndeclared[] = {"' was not declared in this scope", "' does not name a type",
                                              "' has not been declared", "' is not a namespace-name",
                                              "' that depend on a template parameter"};
  static const std::string known = [] {
    for (const auto& file : device_texts::kFiles)
      if (std::string_view(file.path).ends_with("/lanescope_course.hpp")) return std::string(file.text);
    return std::string();
  }();
  std::vector<std::string> names;
  for (const std::string_view words : kUndeclared)
    for (std::size_t end = output.find(words); end != std::string::npos; end = output.find(words, end + 1)) {
      const std::size_t begin = output.rfind('\'', end - 1) + 1;
      const std::string name = output.substr(begin, end - begin);
      const std::size_t listed = names.size();
      for (const char* kind : {"LANESCOPE_EARLIER_", "LANESCOPE_NAME_"}) {
        const std::string asked = kind + name;
        const bool is_known =
            known.find(asked + "\n") != std::string::npos || known.find(asked + ")") != std::string::npos;
        if (!name.empty() && is_known && (misses_header || std::string_view(kind) == "LANESCOPE_EARLIER_"))
          names.push_back("#define " + asked + "\n");
      }
      if (names.size() == listed && misses_header && !name.empty() && is_around_calls(text, name))
        names.push_back("#define " + name + "(...) LANESCOPE_CHECKED(__VA_ARGS__)\n");
    }
  return names;
}

/// Headers of the standard library that other compilers have with others, and that files therefore use without
/// including them.
constexpr std::string_view kStandardHeaders =
    "#include <algorithm>\n#include <array>\n#include <chrono>\n#include <functional>\n#include <iomanip>\n"
    "#include <iostream>\n#include <limits>\n#include <memory>\n#include <numeric>\n#include <string>\n#include "
    "<vector>\n";

bool misses_standard_name(const std::string& output) {
  return output.find("is not a member of 'std'") != std::string::npos ||
         output.find("; did you forget to '#include <") != std::string::npos;
}

/// Headers that the compiler's messages propose for names of the standard library, each as a line that includes it.
std::vector<std::string> proposed_headers(const std::string& output) {
  constexpr std::string_view kWords = "; did you forget to '#include <";
  std::vector<std::string> lines;
  for (std::size_t at = output.find(kWords); at != std::string::npos; at = output.find(kWords, at + 1)) {
    const std::size_t begin = at + kWords.size(), end = output.find('>', begin);
    if (end == std::string::npos) break;
    lines.push_back("#include <" + output.substr(begin, end - begin) + ">\n");
  }
  return lines;
}

/// Words of the newer standard, which takes longer.
bool has_newer_words(const std::string& text) {
  constexpr std::string_view kWords[] = {"concept",  "requires", "consteval", "constinit",
                                         "co_await", "co_yield", "co_return", "char8_t"},
                             kSigns[] = {"<=>",          "using enum",        "<concepts>", "<span>",
                                         "<ranges>",     "<numbers>",         "<bit>",      "<format>",
                                         "<compare>",    "<barrier>",         "<latch>",    "<semaphore>",
                                         "<stop_token>", "<source_location>", "<version>"};
  const std::string code = code_of(text);
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return source_text::has_word(code, word); }) ||
         std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](std::string_view sign) { return code.find(sign) != std::string::npos; });
}

/// What is missed may be there in the newer standard.
bool misses_newer_name(const std::string& output) {
  constexpr std::string_view kMissed[] = {"C++20", "c++20", "c++2a", "is not a member of 'std'",
                                          "has no member named"};
  return std::any_of(std::begin(kMissed), std::end(kMissed),
                     [&](std::string_view words) { return output.find(words) != std::string::npos; });
}

/// nvcc only warns of a function of the device, and of a main(), that returns no value.
std::string with_values_returned(std::string text, const std::string& output, const std::string& path) {
  for (const SourceProblem& problem : problems_in(output, path))
    if (problem.line > 0 && problem.sentence.text().starts_with("return-statement with no value"))
      text = with_value_returned(text, problem.line);
  return text;
}

/// Compiles a text; headers that nobody has are taken for empty, since what they declare may not be needed, or is
/// what such headers mostly declare.
ChildEnd compile_text(OwnKernel& kernel, SourceFolder& folder, std::string text, std::string& fields,
                      Progress& progress) {
  constexpr std::string_view kGraph = "cudaGraph";
  const bool has_graphs =
      text.find(kGraph) != std::string::npos || folder.copied_headers().find(kGraph) != std::string::npos;
  std::string names;
  const char* standard = kUsualStandard;
  for (;;) {
    write_text(folder.unit(), unit_of(kernel, text, names, has_graphs, fields));
    ChildEnd end = compile_unit(folder, kernel.file_name, kernel.is_program, standard, progress);
    if (end.exit_code == 0) return end;
    // Fields that only members of the struct may name, say.
    if (!fields.empty() && end.output.find("FieldsOf") != std::string::npos) {
      fields.clear();
      continue;
    }
    if (const std::string header = missing_header(end.output); !header.empty()) {
      if (!folder.write_empty_header(header)) return end;
      kernel.missing_headers.push_back(printable(header));
      continue;
    }
    if (std::string mended = with_values_returned(text, end.output, kernel.path); mended != text) {
      text = std::move(mended);
      continue;
    }
    if (standard == kUsualStandard && has_newer_words(text)) {
      standard = kNewerStandard;
      continue;
    }
    if (misses_standard_name(end.output) && names.find(kStandardHeaders) == std::string::npos) {
      names.insert(0, kStandardHeaders);
      continue;
    }
    const std::size_t standard_names = names.size();
    for (const std::string& line : proposed_headers(end.output))
      if (names.find(line) == std::string::npos) names.insert(0, line);
    if (names.size() != standard_names) continue;
    if (standard == kUsualStandard && misses_newer_name(end.output)) {
      standard = kNewerStandard;
      continue;
    }
    const std::size_t before = names.size();
    for (const std::string& line : course_names(end.output, text, !kernel.missing_headers.empty()))
      if (names.find(line) == std::string::npos) names += line;
    if (names.size() == before) return end;
  }
}

/// A name in capitals that the error misses, as a build defines them by -D; empty if the error is another one.
std::string missing_macro(const std::string& error) {
  constexpr std::string_view kWords = "' was not declared in this scope";
  const std::size_t end = error.find(kWords);
  if (end == std::string::npos) return {};
  const std::size_t begin = error.rfind('\'', end - 1) + 1;
  const std::string name = error.substr(begin, end - begin);
  const bool is_macro = std::all_of(name.begin(), name.end(), [](char sign) {
    return sign == '_' || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9');
  });
  return is_macro ? name : "";
}

/// Whether a parenthesis stands behind the name somewhere.
bool is_called(const std::string& text, const std::string& name) {
  const std::string code = code_of(text);
  for (std::size_t at = source_text::find_word(code, name); at != source_text::kNone;
       at = source_text::find_word(code, name, at + 1)) {
    const std::size_t next = code.find_first_not_of(" \t", at + name.size());
    if (next != std::string::npos && code[next] == '(') return true;
  }
  return false;
}

/// The error of a text in which headers are missing is that.
[[noreturn]] void refuse_text(const OwnKernel& kernel, const ChildEnd& end) {
  refuse_library(kernel);
  const std::string error = first_error(end.output, kernel.file_name);
  std::vector<SourceProblem> problems = problems_in(end.output, kernel.path);
  // The compiler sees that only behind the file's end, or names what comes next.
  if (const unsigned line = unclosed_brace(kernel.text); line != 0)
    throw SourceError(Sentence("{}, line {}: a brace is opened here and never closed.", kernel.file_name, line),
                      {{line, Sentence("A brace is opened here and never closed.")}});
  // A name that is called is no value.
  if (const std::string name = missing_macro(error);
      !name.empty() && (kernel.missing_headers.empty() || !is_called(kernel.text, name)))
    throw SourceError(Sentence("{} (If its build defines that, so does --define {}=VALUE, here or in a line "
                               "'// lanescope:' of the file.)",
                               Sentence::word(error), Sentence::word(name)),
                      std::move(problems));
  if (kernel.missing_headers.empty()) throw SourceError(Sentence::word(error), std::move(problems));
  throw SourceError(Sentence("{} (It includes {}, which is not there; put it beside the file.)",
                             Sentence::word(error), Sentence::word(kernel.missing_headers.front())),
                    std::move(problems));
}

/// Functions that an object uses and does not have, without their namespaces and parameters.
std::vector<std::string> undefined_functions(const std::string& object) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elf_symbols(read_whole_file(object))) {
    if (!symbol.is_undefined) continue;
    int status = 0;
    char* words = abi::__cxa_demangle(symbol.name.c_str(), nullptr, nullptr, &status);
    std::string name = words ? words : symbol.name;
    std::free(words);
    name.resize(std::min(name.size(), name.find('(')));
    names.push_back(name.substr(name.rfind(':') + 1));
  }
  return names;
}

/// Sources beside a program that define what it uses, as a build links them to it, are compiled behind its own
/// text, which `text` becomes. Where that cannot be compiled the program stays without them.
void add_sources_beside(OwnKernel& kernel, SourceFolder& folder, std::string text, Progress& progress) {
  for (;;) {
    const std::string name = folder.source_that_defines(undefined_functions(folder.file("unit.o")));
    if (name.empty()) return;
    const std::string include = fmt::format("\n#include \"{}\"\n", name), more = text + include;
    folder.copy_headers(include);
    std::string no_fields;
    if (compile_text(kernel, folder, more, no_fields, progress).exit_code != 0) {
      compile_text(kernel, folder, text, no_fields, progress);
      return;
    }
    text = more;
  }
}

/// A file as it is; or, of a file whose kernel alone is asked for, what is left without the functions of the host.
void compile_into(OwnKernel& kernel, SourceFolder& folder, const std::vector<std::string>& names,
                  const std::vector<std::vector<std::string>>& fields_of_structs, Progress& progress) {
  std::string fields = code_of_fields(fields_of_structs);
  const std::string shown = kernel.file_name, own = for_host_compiler(kernel.text, folder.copied_headers()),
                    text = with_calls_for_launches(own, folder.copied_headers());
  // Where braces stand in several branches of an #if, the end of a kernel may not be found.
  std::string marked = with_marks_of_kernels(text);
  ChildEnd whole = compile_text(kernel, folder, marked, fields, progress);
  if (whole.exit_code != 0 && marked != text) whole = compile_text(kernel, folder, marked = text, fields, progress);
  if (whole.exit_code != 0) {
    if (kernel.is_program) refuse_text(kernel, whole);
    const std::string less = without_host_functions(own);
    if (less == own || compile_text(kernel, folder, with_marks_of_kernels(less), fields, progress).exit_code != 0)
      refuse_text(kernel, whole);
  }
  if (kernel.is_program) add_sources_beside(kernel, folder, marked, progress);
  kernel.has_dynamic_shared = link_unit(folder, shown, kernel.is_program, progress);
  kernel.library = folder.file("kernel.so");
  kernel.header_text = folder.copied_headers();
  folder.keep_only("kernel.so");
  const std::string library = read_whole_file(kernel.library);
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  kernel.static_shared_bytes = shared_layout(symbols).static_bytes;
  if (kernel.is_program) return;
  kernel.most_threads = launch_bound_of_kernel(library, symbols);
  const auto signature = std::find_if(symbols.begin(), symbols.end(),
                                      [](const auto& one) { return one.name == "lanescope_signature"; });
  kernel.parameters =
      parameters_of(signature == symbols.end() ? "" : bytes_of(library, *signature), names, fields_of_structs);
}

/// A header that is not there may have it.
[[noreturn]] void refuse_without_main(const OwnKernel& kernel) {
  namespace fs = std::filesystem;
  for (const std::string& header : included_names(kernel.text, false)) {
    std::error_code error;
    if (known_header(header) || fs::exists(fs::absolute(kernel.path).parent_path() / header, error)) continue;
    throw Error(ErrorKind::usage,
                Sentence("--main: {} has no main(). (It includes {}, which is not there and may have it; put it "
                         "beside the file.)",
                         kernel.file_name, printable(header)));
  }
  throw Error(ErrorKind::usage, Sentence("--main: {} has no main().", kernel.file_name));
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
  kernel.defines = definitions_of(kernel.text, kernel.file_name, kernel.defines);
  compiled->folder.copy_headers(kernel.text);
  const std::string whole = kernel.text + "\n" + compiled->folder.copied_headers();
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> fields;
  if (kernel.is_program) {
    if (!has_main(whole)) refuse_without_main(kernel);
    kernel.name = "main";
  } else {
    const ScannedKernel chosen = chosen_kernel(words, kernel.file_name, whole);
    kernel.name = chosen.name;
    kernel.scope = chosen.scope;
    kernel.threads = chosen.threads;
    kernel.blocks = chosen.blocks;
    kernel.knows_block = chosen.knows_block;
    kernel.spans = spanned_by_block(whole, chosen.name);
    names = chosen.parameters;
    const std::string code = code_of(whole);
    for (const std::string& type : chosen.types) fields.push_back(struct_fields(code, type));
  }
  compile_into(kernel, compiled->folder, names, fields, progress);
  return {compiled, &kernel};
}

OwnKernel wanted_kernel(const std::string& path, const OwnText& from) {
  OwnKernel wanted;
  wanted.id = from.id;
  wanted.path = path;
  wanted.file_name = printable(path);
  wanted.text = from.text;
  wanted.defines = from.defines;
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
