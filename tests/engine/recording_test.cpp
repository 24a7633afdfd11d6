// Recordings: what goes in comes out, small, and no damage does more than one sentence.
#include "engine/recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/trace/packed_numbers.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

Run recorded_run(std::string_view kernel, std::uint64_t n, unsigned block_dim) {
  Progress progress;
  Run run = lanescope::run(testing::request_of(kernel, n, block_dim), progress);
  run.provenance.date = "2026-01-02T03:04:05Z";
  run.provenance.command = "lanescope record";
  return run;
}

/// As if a GPU had run it.
Run gpu_run() {
  Run run = recorded_run("segmented", 1000, 64);
  run.provenance = {"cuda",  NumberKind::measured,   "NVIDIA H200",
                    "580.1", "2026-01-02T03:04:05Z", "lanescope record"};
  run.timing = Timing{12.5, 12.25, 14, 0.32, 20, TimeMethod::graph_warm};
  auto trace = std::make_shared<Trace>(*run.trace);
  trace->kind = NumberKind::measured;
  for (std::uint64_t block = 0; block < trace->launch.grid_dim; ++block) {
    trace->placement.sm_ids.push_back(static_cast<std::uint32_t>(131 - block));
    trace->placement.start_ns.push_back(block * 32);
    trace->placement.end_ns.push_back(block * 40 + 900);
  }
  run.launches[0].trace = trace;
  return look_at(run, 1);
}

std::string recording_refusal(const std::string& bytes) {
  try {
    decode_recording(bytes, "FILE");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_TRUE(std::string(error.what()).starts_with("FILE: ")) << error.what();
    return error.what();
  }
  return "";
}

/// The first line that fits a body, as the format's own.
std::string with_first_line(const std::string& body) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : body) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return fmt::format("lanescope-recording 2 {:016x}\n", hash) + body;
}

std::string body_of(const std::string& bytes) {
  return bytes.substr(bytes.find('\n') + 1);
}

