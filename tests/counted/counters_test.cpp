// The emulator against the silicon: textbook kernels (tests/data), and every launch of the project's own native
// kernels that `verify --counters` recorded (recordings/), row by row.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "engine/base/error.h"
#include "engine/counters/counter_table.h"
#include "engine/counters/csv_cells.h"
#include "engine/counters/reasons.h"
#include "engine/workload/workload.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<CounterTable> recorded_tables() {
  std::vector<CounterTable> tables;
  for (const auto& file : std::filesystem::directory_iterator(LANESCOPE_SOURCE_DIR "/recordings"))
    if (file.path().filename().string().ends_with("_counters.csv"))
      tables.push_back(counter_table_from_csv(read_file(file.path()), file.path().filename().string()));
  return tables;
}

/// Reductions of the first recorded GPU.
CounterTable reduction_table() {
  return counter_table_from_csv(read_file(LANESCOPE_SOURCE_DIR "/recordings/h200_counters.csv"),
                                "h200_counters.csv");
}

bool in_ladder(std::string_view kernel) {
  const auto infos = reductions();
  return std::any_of(infos.begin(), infos.end(), [&](const auto& info) { return info.id == kernel; });
}

TEST(Counters, EmulatedTotalsEqualTheCountersOfTextbookKernelsOnAnH200) {
  const std::string text = read_file(LANESCOPE_SOURCE_DIR "/tests/data/h200_counters.csv");
  const auto lines = text_lines(text);
  const auto names = csv_cells(lines[0]);
  int compared = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = csv_cells(lines[i]);
    std::map<std::string, std::string> row;
    for (std::size_t c = 0; c < cells.size(); ++c) row[names[c]] = cells[c];
    if (!in_ladder(row["kernel"])) continue;
    SCOPED_TRACE(std::string(lines[i]));
    const auto trace = testing::trace_of(testing::request_of(
        row["kernel"], std::stoull(row["n"]), static_cast<unsigned>(std::stoul(row["block_dim"])),
        static_cast<unsigned>(std::stoul(row["coarse_factor"]))));
    const auto values = emulated_values(totals(trace));
    // The compiler predicates the trees in shared memory.
    const bool predicated = totals(trace).of(AccessKind::shared_load).requests > 0;
    for (const Metric* total : counter_totals()) {
      const auto counted = std::stoull(row.at(total->counter));
      if (total->name == std::string("divergent_branches") && predicated)
        EXPECT_EQ(counted, 0u);
      else
        EXPECT_EQ(values[total->name], counted) << total->name;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 8);
}

/// Every total is equal, or its reason names these very counts.
void expect_totals(const CounterRow& row, const EmulatedLaunch& emulated) {
  CounterRow today = row;
  today.emulated = emulated.values;
  for (const Metric* total : counter_totals()) {
    const bool explained = proven_reason(row, *total, today.emulated[total->name]) != nullptr;
    EXPECT_TRUE(row.counted[total->name] == today.emulated[total->name] || explained)
        << total->name << ' ' << today.emulated[total->name];
  }
  EXPECT_TRUE(has_reasons(today)) << reason_text(row);
}

/// The total of divergence is the sum over the lines, and each line's form agrees with its own counts.
void expect_divergence_by_line(const CounterRow& row, const EmulatedLaunch& emulated) {
  const auto lines = counted_lines(entry_of(row));
  const auto masks = partial_masks(emulated.trace, lines);
  std::uint64_t sum = 0;
  for (const auto& site : row.sites) {
    sum += site.divergent;
    if (site.step_line == 0) continue;
    ASSERT_LE(site.step_line, lines.size());
    const auto expected = masks[site.step_line - 1];
    if (site.form == BranchForm::branched)
      EXPECT_EQ(site.divergent, expected);
    else if (site.form == BranchForm::mixed)
      EXPECT_LE(site.divergent, expected);
    else
      EXPECT_EQ(site.divergent, 0u);
  }
  EXPECT_EQ(sum, row.counted["divergent_branches"]);
}

TEST(Counters, EveryRecordedLaunchIsWhatTheEmulatorCountsTodayAlsoLineByLine) {
  Progress progress;
  std::size_t rows = 0;
  for (const auto& table : recorded_tables()) {
    EXPECT_FALSE(table.device.empty());
    EXPECT_FALSE(table.date.empty());
    EXPECT_FALSE(table.command.empty());
    LaunchEmulator emulator;
    for (const auto& row : table.rows) {
      SCOPED_TRACE(row.kernel + ", n " + std::to_string(row.n) + ", blockDim " + std::to_string(row.block_dim));
      const auto emulated = emulator.emulate(launch_of(row), progress);
      expect_totals(row, emulated);
      expect_divergence_by_line(row, emulated);
      ++rows;
    }
  }
  EXPECT_GE(rows, 138u);
}

