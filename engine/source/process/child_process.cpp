#include "engine/source/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) {
  throw Error(ErrorKind::failed,
              Sentence("A process for the kernel cannot be started: {}: {}.", what, std::strerror(errno)));
}

/// The system says so at `value`, and ends the process `more` later.
void limit(int resource, std::uint64_t value, std::uint64_t more = 0) {
  const rlimit both{value, value + more};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// A terminal has none: nobody could answer what a program asks, since its output comes at its end.
bool has_input() {
  struct stat about {};
  if (fstat(STDIN_FILENO, &about) != 0) return false;
  if (S_ISREG(about.st_mode)) return true;
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  return S_ISFIFO(about.st_mode) && poll(&ready, 1, 0) == 1 && (ready.revents & POLLIN) != 0;
}

/// What can be opened to read what came to this process: all of it, however many programs ask. A pipe is read once.
const char* path_of_input(const Progress& progress) {
  struct Input {
    Descriptor kept;
    std::string path = "/dev/null";
  };
  static const Input input = [&] {
    Input found;
    struct stat about {};
    if (!has_input()) return found;
    found.path = "/proc/self/fd/0";
    if (fstat(STDIN_FILENO, &about) != 0 || !S_ISFIFO(about.st_mode)) return found;
    constexpr std::size_t kMost = 64 << 20;
    constexpr int kPatienceMs = 1000;  // with one who writes no more, and does not say so
    found.kept = shared_memory("lanescope input", 0);
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    std::vector<char> bytes(64 << 10);
    for (std::size_t done = 0; done < kMost && poll(&ready, 1, kPatienceMs) == 1;) {
      const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
      if (count <= 0 || write(found.kept.number(), bytes.data(), static_cast<std::size_t>(count)) != count) break;
      done += static_cast<std::size_t>(count);
      progress.check();
    }
    found.path = "/proc/self/fd/" + std::to_string(found.kept.number());
    return found;
  }();
  return input.path.c_str();
}

/// Pointers to words, as exec wants them.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// In the new process, where only what is safe after fork() may be called. `own` are copies above all targets.
[[noreturn]] void become(char* const* words, char* const* environment, const ChildLimits& limits, const char* input,
                         const int* own, std::size_t count, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  dup2(open(input, O_RDONLY), STDIN_FILENO);
  for (std::size_t i = 0; i < count; ++i) dup2(own[i], static_cast<int>(3 + i));
  close_range(static_cast<unsigned>(3 + count), ~0u, 0);
  limit(RLIMIT_CPU, limits.seconds * limits.threads, 1);  // SIGXCPU first, which tells why
  limit(RLIMIT_CORE, 0);
  // Where memory is used up the system ends this process, and none of those that asked for it.
  if (const int score = open("/proc/self/oom_score_adj", O_WRONLY); score >= 0) {
    [[maybe_unused]] const auto written = write(score, "1000", 4);
    close(score);
  }
  if (limits.memory_bytes > 0) limit(RLIMIT_AS, limits.memory_bytes);
  if (limits.file_bytes > 0) limit(RLIMIT_FSIZE, limits.file_bytes);
  execve(words[0], words, environment);
  _exit(127);
}

constexpr unsigned kMoreOnTheClock = 3;

/// Reads what it says until it ends; kills it when its time is over.
class Watch {
 public:
  Watch(pid_t child, int output, const ChildLimits& limits, Progress& progress)
      : child_(child),
        output_(output),
        deadline_(Clock::now() + std::chrono::seconds(limits.seconds_on_the_clock > 0
                                                          ? limits.seconds_on_the_clock
                                                          : limits.seconds + kMoreOnTheClock)),
        limits_(limits),
        progress_(progress) {}
  ~Watch() {
    if (!waited_) end();
  }

  ChildEnd wait() {
    while (!ended()) {
      pollfd ready{output_, POLLIN, 0};
      if (poll(&ready, 1, output_closed_ ? 0 : 50) > 0) read_some();
      if (output_closed_) usleep(500);
      if (Clock::now() > deadline_) {
        result_.out_of_time = true;
        end();
      }
      tell_launch();
      progress_.check();
    }
    tell_launch();
    while (!output_closed_) read_some();
    if (is_in_lost_line_) ++result_.lost_lines;
    return result_;
  }

 private:
  void tell_launch() {
    if (limits_.launch) progress_.set_launch(*limits_.launch);
  }
  void read_some() {
    char bytes[4096];
    const ssize_t count = read(output_, bytes, sizeof bytes);
    if (count <= 0)
      output_closed_ = count == 0 || errno != EINTR;
    else
      keep({bytes, static_cast<std::size_t>(count)});
  }
  void keep(std::string_view bytes) {
    const std::size_t kept = std::min(bytes.size(), limits_.output_bytes - result_.output.size());
    result_.output.append(bytes.substr(0, kept));
    const std::string_view lost = bytes.substr(kept);
    if (lost.empty()) return;
    result_.lost_lines += static_cast<std::uint64_t>(std::count(lost.begin(), lost.end(), '\n'));
    is_in_lost_line_ = lost.back() != '\n';
  }
  bool ended() {
    if (!waited_ && waitpid(child_, &status_, WNOHANG) == child_) note_end();
    return waited_;
  }
  void end() {
    kill(-child_, SIGKILL);
    kill(child_, SIGKILL);
    if (waitpid(child_, &status_, 0) == child_) note_end();
    waited_ = true;
  }
  void note_end() {
    waited_ = true;
    kill(-child_, SIGKILL);  // what it may have left
    if (WIFEXITED(status_)) result_.exit_code = WEXITSTATUS(status_);
    if (WIFSIGNALED(status_)) result_.signal = WTERMSIG(status_);
    if (result_.signal == SIGXCPU) result_.out_of_time = true;
  }

  pid_t child_;
  int output_;
  Clock::time_point deadline_;
  const ChildLimits& limits_;
  Progress& progress_;
  ChildEnd result_;
  int status_ = 0;
  bool waited_ = false, output_closed_ = false, is_in_lost_line_ = false;
};

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Descriptor shared_memory(const char* name, std::uint64_t bytes) {
  Descriptor memory(memfd_create(name, MFD_CLOEXEC));
  if (memory.number() < 0 || ftruncate(memory.number(), static_cast<off_t>(bytes)) != 0) fail("memory");
  return memory;
}

std::string bytes_in(const Descriptor& memory, std::uint64_t most) {
  struct stat about {};
  if (fstat(memory.number(), &about) != 0) return {};
  std::string bytes(std::min(static_cast<std::uint64_t>(about.st_size), most), '\0');
  std::size_t done = 0;
  for (ssize_t count = 1; done < bytes.size() && count > 0; done += static_cast<std::size_t>(count))
    count = std::max<ssize_t>(
        0, pread(memory.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(done)));
  return bytes;
}

std::string file_beside_this(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {here, here / "../libexec/lanescope"})
    if (fs::is_regular_file(folder / name, error)) return (folder / name).string();
  throw Error(ErrorKind::unavailable,
              Sentence("{} is not beside this program, so own kernels cannot be run.", name));
}

