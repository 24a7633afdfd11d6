// Refusals, errors and notes of the engine, as a window in Chinese shows them: each is made, so that what lost its
// pattern on the way is found here.
#include "viz/text/window_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "engine/base/checked_file.h"
#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/input/input_file.h"
#include "engine/json/sentence_json.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "viz/model/session_file.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

/// A request of each kernel with each of its numbers out of bounds, or against another one.
std::vector<RunRequest> requests() {
  std::vector<RunRequest> all;
  for (const KernelInfo& kernel : reductions())
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{1} << 20, std::uint64_t{1} << 40})
      for (const Op op : {Op::sum, Op::farthest})
        for (const ElementType type : {ElementType::float32, ElementType::point3})
          for (int combining = -1; combining < 4; ++combining)
            for (const unsigned block_dim : {1u, 3u, 64u})
              for (const unsigned factor : {1u, 2u, 65u})
                for (const std::uint64_t grid : {0u, 1u, 4000000000u}) {
                  RunRequest request;
                  request.kernel = kernel.id;
                  request.n = n;
                  request.op = op;
                  request.type = type;
                  request.block_dim = block_dim;
                  request.coarse_factor = factor;
                  request.detail = Detail::full;
                  request.block = n == 1 ? 7 : 0;
                  if (combining >= 0) request.combining = static_cast<Combining>(combining);
                  if (grid > 0) request.grid_dim = grid == 1 ? 0 : grid;
                  request.backend = grid == 1   ? BackendChoice::cuda
                                    : grid == 0 ? BackendChoice::automatic
                                                : BackendChoice::emulator;
                  all.push_back(request);
                }
  return all;
}

/// Whether its translation ends in Chinese; a sentence that is only a word comes out as it went in.
void expect_told(const Sentence& sentence) {
  const std::string told = tr(sentence);
  EXPECT_NE(told, sentence.text()) << "this has no pattern";
  EXPECT_TRUE(told.ends_with("。")) << told;
}

TEST(WindowText, AreToldInChineseWhateverIsRefused) {
  const LanguageScope chinese(Language::traditional_chinese);
  std::map<std::string, Sentence> refusals;
  for (const RunRequest& request : requests())
    if (const auto refused = refusal_here(request)) refusals.emplace(refused->text(), refused->sentence);
  EXPECT_GT(refusals.size(), 100u);
  for (const auto& [english, refused] : refusals) expect_told(refused);
}

/// Launches that the kernels of arrays do not have.
std::vector<RunRequest> array_requests() {
  std::vector<RunRequest> all;
  for (const KernelInfo& kernel : array_kernels())
    for (const std::uint64_t n : {std::uint64_t{64}, kMaxMatrixWidth, std::uint64_t{1} << 20})
      for (const ElementType type : {ElementType::int32, ElementType::float64, ElementType::point3})
        for (const Op op : {Op::sum, Op::min})
          for (const unsigned tile_width : {16u, 7u})
            for (const unsigned factor : {1u, 64u})
              for (const unsigned change : {0u, 1u, 2u}) {
                RunRequest request;
                request.kernel = kernel.id;
                request.n = n;
                request.type = type;
                request.op = op;
                request.tile_width = tile_width;
                request.coarse_factor = factor;
                request.detail = Detail::full;
                request.backend = BackendChoice::emulator;
                if (change == 1) request.combining = Combining::host;
                if (change == 2) request.matrices = MatrixSizes{n + 1, 8, 8};
                all.push_back(request);
              }
  return all;
}

TEST(WindowText, AreToldInChineseWhereAnArrayIsRefused) {
  const LanguageScope chinese(Language::traditional_chinese);
  std::map<std::string, Sentence> refusals;
  for (const RunRequest& request : array_requests())
    if (const auto refused = refusal_here(request)) refusals.emplace(refused->text(), refused->sentence);
  EXPECT_GT(refusals.size(), 50u);
  for (const auto& [english, refused] : refusals) expect_told(refused);
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, const std::string& bytes) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  /// The sentence in which it fails, which must be one that is translated.
  template <class Act>
  static void expect_fails_in_chinese(const Act& act) {
    try {
      act();
      ADD_FAILURE() << "nothing is refused";
    } catch (const std::exception& error) {
      expect_told(sentence_of(error));
    }
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("lanescope_texts_" + std::to_string(getpid()));
};

TEST_F(Files, AreRefusedInChinese) {
  const LanguageScope chinese(Language::simplified_chinese);
  for (const std::string& path :
       {folder_.string(), (folder_ / "none").string(), file("a", "text"), file("b", "lanescope-recording 9 x\n"),
        file("c", "lanescope-recording 1 0000000000000000\n"), file("d", "lanescope-session x\n"),
        file("e", with_first_line({"lanescope-recording", "", 1}, "no CBOR"))})
    expect_fails_in_chinese([&] { load_session(path); });
  for (const std::string& path : {std::string("/dev/full"), folder_.string(), (folder_ / "no" / "x").string()})
    expect_fails_in_chinese([&] { write_whole_file(path, "bytes"); });
}

