// Kernels that users bring, in the model of the window: texts that change, that are wrong, that come from
// strangers.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/base/error.h"
#include "engine/check/listed_kernel.h"
#include "engine/request/own_launch.h"
#include "engine/session.h"
#include "engine/source/own_source.h"
#include "tests/own_model/support.h"
#include "viz/model/model.h"
#include "viz/model/own_sources_json.h"
#include "viz/model/session_file.h"

namespace lanescope {
namespace {

/// A model that shows this text's kernel, whose run is done.
std::unique_ptr<Model> showing(const OwnSource& source) {
  auto model = std::make_unique<Model>(ViewState{});
  model->handle(ShowOwnKernel{first_request(source)});
  model->finish_run();
  return model;
}

/// Updates the model until the condition holds, for at most ten seconds.
template <class Condition>
bool comes(Model& model, const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < end) {
    model.update(0);
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    const auto path = path_ / name, beside = path_ / (name + "~");
    std::ofstream(beside) << text;
    std::filesystem::rename(beside, path);
    return path.string();
  }

 private:
  std::filesystem::path path_;
};

TEST(OwnSource, is_known_before_it_is_compiled_and_each_text_is_a_kernel) {
  const OwnSource source = source_of(kSum, "known.cu");
  const KernelInfo& kernel = know_own_source(source);
  EXPECT_EQ(kernel.id, "known.cu:sum");
  EXPECT_TRUE(kernel.own->library.empty());
  EXPECT_EQ(&know_own_source(source), &kernel);
  OwnSource other = source;
  other.text += "\n";
  EXPECT_EQ(know_own_source(other).id, "known.cu:sum #2");
  EXPECT_EQ(own_source_of(kernel).text, source.text);
  EXPECT_EQ(own_source_of(kernel).workload, Workload::reduction);
}

TEST(OwnSource, is_a_reduction_by_its_name_or_by_that_of_its_file_if_it_is_alone_there) {
  const std::string total = "__global__ void total(float* in, float* out) { atomicAdd(out, *in); }\n";
  const auto judged = [](const std::string& name, const std::string& text, const std::string& kernel) {
    return source_in(own_file_of(name, text), kernel).workload;
  };
  EXPECT_EQ(judged("a.cu", total, "total"), std::nullopt);
  EXPECT_EQ(judged("reduce.cu", total, "total"), Workload::reduction);
  const std::string two = total + "__global__ void blockSum(float* in, float* out) {}\n";
  EXPECT_EQ(judged("reduce.cu", two, "total"), std::nullopt);
  EXPECT_EQ(judged("reduce.cu", two, "blockSum"), Workload::reduction);
  EXPECT_EQ(
      judged("sums.cu", "__global__ void rowSum(float* in, float* out) { out[threadIdx.x] = *in; }\n", "rowSum"),
      std::nullopt)
      << "its threads work alone";
}

constexpr const char* kMixed = R"(
__global__ void mixed(float* out, float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[2 * i] + in[2 * i + 1];
}
)";

TEST(OwnModel, shows_the_launch_that_small_launches_settled_and_settles_it_anew_for_another_n) {
  const auto model = showing(source_in(own_file_of("mixed.cu", kMixed), "mixed"));
  const auto arguments = [&] { return model->view().request().own.arguments; };
  EXPECT_EQ(arguments(), (std::vector<std::string>{"out", "in:131072", "n"}));
  ASSERT_TRUE(model->run());
  EXPECT_TRUE(model->run()->findings.empty());
  EXPECT_EQ(model->run()->request, model->view().request());
  EXPECT_EQ(model->status().notice.text(),
            "Small launches chose what it is called with: --arguments out,in:131072,n.");
  EXPECT_TRUE(model->view().request().own.takes_fewer);
  model->handle(SetN{1 << 12});
  EXPECT_FALSE(model->view().request().own.takes_fewer) << "the user said N";
  model->finish_run();
  EXPECT_EQ(arguments(), (std::vector<std::string>{"out", "in:8192", "n"}));
  EXPECT_TRUE(model->run()->findings.empty());
}

