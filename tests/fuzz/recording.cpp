// Recordings of any content: runs that can be shown and written again, or one sentence. Where the first byte is odd
// the rest is a body, and the first line with the checksum that fits it is put before: the parser behind it is
// reached.
#include "engine/recording.h"

#include <fmt/format.h>

#include <string>

#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "engine/base/error.h"
#include "tests/fuzz/fuzz.h"

namespace lanescope {
namespace {

std::string with_first_line(std::string_view body) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : body) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return fmt::format("lanescope-recording {} {:016x}\n", kRecordingVersion, hash) + std::string(body);
}

/// What `replay` prints of a run.
void show(const Run& run) {
  run_json(run);
  launch_text(run);
  provenance_text(run.provenance);
  if (!run.trace) return;
  block_json(run);
  totals_json(run.metrics.totals);
  block_text(run);
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const auto runs = decode_recording(data[0] % 2 ? with_first_line(rest) : std::string(rest), "FILE");
    for (const auto& run : runs) show(run);
    comparison_text(runs);
    require(encode_recording(decode_recording(encode_recording(runs), "FILE")) == encode_recording(runs),
            "what was read can be written and read again");
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("FILE: "),
            "a bad file is refused with a sentence");
  }
  return 0;
}
