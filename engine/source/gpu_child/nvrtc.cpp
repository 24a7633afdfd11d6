#include "engine/source/gpu_child/nvrtc.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "engine/source/elf_symbols.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr int kSuccess = 0, kCompilationFailed = 6;
constexpr std::size_t kMostLog = 64 << 10;

/// Where a toolkit may be, besides where the system looks for libraries.
std::vector<fs::path> toolkits() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* folder = std::getenv(variable); folder && *folder) folders.emplace_back(folder);
  std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  std::error_code ignored;
  for (std::string folder; std::getline(path, folder, ':');)
    if (const fs::path nvcc = fs::path(folder) / "nvcc"; fs::is_regular_file(nvcc, ignored))
      folders.push_back(fs::canonical(nvcc, ignored).parent_path().parent_path());
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

std::vector<std::string> library_names(int cuda_major) {
  std::vector<std::string> plain;
  if (cuda_major > 0) plain.push_back("libnvrtc.so." + std::to_string(cuda_major));
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}) plain.emplace_back(name);
  std::vector<std::string> names;
  for (const std::string& name : plain) {
    names.push_back(name);
    for (const fs::path& toolkit : toolkits())
      for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib"})
        names.push_back((toolkit / folder / name).string());
  }
  return names;
}

/// CUDA's headers beside the library that has this function; else those of a toolkit. /usr/include is left out: it
/// has the host's headers as well, which are not for a GPU.
std::vector<std::string> header_folders(const void* function) {
  std::vector<fs::path> candidates;
  std::error_code ignored;
  if (Dl_info about; dladdr(function, &about) != 0 && about.dli_fname) {
    const fs::path folder = fs::canonical(about.dli_fname, ignored).parent_path();
    candidates = {folder / "../include", folder / "../../../include"};
  }
  for (const fs::path& toolkit : toolkits()) candidates.push_back(toolkit / "include");
  for (const fs::path& candidate : candidates) {
    const fs::path folder = fs::canonical(candidate, ignored);
    if (ignored || folder == "/usr/include" || !fs::exists(folder / "cuda_runtime.h", ignored)) continue;
    std::vector<std::string> folders = {folder.string()};
    if (fs::exists(folder / "cccl", ignored)) folders.push_back((folder / "cccl").string());
    return folders;
  }
  return {};
}

/// In `own.cu(2): catastrophic error: cannot open source file "absent.h"`.
std::optional<std::string> missing_name(const std::string& log) {
  constexpr std::string_view kWords = "cannot open source file \"";
  const std::size_t at = log.find(kWords);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + kWords.size();
  return log.substr(begin, log.find('"', begin) - begin);
}

std::vector<std::string> variables_in(const std::string& image) {
  std::vector<std::string> names;
  for (const ElfSymbol& symbol : elf_symbols(image))
    if (symbol.is_object && !symbol.is_undefined && symbol.size > 0) names.push_back(symbol.name);
  return names;
}

}  // namespace

Nvrtc::Nvrtc(int cuda_major) : library_(library_names(cuda_major)) {
  is_there_ = true;
  const auto find = [&](const char* name, auto*& function) { is_there_ &= library_.find(name, function); };
  find("nvrtcVersion", get_version_);
  find("nvrtcGetErrorString", error_text_);
  find("nvrtcGetNumSupportedArchs", count_architectures_);
  find("nvrtcGetSupportedArchs", get_architectures_);
  find("nvrtcCreateProgram", create_);
  find("nvrtcDestroyProgram", destroy_);
  find("nvrtcAddNameExpression", add_name_);
  find("nvrtcCompileProgram", compile_);
  find("nvrtcGetLoweredName", get_name_);
  find("nvrtcGetProgramLogSize", log_size_);
  find("nvrtcGetProgramLog", get_log_);
  find("nvrtcGetCUBINSize", code_size_);
  find("nvrtcGetCUBIN", get_code_);
  find("nvrtcGetPTXSize", ptx_size_);
  find("nvrtcGetPTX", get_ptx_);
  if (is_there_) folders_ = header_folders(reinterpret_cast<const void*>(get_version_));
}

