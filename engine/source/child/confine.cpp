#include "engine/source/child/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>

namespace lanescope {
namespace {

/// Memory, time, the answer and the end. The clock of a job is set again where the machine was busy with others;
/// who stops it is ended by the process that waits for the answer.
constexpr int kComputing[] = {SCMP_SYS(write),         SCMP_SYS(munmap),       SCMP_SYS(mremap),
                              SCMP_SYS(brk),           SCMP_SYS(madvise),      SCMP_SYS(exit_group),
                              SCMP_SYS(exit),          SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(futex),
                              SCMP_SYS(sched_yield),   SCMP_SYS(setitimer)};
/// And files to read.
constexpr int kLoading[] = {SCMP_SYS(read),       SCMP_SYS(pread64),      SCMP_SYS(fstat),
                            SCMP_SYS(newfstatat), SCMP_SYS(lseek),        SCMP_SYS(close),
                            SCMP_SYS(mprotect),   SCMP_SYS(mmap),         SCMP_SYS(access),
                            SCMP_SYS(readlink),   SCMP_SYS(rt_sigaction), SCMP_SYS(sigaltstack),
                            SCMP_SYS(getrandom),  SCMP_SYS(fcntl),        SCMP_SYS(seccomp),
                            SCMP_SYS(prctl),      SCMP_SYS(getpid),       SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(sysinfo),  // qsort() asks for it
                            SCMP_SYS(statx),      SCMP_SYS(stat),         SCMP_SYS(prlimit64)};

/// For all threads of the process.
scmp_filter_ctx filter_of_process(std::uint32_t else_do) {
  scmp_filter_ctx filter = seccomp_init(else_do);
  if (filter && seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0) return filter;
  seccomp_release(filter);
  return nullptr;
}

bool allow(scmp_filter_ctx filter, int call) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0;
}

/// Beyond loading and computing.
constexpr int kOfPrograms[] = {SCMP_SYS(writev),
                               SCMP_SYS(readv),
                               SCMP_SYS(ioctl),
                               SCMP_SYS(getcwd),
                               SCMP_SYS(getuid),
                               SCMP_SYS(geteuid),
                               SCMP_SYS(gettid),
                               SCMP_SYS(getrusage),
                               SCMP_SYS(times),
                               SCMP_SYS(nanosleep),
                               SCMP_SYS(clock_nanosleep),
                               SCMP_SYS(uname),
                               SCMP_SYS(clock_getres),
                               SCMP_SYS(getdents64),
                               SCMP_SYS(dup2),  // freopen() puts a file that is open in the place of another
                               SCMP_SYS(dup3),
                               SCMP_SYS(ftruncate),  // of memory: no file is open to be written
                               SCMP_SYS(landlock_create_ruleset),
                               SCMP_SYS(landlock_add_rule),
                               SCMP_SYS(landlock_restrict_self)};
constexpr int kWritingFlags = O_WRONLY | O_RDWR | O_CREAT;

bool confine_program() {
  scmp_filter_ctx filter = filter_of_process(SCMP_ACT_ERRNO(EACCES));
  if (!filter) return false;
  bool good = true;
  for (const int call : kComputing) good = good && allow(filter, call);
  for (const int call : kLoading) good = good && allow(filter, call);
  for (const int call : kOfPrograms) good = good && allow(filter, call);
  good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                                  SCMP_A2(SCMP_CMP_MASKED_EQ, kWritingFlags, 0)) == 0;
  // abort() signals itself.
  good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                                  SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid()))) == 0;
  good = good && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return good;
}

bool confine_without_files() {
  scmp_filter_ctx filter = filter_of_process(SCMP_ACT_ALLOW);
  if (!filter) return false;
  bool good = true;
  for (const int call : {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat)})
    good = good && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0) == 0;
  good = good && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return good;
}

/// Sockets of this machine alone, which CUDA's driver uses.
bool confine_without_network() {
  scmp_filter_ctx filter = filter_of_process(SCMP_ACT_ALLOW);
  if (!filter) return false;
  bool good =
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX)) == 0;
  for (const int call : {SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev)})
    good = good && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0) == 0;
  good = good && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return good;
}

