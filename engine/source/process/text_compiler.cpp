#include "engine/source/text_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "device_texts.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/source/compiler_words.h"
#include "engine/source/own_words.h"
#include "engine/source/owning_classes.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/source_error.h"
#include "engine/source/source_text.h"
#include "engine/source/stated_options.h"
#include "engine/source/toolchain.h"

namespace lanescope {
namespace {

/// What is called: a function by its name, and by its parameters where there may be others of that name. The name
/// begins outside of all namespaces, as std has functions of that name, too, where the file says `using namespace
/// std`.
std::string function_called(const OwnKernel& kernel) {
  if (!kernel.has_arguments()) return "";
  const std::string name = "::" + kernel.qualified_name();
  return kernel.declared.empty()
             ? name
             : fmt::format("lanescope_entry::Overload<void({})>::of({})", kernel.declared, name);
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
      kernel.is_launcher  ? "LANESCOPE_LAUNCHER"
      : kernel.is_program ? "LANESCOPE_PROGRAM"
                          : "LANESCOPE_KERNEL",
      function_called(kernel));
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

/// Whether a name says that it checks for errors, and something of CUDA: `checkLastCudaError`.
bool is_called_check(const std::string& name) {
  std::string small = name;
  std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto has = [&](std::string_view part) { return small.find(part) != std::string::npos; };
  return (has("check") || has("assert") || has("safe")) && (has("cuda") || has("kernel") || has("launch")) &&
         (has("err") || has("last") || has("call") || has("check"));
}

/// Whether a name in capitals stands before a word wherever it is, as macros do that mark what a library exports:
/// `PHYSICS_API void step(...)`.
bool is_mark(const std::string& text, const std::string& name) {
  if (!source_text::is_in_capitals(name)) return false;
  const std::string code = code_of(text);
  bool is_there = false;
  for (std::size_t at = source_text::find_word(code, name); at != source_text::kNone;
       at = source_text::find_word(code, name, at + 1)) {
    const std::size_t next = code.find_first_not_of(" \t\n", at + name.size());
    if (next == std::string::npos || !source_text::is_word_sign(code[next])) return false;
    is_there = true;
  }
  return is_there;
}

/// Lines that ask lanescope_course.hpp, which is the list of them, for names that the text uses and nobody
/// declares: those that earlier versions of CUDA had, and, where a header is missing, those that headers of courses
/// mostly have. Of what it does not list, such a header has the checks of errors, and marks without a meaning here.
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
      if (names.size() == listed && misses_header && !name.empty() &&
          (is_around_calls(text, name) || is_called_check(name)))
        names.push_back("#define " + name + "(...) LANESCOPE_CHECKED(__VA_ARGS__)\n");
      else if (names.size() == listed && misses_header && !name.empty() && is_mark(text, name))
        names.push_back("#define " + name + "\n");
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

/// A name in capitals that the error misses, as a build defines them by -D; empty if the error is another one.
std::string missing_macro(const std::string& error) {
  constexpr std::string_view kWords = "' was not declared in this scope";
  const std::size_t end = error.find(kWords);
  if (end == std::string::npos) return {};
  const std::size_t begin = error.rfind('\'', end - 1) + 1;
  const std::string name = error.substr(begin, end - begin);
  return source_text::is_in_capitals(name) ? name : "";
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

}  // namespace

ChildEnd compile_text(OwnKernel& kernel, SourceFolder& folder, std::string text, std::string& fields,
                      Progress& progress) {
  constexpr std::string_view kGraph = "cudaGraph";
  const bool has_graphs =
      text.find(kGraph) != std::string::npos || folder.copied_headers().find(kGraph) != std::string::npos;
  const bool elides = returns_owning_class(text + "\n" + folder.copied_headers());
  std::string names;
  const char* standard = kUsualStandard;
  for (;;) {
    write_text(folder.unit(), unit_of(kernel, text, names, has_graphs, fields));
    ChildEnd end = compile_unit(folder, kernel.file_name, kernel.is_program, standard, elides, progress);
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

void refuse_text(const OwnKernel& kernel, const ChildEnd& end) {
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

}  // namespace lanescope
