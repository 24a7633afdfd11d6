// Tables of hardware counters of any content: launches that this program can make and write again, or one sentence.
#include <string>

#include "engine/base/error.h"
#include "engine/counters/counter_table.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const auto refused = [](const Error& error) {
    require(error.kind() == ErrorKind::usage && error.what()[0] != '\0', "a bad table is refused with a sentence");
  };
  try {
    const auto table = counter_table_from_csv({reinterpret_cast<const char*>(data), size}, "FILE");
    require(to_csv(counter_table_from_csv(to_csv(table), "FILE")) == to_csv(table),
            "what was read can be written and read again");
    for (const auto& row : table.rows) {
      try {
        const CountedLaunch counted = launch_of(row);
        require(counted.launch.grid_dim == row.grid_dim, "a row's launch is the one that it tells of");
      } catch (const Error& error) {
        refused(error);
      }
    }
  } catch (const Error& error) {
    refused(error);
  }
  return 0;
}
