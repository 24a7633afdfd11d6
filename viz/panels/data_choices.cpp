// Operator, element type, input and back end: choices side by side, disabled ones with the reason.
#include <array>
#include <filesystem>

#include "engine/base/foreign_text.h"
#include "engine/this_machine.h"
#include "engine/workload/workload.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr const char* kOpMeanings[] = {
    tr_later("a + b; the identity is 0"), tr_later("a × b; the identity is 1"),
    tr_later("the smaller one; the identity is +∞, for integers the largest one"),
    tr_later("the larger one; the identity is −∞, for integers the smallest one"),
    tr_later("the point in space farthest from the origin; the identity is the origin")};
constexpr const char* kTypeMeanings[] = {
    tr_later("32-bit integers: exact, but they wrap around where the sum does not fit"),
    tr_later("32-bit floats: rounded at every step, so the order of additions shows in the last digits"),
    tr_later("64-bit floats: twice the bytes, and 29 more bits of precision in every sum"),
    tr_later("points in space, 16 bytes each: three 32-bit floats, and the place in the input")};
constexpr const char* kInputMeanings[] = {
    tr_later("random numbers: 0 to 1, or -100 to 100 for integers"), tr_later("all ones: a sum must give N"),
    tr_later("0, 1, 2 .. 255, and again from 0"), tr_later("random numbers around 0: sums cancel, so errors show")};
constexpr const char* kBackendMeanings[] = {tr_later("the GPU if there is one, else the emulator"),
                                            tr_later("run and record on the GPU"),
                                            tr_later("run on the CPU, lane by lane, as a GPU would")};

std::optional<int> labelled_choices(const Ui& ui, const char* label, const char* id,
                                    std::span<const Segment> choices, int selected) {
  row_label(ui, tr(label), choices_column(ui));
  return segmented(ui, id, choices, selected, {.height = kRowHeight});
}

template <class Value, class Make, std::size_t count>
void choice_row(const Model& model, const Ui& ui, const char* id, const std::string_view (&names)[count],
                const char* const* meanings, std::size_t shown, Value current, Make make) {
  std::vector<Segment> choices;
  for (std::size_t i = 0; i < shown; ++i) {
    const Command command = make(static_cast<Value>(i));
    choices.push_back({std::string(names[i]), tr(meanings[i]), refusal_after(model.view(), command)});
  }
  if (const auto clicked = labelled_choices(ui, id, id, choices, static_cast<int>(current))) {
    ui.send(make(static_cast<Value>(*clicked)));
    ui.send(EndEdit{});
  }
}

void backend_row(const Model& model, const Ui& ui) {
  std::vector<Segment> choices;
  const auto here = known_backend();
  for (std::size_t i = 0; i < std::size(kBackendNames); ++i) {
    Sentence refused = refusal_after(model.view(), SetBackend{static_cast<BackendChoice>(i)});
    if (static_cast<BackendChoice>(i) == BackendChoice::cuda && here && !here->cuda_available)
      refused = here->reason;
    choices.push_back({std::string(kBackendNames[i]), tr(kBackendMeanings[i]), refused});
  }
  const auto selected = static_cast<int>(model.view().request().backend);
  if (const auto clicked = labelled_choices(ui, tr_later("run on"), "backend", choices, selected)) {
    ui.send(SetBackend{static_cast<BackendChoice>(*clicked)});
    ui.send(EndEdit{});
  }
}

/// Below all choices, so that none of them moves when the input becomes a file.
void file_name(const Ui& ui, const std::string& path) {
  const float width = ImGui::GetContentRegionAvail().x, right = ImGui::GetCursorScreenPos().x + width;
  const std::string name = tr_format("input from {}", printable(std::filesystem::path(path).filename().string()));
  text_right(ui, ui.fonts.small, ui.colors.text, right, fit_text(ui.fonts.small, name, width));
  ui.explain(printable(path));
}

}  // namespace

float choices_column(const Ui& ui) {
  return text_width_of(ui.fonts.small, tr("combine")) + ui.px(8);
}

void element_choices(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  if (!has_array_result(workload_of(model.view())))
    choice_row(model, ui, tr_later("op"), kOpNames, kOpMeanings, 5, request.op, [](Op op) { return SetOp{op}; });
  choice_row(model, ui, tr_later("type"), kTypeNames, kTypeMeanings, 4, request.type,
             [](ElementType type) { return SetType{type}; });
}

void data_choices(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  choice_row(model, ui, tr_later("input"), kInputNames, kInputMeanings, 4, request.input.kind,
             [&](InputKind kind) { return SetInput{{.kind = kind, .path = {}, .seed = request.input.seed}}; });
  backend_row(model, ui);
  if (request.input.kind == InputKind::file) file_name(ui, request.input.path);
}

}  // namespace lanescope