TEST(PackedNumbers, round_trip_whatever_they_are) {
  std::mt19937_64 random(7);
  std::vector<std::vector<std::uint64_t>> cases = {{}, {0}, {~0ull}, {0, ~0ull, 0}, {5, 5, 5, 9, 13, 17, 2}};
  cases.emplace_back(10'000, 42);
  for (int i = 0; i < 1000; ++i) cases.emplace_back(1, random());
  auto& mixed = cases.emplace_back();
  for (int i = 0; i < 5000; ++i) mixed.push_back(random() >> (random() % 64));
  for (const auto& numbers : cases) {
    Unpacker unpacker(10'000);
    EXPECT_EQ(unpacker.numbers(pack_numbers(numbers), numbers.size(), ~0ull, "numbers"), numbers);
  }
  EXPECT_LE(pack_numbers(std::vector<std::uint64_t>(1'000'000, 3)).size(), 8u);
}

TEST(PackedNumbers, a_few_bytes_cannot_ask_for_all_memory) {
  const PackedNumbers bomb = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0};
  Unpacker unpacker(1000);
  EXPECT_THROW(unpacker.numbers(bomb, 1000, ~0ull, "numbers"), Error);
  EXPECT_THROW(unpacker.numbers(bomb, ~0ull, ~0ull, "numbers"), Error);
}

TEST(Recording, gives_back_every_run) {
  for (const auto& kernel : reductions()) {
    if (kernel.is_library) continue;  // it needs a GPU
    for (const std::uint64_t n : {0ull, 1ull, 1000ull, 5000ull}) {
      if (kernel.grid == GridRule::one_block && n > kernel.elements_per_thread * 64) continue;
      const auto saved = recorded_run(kernel.id, n, 64);
      const auto loaded = decode_recording(encode_recording({saved}), "FILE");
      ASSERT_EQ(loaded.size(), 1u);
      const auto& run = loaded[0];
      EXPECT_EQ(run.request, saved.request);
      EXPECT_EQ(run.launch, saved.launch);
      EXPECT_EQ(run.result->value, saved.result->value);
      EXPECT_EQ(run.provenance.date, saved.provenance.date);
      EXPECT_EQ(run.provenance.kind, NumberKind::emulated) << "an emulator's numbers stay emulated";
      ASSERT_EQ(run.trace != nullptr, saved.trace != nullptr);
      if (!run.trace) continue;
      EXPECT_EQ(run.trace->histories, saved.trace->histories);
      EXPECT_EQ(run.trace->history_of_block.expanded(), saved.trace->history_of_block.expanded());
      EXPECT_EQ(run.trace->addresses, saved.trace->addresses);
      EXPECT_EQ(run.metrics.totals.combine_ops, saved.metrics.totals.combine_ops);
      EXPECT_EQ(run.metrics.totals.accesses, saved.metrics.totals.accesses);
    }
  }
}

TEST(Recording, what_a_gpu_measured_is_recorded_from_then_on) {
  const auto saved = gpu_run();
  const auto run = decode_recording(encode_recording({saved, saved}), "FILE").at(1);
  EXPECT_EQ(run.provenance.kind, NumberKind::recorded);
  EXPECT_EQ(run.trace->kind, NumberKind::recorded);
  EXPECT_EQ(run.provenance.device, "NVIDIA H200");
  EXPECT_EQ(run.provenance.driver, "580.1");
  ASSERT_TRUE(run.timing);
  EXPECT_EQ(run.timing->time_us, 12.5);
  EXPECT_EQ(run.timing->repeats, 20u);
  EXPECT_EQ(run.timing->method, TimeMethod::graph_warm);
  EXPECT_EQ(run.trace->placement.sm_ids, saved.trace->placement.sm_ids);
  EXPECT_EQ(run.trace->placement.start_ns, saved.trace->placement.start_ns);
  EXPECT_EQ(run.trace->placement.end_ns, saved.trace->placement.end_ns);
}

TEST(Recording, keeps_numbers_that_are_none) {
  auto saved = gpu_run();
  saved.result->value = std::numeric_limits<double>::infinity();
  saved.result->relative_error = std::numeric_limits<double>::quiet_NaN();
  const auto run = decode_recording(encode_recording({saved}), "FILE").at(0);
  EXPECT_TRUE(std::isinf(run.result->value));
  EXPECT_TRUE(std::isnan(run.result->relative_error));
}

TEST(Recording, is_small) {
  EXPECT_LE(encode_recording({recorded_run("segmented", 1 << 20, 256)}).size(), 4096u) << "2,048 equal blocks";
  EXPECT_LE(encode_recording({recorded_run("interleaved_shared", 1 << 16, 1024)}).size(), 32768u);
}

TEST(Recording, cut_at_any_byte_says_so) {
  const std::string good = encode_recording({gpu_run()});
  for (std::size_t length = 0; length < good.size(); ++length)
    ASSERT_NE(recording_refusal(good.substr(0, length)), "") << length;
  EXPECT_EQ(recording_refusal(good.substr(0, good.size() - 1)),
            "FILE: it is damaged or cut short (its checksum does not match).");
  EXPECT_NE(recording_refusal(good + "x"), "");
}

TEST(Recording, cut_at_any_byte_with_a_checksum_that_fits_says_so) {
  const std::string body = body_of(encode_recording({gpu_run()}));
  for (std::size_t length = 0; length < body.size(); ++length)
    ASSERT_NE(recording_refusal(with_first_line(body.substr(0, length))), "") << length;
}

TEST(Recording, no_flipped_bit_goes_unseen) {
  std::string bytes = encode_recording({gpu_run()});
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
    ASSERT_NE(recording_refusal(bytes), "") << bit;
    bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
  }
}

