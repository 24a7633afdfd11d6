#include "engine/source/child/crash.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string>

#include "engine/base/demangled.h"
#include "engine/source/child/host_heap.h"
#include "engine/source/child/host_program.h"
#include "engine/source/finding_words.h"

namespace lanescope {
namespace {

void (*give_answer)(const JobAnswer&) = nullptr;

struct Crash {
  int signal = 0, code = 0, system_call = 0;
  std::uintptr_t address = 0, place = 0;  ///< of what is not there, and of the code
  std::uint32_t line = 0;                 ///< of the host
};
thread_local Crash crash;

/// What is allowed, and since when.
struct WorkClock {
  unsigned seconds = 0, workers = 1;
  clockid_t leader = CLOCK_PROCESS_CPUTIME_ID;
  double leader_began = 0, process_began = 0, began = 0;
};
WorkClock work_clock;
bool is_loading = false;
bool is_crashing = false;  // the host's code

double seconds_on(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A machine that is busy with other things must not change what is found, so it is the time that the process has
/// worked: its first thread, or, where that waits for the others, each of all. Something that only waits is late by
/// the clock on the wall. 0 and less: it is out of time.
double seconds_left() {
  const double leader = seconds_on(work_clock.leader) - work_clock.leader_began;
  const double others = (seconds_on(CLOCK_PROCESS_CPUTIME_ID) - work_clock.process_began) / work_clock.workers;
  const double on_the_wall = seconds_on(CLOCK_MONOTONIC) - work_clock.began;
  const double allowed = work_clock.seconds;
  return std::min(allowed - std::max(leader, others), kTimesOnTheWall * allowed - on_the_wall);
}

void ring_after(double seconds) {
  constexpr suseconds_t kAgain = 50'000;  // a lane that nobody watches may be in the library's code
  const double whole = std::floor(seconds);
  const itimerval after{{0, kAgain},
                        {static_cast<time_t>(whole), static_cast<suseconds_t>(1e6 * (seconds - whole))}};
  setitimer(ITIMER_REAL, &after, nullptr);
}

/// The function that nobody defines, if that was called: the linker's trap has its name. Else nothing.
std::string missing_function() {
  Dl_info about{};
  const bool is_there = dladdr(reinterpret_cast<const void*>(crash.place), &about) != 0 && about.dli_sname;
  return is_there && reinterpret_cast<std::uintptr_t>(about.dli_saddr) == crash.place ? demangled(about.dli_sname)
                                                                                      : "";
}

std::string words_of_signal() {
  switch (crash.signal) {
    case SIGFPE:
      return "it divides a whole number by zero";
    case SIGILL:
    case SIGTRAP:
      if (const std::string missing = missing_function(); !missing.empty())
        return "it calls " + missing + ", which neither the file nor its headers define";
      return "it comes to code that the compiler takes for unreachable, such as the end of a function without a "
             "return";
    case SIGABRT:
      return finding_words::kAborts;
    default:
      return "it jumps or reads where nothing is";
  }
}

/// Where the lane was seen last, if somebody watches it: the compiler's table may not know the instruction.
unsigned line_of_crash(KernelMachine& machine) {
  const unsigned seen = machine.is_watched() ? machine.line_of_lane() : 0;
  return seen != 0 ? seen : machine.line_at(crash.place);
}

/// In the lane that crashed, after its signal handler: on a stack of its own, since the lane's may be full.
void end_lane() {
  KernelMachine& machine = *the_machine;
  const unsigned line = line_of_crash(machine);
  constexpr int kCallsOfAbort[] = {SYS_gettid, SYS_tgkill};
  if (crash.signal == SIGSYS && (crash.system_call == kCallsOfAbort[0] || crash.system_call == kCallsOfAbort[1]))
    crash.signal = SIGABRT;
  if (crash.signal == SIGSYS)
    machine.end_thread(FindingKind::crash, finding_words::kSystemCall,
                       {Sentence::word(std::to_string(crash.system_call))}, line);
  const KernelMemory::Range stacks = machine.stacks();
  const bool in_stacks = crash.address >= stacks.begin - (1 << 16) && crash.address < stacks.end;
  if (crash.signal == SIGSEGV && in_stacks)
    machine.end_thread(FindingKind::crash, finding_words::kStack,
                       {Sentence::word(std::to_string(KernelMachine::kStackBytes >> 10))}, line);
  if (crash.signal == SIGSEGV && !machine.is_watched() && crash.code != SI_KERNEL)
    machine.end_outside(crash.address, line);
  machine.end_thread(FindingKind::crash, finding_words::kCrash, {Sentence::word(words_of_signal())}, line);
}

alignas(64) thread_local unsigned char lane_stack[256 << 10], signal_stack[64 << 10];

std::uintptr_t place_of(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return context.uc_mcontext.pc;
#endif
}

/// What crashed goes on in `to`, on a stack for that.
void redirect(ucontext_t& context, void (*to)()) {
  const auto top = reinterpret_cast<std::uintptr_t>(lane_stack) + sizeof lane_stack - 64;
#if defined(__x86_64__)
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top - 8);  // as behind a call
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(to));
#elif defined(__aarch64__)
  context.uc_mcontext.sp = top;
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(to);
#endif
}

/// In the host's code of a program, after its signal handler.
void end_host() {
  if (crash.signal == SIGSEGV && crash.line != 0 && the_program->memory().is_of_host(crash.address))
    the_program->fail_outside(crash.address, crash.line);
  const Sentence at = line_word(crash.line);
  Finding finding{.kind = FindingKind::crash};
  if (crash.line != 0) finding.lines = {crash.line};
  finding.sentence = crash.line == 0
                         ? Sentence::of(finding_words::kHostCrashSomewhere, {Sentence::word(words_of_signal())})
                     : crash.signal == SIGSEGV && the_program->memory().is_device(crash.address)
                         ? Sentence::of(finding_words::kHostTouchesDevice, {at})
                         : Sentence::of(finding_words::kHostCrash, {Sentence::word(words_of_signal()), at});
  the_program->fail(finding);
}

/// Who wrote past an array of its own may have broken the stack, so that who looks there for callers crashes, too:
/// then it is the line where the host was seen last. Or the heap, without which no line can be looked up. Where
/// even that is told in vain, the process ends.
std::uint32_t line_of_broken_host() {
  static unsigned crashes = 0;
  constexpr unsigned kMost = 3;
  if (++crashes > kMost) {
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  }
  if (crashes == kMost) return 0;
  return crashes == 1 ? the_program->line_of_call() : the_program->line_of_host();
}

/// Where that is known.
bool is_write(const ucontext_t& context) {
#if defined(__x86_64__)
  return (context.uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  static_cast<void>(context);
  return false;
#endif
}

void on_crash(int signal, siginfo_t* about, void* context) {
  crash = {signal, about->si_code, signal == SIGSYS ? about->si_syscall : 0,
           reinterpret_cast<std::uintptr_t>(about->si_addr), place_of(*static_cast<ucontext_t*>(context))};
  if (signal == SIGSEGV && the_program && !the_machine &&
      the_program->order().touch(crash.address, is_write(*static_cast<ucontext_t*>(context)),
                                 [] { return the_program->line_of_call(); }))
    return;
  if (the_machine && the_machine->is_running()) return redirect(*static_cast<ucontext_t*>(context), end_lane);
  if (the_program && !the_machine) {
    // Where somebody holds the lock of the system's heap, no line is found.
    constexpr double kLongest = 2;
    is_crashing = true;
    ring_after(kLongest);
    allocate_apart();
    crash.line = line_of_broken_host();
    return redirect(*static_cast<ucontext_t*>(context), end_host);
  }
  give_answer(
      {.error = "The process of the kernel crashed while it loaded the kernel or wrote its answer (signal " +
                std::to_string(signal) +
                (signal == SIGSYS ? ", system call " + std::to_string(crash.system_call) : "") + ")."});
}

void end_late_host() {
  const Sentence seconds = Sentence::word(std::to_string(work_clock.seconds));
  Finding finding{.kind = FindingKind::endless};
  if (crash.line != 0) finding.lines = {crash.line};
  finding.sentence = crash.line != 0 ? Sentence::of(finding_words::kHostTooLong, {seconds, line_word(crash.line)})
                                     : Sentence::of(finding_words::kHostTooLongSomewhere, {seconds});
  the_program->fail_late(finding);
}

void end_late_lane() {
  the_machine->end_late(line_of_crash(*the_machine));
}

void end_late_loading() {
  JobAnswer answer;
  answer.findings.push_back({.kind = FindingKind::endless,
                             .sentence = Sentence::of(finding_words::kNeverLoaded,
                                                      {Sentence::word(std::to_string(work_clock.seconds))})});
  give_answer(answer);
}

void on_clock(int, siginfo_t*, void* context) {
  static bool is_stopped = false;
  if (is_stopped) return;
  if (is_crashing) {
    is_stopped = true;
    crash.line = 0;
    return redirect(*static_cast<ucontext_t*>(context), end_host);
  }
  constexpr double kTooShort = 0.05;
  if (const double left = seconds_left(); left > 0) return ring_after(std::max(left, kTooShort));
  if (the_machine) {
    // A watched lane stops at its next line. One that has none, as nobody watches it or as the compiler left
    // nothing in its loop, is stopped where it is.
    constexpr unsigned kMostLooks = 20;
    static unsigned looks = 0;
    the_machine->stop_soon();
    crash.place = place_of(*static_cast<ucontext_t*>(context));
    const bool has_lines = the_machine->is_watched() && ++looks < kMostLooks;
    const bool stops = the_machine->is_running() && !has_lines && the_machine->holds_code(crash.place);
    is_stopped = stops;
    if (stops) redirect(*static_cast<ucontext_t*>(context), end_late_lane);
    return;
  }
  if (!the_program) {
    is_stopped = is_loading;
    if (is_loading) redirect(*static_cast<ucontext_t*>(context), end_late_loading);
    return;
  }
  // In the code of the process, or of a library, it may hold a lock without which nothing can be told: it is asked
  // again soon, and a launch that it makes until then ends at once.
  constexpr unsigned kMostAsked = 30;
  static unsigned asked = 0;
  KernelMachine::stop_soon();
  if (!the_program->holds_code(place_of(*static_cast<ucontext_t*>(context))) && ++asked < kMostAsked) return;
  is_stopped = true;
  allocate_apart();
  crash.line = the_program->line_of_call();
  redirect(*static_cast<ucontext_t*>(context), end_late_host);
}

}  // namespace

double seconds_worked() {
  return work_clock.seconds - seconds_left();
}

void catch_crashes_of_thread() {
  const stack_t stack{.ss_sp = signal_stack, .ss_flags = 0, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, nullptr);
}

void catch_crashes(void (*answer)(const JobAnswer&)) {
  give_answer = answer;
  catch_crashes_of_thread();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigaction(signal, &action, nullptr);
  struct sigaction clock {};
  clock.sa_sigaction = on_clock;
  clock.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGALRM, &clock, nullptr);
}

void stop_clock() {
  is_loading = false;
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
}

void start_clock(unsigned seconds, unsigned workers, ClockOf what) {
  is_loading = what == ClockOf::loading;
  work_clock = {.seconds = seconds, .workers = workers};
  pthread_getcpuclockid(pthread_self(), &work_clock.leader);
  work_clock.leader_began = seconds_on(work_clock.leader);
  work_clock.process_began = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
  work_clock.began = seconds_on(CLOCK_MONOTONIC);
  ring_after(seconds);
}

}  // namespace lanescope