TEST(OwnModel, remarks_on_other_sizes_come_behind_the_picture) {
  const auto model = showing(source_in(own_file_of("add.cu", R"(
__global__ void add(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + 1;
}
)"),
                                       "add"));
  ASSERT_TRUE(model->run());
  EXPECT_TRUE(model->run()->findings.empty());
  EXPECT_FALSE(model->run()->awaits_remark);
  EXPECT_NE(model->run()->remark.text().find("does not divide"), std::string::npos);
  EXPECT_EQ(model->run()->request, model->view().request());
}

TEST(OwnModel, launches_a_kernel_as_its_file_does_and_anew_for_another_n) {
  const auto model = showing(source_in(own_file_of("rows.cu", R"(
__global__ void rows(const float* in, float* out, int width, int height) {
  for (int x = threadIdx.x; x < width; x += blockDim.x) out[blockIdx.x * width + x] = 2 * in[blockIdx.x * width + x];
}
void twice(const float* in, float* out, int width, int height) { rows<<<height, width / 2>>>(in, out, width, height); }
)"),
                                       "rows"));
  ASSERT_TRUE(model->run());
  EXPECT_TRUE(model->run()->findings.empty());
  EXPECT_EQ(model->run()->request, model->view().request());
  const auto is_as_written = [&] {
    const RunRequest& request = model->view().request();
    const unsigned side = static_cast<unsigned>(std::stoul(request.own.arguments.at(3)));
    return request.own.grid == std::array<unsigned, 3>{side, 1, 1} && request.block_dim == side / 2;
  };
  EXPECT_TRUE(is_as_written());
  EXPECT_EQ(model->status().notice.text(),
            "It is launched as its file does it, with a grid of 128, and called with --arguments in,out,128,128.");
  model->handle(SetN{1 << 12});
  model->finish_run();
  EXPECT_EQ(model->view().request().own.arguments.at(3), "32");
  EXPECT_TRUE(is_as_written());
  model->handle(SetBlockDim{64});
  model->finish_run();
  EXPECT_EQ(model->view().request().block_dim, 64u) << "the user said it";
  EXPECT_TRUE(model->run()->findings.empty());
}

TEST(OwnSource, is_launched_as_its_text_states) {
  const RunRequest request = first_request(source_of(kSum));
  EXPECT_EQ(request.n, 1000u);
  EXPECT_EQ(request.block_dim, 64u);
  EXPECT_EQ(request.type, ElementType::float32);
  const std::string whole = replaced(replaced(kSum, "const float* in", "const int* in"), "float* out", "int* out");
  EXPECT_EQ(first_request(source_of(whole)).type, ElementType::int32);
  EXPECT_THROW(first_request(source_of(replaced(kSum, "--n 1000", "--n many"))), Error);
}

TEST(OwnModel, runs_a_text_and_judges_it) {
  const auto model = showing(source_of(kSum));
  ASSERT_TRUE(model->run());
  EXPECT_TRUE(model->error(0).empty()) << model->error(0).text();
  EXPECT_TRUE(model->run()->findings.empty());
  ASSERT_TRUE(model->run()->result);
  EXPECT_TRUE(model->run()->result->correct);
  EXPECT_EQ(model->run()->trace->launch.grid_dim, 16u);  // 1000 elements by 64 threads
}

TEST(OwnModel, keeps_the_picture_of_the_last_good_text) {
  const auto model = showing(source_of(kSum));
  const auto good = model->run();
  model->handle(StepTo{1});
  const OwnSource broken = source_of(replaced(kSum, "in[i]);", "in[i])"));
  model->handle(EditOwnKernel{0, broken});
  model->finish_run();
  EXPECT_EQ(model->run(), good);
  EXPECT_TRUE(model->is_old(0));
  ASSERT_EQ(model->problems(0).size(), 1u);
  EXPECT_EQ(model->problems(0)[0].line, 4u);
  model->handle(EditOwnKernel{0, source_of(kSum)});
  model->finish_run();
  EXPECT_FALSE(model->is_old(0));
  EXPECT_TRUE(model->problems(0).empty());
  EXPECT_EQ(model->view().position, 1u);
}

