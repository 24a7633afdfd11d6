#include "viz/panels/stage_end.h"

#include <utility>

#include "viz/model/presets.h"

namespace lanescope {

NextOnStage next_on_stage(const Model& model) {
  if (model.launch() < model.launches())
    return {
        tr_format("The last step of launch {} of {}. Once more: the next launch", model.launch(), model.launches()),
        {SetLaunch{model.launch() + 1}, EndEdit{}, StepTo{0}}};
  const std::vector<RunRequest>& requests = model.view().variants.requests;
  if (!preset_of(requests)) return {tr("The last step. Home: before the first one"), {}};
  if (const Preset* next = neighbouring_preset(requests, 1))
    return {tr_format("The last step. Once more: {}", tr(next->title)), commands_of(*next)};
  return {tr("The last step of the last preset"), {}};
}

bool stands_at_end(const Model& model) {
  return model.up_to_date() && model.view().position >= model.frames();
}

Commands step_beyond_end(const Model& model, StageState& stage, double seconds) {
  constexpr double kHeldDown = 0.4;  // keyboards repeat a key after that, and then much faster
  const std::optional<double> told = std::exchange(stage.told_end, seconds);
  return told && seconds - *told > kHeldDown ? next_on_stage(model).commands : Commands{};
}

}  // namespace lanescope
