// Chinese pictures: no English is left in them but names, code and units.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/counters/counter_totals.h"
#include "engine/request/catalogue.h"
#include "support.h"
#include "viz/text/characters.h"
#include "viz/views/shared/captions.h"

namespace lanescope::testing {
namespace {

/// Names of programs, makers and books, CUDA's own words, formats, and units.
const std::set<std::string, std::less<>> kNames{
    "Ctrl",         "tx",      "ty",        "Kogge",   "Stone",         "Brent",    "Kung",
    "CUDA",         "GPU",     "CPU",       "SM",      "SIMD",          "CUB",      "NVIDIA",
    "Nsight",       "Compute", "lanescope", "trace",   "json",          "graph",    "cub",
    "DeviceReduce", "nvcc",    "blockDim",  "gridDim", "COARSE_FACTOR", "colStart", "real",
    "float32",      "float64", "int32",     "point3",  "log2",          "if",       "GB",
    "ms",           "ns",      "lane",      "bank",    "Bank",          "Lane"};

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

/// One letter, a name of the program's code or of its machine code: none is an English word.
bool is_name(const std::string& word) {
  if (word.size() < 2 || kNames.contains(word) || word.find('_') != std::string::npos) return true;
  const auto small = [](unsigned char c) { return std::islower(c); };
  if (std::none_of(word.begin() + 1, word.end(), small)) return true;  // thread t17
  if (word.size() == 8 && word.find_first_not_of("0123456789abcdef") == std::string::npos) return true;  // a mask
  if (std::none_of(word.begin(), word.end(), small)) return true;  // an instruction, a register, a number
  const auto kernels = all_kernels();
  return std::any_of(kernels.begin(), kernels.end(), [&](const KernelInfo& info) { return info.id == word; });
}

/// The English words of a text, as it is shown: without the files of kernels.
std::vector<std::string> english_in(std::string text, Language language) {
  for (const auto list : {all_kernels(), all_entries()})
    for (const KernelInfo& info : list)
      if (const auto at = text.find(info.file); !info.file.empty() && at != std::string::npos)
        text.erase(at, info.file.size());
  std::vector<std::string> found;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t from = i;
    while (i < text.size() && is_word_character(text[i])) ++i;
    const std::string word = text.substr(from, i - from);
    const bool warp = language == Language::traditional_chinese && (word == "warp" || word == "Warp");
    if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0])) && !warp && !is_name(word))
      found.push_back(word);
    if (word.empty()) ++i;
  }
  return found;
}

/// Between a Chinese character and a letter or digit stands a blank, and none between two Chinese characters. What
/// stands around the first place where it is otherwise, or nothing.
std::string wrong_blank_in(const std::string& text) {
  const auto is_chinese = [](char32_t c) { return c >= 0x4e00 && c <= 0x9fff; };
  const auto is_latin = [](char32_t c) { return c < 128 && std::isalnum(static_cast<int>(c)); };
  char32_t before = 0, last = 0;
  std::size_t from = 0, last_from = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    const char32_t now = next_character(text, i);
    const bool touches = (is_chinese(last) && is_latin(now)) || (is_latin(last) && is_chinese(now));
    if (touches || (is_chinese(before) && last == ' ' && is_chinese(now))) return text.substr(from, i - from);
    before = last;
    last = now;
    from = last_from;
    last_from = start;
  }
  return "";
}

/// Between two Latin words of a Chinese text stands a wide comma, too.
bool has_narrow_comma(const std::string& text) {
  const bool is_chinese =
      std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xe4; });
  return is_chinese && text.find(", ") != std::string::npos;
}

class ChinesePictures : public ::testing::TestWithParam<Language> {
 protected:
  ~ChinesePictures() override { set_language(Language::english); }

  void expect_none(const std::string& text, const std::string& what) {
    if (!seen_.insert(text).second) return;
    for (std::size_t i = 1; i < text.size(); ++i)
      if (std::string_view(",;:").find(text[i]) != std::string_view::npos &&
          static_cast<unsigned char>(text[i - 1]) > 127)
        ADD_FAILURE() << what << ": a narrow sign behind a wide one in \"" << text << '"';
    if (const std::string around = wrong_blank_in(text); !around.empty())
      ADD_FAILURE() << what << ": \"" << around << "\" in \"" << text << '"';
    for (const std::string& word : english_in(text, GetParam()))
      ADD_FAILURE() << what << ": \"" << word << "\" in \"" << text << '"';
  }

  void look_at(const Scene& scene, const std::string& what) {
    const bool code = what == "source";  // a listing is in the mono face
    for (const Text& text : scene.texts)
      if (!code || text.face != FontFace::mono) expect_none(text.text, what);
    // Instructions, formulas, (tx, ty).
    const bool has_commas_of_its_own = code || what == "counters" || what == "work" || what == "tiles";
    for (const Text& text : scene.texts)
      if (!has_commas_of_its_own && has_narrow_comma(text.text))
        ADD_FAILURE() << what << ": a narrow comma in \"" << text.text << '"';
    // So is the tip of a line that is cut short: all of it.
    for (const Pick& pick : scene.picks)
      if (!code || !pick.name.starts_with("line/")) expect_none(pick.tip, what + ", tip");
  }

