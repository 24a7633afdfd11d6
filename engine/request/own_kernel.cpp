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

std::vector<OwnParameter> pointers_of(const std::vector<OwnParameter>& parameters) {
  std::vector<OwnParameter> pointers = leaves_of(parameters);
  std::erase_if(pointers, [](const OwnParameter& one) { return !one.is_pointer; });
  return pointers;
}

}  // namespace lanescope
