#include "engine/request/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>

#include "engine/base/error.h"
#include "engine/base/nearest_name.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/ops.h"
#include "engine/workload/array_launch.h"
#include "engine/workload/workload.h"
#include "kernel_texts.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

/// The text after `// label` at the head of a kernel's file, its lines joined.
std::string head_comment(const std::string& text, const std::string& label) {
  const auto begin = text.find("// " + label);
  if (begin == std::string::npos) return {};
  const auto start = begin + 3 + label.size();
  const auto end = text.find('\n', start);
  std::string sentence = text.substr(start, end - start);
  sentence.erase(0, sentence.find_first_not_of(' '));
  return sentence;
}

template <class Kernel>
KernelInfo info_of() {
  const auto& facts = Kernel::facts;
  KernelInfo info;
  info.id = facts.id;
  info.title = facts.title;
  info.source = facts.source;
  info.elements_per_thread = facts.elements_per_thread;
  info.shared_per_thread = facts.shared_per_thread;
  info.shared_per_element = facts.shared_per_element;
  info.shared_per_block = facts.shared_per_block;
  info.coarsens = facts.coarsens;
  if (facts.fine_partner) info.fine_partner = facts.fine_partner;
  info.destroys_input = facts.destroys_input;
  info.unrolled = facts.unrolled;
  info.vectorized = facts.vectorized;
  info.known_factor = facts.known_factor;
  info.grid = facts.grid;
  info.combining = facts.combining;
  info.any_combining = facts.any_combining;
  info.serial_tail = facts.serial_tail;
  info.warp_tail = facts.warp_tail;
  info.workload = facts.workload;
  info.max_coarse_factor = facts.coarsens ? facts.max_coarse_factor : 1;
  const std::string file_name = "/" + info.id + ".h";
  for (const auto& file : kernel_texts::kFiles) {
    const std::string_view path = file.path;
    if (path.size() < file_name.size() || path.substr(path.size() - file_name.size()) != file_name) continue;
    info.file = file.path;
    info.file_text = file.text;
  }
  info.lesson = head_comment(info.file_text, "Lesson:");
  info.watch = head_comment(info.file_text, "Watch:");
  return info;
}

