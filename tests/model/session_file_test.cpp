// Sessions: what was shown comes back, on a machine that could not run it too; what is damaged is refused.
#include <gtest/gtest.h>

#include "engine/base/checked_file.h"
#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/recording.h"
#include "engine/session.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

RunRequest small_request(const char* kernel) {
  RunRequest request;
  request.kernel = kernel;
  request.n = 4096;
  request.block_dim = 64;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  return request;
}

/// A run as a GPU would have made it: the emulator's, under another name.
Run recorded_run(const char* kernel) {
  Progress progress;
  Run made = run(small_request(kernel), progress);
  made.request.backend = BackendChoice::cuda;
  made.provenance = {"cuda", NumberKind::measured, "A GPU", "1.2", "2026-11-21", "lanescope"};
  made.timing = Timing{12.5, 12, 13, 1.3, 20};
  return made;
}

ViewState view_of_two() {
  ViewState view;
  view.variants.requests = {recorded_run("segmented").request, small_request("convergent_shared")};
  view.variants.active = 1;
  view.variants.linked = false;
  view.position = 3;
  view.theme = Theme::light;
  view.panel = "comparison";
  return view;
}

Run never(const RunRequest& request, Progress& progress) {
  if (request.backend == BackendChoice::cuda) throw Error(ErrorKind::failed, "there is no GPU here");
  return run(request, progress);
}

TEST(SessionFile, comes_back_as_it_was_with_the_runs_that_need_a_gpu) {
  const std::string bytes = encode_session(view_of_two(), {recorded_run("segmented")});
  Session session = decode_session(bytes, "a.session");
  EXPECT_EQ(session.view, view_of_two());
  ASSERT_EQ(session.runs.size(), 1u);
  Model model(std::move(session), never);
  model.finish_run();
  ASSERT_TRUE(model.run(0) && model.run(1));
  EXPECT_EQ(model.error(0).text(), "");
  EXPECT_EQ(model.run(0)->provenance.device, "A GPU");
  EXPECT_EQ(model.run(0)->provenance.kind, NumberKind::recorded) << "it was measured elsewhere";
  EXPECT_EQ(model.run(0)->timing->time_us, 12.5);
  ASSERT_TRUE(model.run(0)->tree) << "made again from the launch";
  EXPECT_EQ(model.run(0)->tree->leaves(), 128u);
  EXPECT_EQ(model.view().position, 3u);
}

TEST(SessionFile, leaves_out_what_the_emulator_makes_again) {
  Progress progress;
  const std::string bytes = encode_session(view_of_two(), {run(small_request("convergent_shared"), progress)});
  EXPECT_TRUE(decode_session(bytes, "a.session").runs.empty());
}

TEST(SessionFile, run_again_runs_here) {
  Model model(decode_session(encode_session(view_of_two(), {recorded_run("segmented")}), "a"),
              [](const RunRequest& request, Progress&) {
                lanescope::Run made;
                made.request = request;
                made.provenance.device = "this machine";
                return made;
              });
  model.finish_run();
  EXPECT_EQ(model.run(0)->provenance.device, "A GPU");
  if (!backend_status().cuda_available) return;  // a request for a GPU is refused here
  model.handle(RunAgain{});
  model.finish_run();
  EXPECT_EQ(model.run(0)->provenance.device, "this machine");
}

TEST(SessionFile, a_recording_opens_as_its_first_runs) {
  Session session =
      decode_session(encode_recording({recorded_run("segmented"), recorded_run("coarsened")}), "r.lanescope");
  EXPECT_FALSE(session.has_view);
  Model model(ViewState{}, never);
  model.finish_run();
  model.handle(SetTheme{Theme::light});
  model.open(std::move(session));
  model.finish_run();
  ASSERT_EQ(model.count(), 2u);
  EXPECT_EQ(model.run(1)->request.kernel, "coarsened");
  EXPECT_EQ(model.run(1)->provenance.kind, NumberKind::recorded);
  EXPECT_EQ(model.view().theme, Theme::light) << "a recording says nothing of the window";
  EXPECT_EQ(model.view().position, model.frames());
  model.handle(Undo{});
  EXPECT_EQ(model.count(), 1u);
}

// The window's settings are kept in the same words; a session is none of them.
TEST(SessionFile, a_view_that_cannot_be_read_is_said_to_be_of_the_session) {
  const FileFormat format{"lanescope-session", "Lanescope session", 1};
  for (const char* view : {"{", "[]", R"({"version": 99})", R"({"version": 2, "theme": "pink"})",
                           R"({"version": 2, "position": "five"})"}) {
    try {
      decode_session(with_first_line(format, std::string(view) + '\n'), "a.session");
      ADD_FAILURE() << view;
    } catch (const Error& error) {
      const std::string words = error.what();
      EXPECT_TRUE(words.starts_with("a.session: its view cannot be read: ")) << words;
      EXPECT_EQ(words.find("settings"), std::string::npos) << words;
    }
  }
}

TEST(SessionFile, takes_the_place_of_a_session_and_of_nothing_else) {
  const std::string folder = testing::TempDir();
  const std::string session = folder + "twice.lanescope-session", kernel = folder + "mine.cu";
  save_session(session, view_of_two(), {});
  save_session(session, {}, {});
  EXPECT_EQ(load_session(session).view.variants.count(), 1u);
  write_whole_file(kernel, "__global__ void mine() {}\n");
  EXPECT_THROW(save_session(kernel, {}, {}), Error);
  EXPECT_EQ(read_whole_file(kernel), "__global__ void mine() {}\n");
  write_whole_file(kernel, "");
  save_session(kernel, {}, {});
  EXPECT_EQ(load_session(kernel).view.variants.count(), 1u) << "an empty file loses nothing";
}

TEST(SessionFile, what_is_damaged_or_foreign_is_refused_by_name) {
  const std::string bytes = encode_session(view_of_two(), {recorded_run("segmented")});
  const auto refusal_of = [](const std::string& text) -> std::string {
    try {
      decode_session(text, "a.session");
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 200)
    EXPECT_NE(refusal_of(bytes.substr(0, length)).find("a.session"), std::string::npos) << length;
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 200) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x20);
    EXPECT_NE(refusal_of(changed), "") << "byte " << at;
  }
  EXPECT_EQ(refusal_of(bytes), "");
}

}  // namespace
}  // namespace lanescope
