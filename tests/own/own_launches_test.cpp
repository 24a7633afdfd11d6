// Kernels of the program that are several launches: a program of the plain CUDA of their entries, with a main()
// that makes the same launches on the same arrays, does in each launch what the built-in one does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "engine/input/input.h"
#include "engine/request/launch_plan.h"
#include "engine/request/launch_sequence.h"
#include "engine/session.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"
#include "engine/workload/elements.h"
#include "tests/own/listed_lanes.h"

namespace lanescope {
namespace {

/// In the order of the entries' parameters: arrays, the number of elements, and what else they take.
std::string arguments_of(const PlannedLaunch& planned) {
  std::string words;
  for (const auto* arrays : {&planned.inputs, &planned.outputs})
    for (const ArrayPlace& place : *arrays) words += fmt::format("b{} + {}, ", place.buffer, place.begin);
  const KernelInfo& entry = entry_info(planned.launch.entry);
  words += fmt::format("{}", planned.launch.n);
  if (entry.takes_digit) words += fmt::format(", {}", planned.launch.first_bit);
  if (entry.coarsens && !entry.known_factor) words += fmt::format(", {}", planned.launch.coarse_factor);
  return words;
}

/// The program, and where in it the listings stand. It prints where its arrays are, in bytes from the first one,
/// and then the result.
struct Program {
  LaunchPlan plan;
  std::string text;
  std::map<std::string, PlacedListing> listings = {};
};

Program program_of(const RunRequest& request, const std::vector<std::int32_t>& keys) {
  Program program{plan_of(kernel_info(request.kernel), launch_config(request), sizeof(std::int32_t)),
                  "#include <cstdio>\n"};
  const LaunchPlan& plan = program.plan;
  std::string main = fmt::format("int main() {{\n  static const int keys[] = {{{}}};\n", fmt::join(keys, ", "));
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    main += fmt::format("  int* b{};\n  cudaMalloc(&b{}, {});\n", i, i, plan.buffers[i] * sizeof(std::int32_t));
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    main += fmt::format("  printf(\"%zu\\n\", sizeof(int) * (b{} - b0));\n", i);
  main += fmt::format("  cudaMemcpy(b{}, keys, sizeof keys, cudaMemcpyHostToDevice);\n", kInputBuffer);
  for (const PlannedLaunch& planned : plan.launches) {
    const LaunchConfig& launch = planned.launch;
    const KernelInfo& entry = entry_info(launch.entry);
    if (!program.listings.count(launch.entry)) {
      const Listing listing = plain_cuda_listing(entry, request.op, request.type, launch.combining);
      const auto before = std::count(program.text.begin(), program.text.end(), '\n');
      program.listings[launch.entry] = {listing, static_cast<unsigned>(before)};
      program.text += listing.text;
    }
    RunRequest of_entry = request;
    of_entry.block_dim = launch.block_dim;
    of_entry.coarse_factor = launch.coarse_factor;
    main += fmt::format("  {}<<<{}, {}, {}>>>({});\n", instance_of(entry, of_entry), launch.grid_dim,
                        launch.block_dim, launch.shared_elements * sizeof(std::int32_t), arguments_of(planned));
  }
  main += fmt::format(
      "  static int result[{}];\n"
      "  cudaMemcpy(result, b{}, sizeof result, cudaMemcpyDeviceToHost);\n"
      "  for (int one : result) printf(\"%d\\n\", one);\n}}\n",
      keys.size(), kResultBuffer);
  program.text += main;
  return program;
}

/// From where addresses in the arrays of a launch count, in bytes before the array's part that the launch is given:
/// in the first one from its begin, in further ones from the begin of all memory.
std::set<std::uint64_t> places_of(const PlannedLaunch& planned, const std::vector<std::string>& printed) {
  constexpr std::uint64_t kBeforeFirst = 1 << 16;  // that no array has
  std::set<std::uint64_t> places;
  for (const auto* arrays : {&planned.inputs, &planned.outputs})
    for (const ArrayPlace& place : *arrays) {
      const std::uint64_t array = places.empty() ? 0 : kBeforeFirst + std::stoull(printed[place.buffer]);
      places.insert(array + place.begin * sizeof(std::int32_t));
    }
  return places;
}

/// Those of a built-in kernel count from the array's part.
void expect_requests_of(std::vector<SeenRequest> seen, const std::vector<SeenRequest>& expected,
                        const std::set<std::uint64_t>& places) {
  ASSERT_EQ(seen.size(), expected.size());
  std::map<std::pair<unsigned, AccessKind>, std::uint64_t> place_at;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (is_shared(seen[i].kind)) continue;
    const std::uint64_t place = seen[i].offsets[0] - expected[i].offsets[0];
    EXPECT_EQ(place_at.try_emplace({seen[i].line, seen[i].kind}, place).first->second, place);
    EXPECT_TRUE(places.count(place)) << "line " << seen[i].line;
    for (std::uint64_t& offset : seen[i].offsets) offset -= place;
  }
  EXPECT_TRUE(seen == expected);
}

void expect_same_launch(const Run& of_program, const Run& built_in, const Program& program) {
  const PlacedListing& placed = program.listings.at(built_in.launch.entry);
  EXPECT_EQ(of_program.launch.grid_dim, built_in.launch.grid_dim);
  EXPECT_EQ(of_program.launch.block_dim, built_in.launch.block_dim);
  EXPECT_EQ(of_program.metrics.totals.barriers, built_in.metrics.totals.barriers);
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind)
    EXPECT_EQ(of_program.metrics.totals.accesses[kind], built_in.metrics.totals.accesses[kind]) << "kind " << kind;
  const auto expected = requests_of_built_in(built_in, placed), seen = requests_of_file(of_program, placed);
  const auto places = places_of(program.plan.launches[built_in.request.launch - 1], of_program.printed);
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t warp = 0; warp < seen.size(); ++warp) {
    SCOPED_TRACE(fmt::format("requests of warp {}", warp));
    expect_requests_of(seen[warp], expected[warp], places);
  }
  expect_same_lanes(of_program, built_in, placed);
}

