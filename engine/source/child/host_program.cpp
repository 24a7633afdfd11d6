#include "engine/source/child/host_program.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "engine/base/demangled.h"
#include "engine/base/number_text.h"
#include "engine/source/child/crash.h"
#include "engine/source/child/kernel_clock.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/child/launch_limits.h"
#include "engine/source/child/watched_memory.h"
#include "engine/source/refusal_words.h"
#include "engine/source/scan.h"
#include "engine/trace/builder.h"

namespace lanescope {

HostProgram* the_program = nullptr;
std::uintptr_t the_host_place = 0;

namespace {

constexpr int kTooManyPending = 69;
/// Launches of one kernel that wait for its end: a GPU, which begins them before, has as many as come.
constexpr std::size_t kMostPending = 1 << 20;
constexpr std::uint64_t kMostKeptRows = 1 << 21;
constexpr unsigned kLaunchesWithAddresses = 64;

}  // namespace

/// "reduce<float>" of "void reduce<float>(float*, int)".
std::string HostProgram::name_of_launch(const LanescopeLaunch& asked) {
  Dl_info about{};
  if (!asked.function || dladdr(asked.function, &about) == 0 || !about.dli_sname) return asked.name;
  std::string name = demangled(about.dli_sname);
  name.resize(std::min(name.find('('), name.size()));
  if (name.starts_with("void ")) name.erase(0, 5);
  return name;
}

HostProgram::HostProgram(const KernelJob& job, CodeLines& lines, KernelMemory& map, const LoadedLibrary& library,
                         HelperThreads& helpers, void (*end)(const JobAnswer&))
    : job_(job),
      lines_(lines),
      map_(map),
      library_(library),
      shared_(library.marker - job.marker),
      helpers_(helpers),
      end_(end),
      repeated_(memory_, library.variables, library.constants),
      order_(memory_, checks_.memory(), library.managed) {}

const JobKernel* HostProgram::known_kernel(const std::string& name) const {
  const std::string plain = plain_name(name);
  for (const JobKernel& kernel : job_.program->kernels)
    if (kernel.name == plain) return &kernel;
  return nullptr;
}

bool HostProgram::is_parameter(const std::string& name) const {
  const auto has_it = [&](const JobKernel& kernel) {
    return std::find(kernel.parameters.begin(), kernel.parameters.end(), name) != kernel.parameters.end();
  };
  return std::any_of(job_.program->kernels.begin(), job_.program->kernels.end(), has_it);
}

KernelJob HostProgram::job_of(const LanescopeLaunch& asked) const {
  KernelJob job;
  job.block = {asked.block[0], asked.block[1], asked.block[2]};
  job.grid = {asked.grid[0], asked.grid[1], asked.grid[2]};
  ProgramLaunch launch{
      .name = name_of_launch(asked), .grid = job.grid, .block = job.block, .shared_bytes = asked.shared_bytes};
  job.launch = launch_of(launch, job_.launch.entry);
  const bool in_view = launches_ + 1 == job_.program->launch;
  job.kept_block = in_view ? std::min(job_.kept_block, job.launch.grid_dim - 1) : 0;
  job.detail = launches_ < kMostProgramLaunches && kept_rows_ < kMostKeptRows ? job_.detail : Detail::none;
  if (job.detail == Detail::full && !in_view && launches_ >= kLaunchesWithAddresses) job.detail = Detail::masks;
  job.element_bytes = job_.element_bytes;
  job.seconds = job_.seconds;
  job.blocks_wait = job_.blocks_wait;
  job.schedule = job_.schedule;
  job.dynamic_bytes = asked.shared_bytes;
  job.is_cooperative = asked.is_cooperative != 0;
  const std::string kernel = plain_name(name_of_launch(asked));
  for (const JobShared& one : job_.shared)
    if (one.kernel.empty() || one.kernel == kernel) {
      job.shared.push_back(one);
      if (one.bytes == 0) job.shared.back().bytes = asked.shared_bytes;
    }
  return job;
}

ResidentBlocks& HostProgram::blocks_of(unsigned threads) {
  std::unique_ptr<ResidentBlocks>& blocks = blocks_[threads];
  if (!blocks) {
    blocks = std::make_unique<ResidentBlocks>(threads, lines_, map_);
    blocks->set_helpers(helpers_, [this] { return marker_of_thread(library_) - job_.marker; });
  }
  return *blocks;
}

int HostProgram::launch(const LanescopeLaunch& asked) {
  if (const int error = refuse_if_too_large(asked)) return error;
  const std::uint64_t blocks_of_grid = std::uint64_t{asked.grid[0]} * asked.grid[1] * asked.grid[2];
  const std::uint64_t threads = blocks_of_grid * asked.block[0] * asked.block[1] * asked.block[2];
  if (asked.is_cooperative && threads > kMostThreadsTogether)
    return refuse(asked, too_many(refusal_words::kCooperative, threads, kMostThreadsTogether),
                  kTooLargeForCooperation);
  if (news_) {
    news_->launch = launches_ + 1;
    news_->expected_seconds = 0;
  }
  const KernelJob job = job_of(asked);
  const auto line = static_cast<std::uint32_t>(std::max(asked.line, 0));
  ProgramLaunch launch{.name = name_of_launch(asked),
                       .line = is_own_line(line) ? line : 0,
                       .grid = job.grid,
                       .block = job.block,
                       .shared_bytes = asked.shared_bytes};
  const auto keep_launch = [&] {
    ++launches_;
    if (answer_.launches.size() < kMostProgramLaunches) answer_.launches.push_back(std::move(launch));
  };
  const RepeatedLaunches::Ids ids = ids_of_arrays(asked);
  const bool may_repeat = is_plain() && memory_.registered().empty();  // what the host has there nobody keeps
  if (may_repeat)
    if (const std::optional<bool> is_watched = repeated_.replay(asked, ids)) {
      answer_.partly_watched_launches += !*is_watched;
      keep_launch();
      return 0;
    }
  name_arrays(asked);
  the_kernel_clock.begin_launch();
  memory_.open();
  place_arrays(ids);
  map_.set_shared(shared_, job);
  const auto closure = reinterpret_cast<std::uintptr_t>(asked.closure);
  map_.set_parameters({closure, closure + asked.closure_bytes});
  ResidentBlocks& blocks = blocks_of(job.launch.block_dim);
  for (unsigned i = 0; job_.checks && i < ResidentBlocks::kMostAtATime; ++i)
    watch_shared(checks_.shared(i), job, shared_);
  ResidentBlocks::Watching* watching = is_plain() || is_only_checked() ? watching_of(asked) : nullptr;
  if (depth_ == 0) stream_ = asked.stream;
  checks_.memory().forget_uses();
  const std::uint32_t checked_before = checks_.now();
  const unsigned mode = std::exchange(lanescope_mode, 0);
  blocks.begin_launch(
      job, [&] { asked.call(asked.closure); }, shared_, job_.checks ? &checks_ : nullptr, watching);
  RepeatedLaunches::Did did = run_blocks(job, blocks, launch, ids, watching);
  lanescope_mode = mode;
  checks_.settle();  // while memory is open
  memory_.close();
  if (const unsigned most = blocks.exceeded_bound()) {
    blocks_.erase(job.launch.block_dim);  // which stand in the midst of one
    return refuse(asked, too_many(refusal_words::kBounds, job.launch.block_dim, most), kInvalidValue);
  }
  order_.add({launch.name, line, stream_, checked_before, checks_.now()});
  const bool is_checked_whole = launch.checked_blocks == job.launch.grid_dim;
  keep_launch();
  if (!blocks.findings().empty()) {
    std::vector<Finding> findings = blocks.findings();
    const bool is_late = name_launch(findings.front(), name_of_launch(asked));
    if (is_late) fail_late(std::move(findings.front()));
    answer_.findings = std::move(findings);
    finish(1);
  }
  answer_.partly_checked_launches += is_only_checked() && !is_checked_whole;
  did.beyond_memory = did.beyond_memory || !nested_.empty();
  if (may_repeat) repeated_.note(asked, ids, did);
  run_nested();
  return 0;
}

int HostProgram::launch_later(const LanescopeLaunch& asked) {
  if (const int error = refuse_if_too_large(asked)) return error;
  if (depth_ >= most_levels_)
    return refuse(asked, too_many(refusal_words::kLevels, depth_ + 1, most_levels_), kTooManyPending);
  if (nested_.size() >= kMostPending)
    return refuse(asked, too_many(refusal_words::kPending, nested_.size() + 1, kMostPending), kTooManyPending);
  const auto* closure = static_cast<const std::byte*>(asked.closure);
  Nested& nested = nested_.emplace_back();
  nested.asked = asked;
  nested.level = depth_ + 1;
  nested.name = asked.name;
  nested.closure.resize(1 + asked.closure_bytes / sizeof(std::max_align_t));
  std::memcpy(nested.closure.data(), closure, asked.closure_bytes);
  nested.arguments.assign(asked.arguments, asked.arguments + asked.count);
  nested.asked.key = nullptr;  // it is gone by then, and such launches are seldom done twice
  return 0;
}

/// What the kernel that ended has launched, each with what it launches in turn. The calls do not nest, since levels
/// may be thousands.
void HostProgram::run_nested() {
  if (depth_ > 0) return;
  std::vector<Nested> waiting;  // the next one is the last
  const auto take = [&] {
    std::move(nested_.rbegin(), nested_.rend(), std::back_inserter(waiting));
    nested_.clear();
  };
  for (take(); !waiting.empty(); take()) {
    Nested next = std::move(waiting.back());
    waiting.pop_back();
    depth_ = next.level;
    next.asked.name = next.name.c_str();
    next.asked.closure = next.closure.data();
    next.asked.arguments = next.arguments.data();
    launch(next.asked);
  }
  depth_ = 0;
}

bool HostProgram::is_plain() const {
  return job_.detail == Detail::none && !job_.checks && job_.schedule == 0;
}

/// Most mistakes show early, and in launches of other sizes. Until that the first launches of a kind are watched
/// whole. Checks, which are all that counts where they are asked for, take about half of the time, and those of a
/// kind most of what is left of that; so few of many kinds are checked whole, and some blocks of each.
ResidentBlocks::Watching* HostProgram::watching_of(const LanescopeLaunch& asked) {
  constexpr std::uint64_t kOfKind = 1 << 25, kOfAll = 1 << 30;  // basic blocks: about half a second, and ten
  constexpr std::uint64_t kCheckedASecond = 37'000'000, kFewestChecked = 1 << 22;  // with accesses
  const Kind kind = {reinterpret_cast<std::uintptr_t>(asked.call),
                     reinterpret_cast<std::uintptr_t>(asked.function),
                     asked.grid[0],
                     asked.grid[1],
                     asked.grid[2],
                     asked.block[0],
                     asked.block[1],
                     asked.block[2]};
  const auto [place, is_first] = watching_.try_emplace(kind);
  if (!is_first) return &place->second;
  const std::uint64_t all = job_.checks ? kCheckedASecond * job_.seconds : kOfAll;
  const std::uint64_t left = all - std::min(all, watched_work_);
  place->second.work =
      job_.checks ? std::max(kFewestChecked, left - left / 4) : std::max<std::uint64_t>(1, std::min(kOfKind, left));
  return &place->second;
}

void HostProgram::tell_launches(LaunchNews* news) {
  news_ = news;
  news_->allowed_seconds = job_.seconds;
}

/// Says when the program would be at the end of a launch, at the rate of the blocks that were done last; but only
/// what is far beyond its time, as blocks differ.
class HostProgram::Outlook {
 public:
  explicit Outlook(const HostProgram& program) : program_(program) {}
  void note(std::uint64_t block, std::uint64_t blocks) {
    using Seconds = std::chrono::duration<double>;
    if (!program_.news_) return;
    const auto now = std::chrono::steady_clock::now();
    const double allowed = program_.job_.seconds, window = Seconds(now - from_).count();
    if (window < allowed / kWindows) return;
    const double left = static_cast<double>(blocks - block - 1) * window / static_cast<double>(block + 1 - first_);
    const double in_all = Seconds(now - program_.began_).count() + left;
    program_.news_->expected_seconds =
        in_all > kFarBeyond * allowed ? static_cast<unsigned>(std::min(in_all, 1e9)) : 0;
    from_ = now;
    first_ = block + 1;
  }

