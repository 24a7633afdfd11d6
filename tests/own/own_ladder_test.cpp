// What makes own kernels believable: the plain CUDA of every kernel of the program, compiled and run as a file that
// a user brings, does what the built-in kernel does: the same lanes at the line of every step, the same requests at
// the same addresses, and the same result.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "engine/listing/plain_cuda.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"
#include "engine/trace/transactions.h"
#include "engine/workload/workload.h"
#include "tests/own/listed_lanes.h"

namespace lanescope {
namespace {

/// Kernels whose plain CUDA has in functions of its own what the program's emulator does for the kernel. What those
/// functions do is compared without lines and addresses, which cannot be the same; all else as of other kernels.
struct Apart {
  std::vector<std::string> calls = {};  ///< of these functions
  bool counts_blocks = false;           ///< by an atomic update of each block, which the program does not count
  bool has_tree = false;                ///< whose values are in no word of a parcel, and not reduced twice
  bool in_first = false;                ///< of the output is the result
  std::vector<std::string> arguments =
      {};                      ///< of a kernel with more arrays than its workload has, whose result nobody judges
  unsigned shared_bytes = 0;   ///< of those functions, before the kernel's own array
  std::string registers = {};  ///< arrays of the kernel that are none in memory
  bool waits = false;          ///< one lane for another block, and comes to later lines by itself
};
const std::map<std::string_view, Apart> kApart = {
    {"vectorized", {.calls = {"publish(", "collect<"}, .registers = "x[u].at", .waits = true}},
    {"single_pass_last_block", {.calls = {"is_last_block("}, .counts_blocks = true, .in_first = true}},
    {"scan_single_pass",
     {.calls = {"place_in_chain(", "wait_for(", "pass_on("},
      .counts_blocks = true,
      .arguments = {"in", "out", "inout2:256", "n", "coarse"},
      .shared_bytes = 16}}};

const Apart& apart_of(std::string_view kernel) {
  static const Apart none{.has_tree = true};
  const auto found = kApart.find(kernel);
  return found == kApart.end() ? none : found->second;
}

/// Requests of functions apart are those in lines before the kernel's, or at their calls.
class CallLines {
 public:
  CallLines(const Apart& apart, const std::vector<std::string_view>& lines) {
    while (kernel_ < lines.size() && !lines[kernel_].starts_with("__global__")) ++kernel_;
    for (unsigned line = kernel_; line < lines.size() && !apart.calls.empty(); ++line)
      for (const std::string& call : apart.calls)
        if (lines[line].find(call) != std::string::npos) calls_.insert(line + 1);
    is_used_ = !apart.calls.empty();
  }
  bool has(const SeenRequest& request) const {
    return is_used_ && (request.line <= kernel_ || calls_.count(request.line) > 0);
  }

