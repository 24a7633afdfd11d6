#include "engine/source/source_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "device_texts.h"
#include "engine/base/whole_file.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/rewrite.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Headers that a .cu file may include, and what of ours they stand for.
constexpr std::pair<const char*, const char*> kKnownHeaders[] = {
    {"cuda.h", "lanescope_driver.hpp"},
    {"cuda_runtime.h", "lanescope_cuda.hpp"},
    {"cuda_runtime_api.h", "lanescope_cuda.hpp"},
    {"device_launch_parameters.h", "lanescope_cuda.hpp"},
    {"device_functions.h", "lanescope_cuda.hpp"},
    {"device_types.h", "lanescope_cuda.hpp"},
    {"driver_types.h", "lanescope_cuda.hpp"},
    {"sm_20_atomic_functions.h", "lanescope_cuda.hpp"},
    {"sm_30_intrinsics.h", "lanescope_cuda.hpp"},
    {"sm_60_atomic_functions.h", "lanescope_cuda.hpp"},
    {"math_constants.h", "lanescope_cuda.hpp"},
    {"math_functions.h", "lanescope_cuda.hpp"},
    {"vector_types.h", "lanescope_cuda.hpp"},
    {"vector_functions.h", "lanescope_cuda.hpp"},
    {"device_atomic_functions.h", "lanescope_cuda.hpp"},
    {"cooperative_groups.h", "cooperative_groups.hpp"},
    {"cooperative_groups/reduce.h", "cooperative_groups.hpp"},
    {"cooperative_groups/scan.h", "cooperative_groups.hpp"},
    {"cooperative_groups/memcpy_async.h", "cooperative_groups.hpp"},
    {"mma.h", "lanescope_mma.hpp"},
    {"crt/mma.h", "lanescope_mma.hpp"},
    {"cuda_bf16.h", "lanescope_bfloat.hpp"},
    {"cuda_bf16.hpp", "lanescope_bfloat.hpp"},
    {"cuda_fp8.h", "lanescope_fp8.hpp"},
    {"cuda_fp8.hpp", "lanescope_fp8.hpp"},
    {"cuda_texture_types.h", "lanescope_cuda.hpp"},
    {"texture_types.h", "lanescope_cuda.hpp"},
    {"texture_fetch_functions.h", "lanescope_cuda.hpp"},
    {"texture_indirect_functions.h", "lanescope_cuda.hpp"},
    {"surface_types.h", "lanescope_cuda.hpp"},
    {"channel_descriptor.h", "lanescope_cuda.hpp"},
    {"cuda_fp16.h", "lanescope_half.hpp"},
    {"cuda_fp16.hpp", "lanescope_half.hpp"},
    {"cuComplex.h", "lanescope_complex.hpp"},
    {"curand_kernel.h", "lanescope_random.hpp"},
    {"curand.h", "lanescope_random_host.hpp"},
    {"curand_uniform.h", "lanescope_random.hpp"},
    {"cuda_profiler_api.h", "lanescope_cuda.hpp"},
    {"cudaProfiler.h", "lanescope_driver.hpp"},
    {"cuda_device_runtime_api.h", "lanescope_cuda.hpp"},
    {"device_double_functions.h", "lanescope_cuda.hpp"},
    {"host_defines.h", "lanescope_cuda.hpp"},
    {"builtin_types.h", "lanescope_cuda.hpp"},
    {"math_functions.hpp", "lanescope_cuda.hpp"},
    {"nvToolsExt.h", "lanescope_nvtx.hpp"},
    {"nvtx3/nvToolsExt.h", "lanescope_nvtx.hpp"},
    {"nvtx3/nvToolsExtCudaRt.h", "lanescope_nvtx.hpp"},
    {"omp.h", "lanescope_omp.hpp"},
    {"cuda_pipeline.h", "lanescope_pipeline.hpp"},
    {"cuda_pipeline_primitives.h", "lanescope_pipeline.hpp"},
    {"conio.h", "lanescope_windows.hpp"},
    {"windows.h", "lanescope_windows.hpp"},
    {"Windows.h", "lanescope_windows.hpp"},
    {"helper_math.h", "lanescope_helper_math.hpp"},
    {"cutil_math.h", "lanescope_helper_math.hpp"},
    {"helper_cuda.h", "lanescope_helpers.hpp"},
    {"helper_functions.h", "lanescope_helpers.hpp"},
    {"helper_string.h", "lanescope_helpers.hpp"},
    {"helper_timer.h", "lanescope_helpers.hpp"},
    {"helper_image.h", "lanescope_helpers.hpp"},
    {"exception.h", "lanescope_helpers.hpp"},
    {"cublas_v2.h", "lanescope_blas_types.hpp"},
    {"cublas.h", "lanescope_blas_types.hpp"},
    {"cublas_api.h", "lanescope_blas_types.hpp"},
    {"cublasLt.h", "lanescope_blas_types.hpp"},
    {"cufft.h", "lanescope_fft.hpp"},
    {"cutil.h", "lanescope_cutil.hpp"},
    {"cutil_inline.h", "lanescope_cutil.hpp"},
    {"wb.h", "lanescope_wb.hpp"}};

