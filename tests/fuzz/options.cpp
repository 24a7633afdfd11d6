// Command lines of any words, one a line: a request that can be launched, or one sentence. Nothing is run.
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/words/arguments.h"
#include "cli/words/launch_options.h"
#include "engine/base/error.h"
#include "engine/json/request_json.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/parse.h"
#include "tests/fuzz/fuzz.h"

namespace lanescope {
namespace {

void check_launch(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  LaunchConfig launch = launch_config(request);
  require(launch.n == request.n, "a launch is of the elements that were asked for");
  if (!kernel.traced()) return;
  require(launch.grid_dim <= kMaxGridDim && (launch.grid_dim == 0) == (launch.n == 0),
          "a grid is one that CUDA has");
  if (launch.elements_per_block > 0) {
    const auto covered = static_cast<unsigned __int128>(launch.grid_dim) * launch.elements_per_block;
    require(covered >= launch.n && covered < static_cast<unsigned __int128>(launch.n) + launch.elements_per_block,
            "blocks cover the elements, and none is without");
  }
  int launches = 1;
  while (const auto next = next_launch(launch)) {
    require(next->n == launch.grid_dim && next->grid_dim < launch.grid_dim,
            "every launch leaves fewer partial sums");
    require(++launches <= 32, "launches come to an end");
    launch = *next;
  }
}

void parse(const std::vector<std::string>& words) {
  Arguments arguments("lanescope", "");
  std::string kernel;
  LaunchOptions options;
  arguments.add_option("KERNEL", kernel, "");
  options.add_to(arguments);
  options.add_repeat(arguments);
  options.add_block_index(arguments);
  try {
    std::vector<std::string> behind;
    if (arguments.parse(words, behind)) return;  // the help was asked for
    const RunRequest request = options.request(kernel, Detail::full);
    RunRequest copy;
    from_json(nlohmann::json(request), copy);
    require(copy == request, "a request survives its way through JSON");
    if (!refusal(request)) check_launch(request);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && error.what()[0] != '\0', "a bad option is refused with a sentence");
  }
}

void parse_word(const std::string& word) {
  try {
    const SizeRange range{3, 1 << 20};
    for (const auto size : parse_size_list("--sizes", word, range))
      require(size >= range.min, "a list keeps its range");
  } catch (const Error&) {
  }
  try {
    parse_picture_size("--size", word);
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word);) words.push_back(word);
  lanescope::parse(words);
  if (!words.empty()) lanescope::parse_word(words[0]);
  return 0;
}