 private:
  unsigned kernel_ = 0;
  std::set<unsigned> calls_;
  bool is_used_ = false;
};

using Parts = std::pair<std::vector<SeenRequest>, std::vector<std::pair<AccessKind, std::uint32_t>>>;

/// Those of the kernel's own lines; kinds and lanes of the others.
Parts parts_of(const std::vector<SeenRequest>& requests, const CallLines& calls, unsigned shared_bytes) {
  Parts parts;
  for (SeenRequest request : requests) {
    if (calls.has(request)) {
      parts.second.emplace_back(request.kind, request.mask);
      continue;
    }
    for (std::uint64_t& offset : request.offsets) offset -= is_shared(request.kind) ? shared_bytes : 0;
    parts.first.push_back(std::move(request));
  }
  std::sort(parts.first.begin(), parts.first.end());
  std::sort(parts.second.begin(), parts.second.end());
  return parts;
}

/// Takes the one update out by which the block is counted.
void take_count(Parts& parts) {
  const auto count = std::find(parts.second.begin(), parts.second.end(), std::pair(AccessKind::atomic, 1u));
  ASSERT_NE(count, parts.second.end());
  parts.second.erase(count);
}

void expect_same_requests(const Run& of_file, const Run& built_in, const PlacedListing& placed,
                          const Apart& apart) {
  const auto expected = requests_of_built_in(built_in, placed), seen = requests_of_file(of_file, placed);
  const CallLines calls(apart, placed.lines());
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t warp = 0; warp < seen.size(); ++warp) {
    Parts file = parts_of(seen[warp], calls, apart.shared_bytes);
    if (apart.counts_blocks && warp == 0) take_count(file);
    const Parts own = parts_of(expected[warp], calls, 0);
    EXPECT_TRUE(file.first == own.first) << "requests of warp " << warp;
    EXPECT_TRUE(file.second == own.second) << "requests of warp " << warp << " in functions apart";
  }
}

/// The built-in kernel's launch, of the kernel in a file.
RunRequest own_request(const RunRequest& request, const Run& run, const KernelInfo& own) {
  RunRequest other = request;
  other.kernel = own.id;
  other.combining.reset();
  other.own.result_in_first = apart_of(request.kernel).in_first;
  other.own.arguments = apart_of(request.kernel).arguments;
  other.own.block = {run.launch.block_dim, 1, 1};
  other.own.grid = {static_cast<unsigned>(run.launch.grid_dim), 1, 1};
  if (run.launch.tile_width > 0) {
    const auto columns = static_cast<unsigned>(run.launch.grid_columns());
    other.own.block = {run.launch.tile_width, run.launch.tile_width, 1};
    other.own.grid = {columns, static_cast<unsigned>(run.launch.grid_dim) / columns, 1};
  }
  if (own.own->has_dynamic_shared)
    other.own.shared_bytes = run.launch.shared_elements * element_bytes(request.type);
  return other;
}

/// A listing that several launches have in common is compiled once.
const KernelInfo& own_kernel_of(const std::string& listing, const std::string& instance,
                                std::optional<Workload> workload) {
  static std::map<std::pair<std::string, std::string>, const KernelInfo*> known;
  const KernelInfo*& own = known[{listing, instance}];
  if (!own) {
    const ScratchFolder folder;
    const std::string path = folder.file("listing.cu");
    std::ofstream(path) << listing;
    Progress progress;
    own = &load_own_kernel(path + ":" + instance, workload, progress);
  }
  return *own;
}

/// What a value is made of: elements, who combined them, and in which order. The identity is none of it.
std::string made_of(const CombineTree& tree, std::uint32_t node) {
  if (node == kIdentityNode) return "";
  if (node < tree.leaves()) return std::to_string(tree.leaf_elements[node]);
  const auto& operation = tree.operations[node - tree.leaves()];
  const std::string left = made_of(tree, operation.left), right = made_of(tree, operation.right);
  if (left.empty() || right.empty()) return left + right;
  return fmt::format("({} {} by {})", left, right, operation.thread);
}

/// Rows in which somebody works. A first element that a thread only takes into its sum is no row here, since a file
/// may call that a load.
std::vector<std::string> worked_rows(const Run& run) {
  std::set<std::uint32_t> combining;
  for (const auto& operation : run.tree->operations)
    if (operation.left != kIdentityNode && operation.right != kIdentityNode) combining.insert(operation.step);
  std::vector<std::string> rows;
  for (std::uint32_t i = 0; i < run.metrics.block.steps.size(); ++i) {
    const StepMetrics& step = run.metrics.block.steps[i];
    if (!is_step(step.phase) || step.active_threads == 0 || (step.phase == Phase::own && !combining.count(i)))
      continue;
    rows.push_back(fmt::format("{} {} x{}", name_of(step.phase), has_stride(step.phase) ? step.stride : 0,
                               step.active_threads));
  }
  return rows;
}

/// The tree that is found from values is the one that the built-in kernel's operators made, and so are the steps.
void expect_same_tree(const Run& of_file, const Run& built_in) {
  EXPECT_EQ(of_file.tree != nullptr, built_in.tree->leaves() > 0) << of_file.no_tree.text();
  if (!of_file.tree) return;
  EXPECT_EQ(made_of(*of_file.tree, of_file.tree->root), made_of(*built_in.tree, built_in.tree->root));
  EXPECT_EQ(worked_rows(of_file), worked_rows(built_in));
}

void expect_same(const KernelInfo& kernel, RunRequest request) {
  Progress progress;
  request.kernel = kernel.id;
  // Where many threads update one value, floats depend on the order, which is not the same.
  const bool many_updates = !has_array_result(kernel.workload) && kernel.tail == BlockTail::none;
  request.type = many_updates ? ElementType::int32 : default_type(kernel.workload);
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  SCOPED_TRACE(fmt::format("{} --n {} --block {} --coarse {} --block-index {}", kernel.id, request.n,
                           request.block_dim, request.coarse_factor, request.block));
  const Apart& apart = apart_of(kernel.id);
  const bool is_judged = apart.arguments.empty();
  const Run built_in = run(request, progress);
  const PlacedListing placed{plain_cuda_listing(kernel, request.op, request.type, built_in.launch.combining)};
  const KernelInfo& own = own_kernel_of(placed.listing.text, instance_of(kernel, request),
                                        is_judged ? std::optional(kernel.workload) : std::nullopt);
  const Run of_file = run(own_request(request, built_in, own), progress);

  EXPECT_TRUE(!is_judged || of_file.result->correct);
  // Of an array's elements the compiler may fuse another product with a sum: each is compared with its reference.
  if (!has_array_result(kernel.workload)) {
    EXPECT_EQ(of_file.result->value, built_in.result->value);
    if (apart.has_tree) expect_same_tree(of_file, built_in);
  }
  EXPECT_EQ(of_file.metrics.totals.barriers, built_in.metrics.totals.barriers);
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
    AccessCounts counts = built_in.metrics.totals.accesses[kind];
    const std::uint64_t blocks = built_in.launch.grid_dim;
    if (apart.counts_blocks && kind == static_cast<std::size_t>(AccessKind::atomic))
      counts += {blocks, blocks, blocks * sizeof(unsigned)};
    EXPECT_EQ(of_file.metrics.totals.accesses[kind], counts) << "kind " << kind;
  }
  expect_same_requests(of_file, built_in, placed, apart);
  expect_same_lanes(of_file, built_in, placed, apart.registers, apart.waits);
}

