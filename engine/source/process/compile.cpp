#include "engine/source/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "engine/base/demangled.h"
#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/base/whole_file.h"
#include "engine/request/catalogue.h"
#include "engine/source/active_code.h"
#include "engine/source/compiler_words.h"
#include "engine/source/elf_symbols.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/host_use.h"
#include "engine/source/host_variables.h"
#include "engine/source/launch_bounds.h"
#include "engine/source/launchers.h"
#include "engine/source/number_expression.h"
#include "engine/source/own_words.h"
#include "engine/source/plain_calls.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/shared_layout.h"
#include "engine/source/signature.h"
#include "engine/source/sized_block.h"
#include "engine/source/stated_options.h"
#include "engine/source/struct_fields.h"
#include "engine/source/template_arguments.h"
#include "engine/source/text_compiler.h"
#include "engine/source/text_constants.h"
#include "engine/source/toolchain.h"
#include "engine/source/unset_variables.h"

namespace lanescope {
namespace {

std::string names_of(const std::vector<ScannedKernel>& kernels) {
  std::string names;
  for (const ScannedKernel& kernel : kernels) names += (names.empty() ? "" : ", ") + kernel.name;
  return names;
}

/// And which functions might be meant.
Sentence launchers_words(const Sentence& sentence, const std::string& text) {
  const std::vector<ScannedKernel> launchers = scan_launchers(text);
  if (launchers.empty() || has_main(text)) return sentence;
  return Sentence("{} A function that launches them may be named, too: {}.", sentence, names_of(launchers));
}

/// With the arguments of a template, where nobody named them.
void name_template(ScannedKernel& function, const std::string& shown, const std::string& text) {
  if (!function.is_template || function.name.find('<') != std::string::npos) return;
  const TemplateArguments arguments = usual_template_arguments(text, function);
  if (!arguments.are_all_known)
    throw Error(ErrorKind::usage, Sentence("{}, line {}: {} is a template; name its arguments: {}:{}.", shown,
                                           function.line, function.name, shown, function.name + arguments.text));
  function.name += arguments.text;
}

/// The kernel that is meant, of a text and of headers beside it; its name with the arguments of a template.
ScannedKernel chosen_kernel(const OwnWords& words, const std::string& shown, const std::string& text) {
  const std::vector<ScannedKernel> kernels = scan_kernels(text);
  if (kernels.empty())
    throw Error(ErrorKind::usage,
                Sentence("{}: it has no kernel, which would be a function marked __global__.", shown));
  if (words.kernel.empty() && kernels.size() > 1) {
    const Sentence several("{}: it has {} kernels; name one of them behind a colon: {}:{}, of {}.", shown,
                           kernels.size(), shown, kernels[0].name, names_of(kernels));
    throw Error(ErrorKind::usage, launchers_words(several, text));
  }
  ScannedKernel kernel = kernels[0];
  if (!words.kernel.empty()) {
    const std::string plain = words.kernel.substr(0, words.kernel.find('<'));
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const ScannedKernel& one) {
      return one.name == plain || plain.ends_with("::" + one.name);
    });
    if (found == kernels.end())
      throw Error(ErrorKind::usage, launchers_words(Sentence("{}: it has no kernel '{}'; it has {}.", shown,
                                                             printable(plain), names_of(kernels)),
                                                    text));
    kernel = *found;
    kernel.name = words.kernel;
  }
  name_template(kernel, shown, text);
  return kernel;
}

