#include "engine/source/type_words.h"

#include <algorithm>
#include <iterator>

namespace lanescope {
namespace {

struct KnownType {
  std::string_view name;
  unsigned bytes;
};
constexpr KnownType kTypes[] = {{"char", 1},     {"bool", 1},    {"int8_t", 1},   {"uint8_t", 1}, {"uchar", 1},
                                {"short", 2},    {"int16_t", 2}, {"uint16_t", 2}, {"half", 2},    {"__half", 2},
                                {"ushort", 2},   {"int", 4},     {"unsigned", 4}, {"float", 4},   {"int32_t", 4},
                                {"uint32_t", 4}, {"uint", 4},    {"double", 8},   {"int64_t", 8}, {"uint64_t", 8},
                                {"size_t", 8},   {"float2", 8},  {"int2", 8},     {"uint2", 8},   {"float4", 16},
                                {"int4", 16},    {"uint4", 16},  {"double2", 16}};

}  // namespace

unsigned bytes_of_type(const std::vector<std::string_view>& words) {
  unsigned bytes = 0;
  const auto longs = std::count(words.begin(), words.end(), "long");
  for (const std::string_view word : words) {
    const auto known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const KnownType& type) { return type.name == word; });
    if (known != std::end(kTypes)) {
      // "unsigned char", "short int": the narrower one says it, and "unsigned" alone is an int.
      bytes = bytes == 0 ? known->bytes : std::min(bytes, known->bytes);
    } else if (word != "long" && word != "signed" && word != "volatile" && word != "const" && word != "static" &&
               word != "extern" && word != "alignas" && word != "__align__") {
      return 0;
    }
  }
  return longs > 0 ? 8 : bytes;
}

}  // namespace lanescope