/// What may be done to which files from now on (Landlock).
class FileRules {
 public:
  static constexpr std::uint64_t kReading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  static constexpr std::uint64_t kWriting = LANDLOCK_ACCESS_FS_WRITE_FILE, kRunning = LANDLOCK_ACCESS_FS_EXECUTE;

  FileRules() {
    constexpr std::uint64_t kAllOfFirstVersion = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    landlock_ruleset_attr rules{};
    rules.handled_access_fs = kAllOfFirstVersion;
    ruleset_ = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0));
  }
  ~FileRules() {
    if (ruleset_ >= 0) close(ruleset_);
  }
  FileRules(const FileRules&) = delete;
  FileRules& operator=(const FileRules&) = delete;

  /// A file, or all in a folder; one that is not there needs no rule.
  void allow(const std::string& path, std::uint64_t access) {
    const int descriptor = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat about {};
    landlock_path_beneath_attr beneath{};
    beneath.parent_fd = descriptor;
    beneath.allowed_access = access;
    if (fstat(descriptor, &about) != 0 || !S_ISDIR(about.st_mode))
      beneath.allowed_access &= ~std::uint64_t{LANDLOCK_ACCESS_FS_READ_DIR};
    good_ = good_ && syscall(SYS_landlock_add_rule, ruleset_, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(descriptor);
  }
  /// The dynamic loader, which the system starts with a program.
  void allow_loaders(const std::string& folder) {
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator(folder, ignored))
      if (file.path().filename().string().starts_with("ld-linux")) allow(file.path().string(), kReading | kRunning);
  }
  /// False where the system cannot.
  bool enforce() const {
    return ruleset_ >= 0 && good_ && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, ruleset_, 0) == 0;
  }

 private:
  int ruleset_ = -1;
  bool good_ = true;
};

}  // namespace

bool confine(Confinement confinement) {
  if (confinement == Confinement::program) return confine_program();
  if (confinement == Confinement::program_without_files) return confine_without_files();
  scmp_filter_ctx filter = filter_of_process(SCMP_ACT_TRAP);
  if (!filter) return false;
  bool good = true;
  for (const int call : kComputing) good = good && allow(filter, call);
  if (confinement == Confinement::loading) {
    for (const int call : kLoading) good = good && allow(filter, call);
    constexpr int kWriting = O_WRONLY | O_RDWR | O_CREAT;
    good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                                    SCMP_A2(SCMP_CMP_MASKED_EQ, kWriting, 0)) == 0;
  } else {
    // New memory without a file, and never code.
    good = good &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)) == 0;
  }
  good = good && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return good;
}

bool read_only_in(const std::vector<std::string>& folders) {
  FileRules rules;
  for (const std::string& folder : folders) rules.allow(folder, FileRules::kReading);
  return rules.enforce();
}

bool confine_gpu_program(const std::string& program, const std::vector<std::string>& folders) {
  FileRules rules;
  // The program's loader is started with it; CUDA's driver looks at what the machine has.
  for (const char* folder : {"/lib", "/lib64", "/usr", "/etc/ld.so.cache", "/proc", "/sys"})
    rules.allow(folder, FileRules::kReading);
  for (const char* loaders : {"/lib64", "/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu"})
    rules.allow_loaders(loaders);
  for (const std::string& folder : folders) rules.allow(folder, FileRules::kReading);
  rules.allow(program, FileRules::kReading | FileRules::kRunning);
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator("/dev", ignored))
    if (file.path().filename().string().starts_with("nvidia"))
      rules.allow(file.path().string(), FileRules::kReading | FileRules::kWriting);
  // The driver gives its threads names, and gives up where it cannot.
  rules.allow("/proc/self/task", FileRules::kReading | FileRules::kWriting);
  for (const char* file : {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/shm"})
    rules.allow(file, FileRules::kReading | FileRules::kWriting);
  return rules.enforce() && confine_without_network();
}

}  // namespace lanescope