/// Launches of one kernel: full and ragged, small blocks and larger ones, first block and last.
std::vector<RunRequest> launches_of_kernel(const KernelInfo& kernel) {
  std::vector<RunRequest> launches;
  for (const unsigned block_dim : {16u, 64u, 256u})
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{500}, std::uint64_t{1024}})
      for (const unsigned coarse : {1u, 3u}) {
        RunRequest request;
        request.kernel = kernel.id;
        request.n = facts_of(kernel.workload).of_matrices() ? n / 20 + 1 : n;
        request.tile_width = block_dim == 256 ? 16 : 8;
        request.block_dim = block_dim;
        request.coarse_factor = coarse;
        if (coarse > kernel.max_coarse_factor || (coarse > 1 && !kernel.coarsens)) continue;
        if (kernel.grid == GridRule::chosen) request.grid_dim = 2;
        request.type = default_type(kernel.workload);
        if (refusal(request)) continue;
        request.detail = Detail::full;
        request.block = std::max<std::uint64_t>(1, launch_config(request).grid_dim) - 1;
        launches.push_back(request);
      }
  return launches;
}

class OwnLadder : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OwnLadder, ListingDoesWhatTheKernelDoes) {
  const KernelInfo& kernel = kernel_info(GetParam());
  const auto launches = launches_of_kernel(kernel);
  ASSERT_GE(launches.size(), 2u);
  for (const RunRequest& request : launches) expect_same(kernel, request);
}

/// Requests of 16 bytes a lane that load, by warp: lanes, addresses and sectors.
std::vector<std::tuple<unsigned, std::uint32_t, std::vector<std::uint64_t>, unsigned>> vector_loads(
    const Run& run) {
  std::vector<std::tuple<unsigned, std::uint32_t, std::vector<std::uint64_t>, unsigned>> loads;
  const BlockAddresses kept = run.trace->addresses_of(run.request.block)->all();
  for (const Request& request : kept.requests) {
    const bool of_vectors =
        request.array == ArrayId::input_vectors || (request.array == ArrayId::input && request.bytes == 16);
    if (request.kind != AccessKind::global_load || !of_vectors) continue;
    const auto lanes = static_cast<unsigned>(__builtin_popcount(request.mask));
    const auto first = kept.offsets.begin() + static_cast<std::ptrdiff_t>(request.first_offset);
    const std::vector<std::uint64_t> offsets(first, first + lanes);
    loads.emplace_back(request.warp, request.mask, offsets,
                       transactions_of(request.kind, offsets.data(), lanes, kVectorBytes));
  }
  std::sort(loads.begin(), loads.end());
  return loads;
}

TEST(OwnLadderVectors, LoadsAreThoseOfTheVectorizedKernel) {
  const KernelInfo& kernel = kernel_info("vectorized");
  for (const std::uint64_t n : {std::uint64_t{4096}, std::uint64_t{10'001}}) {
    Progress progress;
    RunRequest request;
    request.kernel = kernel.id;
    request.n = n;
    request.block_dim = 128;
    request.grid_dim = 4;
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    const auto built_in = run(request, progress);
    const KernelInfo& own =
        own_kernel_of(plain_cuda_listing(kernel, request.op, request.type, built_in.launch.combining).text,
                      instance_of(kernel, request), kernel.workload);
    const auto expected = vector_loads(built_in),
               seen = vector_loads(run(own_request(request, built_in, own), progress));
    EXPECT_GT(expected.size(), 0u);
    EXPECT_TRUE(seen == expected) << seen.size() << " and " << expected.size();
  }
}

std::vector<std::string_view> traced_ids() {
  std::vector<std::string_view> ids;
  for (const KernelInfo& kernel : all_kernels())
    if (kernel.traced() && kernel.entries.empty()) ids.push_back(kernel.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnLadder, ::testing::ValuesIn(traced_ids()),
                         [](const auto& about) { return std::string(about.param); });

}  // namespace
}  // namespace lanescope