/// The first ones, which have each entry, and the last: those between differ by the bits that they look at.
std::vector<unsigned> looked_at(unsigned launches) {
  constexpr unsigned kFirst = 5;
  std::vector<unsigned> numbers(std::min(kFirst, launches));
  std::iota(numbers.begin(), numbers.end(), 1);
  if (launches > kFirst) numbers.push_back(launches);
  return numbers;
}

/// A launch of the request, of its last block, in both.
void expect_same_launch(RunRequest request, RunRequest of_program, unsigned number, const Program& program) {
  Progress progress;
  const std::vector<LaunchConfig> launches = launches_of(request);
  SCOPED_TRACE(fmt::format("{} --n {} --coarse {}, launch {} of {}", request.kernel, request.n,
                           request.coarse_factor, number, launches.size()));
  request.launch = of_program.launch = number;
  request.block = of_program.block = launches[number - 1].grid_dim - 1;
  const Run built_in = run(request, progress), seen = run(of_program, progress);
  ASSERT_EQ(seen.launches.size(), launches.size());
  expect_same_launch(seen, built_in, program);
}

std::vector<std::string> expected_output(Workload workload, std::vector<std::int32_t> keys) {
  if (workload == Workload::sort)
    std::sort(keys.begin(), keys.end());
  else
    std::partial_sum(keys.begin(), keys.end(), keys.begin());
  std::vector<std::string> lines;
  for (const std::int32_t key : keys) lines.push_back(std::to_string(key));
  return lines;
}

class OwnSeveralLaunches : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OwnSeveralLaunches, ProgramDoesWhatTheLaunchesDo) {
  Progress progress;
  const KernelInfo& kernel = kernel_info(GetParam());
  for (const std::uint64_t n : {std::uint64_t{300}, std::uint64_t{1000}}) {
    RunRequest request;
    request.kernel = kernel.id;
    request.n = n;
    request.block_dim = 64;
    request.coarse_factor = n == 1000 && kernel.coarsens ? 4 : 1;
    request.type = ElementType::int32;
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    const auto keys = std::get<std::vector<std::int32_t>>(make_input(request, progress));
    const Program program = program_of(request, keys);
    const ScratchFolder folder;
    const std::string path = folder.file("launches.cu");
    std::ofstream(path) << program.text;
    RunRequest of_program = request;
    of_program.kernel = load_own_program(path, progress).id;

    const auto launches = static_cast<unsigned>(launches_of(request).size());
    ASSERT_GT(launches, 1u);
    for (const unsigned number : looked_at(launches)) expect_same_launch(request, of_program, number, program);
    std::vector<std::string> printed = run(of_program, progress).printed;
    printed.erase(printed.begin(), printed.begin() + static_cast<std::ptrdiff_t>(program.plan.buffers.size()));
    EXPECT_EQ(printed, expected_output(kernel.workload, keys));
  }
}

std::vector<std::string_view> ids_of_several_launches() {
  std::vector<std::string_view> ids;
  for (const KernelInfo& kernel : all_kernels())
    if (!kernel.entries.empty()) ids.push_back(kernel.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnSeveralLaunches, ::testing::ValuesIn(ids_of_several_launches()),
                         [](const auto& about) { return std::string(about.param); });

}  // namespace
}  // namespace lanescope