std::vector<KernelInfo> make_kernels() {
  std::vector<KernelInfo> infos;
  for_each_kernel(HostKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  for (auto& info : infos) info.on_host = true;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  const auto first_library = static_cast<std::ptrdiff_t>(infos.size());
  for_each_kernel(LibraryKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  std::for_each(infos.begin() + first_library, infos.end(), [](KernelInfo& info) { info.is_library = true; });
  for_each_kernel(ArrayKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  return infos;
}

bool is_power_of_two(std::uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

/// a / b, rounded up; right up to the end of 64 bits.
constexpr std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0);
}

std::uint64_t grid_of(const KernelInfo& kernel, const LaunchConfig& launch, std::optional<std::uint64_t> chosen) {
  if (launch.n == 0) return 0;
  switch (kernel.grid) {
    case GridRule::per_segment:
      return quotient_up(launch.n, launch.elements_per_block);
    case GridRule::chosen:
      return chosen.value_or(std::min(kDefaultGridDim, quotient_up(launch.n, launch.block_dim)));
    default:
      return 1;
  }
}

/// No GPU updates a whole point at once, so their blocks are not combined by atomics.
bool has_atomics(ElementType type) {
  return type != ElementType::point3;
}

/// Where the user does not choose.
Combining usual_combining(const KernelInfo& kernel, ElementType type) {
  return has_atomics(type) || !kernel.any_combining ? kernel.combining : Combining::relaunch;
}

/// The launch without asking whether it is possible.
LaunchConfig plan(const KernelInfo& kernel, const RunRequest& request) {
  LaunchConfig launch;
  launch.entry = kernel.id;
  launch.n = request.n;
  launch.workload = kernel.workload;
  if (kernel.workload == Workload::matrix_product) return plan_matrices(kernel, request, launch);
  launch.block_dim = kernel.grid == GridRule::one_thread ? 1 : request.block_dim;
  launch.coarse_factor = request.coarse_factor;
  if (kernel.grid == GridRule::per_segment || kernel.grid == GridRule::one_block) {
    launch.elements_per_block = kernel.elements_per_thread * request.coarse_factor * request.block_dim;
  } else {
    launch.elements_per_block = 0;
  }
  launch.grid_dim = grid_of(kernel, launch, request.grid_dim);
  launch.shared_elements = kernel.shared_per_thread * launch.block_dim +
                           kernel.shared_per_element * launch.elements_per_block + kernel.shared_per_block;
  launch.combining = request.combining.value_or(usual_combining(kernel, request.type));
  return launch;
}

/// The operator has no meaning for the elements, or their places do not fit their index.
std::optional<Refusal> refuse_elements(const RunRequest& request) {
  if (!op_fits(request.op, request.type)) {
    return Refusal{"--op",
                   fmt::format("--op {} --type {}: farthest is of points (--type point3), and points have no other "
                               "operator.",
                               name_of(request.op), name_of(request.type))};
  }
  if (request.type == ElementType::point3 && request.n > kMaxPoints) {
    return Refusal{"--n", fmt::format("--n {}: a point knows its place in 32 bits, so there are at most {} points.",
                                      request.n, kMaxPoints)};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_parameters(const KernelInfo& kernel, const RunRequest& request) {
  if (!is_power_of_two(request.block_dim) || request.block_dim > kMaxBlockDim) {
    return Refusal{"--block", fmt::format("--block {}: blockDim must be a power of two from 1 to {}.",
                                          request.block_dim, kMaxBlockDim)};
  }
  if (request.coarse_factor < 1 || request.coarse_factor > kMaxCoarseFactor) {
    return Refusal{"--coarse", fmt::format("--coarse {}: COARSE_FACTOR must be from 1 to {}.",
                                           request.coarse_factor, kMaxCoarseFactor)};
  }
  if (request.coarse_factor != 1 && !kernel.coarsens) {
    return Refusal{
        "--coarse",
        fmt::format("--coarse {}: {} is not coarsened, so COARSE_FACTOR must be 1; kernels that coarsen: {}.",
                    request.coarse_factor, kernel.id, kernel_ids([&](const KernelInfo& info) {
                      return info.coarsens && info.workload == kernel.workload;
                    }))};
  }
  if (request.coarse_factor > kernel.max_coarse_factor) {
    return Refusal{"--coarse", fmt::format("--coarse {}: COARSE_FACTOR of {} must be from 1 to {}.",
                                           request.coarse_factor, kernel.id, kernel.max_coarse_factor)};
  }
  return std::nullopt;
}

std::optional<Refusal> refuse_combining(const KernelInfo& kernel, const RunRequest& request) {
  const LaunchConfig launch = plan(kernel, request);
  if (launch.combining == Combining::last_block && kernel.combining != Combining::last_block) {
    return Refusal{"--combine",
                   fmt::format("--combine last_block: a kernel must be written for it, and {} is not; these "
                               "are: {}.",
                               kernel.id, kernel_ids([](const KernelInfo& info) {
                                 return info.combining == Combining::last_block;
                               }))};
  }
  if (launch.combining == Combining::atomic && !has_atomics(request.type)) {
    return Refusal{
        kernel.any_combining ? "--combine" : "--type",
        fmt::format("{}: no GPU updates a point of {} bytes atomically{}.",
                    kernel.any_combining ? "--combine atomic" : fmt::format("--type {}", name_of(request.type)),
                    element_bytes(request.type),
                    kernel.any_combining ? "; choose relaunch or host"
                                         : fmt::format(", and the blocks of {} are combined so", kernel.id))};
  }
  if (launch.combining != kernel.combining && !kernel.any_combining) {
    return Refusal{"--combine", fmt::format("--combine {}: the blocks of {} are always combined by {}.",
                                            name_of(launch.combining), kernel.id, name_of(kernel.combining))};
  }
  if (launch.combining == Combining::relaunch && kernel.grid == GridRule::per_segment &&
      launch.elements_per_block < 2) {
    return Refusal{"--combine",
                   fmt::format("--combine relaunch: with --block {} a block of {} leaves as many partial "
                               "sums as it is given elements; take a larger --block.",
                               request.block_dim, kernel.id)};
  }
  return std::nullopt;
}

/// A number of blocks that the kernel cannot have.
std::optional<Refusal> refuse_grid_dim(const KernelInfo& kernel, const RunRequest& request,
                                       const LaunchConfig& launch) {
  if (kernel.grid == GridRule::one_block && request.n > launch.elements_per_block) {
    return Refusal{"--n",
                   fmt::format("--n {}: {} is one block, whose {} threads reduce at most {} elements; segmented "
                               "takes any number.",
                               request.n, kernel.id, request.block_dim, launch.elements_per_block)};
  }
  if (kernel.vectorized && launch.grid_dim > kMaxPublishers) {
    return Refusal{"--grid",
                   fmt::format("--grid {}: the blocks of {} publish their results in one array, which holds those "
                               "of {} blocks.",
                               launch.grid_dim, kernel.id, kMaxPublishers)};
  }
  if (launch.grid_dim > kMaxGridDim || (kernel.grid == GridRule::chosen && request.grid_dim == 0)) {
    const bool chosen = kernel.grid == GridRule::chosen;
    return Refusal{chosen ? "--grid" : "--n", fmt::format("{}: a CUDA grid has from 1 to {} blocks, not {}{}.",
                                                          chosen ? fmt::format("--grid {}", *request.grid_dim)
                                                                 : fmt::format("--n {}", request.n),
                                                          kMaxGridDim, launch.grid_dim,
                                                          chosen            ? ""
                                                          : kernel.coarsens ? "; take a larger --block or --coarse"
                                                                            : "; take a larger --block")};
  }
  if (request.grid_dim && *request.grid_dim != launch.grid_dim) {
    return Refusal{"--grid", fmt::format("--grid {}: {} needs {} block{} for --n {}.", *request.grid_dim, kernel.id,
                                         launch.grid_dim, launch.grid_dim == 1 ? "" : "s", request.n)};
  }
  return std::nullopt;
}

/// A trace that would be too long to keep: kernels whose threads walk through the array take steps in proportion to
/// N.
std::optional<Refusal> refuse_steps(const KernelInfo& kernel, const RunRequest& request,
                                    const LaunchConfig& launch) {
  const bool walks = !has_array_result(kernel.workload) && launch.elements_per_block == 0;
  if (request.detail == Detail::none || !walks || launch.grid_dim == 0) return std::nullopt;
  const std::uint64_t threads = launch.grid_dim * launch.block_dim;
  if (threads > std::numeric_limits<std::uint32_t>::max()) {
    return Refusal{"--grid",
                   fmt::format("--grid {}: a step's stride, {} threads, does not fit a trace; take a smaller "
                               "--grid.",
                               launch.grid_dim, threads)};
  }
  const std::uint64_t steps = request.n / threads;
  if (steps <= kMaxTracedSteps) return std::nullopt;
  return Refusal{"--n",
                 fmt::format("--n {}: a thread of {} would take {} steps, and a trace holds at most {}; take a "
                             "smaller --n{}.",
                             request.n, kernel.id, steps, kMaxTracedSteps,
                             kernel.grid == GridRule::chosen ? " or a larger --grid" : "")};
}

/// More shared memory than a block has.
std::optional<Refusal> refuse_shared(const KernelInfo& kernel, const RunRequest& request,
                                     const LaunchConfig& launch) {
  const std::uint64_t bytes = std::uint64_t{launch.shared_elements} * element_bytes(request.type);
  if (bytes <= kMaxSharedBytes) return std::nullopt;
  return Refusal{
      kernel.coarsens ? "--coarse" : "--block",
      fmt::format("--block {} --coarse {}: a block of {} would keep {} bytes in shared memory, and has {}.",
                  launch.block_dim, launch.coarse_factor, kernel.id, bytes, kMaxSharedBytes)};
}

std::optional<Refusal> refuse_grid(const KernelInfo& kernel, const RunRequest& request) {
  const LaunchConfig launch = plan(kernel, request);
  if (auto refused = refuse_shared(kernel, request, launch)) return refused;
  if (auto refused = refuse_grid_dim(kernel, request, launch)) return refused;
  if (auto refused = refuse_steps(kernel, request, launch)) return refused;
  return refuse_look(kernel, request, launch);
}

}  // namespace

std::span<const KernelInfo> all_kernels() {
  static const std::vector<KernelInfo> infos = make_kernels();
  return infos;
}

std::span<const KernelInfo> kernels_of(Workload workload) {
  const auto infos = all_kernels();
  const auto is_of = [&](const KernelInfo& info) { return info.workload == workload; };
  const auto first = std::find_if(infos.begin(), infos.end(), is_of);
  return {first, std::find_if_not(first, infos.end(), is_of)};
}

std::span<const KernelInfo> reductions() {
  return kernels_of(Workload::reduction);
}

std::span<const KernelInfo> array_kernels() {
  return all_kernels().subspan(reductions().size());
}

const std::vector<KernelGroup>& kernel_groups() {
  static const std::vector<KernelGroup> groups = [] {
    std::vector<KernelGroup> found;
    for (const KernelInfo& info : all_kernels()) {
      const auto title = title_of(info.workload);
      if (found.empty() || found.back().title != title) found.push_back({title, {&info, 0}});
      auto& kernels = found.back().kernels;
      kernels = {kernels.data(), kernels.size() + 1};
    }
    return found;
  }();
  return groups;
}

const KernelGroup& group_of(const KernelInfo& kernel) {
  const auto& groups = kernel_groups();
  return *std::find_if(groups.begin(), groups.end(),
                       [&](const KernelGroup& group) { return group.title == title_of(kernel.workload); });
}

std::string kernel_ids(const std::function<bool(const KernelInfo&)>& fits) {
  std::string ids;
  for (const KernelInfo& info : all_kernels())
    if (fits(info)) ids += (ids.empty() ? "" : ", ") + info.id;
  return ids;
}

std::uint64_t default_n(Workload workload) {
  return workload == Workload::matrix_product ? 256 : RunRequest{}.n;
}

ElementType default_type(Workload workload) {
  return facts_of(workload).of_float32 ? ElementType::float32 : types_of(workload).front();
}

const KernelInfo& kernel_info(std::string_view id) {
  const auto infos = all_kernels();
  const auto found =
      std::find_if(infos.begin(), infos.end(), [&](const KernelInfo& info) { return info.id == id; });
  if (found != infos.end()) return *found;
  std::vector<std::string> ids;
  for (const KernelInfo& info : infos) ids.push_back(info.id);
  throw Error(ErrorKind::usage, fmt::format("KERNEL '{}': there is no such kernel; did you mean {}? All {} are in "
                                            "the list of `lanescope list`.",
                                            id, fmt::join(nearest_names(id, ids), " or "), ids.size()));
}

std::vector<Combining> combinings_of(const KernelInfo& kernel) {
  if (kernel.any_combining) return {Combining::atomic, Combining::relaunch, Combining::host};
  return {kernel.combining};
}

std::optional<Refusal> refusal(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (has_array_result(kernel.workload)) {
    if (auto refused = refuse_array_options(kernel, request)) return refused;
    if (auto refused = refuse_parameters(kernel, request)) return refused;
    return refuse_grid(kernel, request);
  }
  if (auto refused = refuse_elements(request)) return refused;
  if (request.matrices) return Refusal{"--n", fmt::format("--n: {} reduces an array, not matrices.", kernel.id)};
  if (kernel.on_host) {
    if (request.backend == BackendChoice::cuda) {
      return Refusal{"--backend", fmt::format("--backend cuda: {} is a loop on the host; choose auto.", kernel.id)};
    }
    return std::nullopt;
  }
  if (kernel.is_library) {
    if (request.backend != BackendChoice::emulator) return std::nullopt;
    return Refusal{"--backend",
                   fmt::format("--backend emulator: {} is compiled code of a library, which runs on an NVIDIA "
                               "GPU alone; choose auto or cuda.",
                               kernel.id)};
  }
  if (auto refused = refuse_parameters(kernel, request)) return refused;
  if (auto refused = refuse_combining(kernel, request)) return refused;
  return refuse_grid(kernel, request);
}

LaunchConfig launch_config(const RunRequest& request) {
  if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->message);
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (!kernel.traced())
    return {.n = request.n, .grid_dim = 0, .entry = kernel.id};  // its launches are its own affair
  return plan(kernel, request);
}

std::optional<LaunchConfig> next_launch(const KernelInfo& kernel, const LaunchConfig& launch) {
  if (launch.combining != Combining::relaunch || launch.grid_dim <= 1) return std::nullopt;
  LaunchConfig next = launch;
  next.n = launch.grid_dim;
  next.grid_dim = grid_of(kernel, next, 1);
  return next;
}

}  // namespace lanescope
