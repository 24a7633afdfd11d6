// Text of .cu files of any content, as far as it is read before a compiler sees it: each rewriting keeps every line
// in its place, kernels stand where they are said to stand, and lines that state options are taken or refused in a
// sentence.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/signature.h"
#include "engine/source/stated_options.h"
#include "engine/source/written_launch.h"
#include "tests/fuzz/fuzz.h"

namespace lanescope {
namespace {

auto lines_in(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

void rewrite(std::string_view text) {
  using Rewriting = std::string (*)(std::string_view);
  constexpr Rewriting kRewritings[] = {[](std::string_view source) { return with_calls_for_launches(source); },
                                       [](std::string_view source) { return for_host_compiler(source); },
                                       without_notebook_marks,
                                       without_macros_of_configurations,
                                       with_calls_for_ptx,
                                       with_marks_of_kernels,
                                       [](std::string_view source) { return with_known_kernels(source); },
                                       [](std::string_view source) { return without_host_functions(source); },
                                       [](std::string_view source) { return without_host_functions(source, "f"); }};
  for (const Rewriting rewriting : kRewritings)
    require(lines_in(rewriting(text)) == lines_in(text), "a rewriting keeps the lines");
  require(code_of(text).size() == text.size(), "without comments every character has its place");
  has_waiting_loop(text);
  has_main(text);
  for (const bool with_angles : {false, true})
    for (const std::string& name : included_names(text, with_angles))
      require(text.find(name) != std::string_view::npos, "an included name is one of the text");
}

void scan(std::string_view text) {
  for (const ScannedKernel& kernel : scan_kernels(text)) {
    require(!kernel.name.empty(), "a kernel has a name");
    require(kernel.line >= 1 && kernel.line <= lines_in(text) + 1, "a kernel stands in a line of the text");
    require(kernel.parameters.size() == kernel.is_const.size(), "each parameter is const or not");
    const auto launch = WrittenLaunch::of(std::string(text), kernel.name);
    if (!launch) continue;
    const WrittenValues values{.arguments = std::vector<std::optional<double>>(launch->arguments(), 100),
                               .others = 7};
    for (const auto& extent : {launch->grid(values), launch->block(values)})
      for (const unsigned size : extent.value_or(WrittenExtent()).extent)
        require(size >= 1, "an extent has none that is empty");
    for (std::size_t i = 0; i < launch->arguments(); ++i) launch->argument(i, values);
    launch->shared_bytes(values);
  }
}

void state(const std::string& text) {
  try {
    RunRequest request;
    for (const auto& [option, value] : stated_options(text, "FILE.cu"))
      if (option != "--as") read_stated_option(option, value, request);
    definitions_of(text, "FILE.cu", {});
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage, "a wrong line is refused");
  }
}

void sign(std::string_view bytes) {
  try {
    parameters_of(bytes, {"a", "b"});
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const std::string text(reinterpret_cast<const char*>(data), size);
  rewrite(text);
  scan(text);
  state(text);
  sign(text);
  return 0;
}