TEST(Recording, any_flipped_bit_behind_a_checksum_that_fits_is_refused_or_does_no_harm) {
  std::string body = body_of(encode_recording({gpu_run()}));
  for (std::size_t bit = 0; bit < 8 * body.size(); ++bit) {
    body[bit / 8] ^= static_cast<char>(1 << bit % 8);
    try {
      const auto runs = decode_recording(with_first_line(body), "FILE");
      ASSERT_FALSE(encode_recording(runs).empty()) << bit;
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::usage) << bit;
    }
    body[bit / 8] ^= static_cast<char>(1 << bit % 8);
  }
}

TEST(Recording, flipped_bits_behind_a_checksum_that_fits_never_crash) {
  const std::string body = body_of(encode_recording({gpu_run(), recorded_run("warp_shuffle", 300, 32)}));
  std::mt19937 random(2);
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bad = body;
    for (unsigned flips = 1 + random() % 3; flips > 0; --flips)
      bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    refused += !recording_refusal(with_first_line(bad)).empty();
  }
  EXPECT_GT(refused, 500) << "most fields are checked";
}

TEST(Recording, refuses_other_files_and_other_versions) {
  EXPECT_EQ(recording_refusal(""), "FILE: it is not a Lanescope recording.");
  EXPECT_EQ(recording_refusal("PNG"), "FILE: it is not a Lanescope recording.");
  EXPECT_EQ(
      recording_refusal("lanescope-recording 3 whatever it brings\n"),
      "FILE: it has version 3 of the format, and this program reads up to version 2; a newer Lanescope can read "
      "it.");
  EXPECT_EQ(recording_refusal("lanescope-recording x\n"), "FILE: it is damaged in its first line.");
  EXPECT_EQ(recording_refusal("lanescope-recording 1"), "FILE: it is damaged in its first line.");
  EXPECT_EQ(recording_refusal(with_first_line("")),
            "FILE: it is damaged (what follows its first line is not CBOR).");
}

TEST(Recording, keeps_the_pattern_and_the_values_of_a_note) {
  lanescope::Run noted = gpu_run();
  noted.result->note = Sentence("Element {} of the output is wrong.", 7);
  const std::string bytes = encode_recording({noted});
  const Sentence note = decode_recording(bytes, "FILE").at(0).result->note;
  EXPECT_EQ(note.text(), "Element 7 of the output is wrong.");
  EXPECT_EQ(note.text([](const char*) { return "{}"; }), "7") << "it can be said in another language";
  auto file = nlohmann::json::from_cbor(body_of(bytes));
  const auto with_note = [&](const nlohmann::json& changed) {
    file["runs"][0]["result"]["note"] = changed;
    std::string body;
    nlohmann::json::to_cbor(file, body);
    return with_first_line(body);
  };
  EXPECT_EQ(decode_recording(with_note("As it was once written."), "FILE").at(0).result->note.text(),
            "As it was once written.");
  EXPECT_TRUE(decode_recording(with_note(""), "FILE").at(0).result->note.empty());
  EXPECT_EQ(recording_refusal(with_note({"Element {} of the output is wrong."})),
            "FILE: note is a value of type array; it must be a pattern with a value for each of its places.");
  EXPECT_EQ(recording_refusal(with_note(7)),
            "FILE: note is 7; it must be a text, or a list of a pattern and its values.");
}

TEST(Recording, does_not_end_the_stack) {
  EXPECT_EQ(recording_refusal(with_first_line(std::string(1 << 20, '\x81'))),
            "FILE: it is damaged (what follows its first line is not CBOR).");
}

/// A recording whose run was changed by hand.
std::string changed(auto&& change) {
  auto file = nlohmann::json::from_cbor(body_of(encode_recording({gpu_run()})));
  change(file["runs"][0]);
  std::string body;
  nlohmann::json::to_cbor(file, body);
  return with_first_line(body);
}

