#include "engine/check/sanitizer_run.h"

#include <fmt/format.h>

#include <regex>

#include "engine/base/error.h"
#include "engine/base/parallel.h"
#include "engine/counters/ncu_process.h"

namespace lanescope {
namespace {

std::string sanitizer_path() {
  std::string path = find_cuda_tool("compute-sanitizer");
  if (path.empty())
    throw Error(ErrorKind::unavailable,
                "compute-sanitizer is neither on PATH nor in CUDA's folder; it comes with the CUDA toolkit.");
  return path;
}

}  // namespace

unsigned errors_in(const std::string& output) {
  // "========= ERROR SUMMARY: 2 errors", "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"
  static const std::regex summary(R"((?:ERROR|RACECHECK) SUMMARY: (\d{1,9}) )");
  unsigned errors = 0;
  bool any = false;
  for (std::sregex_iterator found(output.begin(), output.end(), summary), end; found != end; ++found) {
    errors += static_cast<unsigned>(std::stoul((*found)[1]));
    any = true;
  }
  if (!any) throw Error(ErrorKind::failed, "it has no summary:\n" + output.substr(0, 2000));
  return errors;
}

std::string sanitizer_version() {
  const std::string path = find_cuda_tool("compute-sanitizer");
  if (path.empty()) return {};
  const std::string text = run_program({path, "--version"}).output;
  std::smatch found;
  return std::regex_search(text, found, std::regex(R"(Version (\S+))")) ? found[1].str() : std::string();
}

std::vector<SanitizedRow> sanitized_rows(const std::vector<SanitizedLaunch>& launches,
                                         const std::vector<std::string>& words, Progress& progress) {
  const std::string sanitizer = sanitizer_path();
  std::vector<SanitizedRow> rows(launches.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].launch = launches[i];
  for_each_piece(launches.size() * kSanitizerToolCount, 1, progress, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t at = begin; at < end; ++at) {
      const std::size_t index = at / kSanitizerToolCount, tool = at % kSanitizerToolCount;
      if (!is_asked(launches[index], tool)) continue;
      // The kernel runs in a process of its own, which alone is watched.
      std::vector<std::string> command = {sanitizer,
                                          "--tool",
                                          std::string(kSanitizerTools[tool]),
                                          "--target-processes",
                                          "all",
                                          "--target-processes-filter",
                                          "regex:lanescope_gpu_kernel"};
      if (kSanitizerTools[tool] == "memcheck") command.insert(command.end(), {"--report-api-errors", "no"});
      command.insert(command.end(), words.begin(), words.end());
      command.push_back(std::to_string(index));
      try {
        rows[index].told[tool] = errors_in(run_program(command).output);
      } catch (const Error& error) {
        throw Error(ErrorKind::failed,
                    fmt::format("compute-sanitizer --tool {} on {} {}: {}", kSanitizerTools[tool],
                                launches[index].kernel, launches[index].fault, error.what()));
      }
    }
  });
  return rows;
}

}  // namespace lanescope
