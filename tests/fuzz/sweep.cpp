// Recorded sweeps of any content: times that can be looked up and written again, or one sentence. Where the first
// byte is odd the rest is a body, and the first line with the checksum that fits it is put before.
#include <string>

#include "engine/base/error.h"
#include "engine/recorded/recorded_sweep.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const std::string body(rest);
    const RecordedSweep sweep = decode_sweep(data[0] % 2 ? with_first_line(kSweepFormat, body) : body, "FILE");
    require(encode_sweep(decode_sweep(encode_sweep(sweep), "FILE")) == encode_sweep(sweep),
            "what was read can be written and read again");
    for (const auto& time : sweep.times) {
      const auto found = recorded_timing({sweep}, time.kernel, time.launch, sweep.op, sweep.type);
      require(found && found->timing.time_us > 0, "each time is found by its launch");
    }
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("FILE"),
            "a bad file is refused with a sentence");
  }
  return 0;
}