TEST(Recording, believes_no_number_of_a_file) {
  using nlohmann::json;
  const auto packed = [](std::vector<std::uint64_t> numbers) { return json::binary(pack_numbers(numbers)); };
  const auto launch = [](json& run) -> json& { return run["launches"][0]["launch"]; };
  const auto history = [](json& run) -> json& { return run["launches"][0]["trace"]["histories"][0]; };
  const auto placement = [](json& run) -> json& { return run["launches"][0]["trace"]["placement"]; };
  const struct {
    std::function<void(json&)> change;
    const char* part;
  } cases[] = {
      {[](json& run) { run.erase("request"); }, "a run in it has no request"},
      {[&](json& run) { launch(run)["block_dim"] = 0; }, "block_dim is 0; it must be a power of two"},
      {[&](json& run) { launch(run)["block_dim"] = 4096; }, "block_dim is 4096"},
      {[&](json& run) { launch(run)["grid_dim"] = 1ull << 40; }, "grid_dim is 1099511627776"},
      {[&](json& run) { launch(run)["grid_dim"] = 9; }, "its launch is not one of segmented"},
      {[&](json& run) { launch(run)["elements_per_block"] = 1; }, "its launch is not one of segmented"},
      {[&](json& run) { launch(run)["shared_elements"] = 0xffffffffu; }, "its launch is not one of segmented"},
      {[&](json& run) { launch(run)["n"] = run["request"]["n"] = 1ull << 60; }, "a CUDA grid has from 1 to"},
      {[](json& run) { run["request"]["kernel"] = "no_such"; }, "no_such"},
      {[](json& run) { run["request"]["type"] = "point3"; }, "farthest works only on points"},
      {[&](json& run) { launch(run)["n"] = 7; }, "n of the launch is 7"},
      {[](json& run) { run["launches"][0]["block"] = 8; }, "block is 8; it must be smaller than grid_dim"},
      {[](json& run) { run["launches"][0]["trace"] = nullptr; }, "trace is null"},
      {[](json& run) { run["launches"][0]["trace"]["histories"] = json::array(); }, "its histories are missing"},
      {[&](json& run) { history(run)["steps"] = 1ull << 31; }, "its steps are 2147483648; a block has at most"},
      {[&](json& run) { history(run)["steps"] = 65537; }, "its steps are 65537; a block has at most 65536"},
      {[&](json& run) { history(run)["barriers"] = 0xffffffffu; }, "its barriers are more than"},
      {[](json& run) { run["timing"]["time_us"] = nullptr; }, "time_us is null"},
      {[](json& run) { run["timing"]["min_us"] = -1; }, "min_us is -1.0"},
      {[](json& run) { run["timing"]["time_us"] = 1e-320; }, "time_us is"},
      {[](json& run) { run["timing"]["bandwidth_gbps"] = HUGE_VAL; }, "bandwidth_gbps"},
      {[](json& run) { run["result"]["addition_depth"] = nullptr; }, "addition_depth is null"},
      {[&](json& run) { history(run)["phases"] = "x"; }, "phases is \"x\"; it must be packed numbers"},
      {[&](json& run) {
         run["launches"][0]["trace"]["history_of_block"] = packed(std::vector<std::uint64_t>(8, 99));
       },
       "its blocks are out of range"},
      {[&](json& run) { run["launches"][0]["trace"]["addresses"][0]["block"] = 8; },
       "a block that the grid does not have"},
      {[&](json& run) { run["launches"][0]["trace"]["addresses"][0]["requests"] = 1; }, "its warps are too many"},
      {[&](json& run) { placement(run)["start_ns"] = packed({1}); }, "its start times are too few"},
      {[&](json& run) { placement(run)["sm_ids"] = packed(std::vector<std::uint64_t>(8, 0xffffffff)); },
       "its SM ids are out of range"},
      {[&](json& run) { placement(run)["sm_ids"] = packed(std::vector<std::uint64_t>(8, 1 << 26)); },
       "its SM ids are out of range"},
      {[&](json& run) { placement(run)["end_ns"] = packed(std::vector<std::uint64_t>(8, ~0ull)); },
       "its end times are out of range"},
      {[&](json& run) { placement(run)["end_ns"] = packed(std::vector<std::uint64_t>(8, 1)); },
       "its blocks end before they start"},
  };
  for (const auto& c : cases)
    EXPECT_NE(recording_refusal(changed(c.change)).find(c.part), std::string::npos)
        << c.part << "\n"
        << recording_refusal(changed(c.change));
}