void Nvrtc::check(Status status) const {
  if (status != kSuccess) throw NotCompiled{GpuEnd::no_compiler, version() + " reports " + error_text_(status)};
}

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  if (get_version_(&major, &minor) != kSuccess) return "NVRTC";
  return "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
}

/// "sm_90"; of a GPU that is newer than the compiler the newest PTX that it makes: "compute_120".
std::string Nvrtc::architecture_for(int capability) const {
  int count = 0;
  check(count_architectures_(&count));
  std::vector<int> known(static_cast<std::size_t>(std::max(count, 0)));
  if (!known.empty()) check(get_architectures_(known.data()));
  if (std::find(known.begin(), known.end(), capability) != known.end()) return "sm_" + std::to_string(capability);
  int newest = 0;
  for (const int one : known)
    if (one < capability) newest = std::max(newest, one);
  if (newest == 0)
    throw NotCompiled{GpuEnd::no_compiler, version() + " makes no code for GPUs of compute capability " +
                                               std::to_string(capability / 10) + "." +
                                               std::to_string(capability % 10)};
  return "compute_" + std::to_string(newest);
}

std::string Nvrtc::bytes_of(Program program, Status (*size)(Program, std::size_t*),
                            Status (*get)(Program, char*)) const {
  std::size_t bytes = 0;
  check(size(program, &bytes));
  std::string text(bytes, '\0');
  if (bytes > 0) check(get(program, text.data()));
  return text;
}

Nvrtc::Attempt Nvrtc::attempt(const GpuJob& job, const std::string& architecture) const {
  std::vector<const char*> names, texts;
  for (const auto& [name, text] : job.headers) {
    names.push_back(name.c_str());
    texts.push_back(text.c_str());
  }
  // A function without a mark is one for the GPU too: JIT mode knows no others.
  std::vector<std::string> words = {"--gpu-architecture=" + architecture, "--std=c++17", "-default-device",
                                    "-lineinfo"};
  for (const std::string& folder : folders_) words.push_back("-I" + folder);
  std::vector<const char*> options;
  for (const std::string& word : words) options.push_back(word.c_str());
  Attempt attempt;
  check(create_(&attempt.program, job.text.c_str(), "kernel.cu", static_cast<int>(names.size()), texts.data(),
                names.data()));
  check(add_name_(attempt.program, job.kernel.c_str()));
  const Status status = compile_(attempt.program, static_cast<int>(options.size()), options.data());
  attempt.is_compiled = status == kSuccess;
  if (!attempt.is_compiled && status != kCompilationFailed) check(status);
  attempt.log = bytes_of(attempt.program, log_size_, get_log_).substr(0, kMostLog);
  return attempt;
}

CompiledCode Nvrtc::compile(const GpuJob& asked, int capability) const {
  const std::string architecture = architecture_for(capability);
  constexpr unsigned kMostMissing = 100;
  GpuJob job = asked;
  for (unsigned missing = 0;; ++missing) {
    Attempt done = attempt(job, architecture);
    if (!done.is_compiled) {
      const auto header = missing_name(done.log);
      check(destroy_(&done.program));
      if (!header || missing == kMostMissing) throw NotCompiled{GpuEnd::refused, done.log};
      job.headers.emplace_back(*header, "");
      continue;
    }
    CompiledCode code;
    const bool is_machine_code = architecture.starts_with("sm_");
    code.image = is_machine_code ? bytes_of(done.program, code_size_, get_code_)
                                 : bytes_of(done.program, ptx_size_, get_ptx_);
    const char* name = nullptr;
    check(get_name_(done.program, job.kernel.c_str(), &name));
    code.function = name;
    code.variables = variables_in(code.image);
    check(destroy_(&done.program));
    return code;
  }
}

}  // namespace lanescope