/// Thrust's headers, without `thrust/` and `.h`, which one of ours stands for.
// clang-format off
constexpr const char* kThrust[] = {
    "device_vector", "host_vector", "universal_vector", "device_ptr", "device_reference", "device_malloc",
    "device_malloc_allocator", "device_free", "device_new", "device_delete", "memory", "universal_ptr", "copy",
    "fill", "sequence", "generate", "tabulate", "transform", "for_each", "reduce", "transform_reduce",
    "inner_product", "scan", "transform_scan", "adjacent_difference", "sort", "unique", "count", "extrema", "find",
    "remove", "replace", "reverse", "equal", "logical", "gather", "scatter", "swap", "partition", "binary_search",
    "merge", "set_operations", "mismatch", "shuffle", "uninitialized_copy", "uninitialized_fill", "functional",
    "zip_function", "execution_policy", "pair", "tuple", "random", "complex", "distance", "advance", "version",
    "iterator/iterator_traits", "iterator/counting_iterator", "iterator/constant_iterator",
    "iterator/discard_iterator", "iterator/permutation_iterator", "iterator/reverse_iterator",
    "iterator/transform_iterator", "iterator/transform_output_iterator", "iterator/zip_iterator",
    "system/cuda/execution_policy", "system/omp/execution_policy", "system/cpp/execution_policy",
    "random/linear_congruential_engine", "random/normal_distribution", "random/uniform_int_distribution",
    "random/uniform_real_distribution"};
// clang-format on

/// CUB's, without `cub/` and `.cuh`. What is done for the device needs Thrust's text, too.
// clang-format off
constexpr const char* kCub[] = {
    "block/block_reduce", "block/block_scan", "block/block_load", "block/block_store", "block/block_radix_sort",
    "block/block_merge_sort", "block/block_exchange", "block/block_histogram", "block/block_discontinuity",
    "block/block_shuffle", "warp/warp_reduce", "warp/warp_scan", "util_type", "util_ptx", "util_debug",
    "thread/thread_operators"};
// clang-format on
// clang-format off
constexpr const char* kCubOfDevice[] = {
    "cub", "util_allocator", "device/device_reduce", "device/device_scan", "device/device_segmented_reduce",
    "device/device_radix_sort", "device/device_select", "device/device_histogram",
    "device/device_run_length_encode", "device/device_partition", "device/device_merge_sort", "device/device_for",
    "device/device_adjacent_difference", "iterator/transform_input_iterator", "iterator/counting_input_iterator",
    "iterator/constant_input_iterator", "iterator/arg_index_input_iterator",
    "iterator/cache_modified_input_iterator"};
// clang-format on

/// libcu++'s: those of `cuda/`, and those of `cuda/std/`, of which the host has most under the same name.
constexpr const char* kLibcudacxx[] = {"atomic",     "barrier", "latch",         "semaphore", "pipeline",
                                       "functional", "cmath",   "annotated_ptr", "numeric"};
constexpr const char* kLibcudacxxStd[] = {
    "array",       "bit",       "cassert",     "cfloat",     "chrono",
    "climits",     "cmath",     "complex",     "cstddef",    "cstdint",
    "cstdlib",     "cstring",   "ctime",       "functional", "initializer_list",
    "iterator",    "limits",    "numeric",     "optional",   "ratio",
    "string_view", "tuple",     "type_traits", "utility",    "variant",
    "version",     "algorithm", "atomic",      "barrier",    "concepts",
    "latch",       "semaphore", "span"};

constexpr unsigned kMostCopied = 100;
/// Folders above the copy, so that "../../common.h" stays inside.
constexpr const char* kDepth = "in/in/in/in";

}  // namespace

const char* known_header(const std::string& name) {
  const std::string plain = name.substr(name.find_last_of("/\\") + 1);
  for (const auto& [known, ours] : kKnownHeaders)
    if (plain == known) return ours;
  return nullptr;
}

void write_text(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw Error(ErrorKind::failed, Sentence("{} cannot be written.", path));
}

std::string line_name(const std::string& path) {
  std::string name = fs::absolute(path).lexically_normal().string();
  std::erase_if(name, [](char c) { return c == '"' || c == '\\' || c == '\n'; });
  return name;
}

