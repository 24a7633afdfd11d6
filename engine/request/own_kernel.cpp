#include "engine/request/own_kernel.h"

#include <vector>

namespace lanescope {

std::vector<OwnParameter> leaves_of(const std::vector<OwnParameter>& parameters) {
  std::vector<OwnParameter> leaves;
  for (const OwnParameter& parameter : parameters) {
    for (const OwnParameter& field : parameter.fields) {
      leaves.push_back(field);
      leaves.back().name = parameter.name + "." + field.name;
    }
    if (parameter.fields.empty()) leaves.push_back(parameter);
  }
  return leaves;
}

}  // namespace lanescope
