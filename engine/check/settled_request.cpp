#include "engine/check/settled_request.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/settling.h"
#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "engine/source/own_source.h"

namespace lanescope {
namespace {

/// Whether small launches may say what it is called with.
bool is_open(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  return kernel.own && kernel.own->has_arguments() && !kernel.own->like && request.own.arguments.empty();
}

SettledRequest with_words(RunRequest request, const ArgumentRule& rule, SettledShape shape = SettledShape::usual) {
  request.own.arguments = argument_words(request, rule);
  request.own.is_settled = true;
  SettledRequest settled{request, std::move(request), rule, shape};
  if (auto launch = shaped(settled.request, shape)) settled.request = *std::move(launch);
  return settled;
}

/// Of a kernel that is judged it is open only which arrays are its inputs.
SettledRequest with_roles(const RunRequest& request, Progress& progress) {
  const ArgumentRule rule = roles_by_launch(request, progress);
  return rule.roles.empty() ? SettledRequest{request, request} : with_words(request, rule);
}

/// ":4096" of "in:4096".
std::string size_in(const std::string& word) {
  return word.find(':') == std::string::npos ? std::string() : word.substr(word.find(':'));
}

}  // namespace

RunRequest SettledRequest::of_fewer(std::uint64_t n) const {
  RunRequest fewer = request.own.is_settled ? usual : request;
  fewer.n = n;
  if (!fewer.own.is_settled) return fewer;
  fewer.own.arguments.clear();
  fewer.own.most_seconds = request.own.most_seconds;
  return with_words(std::move(fewer), rule, shape).request;
}

SettledRequest SettledRequest::filled(ArrayFill fill) const {
  SettledRequest filled = *this;
  filled.rule.fill = fill;
  RunRequest open = request;
  open.own.arguments.clear();
  const std::vector<std::string> before = argument_words(open, rule), words = argument_words(open, filled.rule);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] != before[i])
      filled.request.own.arguments[i] = words[i].substr(0, words[i].find(':')) + size_in(request.own.arguments[i]);
  return filled;
}

SettledRequest settled_request(const RunRequest& asked, Progress& progress) {
  if (!is_open(asked)) return {asked, asked};
  compile_if_needed(asked.kernel, progress);
  const RunRequest request = with_block_of_headers(asked);
  const SettledRequest as_it_is{request, request};
  if (refusal(small_launch(request))) return as_it_is;
  try {
    argument_words(request);
  } catch (const Error&) {
    return as_it_is;  // whoever runs it says why
  }
  if (!is_free(kernel_info(request.kernel))) return with_roles(request, progress);
  Settlement found = settled_by_launches(request, progress);
  if (request.own.takes_fewer && found.is_endless)
    found.launch.n = std::min(request.n, *std::prev(std::end(kFewerElements)));
  return with_words(std::move(found.launch), found.rule, found.shape);
}

}  // namespace lanescope
