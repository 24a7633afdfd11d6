#include "viz/model/own_sources_json.h"

#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/json/json_fields.h"
#include "engine/json/request_json.h"
#include "engine/request/catalogue.h"
#include "engine/source/own_source.h"
#include "engine/source/own_words.h"
#include "engine/source/source_folder.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNameBytes = 256, kMostSources = 64;

/// Whether its file has that text now.
bool is_in_that_file(const OwnSource& source) {
  try {
    return names_own_kernel(source.path) && read_source(source.path) == source.text;
  } catch (const Error&) {
    return false;
  }
}

/// What was saved is followed, as it is while the window is open: its file may have another text by now.
void follow_file(OwnSource& source) {
  try {
    if (names_own_kernel(source.path)) source.text = read_source(source.path);
  } catch (const Error&) {
    return;  // it is gone, and the text is here
  }
}

nlohmann::json source_to_json(const KernelInfo& kernel, bool asks) {
  const OwnSource source = own_source_of(kernel);
  nlohmann::json json = {{"id", std::string(kernel.id)},
                         {"name", utf8_of_bytes(source.name)},
                         {"path", utf8_of_bytes(source.path)},
                         {"text", utf8_of_bytes(source.text)},
                         {"kernel", utf8_of_bytes(source.kernel)},
                         {"is_launcher", source.is_launcher},
                         {"as", source.workload ? std::string(name_of(*source.workload)) : "free"},
                         {"is_saved", is_in_that_file(source)},
                         {"asks", asks}};
  if (source.like) {
    json["like"] = {{"kernel", source.like->kernel}};
    if (source.like->combining) json["like"]["combining"] = name_of(*source.like->combining);
  }
  return json;
}

std::string short_text(const nlohmann::json& json, const char* key) {
  std::string text;
  read_path(json, key, text);
  if (text.size() > kMostNameBytes || text.find_first_of(std::string_view("\n\0", 2)) != std::string::npos)
    throw Error(ErrorKind::usage, Sentence("the '{}' of a kernel's text is too long, or has several lines.", key));
  return text;
}

std::shared_ptr<const RunRequest> like_from_json(const nlohmann::json& json) {
  RunRequest like;
  read_field(json, "kernel", like.kernel);
  read_field(json, "combining", kCombiningNames, like.combining);
  const KernelInfo& kernel = kernel_info(like.kernel);
  if (kernel.own || !kernel.traced() || !kernel.entries.empty())
    throw Error(ErrorKind::usage, Sentence("no kernel can be launched like {}.", kernel.id));
  return std::make_shared<const RunRequest>(std::move(like));
}

OwnSource source_from_json(const nlohmann::json& json) {
  require_object(json, "kernel");
  OwnSource source;
  source.name = printable(short_text(json, "name"));
  read_path(json, "path", source.path);
  read_path(json, "text", source.text);
  source.kernel = short_text(json, "kernel");
  read_field(json, "is_launcher", source.is_launcher);
  if (source.name.empty() || source.name.find('/') != std::string::npos)
    throw Error(ErrorKind::usage, Sentence("a kernel's text has no name that a file could have."));
  if (source.text.size() > kMaxSourceBytes || source.text.find('\0') != std::string::npos)
    throw Error(ErrorKind::usage,
                Sentence("{}: it is no text, or has more than {} bytes.", printable(source.name), kMaxSourceBytes));
  std::string as = "free";
  read_field(json, "as", as);
  if (as != "free") read_field(json, "as", workload_names(), source.workload.emplace());
  if (const auto like = json.find("like"); like != json.end()) source.like = like_from_json(*like);
  return source;
}

}  // namespace

nlohmann::json own_sources_to_json(const std::vector<RunRequest>& requests, const ViewState& state) {
  auto list = nlohmann::json::array();
  for (const RunRequest& request : requests)
    if (const KernelInfo& kernel = kernel_info(request.kernel); kernel.own)
      list.push_back(source_to_json(kernel, state.must_ask(request.kernel)));
  return list;
}

std::map<std::string, std::string> own_sources_from_json(const nlohmann::json& json, CodeOrigin origin,
                                                         ViewState& state) {
  std::map<std::string, std::string> ids;
  const auto list = json.find("sources");
  if (list == json.end()) return ids;
  if (!list->is_array() || list->size() > kMostSources)
    throw Error(ErrorKind::usage, Sentence("it must bring a list of at most {} texts of kernels.", kMostSources));
  for (const auto& one : *list) {
    std::string id;
    bool asks = true, is_saved = false;
    OwnSource source = source_from_json(one);
    read_field(one, "id", id);
    read_field(one, "asks", asks);
    read_field(one, "is_saved", is_saved);
    if (origin == CodeOrigin::own && is_saved) follow_file(source);
    if (origin == CodeOrigin::foreign) {
      asks = true;
      // Otherwise Save would write what a stranger wrote to wherever the stranger says.
      if (!is_in_that_file(source)) source.path.clear();
    }
    const std::string here(know_own_source(source).id);
    ids[id] = here;
    if (asks && !state.must_ask(here)) state.asks.push_back(here);
  }
  return ids;
}

void take_own_id(const std::map<std::string, std::string>& ids, RunRequest& request) {
  if (const auto id = ids.find(request.kernel); id != ids.end())
    request.kernel = id->second;
  else if (find_own_kernel(request.kernel))
    throw Error(ErrorKind::usage, Sentence("the text of {} is missing.", request.kernel));
}

nlohmann::json own_kernels_to_json(const std::vector<RunRequest>& requests, const ViewState& state) {
  return {{"requests", requests}, {"sources", own_sources_to_json(requests, state)}};
}

std::vector<RunRequest> own_kernels_from_json(const nlohmann::json& json, ViewState& state) {
  const auto ids = own_sources_from_json(json, CodeOrigin::own, state);
  std::vector<RunRequest> requests;
  for (const auto& one : json.value("requests", nlohmann::json::array())) {
    RunRequest request;
    from_json(one, request);
    take_own_id(ids, request);
    if (kernel_info(request.kernel).own && !refusal(request)) requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace lanescope
