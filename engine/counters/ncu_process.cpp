#include "engine/counters/ncu_process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/counters/csv_cells.h"
#include "engine/counters/ncu_csv.h"

extern char** environ;

namespace lanescope {

namespace fs = std::filesystem;

namespace {

/// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    path_ = (fs::temp_directory_path() / "lanescope-XXXXXX").string();
    if (!mkdtemp(path_.data())) throw Error(ErrorKind::failed, "no temporary folder can be made: " + path_ + ".");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The end of a pipe, closed once.
class PipeEnd {
 public:
  explicit PipeEnd(int descriptor) : descriptor_(descriptor) {}
  ~PipeEnd() { close(); }
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;
  int get() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

std::string read_all(int descriptor) {
  std::string text;
  char buffer[1 << 16];
  while (true) {
    const auto count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

bool is_program(const fs::path& path) {
  return fs::is_regular_file(path) && access(path.c_str(), X_OK) == 0;
}

/// The last word of the last line: "Version 2025.3.1.0 (build ...)" -> "2025.3.1.0"
std::string version_of(const std::string& text) {
  const auto at = text.rfind("Version ");
  if (at == std::string::npos) return "";
  const auto begin = at + 8;
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

}  // namespace

ProcessResult run_program(const std::vector<std::string>& arguments, const std::string& folder) {
  int ends[2];
  if (pipe(ends) != 0) throw Error(ErrorKind::failed, "no pipe can be opened.");
  PipeEnd reader(ends[0]), writer(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, writer.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, reader.get());
  posix_spawn_file_actions_addclose(&actions, writer.get());
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  writer.close();
  if (error != 0)
    throw Error(ErrorKind::failed, fmt::format("{} cannot be started: {}.", arguments[0], strerror(error)));
  ProcessResult result;
  result.output = read_all(reader.get());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::string find_cuda_tool(const std::string& name) {
  std::vector<fs::path> folders;
  const auto add = [&](const char* variable, const char* below) {
    if (const char* folder = std::getenv(variable); folder && *folder) folders.push_back(fs::path(folder) / below);
  };
  std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    if (end > begin) folders.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  add("CUDA_HOME", "bin");
  add("CUDA_PATH", "bin");
  folders.emplace_back("/usr/local/cuda/bin");
  for (const auto& folder : folders)
    if (is_program(folder / name)) return fs::absolute(folder / name).string();
  return "";
}

std::string own_path() {
  return fs::read_symlink("/proc/self/exe").string();
}

NcuOutput run_ncu(const std::vector<std::string>& arguments) {
  const std::string ncu = find_cuda_tool("ncu");
  if (ncu.empty())
    throw Error(ErrorKind::unavailable,
                "Nsight Compute (ncu) is neither on PATH nor in CUDA's folder; it comes with "
                "the CUDA toolkit.");
  std::vector<std::string> command = {ncu,
                                      "--clock-control",
                                      "none",
                                      "--csv",
                                      "--page",
                                      "raw",
                                      "--print-kernel-base",
                                      "mangled",
                                      "--print-metric-instances",
                                      "details",
                                      "--target-processes",
                                      "all",
                                      "--metrics",
                                      ncu_metrics()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  NcuOutput result;
  const ProcessResult done = run_program(command);
  if (done.exit_code != 0 && done.output.find("ERR_NVGPUCTRPERM") == std::string::npos)
    throw Error(
        done.exit_code == static_cast<int>(ErrorKind::unavailable) ? ErrorKind::unavailable : ErrorKind::failed,
        fmt::format("ncu could not count the launches (exit code {}).", done.exit_code));
  result.csv = done.output;
  result.version = version_of(run_program({ncu, "--version"}).output);
  return result;
}

MachineCode machine_code_of(const std::string& program) {
  MachineCode code;
  const std::string extract = find_cuda_tool("cuobjdump"), disassemble = find_cuda_tool("nvdisasm");
  if (extract.empty() || disassemble.empty()) return code;
  const TemporaryFolder folder;
  run_program({extract, "-xelf", "all", program}, folder.path());
  for (const auto& file : fs::directory_iterator(folder.path()))
    add_disassembly(run_program({disassemble, "-c", "-gi", file.path().string()}).output, code);
  return code;
}

}  // namespace lanescope