TEST(OwnModel, tells_what_is_wrong_where) {
  const auto model = showing(source_of(replaced(kSum, "atomicAdd(out, in[i])", "out[0] += in[i]")));
  ASSERT_TRUE(model->run());
  ASSERT_FALSE(model->run()->findings.empty());
  EXPECT_EQ(model->run()->findings[0].kind, FindingKind::race);
  EXPECT_EQ(model->run()->findings[0].lines, (std::vector<unsigned>{4, 4}));
  EXPECT_TRUE(model->run()->trace);
  model->handle(EditOwnKernel{0, source_of(replaced(kSum, "in[i])", "in[i + 2 * n])"))});
  model->finish_run();
  EXPECT_EQ(model->run()->findings[0].kind, FindingKind::bounds);
  EXPECT_FALSE(model->run()->trace) << "nothing is recorded of what did not end";
}

TEST(OwnModel, undoes_a_text_like_any_change) {
  const auto model = showing(source_of(kSum));
  const std::string before = model->view().request().kernel;
  model->handle(EditOwnKernel{0, source_of(replaced(kSum, "atomicAdd", "/* all */ atomicAdd"))});
  model->handle(EndEdit{});
  EXPECT_NE(model->view().request().kernel, before);
  model->handle(Undo{});
  EXPECT_EQ(model->view().request().kernel, before);
}

TEST(OwnModel, takes_what_a_changed_text_states_of_its_launch) {
  const auto model = showing(source_of(kSum));
  model->handle(SetN{512});
  model->handle(EditOwnKernel{0, source_of(replaced(kSum, "--block 64", "--block 128"))});
  EXPECT_EQ(model->view().request().block_dim, 128u);
  EXPECT_EQ(model->view().request().n, 512u) << "what the text says as before does not undo the user's choice";
}

TEST(OwnModel, follows_its_file) {
  const Folder folder;
  const std::string path = folder.write("sum.cu", kSum);
  const auto model = showing(source_in(read_own_file(path), "sum"));
  ASSERT_TRUE(comes(*model, [&] { return model->text_on_disk(path) != nullptr; }));
  const std::string better = replaced(kSum, "atomicAdd", "/* all */ atomicAdd");
  folder.write("sum.cu", better);
  ASSERT_TRUE(comes(*model, [&] { return kernel_info(model->view().request().kernel).own->text == better; }));
  model->finish_run();
  EXPECT_TRUE(model->run()->result->correct);
  std::filesystem::remove(path);
  ASSERT_TRUE(comes(*model, [&] { return model->is_old(0); }));
  EXPECT_NE(model->error(0).text().find("no such file"), std::string::npos);
  folder.write("sum.cu", kSum);
  EXPECT_TRUE(comes(*model, [&] { return !model->is_old(0); }));
  EXPECT_EQ(kernel_info(model->view().request().kernel).own->text, kSum);
}

TEST(OwnModel, keeps_what_was_typed_when_the_file_changes) {
  const Folder folder;
  const std::string path = folder.write("sum.cu", kSum);
  const auto model = showing(source_in(read_own_file(path), "sum"));
  ASSERT_TRUE(comes(*model, [&] { return model->text_on_disk(path) != nullptr; }));
  OwnSource typed = own_source_of(kernel_info(model->view().request().kernel));
  typed.text += "// typed\n";
  EXPECT_EQ(model->unsaved_kernel(path, typed.text), nullptr) << "it follows its file";
  model->handle(EditOwnKernel{0, typed});
  ASSERT_NE(model->unsaved_kernel(path, kSum), nullptr);
  EXPECT_EQ(model->unsaved_kernel(path, typed.text), nullptr) << "it was saved";
  folder.write("sum.cu", replaced(kSum, "atomicAdd", "/* all */ atomicAdd"));
  ASSERT_TRUE(comes(*model, [&] { return !model->status().notice.empty(); }));
  EXPECT_EQ(kernel_info(model->view().request().kernel).own->text, typed.text);
  model->handle(SetVariants{{.requests = {RunRequest()}}});
  ASSERT_NE(model->unsaved_kernel(path, kSum), nullptr) << "also while another kernel is shown";
}

