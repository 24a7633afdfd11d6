#include "engine/source/nvrtc/device_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "device_texts.h"
#include "engine/source/rewrite.h"
#include "engine/source/source_folder.h"
#include "engine/source/stated_options.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGiven = "lanescope_gpu.hpp";
constexpr std::size_t kMostHeaders = 100;

/// What the file takes of the host's C++ library, CUDA has for the GPU under another name.
constexpr const char* kStandard =
    "#include <cuda/std/limits>\n#include <cuda/std/type_traits>\n#include <cuda/std/utility>\n"
    "namespace std { using namespace cuda::std; }\n";

std::string given_header() {
  for (const auto& file : device_texts::kFiles)
    if (std::string_view(file.path).ends_with(kGiven)) return std::string(file.text);
  return {};
}

/// Headers beside a file in `folder`, and those that they include.
void add_headers(GpuJob& job, std::string_view text, const fs::path& folder) {
  for (const std::string& name : included_names(text, false)) {
    const fs::path path = (folder / name).lexically_normal();
    const bool is_known =
        std::any_of(job.headers.begin(), job.headers.end(), [&](const auto& one) { return one.first == name; });
    std::error_code ignored;
    if (is_known || job.headers.size() >= kMostHeaders || !fs::is_regular_file(path, ignored)) continue;
    const std::string header = read_source(path.string());
    job.headers.emplace_back(name, fmt::format("#line 1 \"{}\"\n{}", line_name(path.string()),
                                               without_host_functions(without_notebook_marks(header))));
    add_headers(job, header, path.parent_path());
  }
}

}  // namespace

GpuJob device_unit(const OwnKernel& kernel) {
  GpuJob job;
  job.kernel = kernel.qualified_name();
  job.headers.emplace_back(kGiven, given_header());
  add_headers(job, kernel.text, fs::absolute(kernel.path).parent_path());
  const auto uses_standard = [](const auto& text) { return text.find("std::") != std::string::npos; };
  const bool is_standard =
      uses_standard(kernel.text) || std::any_of(job.headers.begin() + 1, job.headers.end(),
                                                [&](const auto& header) { return uses_standard(header.second); });
  job.text = fmt::format("#include \"{}\"\n{}{}#line 1 \"{}\"\n{}\n", kGiven, is_standard ? kStandard : "",
                         lines_that_define(kernel.defines), line_name(kernel.path),
                         without_host_functions(without_notebook_marks(kernel.text)));
  return job;
}

}  // namespace lanescope
