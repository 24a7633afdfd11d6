// Operator, element type, input and back end: choices side by side, each with the reason where it cannot be.
#include <array>
#include <filesystem>

#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr const char* kOpMeanings[] = {"a + b; the identity is 0", "a × b; the identity is 1",
                                       "the smaller one; the identity is the largest value of the type",
                                       "the larger one; the identity is the smallest value of the type",
                                       "of points in space the one farthest from the origin; the identity is the origin"};
constexpr const char* kTypeMeanings[] = {
    "32-bit integers: exact, and wrapped around where the sum does not fit",
    "32-bit floats: rounded at every step, so the order of additions shows in the last digits",
    "64-bit floats: twice the bytes for 29 bits more of every sum",
    "points in space, 16 bytes each: three 32-bit floats, and the place in the input"};
constexpr const char* kInputMeanings[] = {"random numbers: 0 to 1, or -100 to 100 for integers",
                                          "all ones: a sum must give N", "0, 1, 2 .. 255, and again from 0",
                                          "random numbers around 0: sums cancel, so errors show"};
constexpr const char* kBackendMeanings[] = {"the GPU where there is one, else the emulator",
                                            "run and record on the GPU",
                                            "run on the CPU, lane by lane, as a GPU would"};

/// A row: dim label on the left, choices in the rest of the width.
void row_label(const Ui& ui, const char* label) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(5)});
  text_colored(ui.fonts.small, ui.colors.dim, label);
  ImGui::SetCursorScreenPos({at.x + ui.px(48), at.y});
}

template <class Value, class Make, std::size_t count>
void choice_row(const Model& model, const Ui& ui, const char* id, const std::string_view (&names)[count],
                const char* const* meanings, std::size_t shown, Value current, Make make) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < shown; ++i) {
    const Command command = make(static_cast<Value>(i));
    choices.push_back({std::string(names[i]), meanings[i], refusal_after(model.view(), command)});
  }
  row_label(ui, id);
  if (const auto clicked = segmented(ui, id, choices, static_cast<int>(current))) {
    ui.send(make(static_cast<Value>(*clicked)));
    ui.send(EndEdit{});
  }
}

void backend_row(const Model& model, const Ui& ui) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < std::size(kBackendNames); ++i) {
    std::string refused = refusal_after(model.view(), SetBackend{static_cast<BackendChoice>(i)});
    if (static_cast<BackendChoice>(i) == BackendChoice::cuda && !backend_status().cuda_available)
      refused = backend_status().reason;
    choices.push_back({std::string(kBackendNames[i]), kBackendMeanings[i], refused});
  }
  row_label(ui, "run on");
  if (const auto clicked = segmented(ui, "backend", choices, static_cast<int>(model.view().request.backend))) {
    ui.send(SetBackend{static_cast<BackendChoice>(*clicked)});
    ui.send(EndEdit{});
  }
}

}  // namespace

void data_choices(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request;
  heading(ui, "Data");
  choice_row(model, ui, "op", kOpNames, kOpMeanings, 5, request.op, [](Op op) { return SetOp{op}; });
  choice_row(model, ui, "type", kTypeNames, kTypeMeanings, 4, request.type, [](ElementType type) { return SetType{type}; });
  choice_row(model, ui, "input", kInputNames, kInputMeanings, 4, request.input.kind, [&](InputKind kind) {
    return SetInput{{.kind = kind, .path = {}, .seed = request.input.seed}};
  });
  if (request.input.kind == InputKind::file) {
    const std::string name = std::filesystem::path(request.input.path).filename().string();
    value_row(ui, "from file", name, ui.colors.text, request.input.path.c_str());
  }
  backend_row(model, ui);
}

}  // namespace lanescope
