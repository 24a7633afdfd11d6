#include "engine/source/child/confine.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>

namespace lanescope {
namespace {

/// Memory, time, the answer and the end.
constexpr int kComputing[] = {SCMP_SYS(write),         SCMP_SYS(munmap),       SCMP_SYS(mremap),
                              SCMP_SYS(brk),           SCMP_SYS(madvise),      SCMP_SYS(exit_group),
                              SCMP_SYS(exit),          SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(futex),
                              SCMP_SYS(sched_yield)};
/// And files to read.
constexpr int kLoading[] = {SCMP_SYS(read),
                            SCMP_SYS(pread64),
                            SCMP_SYS(fstat),
                            SCMP_SYS(newfstatat),
                            SCMP_SYS(lseek),
                            SCMP_SYS(close),
                            SCMP_SYS(mprotect),
                            SCMP_SYS(mmap),
                            SCMP_SYS(access),
                            SCMP_SYS(readlink),
                            SCMP_SYS(rt_sigaction),
                            SCMP_SYS(sigaltstack),
                            SCMP_SYS(setitimer),
                            SCMP_SYS(getrandom),
                            SCMP_SYS(fcntl),
                            SCMP_SYS(seccomp),
                            SCMP_SYS(prctl),
                            SCMP_SYS(getpid),
                            SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(statx),
                            SCMP_SYS(stat),
                            SCMP_SYS(prlimit64)};

bool allow(scmp_filter_ctx filter, int call) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0;
}

}  // namespace

bool confine(Confinement confinement) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
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

}  // namespace lanescope