  void look_at_all(Shown shown) {
    shown.state.language = GetParam();
    const auto steps = static_cast<std::uint32_t>(shown.run.metrics.block.steps.size());
    for (const std::uint32_t position : {0u, 1u, (steps + 1) / 2, steps})
      for (const SceneSize size : {SceneSize{1200, 500}, SceneSize{300, 260}})
        for (const View& view : views_of(shown)) {
          shown.state.position = std::min(position, steps);
          look_at(picture(view, shown, {}, size), view.id);
        }
    shown.state.rounding = shown.state.source_head = true;
    for (int i = 0; i < 4; ++i) {
      shown.state.activity = static_cast<ActivityLevel>(i);
      shown.state.sweep.chart = static_cast<SweepChart>(i);
      for (const View& view : views_of(shown)) look_at(picture(view, shown, {}, {1200, 500}), view.id);
    }
    for (std::uint32_t step = 0; step <= std::min(steps, 100u); ++step) {
      shown.state.position = step;
      expect_none(step_sentence(shown.run, shown.state), "step");
      const Caption caption = step_caption(shown.run, shown.state);
      expect_none(caption.full + "\n" + caption.shorter + "\n" + caption.brief, "caption");
      expect_none(focus_sentence(shown.run, {.step = step, .warp = 0, .lane = 0, .node = step}), "focus");
    }
  }

 private:
  std::set<std::string> seen_;
};

TEST_P(ChinesePictures, HoldNoEnglishOnTheWholeLadder) {
  for (const KernelInfo& kernel : all_kernels()) {
    if (kernel.is_library) continue;
    for (const auto& [size, block_dim, factor] : {std::tuple{65536u, 256u, 4u}, {1000u, 64u, 2u}, {32u, 8u, 1u}}) {
      const unsigned n = facts_of(kernel.workload).of_matrices() ? std::min(size, 50u) : size;
      RunRequest request;
      request.kernel = kernel.id;
      request.n = n;
      request.detail = Detail::full;
      request.block_dim = block_dim;
      request.coarse_factor = kernel.coarsens ? factor : 1;
      if (!refusal(request)) look_at_all(emulated(kernel.id, n, block_dim, request.coarse_factor));
    }
  }
}

TEST_P(ChinesePictures, HoldNoEnglishWhereThereIsLittleToShow) {
  look_at_all(emulated("segmented", 0, 256));
  for (Shown shown : {emulated("coarsened", 1 << 18, 1024, 64), emulated("warp_shuffle", 1 << 18, 32)}) {
    shown.run.request.op = Op::max;
    shown.run.request.type = ElementType::int32;
    shown.run.compiled = compiled_view(shown.run.request, *shown.run.trace);
    look_at_all(shown);
  }
}

TEST_P(ChinesePictures, HoldNoEnglishWithManyVariantsAndTimes) {
  std::vector<Shown> all{emulated("interleaved_shared", 1 << 18, 256), emulated("coarsened", 1 << 18, 256, 4),
                         emulated("vectorized", 1 << 20, 128), emulated("convergent_shared", 1000, 32)};
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  for (const Shown& shown : all) runs.push_back(std::make_shared<const lanescope::Run>(shown.run));
  runs.push_back(nullptr);
  SweepStatus measuring;
  measuring.possible = true;
  for (const bool running : {false, true})
    for (int chart = 0; chart < 4; ++chart) {
      measuring.running = running;
      VariantView state;
      state.language = GetParam();
      state.sweep.chart = static_cast<SweepChart>(chart);
      for (const View& view : views_of(all[0]))
        look_at(view.build({*runs[0], state, {1200, 500}, runs, {}, measuring}), view.id);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, ChinesePictures,
                         ::testing::Values(Language::traditional_chinese, Language::simplified_chinese),
                         [](const auto& info) {
                           return info.param == Language::traditional_chinese ? "traditional" : "simplified";
                         });

TEST(EnglishWords, AreFoundAndNamesLetThrough) {
  const auto hans = Language::simplified_chinese;
  EXPECT_EQ(english_in("第 30 行：the guard", hans), (std::vector<std::string>{"the", "guard"}));
  EXPECT_EQ(english_in("warp 0", hans), std::vector<std::string>{"warp"});
  EXPECT_TRUE(english_in("warp 0", Language::traditional_chinese).empty());
  EXPECT_TRUE(english_in("@!P0 FADD R2, LD.E.64；segmented，N 2^16，8B，COARSE_FACTOR 3.5 GB/s", hans).empty());
  EXPECT_TRUE(english_in("", hans).empty());
}

}  // namespace
}  // namespace lanescope::testing