std::string read_source(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw Error(ErrorKind::usage, Sentence("{}: there is no such file.", path));
  if (!fs::is_regular_file(path, error)) throw Error(ErrorKind::usage, Sentence("{}: it is no text.", path));
  const auto bytes = fs::file_size(path, error);
  if (error || bytes > kMaxSourceBytes)
    throw Error(ErrorKind::usage, Sentence("{}: it has {} bytes, and a source of a kernel has at most {}.", path,
                                           bytes, kMaxSourceBytes));
  std::string text = read_whole_file(path);
  if (text.size() > kMaxSourceBytes || text.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage, Sentence("{}: it is no text.", path));
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

void write_device_headers(const fs::path& folder) {
  const auto write = [&](const std::string& name, std::string_view text) {
    fs::create_directories((folder / name).parent_path());
    write_text((folder / name).string(), text);
  };
  const auto stand_for = [&](const std::string& name, const char* ours) {
    write(name, fmt::format("#pragma once\n#include \"{}\"\n", ours));
  };
  for (const auto& file : device_texts::kFiles) write(fs::path(file.path).filename().string(), file.text);
  for (const char* name : kThrust) stand_for(fmt::format("thrust/{}.h", name), "lanescope_thrust.hpp");
  for (const char* name : kLibcudacxx) stand_for(fmt::format("cuda/{}", name), "lanescope_libcudacxx.hpp");
  for (const char* name : kLibcudacxxStd)
    write(fmt::format("cuda/std/{}", name), fmt::format("#pragma once\n#if __has_include(<{0}>)\n#include "
                                                        "<{0}>\n#endif\n#include \"lanescope_libcudacxx.hpp\"\n",
                                                        name));
  for (const char* name : kCub) stand_for(fmt::format("cub/{}.cuh", name), "lanescope_cub.hpp");
  for (const char* name : kCubOfDevice) stand_for(fmt::format("cub/{}.cuh", name), "lanescope_cub_device.hpp");
  for (const auto& [name, ours] : kKnownHeaders) stand_for(name, ours);
}

SourceFolder::SourceFolder(const std::string& path)
    : beside_(fs::absolute(path).parent_path()),
      own_name_(fs::path(path).filename().string()),
      base_(fs::path(folder_.path()) / kDepth) {
  fs::create_directories(base_);
  fs::create_directories(missing());  // as deep, so that "../common.h" stays inside, too
}

void SourceFolder::copy_headers(std::string_view text, const fs::path& of) {
  for (const std::string& included : included_names(text, true)) {
    // Beside the file that includes it, or else beside the user's.
    std::error_code error;
    const fs::path near = of / included,
                   name = fs::is_regular_file(beside_ / near, error) ? near : fs::path(included);
    const fs::path from = (beside_ / name).lexically_normal(), to = (base_ / name).lexically_normal();
    std::error_code ignored;
    const bool inside = to.string().starts_with(folder_.path() + "/in/");
    if (!inside || fs::exists(to, ignored) || !fs::is_regular_file(from, ignored) || ++copied_ > kMostCopied)
      continue;
    const std::string header = read_source(from.string());
    fs::create_directories(to.parent_path(), ignored);
    write_text(to.string(), fmt::format("#line 1 \"{}\"\n{}", line_name(from.string()),
                                        with_marks_of_kernels(with_calls_for_launches(for_host_compiler(header)))));
    copied_headers_ += header + "\n";
    copy_headers(header, name.parent_path());
  }
}

std::string SourceFolder::source_that_defines(const std::vector<std::string>& functions) const {
  constexpr const char* kSources[] = {".cu", ".cpp", ".cc", ".cxx", ".c"};
  std::set<std::string> names;  // in an order that is the same on every machine
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(beside_, error)) {
    const std::string kind = entry.path().extension().string(), name = entry.path().filename().string();
    const bool is_source = std::find(std::begin(kSources), std::end(kSources), kind) != std::end(kSources);
    if (is_source && name != own_name_ && !fs::exists(base_ / name, error)) names.insert(name);
    if (names.size() == kMostCopied) break;
  }
  for (const std::string& name : names) {
    std::string text;
    try {
      text = read_source((beside_ / name).string());
    } catch (const Error&) {
      continue;  // no text: no source
    }
    if (has_main(text)) continue;  // another program
    const std::vector<std::string> defined = defined_functions(text);
    if (std::find_first_of(defined.begin(), defined.end(), functions.begin(), functions.end()) != defined.end())
      return name;
  }
  return {};
}

void SourceFolder::keep_only(const std::string& name) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_.path(), ignored))
    if (entry.path().filename() != name) fs::remove_all(entry.path(), ignored);
}

bool SourceFolder::write_empty_header(const std::string& name) {
  const fs::path to = (fs::path(missing()) / name).lexically_normal();
  std::error_code error;
  if (!to.string().starts_with(folder_.file("missing/")) || fs::exists(to, error)) return false;
  fs::create_directories(to.parent_path(), error);
  const char* ours = known_header(name);
  write_text(to.string(), ours ? fmt::format("#pragma once\n#include \"{}\"\n", ours) : "");
  return true;
}

}  // namespace lanescope
