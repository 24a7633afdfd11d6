// What the arrays of a user's kernel are, by what small launches did to them and by their types.
#include <cstring>
#include <string>
#include <vector>

#include "engine/source/arguments.h"
#include "engine/source/source_text.h"
#include "engine/workload/arrays.h"

namespace lanescope {

namespace {

/// Whether the text gives it to atomicMin() or atomicMax(), to which zeros may be the end of the matter.
bool is_bounded_by_updates(const std::string& text, const std::string& name) {
  for (const char* call : {"atomicMin", "atomicMax"})
    for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
      const std::size_t begin = text.find_first_not_of(" (&\t\n", at + std::strlen(call));
      if (begin != std::string::npos && source_text::find_word(text.substr(begin, name.size() + 1), name) == 0)
        return true;
    }
  return false;
}

}  // namespace

std::vector<ArgumentRule::Role> roles_of(const KernelInfo& kernel, const LaunchConfig& launch,
                                         const std::vector<ArrayUse>& uses) {
  using Role = ArgumentRule::Role;
  const std::vector<OwnParameter> parameters = leaves_of(kernel.own->parameters);
  std::vector<Role> roles(parameters.size(), Role::by_rule);
  std::size_t pointer = 0;
  bool says_const = false;
  unsigned inputs = 0, pointers = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].is_pointer) continue;
    ++pointers;
    says_const |= parameters[i].is_const;
    const ArrayUse use = pointer < uses.size() ? uses[pointer] : ArrayUse{};
    ++pointer;
    if (use.is_updated && is_bounded_by_updates(kernel.own->text, parameters[i].name))
      roles[i] = Role::both;
    else if (use.is_updated)
      roles[i] = use.is_read || use.is_written ? Role::by_rule : Role::output;  // counters begin with zero
    else if (use.is_read || use.is_written)
      roles[i] = !use.is_written ? Role::input : use.is_read ? Role::both : Role::output;
    if (roles[i] == Role::input) ++inputs;
  }
  if (kernel.own->is_free) {
    // Something must be there to look at: where all are read and nobody knows yet which is written, the rule says
    // it.
    return inputs < pointers ? roles : std::vector<Role>(parameters.size(), Role::by_rule);
  }
  // A launch that ended early may not have come to its output.
  const std::size_t expected = arrays_of(launch, 1).inputs.size();
  if (says_const || inputs != expected || pointers != expected + 1) return {};
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (parameters[i].is_pointer && roles[i] != Role::input) roles[i] = Role::output;
  return roles;
}

ElementType own_type(const OwnKernel& kernel) {
  for (const OwnParameter& parameter : leaves_of(kernel.parameters)) {
    if (!parameter.is_pointer) continue;
    const unsigned bytes = parameter.bytes / parameter.parts;
    if (parameter.kind == OwnKind::real && bytes == 8) return ElementType::float64;
    if ((parameter.kind == OwnKind::whole || parameter.kind == OwnKind::unsigned_whole) && bytes == 4)
      return ElementType::int32;
    break;
  }
  return ElementType::float32;
}

}  // namespace lanescope
