#include "engine/trace/refused_call.h"

namespace lanescope {

std::vector<std::string> texts_of(const std::vector<RefusedCall>& refusals) {
  std::vector<std::string> texts;
  for (const RefusedCall& refusal : refusals) texts.push_back(refusal.sentence.text());
  return texts;
}

}  // namespace lanescope