ChildEnd run_child(const std::vector<std::string>& words, const ChildLimits& limits,
                   const std::vector<int>& descriptors, const std::string& folder, Progress& progress) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) fail("pipe");
  const Descriptor read_end(pipe_ends[0]);
  Descriptor write_end(pipe_ends[1]);
  std::vector<Descriptor> copies;
  std::vector<int> own;
  for (const int number : descriptors) {
    copies.emplace_back(fcntl(number, F_DUPFD_CLOEXEC, static_cast<int>(3 + descriptors.size())));
    own.push_back(copies.back().number());
  }
  std::vector<std::string> argument_words = words, environment_words = {"LC_ALL=C", "TMPDIR=" + folder};
  const char* path = std::getenv("PATH");
  environment_words.push_back(std::string("PATH=") + (path ? path : "/usr/bin:/bin"));
  for (char** word = environ; limits.sees_environment && *word; ++word) environment_words.emplace_back(*word);
  const auto arguments = pointers_to(argument_words), environment = pointers_to(environment_words);
  const char* input = limits.reads_input ? path_of_input(progress) : "/dev/null";
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0)
    become(arguments.data(), environment.data(), limits, input, own.data(), own.size(), write_end.number());
  write_end = Descriptor();
  return Watch(child, read_end.number(), limits, progress).wait();
}

}  // namespace lanescope