/// Functions that an object uses and does not have, without their namespaces and parameters.
std::vector<std::string> undefined_functions(const std::string& object) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elf_symbols(read_whole_file(object))) {
    if (!symbol.is_undefined) continue;
    std::string name = demangled(symbol.name);
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

/// As nvcc's assembler refuses it. Of a kernel that runs alone its launch is refused.
void require_room_for_shared(const OwnKernel& kernel, const SharedLayout& layout) {
  const SharedOfFunction most = largest_shared(layout);
  if (!kernel.is_program || most.bytes <= kMaxSharedBytes) return;
  throw Error(
      ErrorKind::usage,
      Sentence("{}: {}() has {} bytes of shared arrays with a size, and at most {} are allowed. A larger one "
               "is extern __shared__, and its size stands in the launch.",
               kernel.file_name, most.function, grouped(most.bytes), grouped(kMaxSharedBytes)));
}

/// A file as it is; or, of a file whose kernel alone is asked for, what is left without the functions of the host;
/// of one of those, without what it does not call.
void compile_into(OwnKernel& kernel, SourceFolder& folder, const std::vector<std::string>& names,
                  const std::vector<std::vector<std::string>>& fields_of_structs, Progress& progress) {
  std::string fields = code_of_fields(fields_of_structs);
  const std::string shown = kernel.file_name, own = for_host_compiler(kernel.text, folder.copied_headers()),
                    text = with_calls_for_launches(own, folder.copied_headers());
  // Where braces stand in several branches of an #if, the end of a kernel may not be found.
  std::string marked = with_marks_of_kernels(text);
  ChildEnd whole = compile_text(kernel, folder, marked, fields, progress);
  std::string warnings;
  if (whole.exit_code != 0 && marked != text) whole = compile_text(kernel, folder, marked = text, fields, progress);
  if (whole.exit_code != 0) {
    if (kernel.is_program && !kernel.is_launcher) refuse_text(kernel, whole);
    const std::string less = without_host_functions(own, kernel.is_launcher ? plain_name(kernel.name) : "");
    marked =
        with_marks_of_kernels(kernel.is_launcher ? with_calls_for_launches(less, folder.copied_headers()) : less);
    if (less == own) refuse_text(kernel, whole);
    const ChildEnd rest = compile_text(kernel, folder, marked, fields, progress);
    if (rest.exit_code != 0) refuse_text(kernel, whole);
    warnings = rest.output;
    kernel.host_error = first_error(whole.output, shown);
  }
  kernel.unset_variables = unset_variables_in(warnings.empty() ? whole.output : warnings, kernel);
  if (kernel.is_program) add_sources_beside(kernel, folder, marked, progress);
  // A kernel alone comes to none of the host's.
  const bool needs_all = kernel.is_program && !kernel.is_launcher;
  const std::set<std::string> of_others =
      needs_all ? std::set<std::string>() : extern_variables(kernel.text + "\n" + folder.copied_headers());
  const LinkedUnit linked =
      link_unit(folder, shown, needs_all, kernel.is_program ? std::set<std::string>() : of_others, progress);
  kernel.has_dynamic_shared = linked.has_dynamic_shared;
  kernel.missing_definitions = linked.missing_functions;
  kernel.library = folder.file("kernel.so");
  kernel.header_text = folder.copied_headers();
  folder.keep_only("kernel.so");
  const std::string library = read_whole_file(kernel.library);
  const std::vector<ElfSymbol> symbols = elf_symbols(library);
  for (const ElfSymbol& symbol : symbols)
    if (kernel.is_launcher && symbol.is_undefined && of_others.contains(symbol.name))
      kernel.missing_definitions.push_back(symbol.name);
  const SharedLayout layout = shared_layout(symbols);
  require_room_for_shared(kernel, layout);
  kernel.static_shared_bytes = layout.static_bytes;
  if (!kernel.is_program) kernel.most_threads = launch_bound_of_kernel(library, symbols);
  if (!kernel.has_arguments()) return;
  const auto signature = std::find_if(symbols.begin(), symbols.end(),
                                      [](const auto& one) { return one.name == "lanescope_signature"; });
  kernel.parameters =
      parameters_of(signature == symbols.end() ? "" : bytes_of(library, *signature), names, fields_of_structs);
}

[[noreturn]] void refuse_call(const OwnKernel& kernel, const PlainCall& call) {
  const Sentence why(
      "{} is marked __global__, so who calls it must launch it, by <<<>>>; what threads call is marked "
      "__device__.",
      call.kernel);
  throw SourceError(Sentence("{}, line {}: {}", kernel.file_name, call.line, why), {{call.line, why}});
}

[[noreturn]] void refuse_host_call(const OwnKernel& kernel, const HostUse& call) {
  const Sentence why =
      call.is_of_library
          ? Sentence("{}() is a function of the host's library, which no GPU has, and threads call it in {}().",
                     call.name, call.caller)
          : Sentence("{}() is a function of the host, and threads call it in {}(): mark it __device__.", call.name,
                     call.caller);
  throw SourceError(Sentence("{}, line {}: {}", kernel.file_name, call.line, why), {{call.line, why}});
}

[[noreturn]] void refuse_host_array(const OwnKernel& kernel, const HostUse& use) {
  const Sentence why("{} is an array of the host, and threads read it in {}(): mark it __constant__ or __device__.",
                     use.name, use.caller);
  throw SourceError(Sentence("{}, line {}: {}", kernel.file_name, use.line, why), {{use.line, why}});
}

/// What the host's compiler takes and a GPU's does not.
void refuse_what_is_the_hosts(const OwnKernel& kernel, const std::string& headers) {
  if (const auto call = plain_call_in(kernel.text, headers)) refuse_call(kernel, *call);
  if (const auto call = host_call_in(kernel.text, headers)) refuse_host_call(kernel, *call);
  if (const auto use = host_array_use_in(kernel.text, headers)) refuse_host_array(kernel, *use);
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
  if (const std::vector<ScannedKernel> launchers = scan_launchers(kernel.text); !launchers.empty())
    throw Error(ErrorKind::usage,
                Sentence("--main: {} has no main(); without --main, {}:{} calls its function {}().",
                         kernel.file_name, kernel.file_name, launchers.front().name, launchers.front().name));
  throw Error(ErrorKind::usage, Sentence("--main: {} has no main().", kernel.file_name));
}

/// A main() is what gives functions of the host a value, and any of them rows of pointers.
void require_known_parameters(const OwnKernel& kernel) {
  for (const OwnParameter& one : leaves_of(kernel.parameters)) {
    const bool is_value = kernel.is_launcher && !one.is_pointer && one.kind == OwnKind::other && one.bytes > 0;
    if (is_value || one.kind == OwnKind::pointer)
      throw Error(
          ErrorKind::usage,
          Sentence("{}: {}() takes {}, which is neither a number nor an array of them; what calls it would be "
                   "a main().",
                   kernel.file_name, kernel.name, one.name.empty() ? "a parameter" : one.name));
  }
}

ScannedKernel chosen_launcher(const OwnKernel& wanted, const std::string& text) {
  std::optional<ScannedKernel> launcher = launcher_named(text, wanted.name);
  if (!launcher)
    throw Error(ErrorKind::usage,
                Sentence("{}: it has no function {}() that launches a kernel.", wanted.file_name, wanted.name));
  launcher->name = wanted.name;
  name_template(*launcher, wanted.file_name, text);
  return *launcher;
}

/// As the build does whose file has its kernels between `#if NAME` and `#endif`.
void define_what_it_needs(OwnKernel& kernel, const std::string& whole, unsigned line) {
  for (const std::string& name : names_needed_at(whole, line)) {
    const bool is_given = std::any_of(kernel.defines.begin(), kernel.defines.end(),
                                      [&](const std::string& one) { return one.substr(0, one.find('=')) == name; });
    if (is_given) continue;
    kernel.defines.push_back(name);
    kernel.needed_defines.push_back(name);
  }
}

/// Of each parameter, where a call may leave it out and it is a number then.
std::vector<std::optional<double>> usual_numbers(const ScannedKernel& function, const std::string& whole) {
  const auto is_empty = [](const std::string& one) { return one.empty(); };
  if (std::all_of(function.usual.begin(), function.usual.end(), is_empty)) return {};
  const TextConstants constants = constants_of(active_code_of(whole));
  const auto value_of = [&](const std::string& name) -> std::optional<Number> {
    if (name == "true" || name == "false") return Number{name == "true" ? 1.0 : 0.0};
    const auto known = constants.find(name);
    if (known == constants.end()) return std::nullopt;
    return Number{static_cast<double>(known->second)};
  };
  std::vector<std::optional<double>> usual;
  for (const std::string& expression : function.usual) {
    const std::optional<Number> number = expression.empty() ? std::nullopt : number_of(expression, value_of);
    usual.push_back(number ? std::optional(number->value) : std::nullopt);
  }
  return usual;
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
  refuse_what_is_the_hosts(kernel, compiled->folder.copied_headers());
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> fields;
  std::vector<std::optional<double>> usual;
  if (kernel.is_program && !kernel.is_launcher) {
    if (!has_main(whole)) refuse_without_main(kernel);
    kernel.name = "main";
  } else {
    const ScannedKernel chosen =
        kernel.is_launcher ? chosen_launcher(kernel, whole) : chosen_kernel(words, kernel.file_name, whole);
    kernel.name = chosen.name;
    kernel.scope = chosen.scope;
    define_what_it_needs(kernel, whole, chosen.line);
    const std::vector<TextFunction> functions = functions_in(whole);
    const auto named_so = std::count_if(functions.begin(), functions.end(), [&](const TextFunction& one) {
      return one.name == plain_name(chosen.name);
    });
    const bool may_be_overloaded =
        !chosen.is_template && (kernel.is_launcher || !chosen.has_one_type || named_so > 1);
    if (may_be_overloaded && chosen.scope.empty()) kernel.declared = chosen.declared;
    kernel.threads = chosen.threads;
    kernel.blocks = chosen.blocks;
    kernel.knows_block = chosen.knows_block;
    if (!kernel.is_program) kernel.spans = spanned_by_block(whole, chosen.name);
    names = chosen.parameters;
    usual = usual_numbers(chosen, whole);
    const std::string code = code_of(whole);
    for (const std::string& type : chosen.types) fields.push_back(struct_fields(code, type));
  }
  compile_into(kernel, compiled->folder, names, fields, progress);
  for (std::size_t i = 0; i < std::min(usual.size(), kernel.parameters.size()); ++i)
    if (!kernel.parameters[i].is_pointer) kernel.parameters[i].usual = usual[i];
  require_known_parameters(kernel);
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

std::shared_ptr<const OwnKernel> compile_own_launcher(const std::string& words, const std::string& function,
                                                      Progress& progress, const OwnText* instead) {
  OwnKernel wanted = wanted_kernel(own_words(words).path, instead ? *instead : text_of_file(words));
  wanted.is_program = wanted.is_launcher = wanted.is_free = true;
  wanted.name = function;
  return compiled_kernel(wanted, {wanted.path, ""}, progress);
}

std::shared_ptr<const OwnKernel> compile_known_kernel(const OwnKernel& kernel, Progress& progress) {
  return compiled_kernel(kernel, {kernel.path, kernel.is_program ? "" : kernel.name}, progress);
}

}  // namespace lanescope
