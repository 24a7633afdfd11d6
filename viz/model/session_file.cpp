// The view as one line of JSON, then the recording of the runs, if any, in its own format.
#include "viz/model/session_file.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/checked_file.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"
#include "viz/model/view_state_json.h"

namespace lanescope {
namespace {

constexpr FileFormat kFormat{"lanescope-session", pattern("Lanescope session"), 1};

bool is_worth_keeping(const Run& run) {
  if (kernel_info(run.request.kernel).own) return false;  // a recording has no text of it
  return run.provenance.backend == "cuda" || run.request.input.kind == InputKind::file;
}

/// The traced runs of a recording with different launches. If they are from several groups, only those of the
/// first one's group.
Session session_of_recording(std::vector<Run> runs, const std::string& name) {
  Session session;
  session.view.variants.linked = false;
  auto& requests = session.view.variants.requests;
  requests.clear();
  for (const Run& run : runs) {
    const bool fits =
        requests.size() < kMaxVariants && (requests.empty() || same_group(run.request, requests.front()));
    if (!run.trace || !fits) continue;
    requests.push_back(run.request);
    requests.back().detail = Detail::full;
  }
  if (requests.empty())
    throw Error(
        ErrorKind::usage,
        Sentence("{}: {}", name, Sentence("it contains no run with a trace, so there is nothing to draw.")));
  if (session.view.variants.count() > 1) session.view.panel = "comparison";
  session.has_view = false;
  session.runs = std::move(runs);
  return session;
}

/// Whether a text of a kernel, a recording or anything else would be lost there.
bool holds_something_else(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) == 0)
    return false;
  std::string magic(kFormat.magic.size(), ' ');
  std::ifstream(path, std::ios::binary).read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return magic != kFormat.magic;
}

}  // namespace

Session session_of(const Preset& preset) {
  return {with_preset({}, preset), {}, false};
}

std::string encode_session(const ViewState& view, const std::vector<Run>& runs) {
  std::vector<Run> kept;
  for (const Run& run : runs)
    if (is_worth_keeping(run)) kept.push_back(run);
  std::string body = view_state_to_json(view).dump() + '\n';
  if (!kept.empty()) body += encode_recording(kept);
  return with_first_line(kFormat, body);
}

Session decode_session(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kFormat.magic)) return session_of_recording(decode_recording(bytes, name), name);
  const std::string_view body = checked_body(kFormat, bytes, name);
  const std::size_t line = body.find('\n');
  auto loaded = view_state_from_text(body.substr(0, line));
  if (line == std::string_view::npos)
    throw Error(ErrorKind::usage, Sentence("{}: {}", name, Sentence("it is damaged after the view.")));
  if (!loaded.refused.empty())
    throw Error(ErrorKind::usage, Sentence("{}: its view cannot be read: {}", name, loaded.refused));
  Session session{std::move(loaded.state), {}, true};
  if (line + 1 < body.size()) session.runs = decode_recording(body.substr(line + 1), name);
  return session;
}

void save_session(const std::string& path, const ViewState& view, const std::vector<Run>& runs) {
  if (holds_something_else(path))
    throw Error(ErrorKind::usage, Sentence("{}: it is no session, so none is written over it; choose another name.",
                                           printable(path)));
  write_whole_file(path, encode_session(view, runs));
}

Session load_session(const std::string& path) {
  return decode_session(read_whole_file(path), path);
}

}  // namespace lanescope