TEST(OwnModel, what_was_saved_follows_its_file_in_the_next_window_and_what_was_not_stays) {
  const Folder folder;
  const std::string saved = folder.write("saved.cu", kSum), other = folder.write("other.cu", kSum);
  const std::string typed = replaced(kSum, "in[i]", "2 * in[i]"), later = replaced(kSum, "in[i]", "3 * in[i]");
  OwnSource unsaved = source_in(read_own_file(other), "sum");
  unsaved.text = typed;
  ViewState view;
  const std::vector<RunRequest> kernels = {first_request(source_in(read_own_file(saved), "sum")),
                                           first_request(unsaved)};
  const nlohmann::json json = own_kernels_to_json(kernels, view);
  folder.write("saved.cu", later);
  folder.write("other.cu", later);
  const std::vector<RunRequest> back = own_kernels_from_json(json, view);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(kernel_info(back[0].kernel).own->text, later);
  EXPECT_EQ(kernel_info(back[1].kernel).own->text, typed);
  std::filesystem::remove(saved);
  EXPECT_EQ(kernel_info(own_kernels_from_json(json, view).at(0).kernel).own->text, kSum)
      << "it is in no other place";
}

TEST(OwnModel, asks_before_it_runs_what_a_session_brings) {
  ViewState view;
  view.variants.requests = {first_request(source_of(kSum))};
  const Session session = decode_session(encode_session(view, {}), "a stranger's");
  ASSERT_EQ(session.view.variants.count(), 1u);
  EXPECT_TRUE(session.view.must_ask(session.view.request().kernel));
  bool ran = false;
  Model model(session, [&](const RunRequest& request, Progress& progress) {
    ran = true;
    return run_traces_first(request, progress);
  });
  model.finish_run();
  EXPECT_FALSE(ran);
  EXPECT_FALSE(model.error(0).empty());
  EXPECT_EQ(kernel_info(model.view().request().kernel).own->text, kSum);
  // A letter more is still not the user's code.
  OwnSource changed = own_source_of(kernel_info(model.view().request().kernel));
  changed.text += " ";
  model.handle(EditOwnKernel{0, changed});
  model.finish_run();
  EXPECT_FALSE(ran);
  model.handle(AllowOwnKernels{});
  model.finish_run();
  EXPECT_TRUE(ran);
  EXPECT_TRUE(model.run()->result->correct);
}

TEST(OwnModel, is_measured_when_it_is_allowed_and_not_before) {
  ViewState view;
  view.variants.requests = {first_request(source_of(kSum))};
  const std::string kernel = view.request().kernel;
  view.asks = {kernel};
  const auto names_it = [&](const SweepPoint& point) { return point.request.kernel == kernel; };
  auto points = points_to_measure(view, SweepChart::block_dim);
  EXPECT_TRUE(std::none_of(points.begin(), points.end(), names_it));
  view.asks.clear();
  points = points_to_measure(view, SweepChart::block_dim);
  ASSERT_TRUE(std::any_of(points.begin(), points.end(), names_it));
  for (const SweepPoint& point : points)
    EXPECT_FALSE(point.request.own.checks) << "the emulator alone checks accesses";
}

TEST(OwnModel, does_not_take_a_strangers_word_for_a_path) {
  const Folder folder;
  ViewState view;
  OwnSource source = source_of(kSum);
  source.path = folder.write("other.cu", "// something else\n");
  view.variants.requests = {first_request(source)};
  const Session session = decode_session(encode_session(view, {}), "a stranger's");
  EXPECT_FALSE(kernel_info(session.view.request().kernel).own->has_file);
  source.path = folder.write("sum.cu", kSum);
  view.variants.requests = {first_request(source)};
  const Session same = decode_session(encode_session(view, {}), "one's own");
  EXPECT_EQ(kernel_info(same.view.request().kernel).own->path, source.path);
}

TEST(OwnModel, copies_of_the_ladder_do_what_the_originals_do) {
  for (const char* kernel : {"segmented", "convergent_shared", "coarsened", "interleaved_shared"}) {
    RunRequest request;
    request.kernel = kernel;
    request.n = 4096;
    request.block_dim = 64;
    request.type = ElementType::int32;
    if (refusal(request)) continue;
    Progress progress;
    for (const std::uint64_t n : {4096u, 1000u}) {
      RunRequest copied = copied_request(request);
      copied.n = request.n = n;
      compile_if_needed(copied.kernel, progress);
      const lanescope::Run copy = run(copied, progress);
      EXPECT_EQ(copy.result->value, run(request, progress).result->value) << kernel << " " << n;
      EXPECT_EQ(copy.launch.grid_dim, launch_config(request).grid_dim) << kernel << " " << n;
    }
  }
}

}  // namespace
}  // namespace lanescope