/// A recording of a kernel that is launched three times, changed by hand, under a first line of that version.
std::string of_several_launches(int version, auto&& change) {
  RunRequest request = testing::request_of("convergent_shared", 1000, 8);
  request.combining = Combining::relaunch;
  Progress progress;
  auto file = nlohmann::json::from_cbor(body_of(encode_recording({run(request, progress)})));
  change(file["runs"][0]);
  std::string body;
  nlohmann::json::to_cbor(file, body);
  std::string bytes = with_first_line(body);
  bytes[bytes.find(' ') + 1] = static_cast<char>('0' + version);
  return bytes;
}

TEST(Recording, of_the_first_version_opens_as_its_one_launch) {
  const std::string old = of_several_launches(1, [](nlohmann::json& run) {
    run["launch"] = run["launches"][0]["launch"];
    run["launch"].erase("entry");
    run["trace"] = run["launches"][0]["trace"];
    run.erase("launches");
  });
  const auto run = decode_recording(old, "FILE").at(0);
  ASSERT_EQ(run.launches.size(), 1u);
  EXPECT_EQ(run.launch, launch_config(run.request));
  EXPECT_EQ(run.trace->history_of_block.size(), 63u);
  EXPECT_EQ(decode_recording(encode_recording({run}), "FILE").size(), 1u) << "and can be kept again";
}

TEST(Recording, holds_all_launches_or_is_refused) {
  EXPECT_EQ(recording_refusal(of_several_launches(2, [](nlohmann::json&) {})), "");
  const struct {
    std::function<void(nlohmann::json&)> change;
    const char* part;
  } cases[] = {
      {[](auto& run) { run["launches"].erase(1); }, "its launches are not those of convergent_shared"},
      {[](auto& run) { run["launches"][1]["launch"]["n"] = 62; },
       "its launches are not those of convergent_shared"},
      {[](auto& run) { run["launches"][2]["launch"]["entry"] = "coarsened"; }, "its launches are not those of"},
      {[](auto& run) { run["launches"][1]["block"] = 4; }, "block is 4; it must be smaller than grid_dim"},
      {[](auto& run) { run["launches"][1].erase("trace"); }, "one of its launches has a trace and another"},
      {[](auto& run) { run["launches"] = nlohmann::json::array(); }, "a run in it has no launches"},
      {[](auto& run) { run["launches"][0] = 7; }, "launch of a run is 7"},
      {[](auto& run) { run["request"]["launch"] = 4; }, "launch is 4; it must be the number of one of its"},
      {[](auto& run) { run["request"]["launch"] = 0; }, "launch is 0"},
  };
  for (const auto& c : cases)
    EXPECT_NE(recording_refusal(of_several_launches(2, c.change)).find(c.part), std::string::npos)
        << c.part << "\n"
        << recording_refusal(of_several_launches(2, c.change));
}

TEST(Recording, files_are_written_whole_or_not_at_all) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("lanescope_recording_{}", getpid());
  std::filesystem::create_directories(folder);
  const auto path = (folder / "runs.lanescope").string();
  save_recording(path, {gpu_run()});
  EXPECT_EQ(load_recording(path).size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  for (const auto& [bad, reason] :
       {std::pair{folder / "none", "there is no such file."}, std::pair{folder, "it is not a plain file."}}) {
    try {
      load_recording(bad.string());
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), bad.string() + ": " + reason);
    }
  }
  EXPECT_THROW(save_recording((folder / "no" / "such" / "folder").string(), {gpu_run()}), Error);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lanescope
