#include "engine/source/stated_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::string_view kMark = "// lanescope:";

template <class Enum, std::size_t N>
Enum named(const std::string& option, const std::string& text, const std::string_view (&names)[N]) {
  const auto found = std::find(names, names + N, text);
  if (found == names + N)
    throw Error(ErrorKind::usage,
                fmt::format("{} is '{}'; it must be one of {}.", option, printable(text), fmt::join(names, ", ")));
  return static_cast<Enum>(found - names);
}

void read_n(RunRequest& request, const std::string& option, const std::string& text) {
  if (text.find('x') == std::string::npos) {
    request.n = parse_size(option, text);
    return;
  }
  request.matrices =
      parse_matrices(option, text, std::count(text.begin(), text.end(), 'x') == 1 ? Shape::matrix : Shape::product);
  request.n = request.matrices->rows;
}

void read_block(RunRequest& request, const std::string& option, const std::string& text) {
  const Extent block = parse_extent(option, text, kMaxBlockDim);
  request.block_dim = block[0] * block[1] * block[2];
  if (block[1] * block[2] > 1) request.own.block = block;
}

void read_grid(RunRequest& request, const std::string& option, const std::string& text) {
  const Extent grid = parse_extent(option, text, kMaxGridDim);
  if (grid[1] * grid[2] > 1)
    request.own.grid = grid;
  else
    request.grid_dim = grid[0];
}

void read_arguments(RunRequest& request, const std::string&, const std::string& text) {
  request.own.arguments.clear();
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) request.own.arguments.push_back(word);
}

struct StatedOption {
  const char* name;
  void (*read)(RunRequest&, const std::string& option, const std::string& text);  ///< null: not about the launch
};
constexpr StatedOption kOptions[] = {
    {"--n", read_n},
    {"--block", read_block},
    {"--grid", read_grid},
    {"--coarse",
     [](RunRequest& r, const std::string& o, const std::string& t) {
       r.coarse_factor = static_cast<unsigned>(parse_size(o, t, {1, kMaxCoarseFactor}));
     }},
    {"--tile",
     [](RunRequest& r, const std::string& o, const std::string& t) {
       r.tile_width = static_cast<unsigned>(parse_size(o, t, {1, kTileWidths[2]}));
     }},
    {"--op", [](RunRequest& r, const std::string& o, const std::string& t) { r.op = named<Op>(o, t, kOpNames); }},
    {"--type", [](RunRequest& r, const std::string& o,
                  const std::string& t) { r.type = named<ElementType>(o, t, kTypeNames); }},
    {"--input", [](RunRequest& r, const std::string& o,
                   const std::string& t) { r.input.kind = named<InputKind>(o, t, kInputNames); }},
    {"--as", nullptr},
    {"--define", nullptr},
    {"--shared",
     [](RunRequest& r, const std::string& o, const std::string& t) {
       r.own.shared_bytes = static_cast<unsigned>(parse_size(o, t, {0, kMostSharedBytes}));
     }},
    {"--arguments", read_arguments}};

}  // namespace

std::vector<std::pair<std::string, std::string>> stated_options(const std::string& text, const std::string& shown) {
  std::vector<std::pair<std::string, std::string>> options;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kMark)) continue;
    std::istringstream words(line.substr(kMark.size()));
    for (std::string name, value; words >> name;) {
      const bool known = std::any_of(std::begin(kOptions), std::end(kOptions),
                                     [&](const StatedOption& one) { return name == one.name; });
      if (!known || !(words >> value))
        throw Error(
            ErrorKind::usage,
            Sentence("{}: its line '// lanescope:' has {}; it may have --n, --block, --grid, --coarse, --tile, "
                     "--op, --type, --input, --as, --define, --shared and --arguments, each with a value.",
                     shown, printable(name)));
      options.emplace_back(name, value);
    }
  }
  return options;
}

std::vector<std::string> definitions_of(const std::string& text, const std::string& shown,
                                        const std::vector<std::string>& given) {
  std::vector<std::string> all = given;
  for (const auto& [option, value] : stated_options(text, shown)) {
    if (option != "--define") continue;
    std::istringstream words(value);
    for (std::string word; std::getline(words, word, ',');) all.push_back(word);
  }
  const auto name_in = [](const std::string& word) { return word.substr(0, word.find('=')); };
  std::vector<std::string> definitions;
  for (const std::string& word : all) {
    const std::string name = name_in(word);
    const bool is_name = !name.empty() && (name[0] < '0' || name[0] > '9') &&
                         word.find('\n') == std::string::npos &&
                         std::all_of(name.begin(), name.end(), [](char sign) {
                           return sign == '_' || (sign >= '0' && sign <= '9') || (sign >= 'a' && sign <= 'z') ||
                                  (sign >= 'A' && sign <= 'Z');
                         });
    if (!is_name)
      throw Error(ErrorKind::usage,
                  Sentence("{}: --define is '{}'; it must be NAME or NAME=VALUE, several with commas.", shown,
                           printable(word)));
    if (std::none_of(definitions.begin(), definitions.end(), [&](const auto& one) { return name_in(one) == name; }))
      definitions.push_back(word);
  }
  return definitions;
}

std::string lines_that_define(const std::vector<std::string>& definitions) {
  std::string lines;
  for (const std::string& word : definitions) {
    const std::size_t sign = word.find('=');
    lines +=
        "#define " + word.substr(0, sign) + ' ' + (sign == std::string::npos ? "1" : word.substr(sign + 1)) + '\n';
  }
  return lines;
}

void read_stated_option(const std::string& name, const std::string& value, RunRequest& request) {
  for (const StatedOption& option : kOptions)
    if (name == option.name && option.read) option.read(request, name, value);
}

std::string stating_line(const RunRequest& request, const std::string& judged_as) {
  std::string line = fmt::format("{} --as {}", kMark, judged_as);
  const RunRequest usual;
  if (request.block_dim != usual.block_dim) line += fmt::format(" --block {}", request.block_dim);
  if (request.coarse_factor != 1) line += fmt::format(" --coarse {}", request.coarse_factor);
  if (request.op != usual.op) line += fmt::format(" --op {}", name_of(request.op));
  if (request.type != usual.type) line += fmt::format(" --type {}", name_of(request.type));
  return line;
}

}  // namespace lanescope