 private:
  static constexpr double kWindows = 12, kFarBeyond = 3;  // of 120 s: 10 s, and 6 min
  const HostProgram& program_;
  std::chrono::steady_clock::time_point from_ = std::chrono::steady_clock::now();
  std::uint64_t first_ = 0;
};

/// Time on the wall says when to ask for the other, which takes long.
void HostProgram::note_progress() {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (!is_only_checked() || now - progress_noted_ < 10ms) return;
  progress_noted_ = now;
  progress_ = seconds_worked();
}

RepeatedLaunches::Did HostProgram::run_blocks(const KernelJob& job, ResidentBlocks& blocks, ProgramLaunch& launch,
                                              const RepeatedLaunches::Ids& ids,
                                              ResidentBlocks::Watching* watching) {
  const std::uint64_t work_before = watching ? watching->work : 0;
  const auto began = std::chrono::steady_clock::now();
  RepeatedLaunches::Did did;
  TraceBuilder builder(job.launch, job.element_bytes, NumberKind::emulated);
  bool is_whole = job.detail != Detail::none;
  Outlook outlook(*this);
  ArraySet written_unchecked = 0;
  blocks.run(
      [&](std::uint64_t block, const KernelMachine& machine) {
        outlook.note(block, job.launch.grid_dim);
        note_progress();
        if (machine.is_checked())
          ++launch.checked_blocks;
        else
          written_unchecked |= machine.written();
        did.touched |= machine.read() | machine.written();
        did.beyond_memory |= machine.goes_beyond_memory();
        did.is_watched = did.is_watched && machine.is_watched();
        is_whole = is_whole && !machine.has_too_many_rows();
        if (!is_whole) return true;
        builder.add(block, machine.rows().history());
        if (job.detail == Detail::full && block == job.kept_block) {
          builder.add_addresses(KeptAddresses(machine.rows().addresses()));
          kept_rows_ += machine.rows().history().steps();
        }
        return true;
      },
      watching);
  if (watching) watched_work_ += work_before - watching->work;
  // What of them was written is not known, so it may all be read.
  if (job_.checks && written_unchecked != 0)
    checks_.memory().mark_arrays_written([&](const Shadow& shadow) {
      const bool is_variable = shadow.id == ArrayId::file_variable;
      const ArraySet array = is_variable ? set_of(shadow.id) : RepeatedLaunches::array_of(shadow.begin, ids);
      return (written_unchecked & array) != 0;
    });
  if (!did.is_watched) {
    did.touched = ~ArraySet{0};  // which arrays it has read is not known
    ++answer_.partly_watched_launches;
  }
  if (is_whole && blocks.findings().empty()) launch.trace = builder.finish();
  did.time = std::chrono::steady_clock::now() - began;
  return did;
}

}  // namespace lanescope