TEST(Counters, TablesAreReadAsTheyWereWritten) {
  const auto table = reduction_table();
  const auto again = counter_table_from_csv(to_csv(table), "again");
  EXPECT_EQ(to_csv(again), to_csv(table));
  EXPECT_EQ(again.rows.size(), table.rows.size());
}

/// The sentence in which a table is refused; empty if it is read.
std::string refusal(const std::string& text) {
  try {
    counter_table_from_csv(text, "t.csv");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// A table with one row, whose reason is this cell.
std::string table_with_reason(const std::string& cell) {
  CounterTable table;
  CounterRow& row = table.rows.emplace_back();
  row.kernel = "serial";
  row.n = row.grid_dim = 1;
  std::string text = to_csv(table);
  text.pop_back();
  return text + csv_line({cell}) + '\n';
}

TEST(Counters, ReasonsAreReadAsTheyWereWritten) {
  const Metric& divergence = metric_named("divergent_branches");
  CounterTable table;
  CounterRow& row = table.rows.emplace_back();
  row.kernel = "serial";
  row.n = row.grid_dim = 1;
  row.emulated[divergence.name] = 5;
  const Sentence why("{} partial masks", "5");
  row.reasons = {{&divergence, 0, 5, why}};
  EXPECT_EQ(reason_text(row), "divergent_branches 0 instead of 5: 5 partial masks");
  EXPECT_TRUE(has_reasons(row));
  const auto again = counter_table_from_csv(to_csv(table), "t.csv").rows.at(0).reasons.at(0);
  EXPECT_EQ(again.total, &divergence);
  EXPECT_EQ(again.emulated, 5u);
  ASSERT_NE(again.why.english(), nullptr) << "it can be said in another language";
  EXPECT_EQ(again.why, why);
  row.reasons[0].why = {};
  EXPECT_EQ(reason_text(row), "divergent_branches 0 instead of 5: UNEXPLAINED");
  EXPECT_FALSE(has_reasons(row));
  row.reasons[0].has_code = false;
  const CounterTable unproven = counter_table_from_csv(to_csv(table), "t.csv");
  EXPECT_EQ(reason_text(unproven.rows.at(0)),
            "divergent_branches 0 instead of 5: UNEXPLAINED, for lack of machine code (cuobjdump, nvdisasm)");
  EXPECT_FALSE(has_reasons(unproven.rows.at(0)));
}

TEST(Counters, ReasonsThatAreNoneAreRefused) {
  const std::string total = R"("total":"divergent_branches")";
  EXPECT_EQ(refusal(table_with_reason("")), "");
  EXPECT_EQ(refusal(table_with_reason("[]")), "");
  EXPECT_EQ(
      refusal(table_with_reason("[{" + total + R"(,"counted":1,"emulated":2,"why":["of a new {}","kind"]}])")), "");
  CounterTable english = reduction_table();
  const std::string refused = refusal(to_csv(english, ReasonForm::english));
  EXPECT_NE(refused.find("t.csv, line "), std::string::npos);
  EXPECT_NE(refused.find("its reason is text to be read"), std::string::npos) << refused;
  for (const std::string& cell : {std::string("[1]"), std::string("{}"), std::string("[{}]"), std::string("[{"),
                                  R"([{"total":"n"}])" + std::string(), "[{" + total + R"(,"counted":-1}])",
                                  "[{" + total + R"(,"emulated":"5"}])", "[{" + total + R"(,"why":3}])",
                                  "[{" + total + R"(,"why":["{} partial masks"]}])", std::string(100'000, '[')})
    EXPECT_NE(refusal(table_with_reason(cell)).find("t.csv, line "), std::string::npos) << cell.substr(0, 100);
}

TEST(Counters, DamagedTablesAreRefusedWithTheLine) {
  const std::string good = to_csv(reduction_table());
  const auto rows = good.find("\nserial,") + 1;
  EXPECT_EQ(refusal(good), "");
  EXPECT_NE(refusal("").find("holds no launch"), std::string::npos);
  EXPECT_NE(refusal("kernel,n\nserial,3\n").find("t.csv, line 1"), std::string::npos);
  EXPECT_NE(refusal(good.substr(0, rows + 20)).find("cells instead of"), std::string::npos);
  std::string changed = good;
  EXPECT_NE(refusal(changed.replace(rows, 15, "serial,atomics")).find("'atomics' is none of"), std::string::npos);
}

TEST(Counters, EachKernelIsCountedAtEveryBlockDimFullAndRagged) {
  for (const auto& kernel : all_kernels()) {
    if (!kernel.traced()) continue;
    std::map<std::pair<unsigned, unsigned>, int> sizes;
    for (const auto& request : counted_requests({std::string(kernel.id)})) {
      EXPECT_FALSE(refusal(request)) << kernel.id;
      ++sizes[{launch_config(request).block_dim, request.coarse_factor}];
    }
    if (kernel.grid == GridRule::one_thread) continue;  // blockDim is 1
    const bool has_tiles = facts_of(kernel.workload).of_matrices();
    const auto block_dims = has_tiles ? std::vector{64u, 256u, 1024u} : std::vector{32u, 256u, 1024u};
    for (const unsigned most : {1u, 2u, 4u, 16u})
      for (const unsigned block_dim : block_dims) {
        const unsigned factor = std::min(most, kernel.max_coarse_factor);
        RunRequest request;
        request.kernel = kernel.id;
        request.n = 1;
        request.type = default_type(kernel.workload);
        request.block_dim = has_tiles ? request.block_dim : block_dim;
        request.coarse_factor = factor;
        if (refusal(request)) continue;                        // more shared memory than a block has
        const unsigned both = kernel.entries.empty() ? 2 : 1;  // full and ragged; many launches are ragged alone
        EXPECT_EQ((sizes[{block_dim, factor}]), factor == 1 && kernel.any_combining && block_dim == 256 ? 4 : both)
            << kernel.id << ' ' << block_dim << ' ' << factor;
      }
  }
  EXPECT_THROW(counted_requests({"sequential"}), Error);
}

/// What ncu would count of launches whose machine code does as the source says, each operation a multiply-add, or a
/// multiplication and an addition.
std::vector<CountedKernel> counted_as_emulated(const std::vector<CountedLaunch>& launches, bool fused) {
  Progress progress;
  std::vector<CountedKernel> all;
  for (const CountedLaunch& launch : launches) {
    CountedKernel& counted = all.emplace_back();
    counted.grid_dim = launch.launch.grid_dim;
    counted.block_dim = launch.launch.block_dim;
    counted.values = LaunchEmulator().emulate(launch, progress).values;
    const std::uint64_t steps = std::exchange(counted.values["combine_ops"], 0);
    (fused ? counted.fused : counted.multiplications) = steps;
    if (!fused) counted.values["combine_ops"] = steps;
  }
  return all;
}

TEST(Counters, OfMatrixProductsCountMultiplyAddsAsTwo) {
  Progress progress;
  const auto launches = counted_launches(counted_requests({"matmul_tiled"}));
  for (const bool fused : {true, false}) {
    auto counted = counted_as_emulated(launches, fused);
    const auto rows = compare_counters(launches, counted, {}, progress);
    for (const auto& row : rows) EXPECT_TRUE(row.equal()) << reason_text(row);
    counted[1].fused += 1;
    counted[2].multiplications += 1;
    const auto others = compare_counters(launches, counted, {}, progress);
    EXPECT_TRUE(others[0].equal());
    EXPECT_TRUE(others[1].unexplained) << "a multiply-add more";
    EXPECT_TRUE(others[2].unexplained) << "half a step";
  }
}

TEST(Counters, RowsOfEveryKernelTellTheirLaunch) {
  CounterTable table{"GPU", "1", "2026-01-02", "lanescope verify --counters", "2025", "nvcc", {}};
  const auto launches = counted_launches(counted_requests({}));
  for (const auto& [request, pass, launch] : launches) {
    CounterRow row;
    row.kernel = request.kernel;
    row.combining = launch.combining;
    row.pass = pass;
    row.n = launch.n;
    row.grid_dim = launch.grid_dim;
    row.block_dim = launch.block_dim;
    row.coarse_factor = launch.coarse_factor;
    row.matrices = launch.matrices;
    row.tile_width = launch.tile_width;
    table.rows.push_back(row);
  }
  const CounterTable read = counter_table_from_csv(to_csv(table), "t.csv");
  ASSERT_EQ(read.rows.size(), launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (launches[i].pass > 0) continue;
    EXPECT_EQ(launch_of(read.rows[i]).launch, launches[i].launch) << launches[i].request.kernel;
  }
}

/// A table of one row, as programs wrote it before matrices had a column, or with these cells of theirs.
std::string one_row(const std::string& launch, const std::string* shape) {
  std::string names = "kernel,combining,pass,n,grid_dim,block_dim,coarse_factor", row = launch;
  if (shape) {
    names += ",matrices,tile_width";
    row += "," + *shape;
  }
  for (const Metric* total : counter_totals()) {
    names += std::string(",") + total->name;
    row += ",0";
  }
  return "# gpu: G\n" + names + ",steps,reason\n" + row + ",,\n";
}

TEST(Counters, TablesWithoutMatricesAreOfSquareOnes) {
  const std::string launch = "matmul_tiled,atomic,0,128,64,256,1", shape = "128x128x128,16",
                    other = "117x100x70,16";
  const auto old = counter_table_from_csv(one_row(launch, nullptr), "old.csv");
  const auto now = counter_table_from_csv(one_row(launch, &shape), "new.csv");
  EXPECT_EQ(launch_of(old.rows[0]), launch_of(now.rows[0]));
  EXPECT_EQ(launch_of(now.rows[0]).launch.tile_width, 16u);
  EXPECT_TRUE(has_matrices_of(old.rows[0], launch_of(now.rows[0]).launch));
  const auto ragged = counter_table_from_csv(one_row("matmul_tiled,atomic,0,117,40,256,1", &other), "new.csv");
  EXPECT_EQ(launch_of(ragged.rows[0]).launch.matrices, (MatrixSizes{117, 100, 70}));
  EXPECT_FALSE(has_matrices_of(old.rows[0], launch_of(ragged.rows[0]).launch));
  const std::string none = ",";
  const auto vector = counter_table_from_csv(one_row("vector_add,atomic,0,1024,4,256,1", &none), "new.csv");
  EXPECT_EQ(vector.rows[0].tile_width, 0u);
  EXPECT_EQ(to_csv(counter_table_from_csv(to_csv(old), "again")), to_csv(old));
  EXPECT_EQ(to_csv(counter_table_from_csv(to_csv(ragged), "again")), to_csv(ragged));
}

TEST(Counters, HostileShapesAreRefused) {
  const std::string launch = "matmul_tiled,atomic,0,128,64,256,1";
  for (const std::string shape :
       {"128,16", "128x128,16", "xx,16", "128x128x,16", "-1x128x128,16", "128x128x128x1,16", "1 x1x1,16",
        "99999999999999999999x1x1,16", "128x128x128,x", "128x128x128,4294967296", "128x128x128,-16"})
    EXPECT_THROW(counter_table_from_csv(one_row(launch, &shape), "t.csv"), Error) << shape;
  for (const std::string shape : {"128x128x64,16", "64x128x128,16", "128x128x128,8", "128x128x128,17", "0x0x0,16",
                                  "18446744073709551615x1x1,16", "128x128x128,"}) {
    const auto table = counter_table_from_csv(one_row(launch, &shape), "t.csv");
    EXPECT_THROW(launch_of(table.rows.at(0)), Error) << shape;
  }
  const std::string matrices = "4x4x4,16", tile = ",16";
  const std::string vector = "vector_add,atomic,0,1024,4,256,1";
  EXPECT_THROW(counter_table_from_csv(one_row(vector, &matrices), "t.csv"), Error);
  const auto table = counter_table_from_csv(one_row(vector, &tile), "t.csv");
  EXPECT_THROW(launch_of(table.rows.at(0)), Error);
  const std::string transpose = "transpose_naive,atomic,0,128,64,256,1";
  EXPECT_THROW(counter_table_from_csv(one_row(transpose, &matrices), "t.csv"), Error);
  const std::string none = "x,16";
  EXPECT_THROW(counter_table_from_csv(one_row("no_such_kernel,atomic,0,1024,4,256,1", &none), "t.csv"), Error);
}

TEST(Counters, AFewLaunchesOfKernelsThatCoarsenAreRaggedOnesToo) {
  for (const auto& kernel : all_kernels()) {
    if (!kernel.traced() || kernel.workload == Workload::reduction) continue;
    const auto requests = counted_requests({std::string(kernel.id)}, true);
    // Runs of many launches are ragged alone, with each factor.
    EXPECT_GE(requests.size(), kernel.entries.empty() ? 4u : kernel.coarsens ? 3u : 1u) << kernel.id;
    EXPECT_LE(requests.size(), 6u) << kernel.id;
    for (const auto& request : requests) EXPECT_TRUE(!kernel.coarsens || request.coarse_factor != 2) << kernel.id;
  }
}

TEST(Counters, OfWorkloadsWithoutFloatsHaveNoOperations) {
  Progress progress;
  for (const char* kernel : {"histogram_private", "merge_basic"}) {
    const auto launches = counted_launches(counted_requests({kernel}, true));
    EXPECT_EQ(LaunchEmulator().emulate(launches.at(0), progress).values["combine_ops"], 0u) << kernel;
  }
}

}  // namespace
}  // namespace lanescope