TEST_F(Files, OfAnInputAreRefusedInChinese) {
  const LanguageScope chinese(Language::traditional_chinese);
  RunRequest request;
  request.n = 3;
  request.input.kind = InputKind::file;
  for (const std::string& path :
       {std::string("unifrm"), file("a.csv", "nan"), file("b.csv", "x"), file("c.csv", "1,,2"),
        file("d.csv", "1,2,"), file("e.csv", "1,5;2"), file("f.csv", "1e99"), file("g.csv", "inf"),
        file("h.csv", "1"), file("i.bin", "12345"), file("j.npy", "PK"),
        file("k.bin", std::string("\0\0\x80\x7f", 4) + "12345678"), (folder_ / "none.npy").string()}) {
    request.input.path = path;
    Progress progress;
    expect_fails_in_chinese([&] { make_input(request, progress); });
  }
  expect_told(header_of(file("l.csv", "x\n1\n")));
}

TEST(WindowText, NameTheControlsOfTheWindowAndNoOptions) {
  for (const Language language : {Language::english, Language::simplified_chinese}) {
    const LanguageScope scope(language);
    for (const RunRequest& request : requests()) {
      const auto refused = refusal_here(request);
      if (!refused) continue;
      const std::string told = window_text(refused->sentence);
      ASSERT_EQ(told.find("--"), std::string::npos) << told;
    }
  }
  EXPECT_EQ(window_text(Sentence::word("--coarse 2: COARSE_FACTOR of two_pass must be from 1 to 1.")),
            "COARSE_FACTOR 2: COARSE_FACTOR of two_pass must be from 1 to 1.");
  const Sentence at_most("--n {}: {} reduces at most {}.", 4096, "shared_tree", 2048);
  EXPECT_EQ(window_text(at_most), "N 4,096: shared_tree reduces at most 2,048.");
  EXPECT_EQ(at_most.text(), "--n 4096: shared_tree reduces at most 2048.") << "as it is typed";
  EXPECT_EQ(window_text(Sentence::word("--block-index 7: the grid has 1 block; take a larger --block.")),
            "block 7: the grid has 1 block; take a larger blockDim.");
  EXPECT_EQ(window_text(Sentence::word("nobody says it; --arguments says it")), "nobody says it; arguments says it");
  EXPECT_EQ(window_text(Sentence::word("read a--n and --nothing")), "read a--n and --nothing")
      << "no options of ours";
}

TEST(WindowText, AreToldInChineseWhereARunHasANote) {
  const LanguageScope chinese(Language::simplified_chinese);
  Progress progress;
  std::map<std::string, Sentence> notes;
  for (const ElementType type : {ElementType::int32, ElementType::float32})
    for (const InputKind kind : {InputKind::ramp, InputKind::uniform}) {
      RunRequest request;
      request.kernel = "sequential";
      request.op = Op::product;
      request.type = type;
      request.input.kind = kind;
      request.n = kind == InputKind::ramp ? 200 : 100000;
      const lanescope::Run done = run(request, progress);
      const Sentence note = done.result->note;
      const Sentence recorded = decode_recording(encode_recording({done}), "FILE").at(0).result->note;
      EXPECT_EQ(recorded, note);
      EXPECT_EQ(tr(recorded), tr(note));
      notes.emplace(note.text(), recorded);
    }
  notes.erase("");
  EXPECT_FALSE(notes.empty());
  for (const auto& [english, note] : notes) {
    expect_told(note);
    EXPECT_EQ(note.text(), english);
  }
}

TEST(WindowText, AreToldInChineseWhereANumberIsTyped) {
  const LanguageScope chinese(Language::traditional_chinese);
  for (const SizeRange range : {SizeRange{}, SizeRange{1, 64}}) try {
      parse_size("N", "many", range);
      FAIL();
    } catch (const std::exception& error) {
      expect_told(sentence_of(error));
    }
}

TEST(WindowText, StaysAsItIsInEnglishAndWhereItIsOnlyAWord) {
  const auto note_of = [](const nlohmann::json& json) { return sentence_from_json(json, "note", note_patterns()); };
  const Sentence known = note_of({"The result left the range of {}.", "float32"}),
                 unknown = note_of("Nobody knows it");
  const Sentence of_another_version = note_of({"The {} nobody knows.", "result"});
  EXPECT_EQ(window_text(known), "The result left the range of float32.");
  const LanguageScope chinese(Language::traditional_chinese);
  EXPECT_EQ(window_text(known), "結果超出 float32 的範圍。");
  EXPECT_EQ(window_text(unknown), "Nobody knows it");
  EXPECT_EQ(window_text(of_another_version), "The result nobody knows.");
  EXPECT_EQ(window_text({}), "");
}

TEST(WindowText, NamesALaunchAsItsControlsDo) {
  EXPECT_EQ(window_launch("--n 600 --block 256"), "N 600, blockDim 256");
  EXPECT_EQ(window_launch("--n 32 --block 8 --coarse 2"), "N 32, blockDim 8, COARSE_FACTOR 2");
}

}  // namespace
}  // namespace lanescope
