#include "engine/source/launchers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/launch_signs.h"
#include "engine/source/rewrite.h"
#include "engine/source/scopes.h"
#include "engine/source/source_text.h"
#include "engine/source/template_arguments.h"

namespace lanescope {
namespace {

struct HostFunction {
  TextFunction text;
  std::string body;
  bool launches = false;
};

std::vector<HostFunction> host_functions(const std::string& code) {
  std::vector<HostFunction> functions;
  for (TextFunction& function : functions_in(code)) {
    const bool is_macro = code.compare(function.begin, function.name.size(), function.name) == 0;  // has no type
    if (function.is_for_device || function.name.empty() || is_macro) continue;
    std::string body = code.substr(function.open, function.end - function.open);
    const bool launches = !launches_in(body).empty();
    functions.push_back({std::move(function), std::move(body), launches});
  }
  return functions;
}

bool calls(const HostFunction& one, const HostFunction& other) {
  return &one != &other && one.text.name != other.text.name && source_text::has_word(one.body, other.text.name);
}

/// Who calls one that launches does, too.
void spread_launches(std::vector<HostFunction>& functions) {
  for (bool is_settled = false; !std::exchange(is_settled, true);)
    for (HostFunction& one : functions) {
      if (one.launches) continue;
      one.launches = std::any_of(functions.begin(), functions.end(),
                                 [&](const HostFunction& other) { return other.launches && calls(one, other); });
      is_settled = is_settled && !one.launches;
    }
}

/// `with_called`: those, too, that others call.
std::vector<ScannedKernel> launchers_in(std::string_view source, bool with_called) {
  const std::string code = active_code_of(source);
  std::vector<HostFunction> functions = host_functions(code);
  spread_launches(functions);
  const Scopes scopes(code);
  std::vector<ScannedKernel> launchers;
  for (const HostFunction& one : functions) {
    const bool is_called = std::any_of(functions.begin(), functions.end(),
                                       [&](const HostFunction& other) { return calls(other, one); });
    const auto named_so = std::count_if(functions.begin(), functions.end(), [&](const HostFunction& other) {
      return other.text.name == one.text.name;
    });
    const bool has_own_name = !one.text.is_qualified && named_so == 1 && one.text.name != "main";
    if (!one.launches || (is_called && !with_called) || !has_own_name) continue;
    ScannedKernel launcher;
    launcher.name = one.text.name;
    launcher.scope = scopes.at(one.text.begin);
    launcher.line = source_text::line_at(code, one.text.begin);
    take_parameters(launcher, parameters_in(one.text));
    take_template(launcher, code, one.text.open - 1);
    launchers.push_back(std::move(launcher));
  }
  return launchers;
}

}  // namespace

std::vector<ScannedKernel> scan_launchers(std::string_view source) {
  return launchers_in(source, false);
}

std::optional<ScannedKernel> launcher_named(std::string_view source, const std::string& name) {
  for (ScannedKernel& one : launchers_in(source, true))
    if (one.name == plain_name(name)) return std::move(one);
  return std::nullopt;
}

std::string meant_launcher(std::string_view source, const std::string& name, bool beside_one_kernel) {
  const std::vector<ScannedKernel> kernels = scan_kernels(source);
  const auto is_named = [&](const ScannedKernel& one) { return one.name == plain_name(name); };
  if (!name.empty()) {
    const bool is_kernel = std::any_of(kernels.begin(), kernels.end(), is_named);
    return !is_kernel && launcher_named(source, name) ? name : "";
  }
  const std::vector<ScannedKernel> launchers = scan_launchers(source);
  const bool is_it =
      launchers.size() == 1 && !has_main(source) && (kernels.size() > 1 || beside_one_kernel) &&
      (!launchers.front().is_template || usual_template_arguments(source, launchers.front()).are_used);
  return is_it ? launchers.front().name : "";
}

}  // namespace lanescope
