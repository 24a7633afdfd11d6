#include "engine/input/npy_header.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string_view>

#include "engine/base/error.h"

namespace lanescope {
namespace {

[[noreturn]] void refuse_header(const std::string& path, const Sentence& reason) {
  throw Error(ErrorKind::usage, Sentence("--input {}: {}", path, reason));
}

/// The text after `'key':` in the header's dictionary, which numpy writes as a Python literal.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& path) {
  const auto quoted = fmt::format("'{}':", key);
  const auto at = header.find(quoted);
  if (at == std::string_view::npos) refuse_header(path, Sentence("its header has no '{}'.", key));
  header.remove_prefix(at + quoted.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// "<f4" and its like.
void read_type(std::string_view value, const std::string& path, NpyHeader& header) {
  const auto end = value.size() > 1 && value[0] == '\'' ? value.find('\'', 1) : std::string_view::npos;
  const std::string_view type = end == std::string_view::npos ? "" : value.substr(1, end - 1);
  constexpr std::string_view kKnown[] = {"f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"};
  bool known = false;
  for (const auto name : kKnown) known |= type.size() == 3 && type.substr(1) == name;
  if (!known || std::string_view("<>|=").find(type[0]) == std::string_view::npos)
    refuse_header(path,
                  Sentence("its elements are of type {}; use floats of 4 or 8 bytes or whole numbers of 1 to 8 "
                           "bytes.",
                           type.empty() ? std::string("structure") : fmt::format("'{}'", type)));
  header.big_endian = type[0] == '>';
  header.kind = type[1];
  header.element_bytes = static_cast<unsigned>(type[2] - '0');
}

/// "(3, 4)": the number of elements, and whether there is more than one axis.
bool read_shape(std::string_view value, const std::string& path, NpyHeader& header) {
  const auto end = value.find(')');
  if (value.empty() || value[0] != '(' || end == std::string_view::npos)
    refuse_header(path, Sentence("its shape is unreadable."));
  value = value.substr(1, end - 1);
  header.elements = 1;
  int long_axes = 0;
  while (value.find_first_not_of(" ,") != std::string_view::npos) {
    value.remove_prefix(value.find_first_not_of(" ,"));
    std::uint64_t side = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), side);
    if (error != std::errc()) refuse_header(path, Sentence("its shape is unreadable."));
    if (side != 0 && header.elements > std::numeric_limits<std::uint64_t>::max() / 8 / side)
      refuse_header(path, Sentence("its shape is larger than any file."));
    header.elements *= side;
    long_axes += side > 1;
    value.remove_prefix(static_cast<std::size_t>(rest - value.data()));
  }
  return long_axes > 1;
}

}  // namespace

NpyHeader read_npy_header(std::ifstream& file, const std::string& path) {
  unsigned char start[12] = {};
  file.read(reinterpret_cast<char*>(start), 10);
  if (!file || std::string_view(reinterpret_cast<char*>(start), 6) != "\x93NUMPY")
    refuse_header(path, Sentence("it is not a .npy file (it does not begin with \\x93NUMPY)."));
  const int version = start[6];
  if (version < 1 || version > 3)
    refuse_header(path, Sentence("it has .npy version {}; only 1 to 3 can be read.", version));
  std::size_t length = start[8] | start[9] << 8;
  std::size_t prefix = 10;
  if (version >= 2) {
    file.read(reinterpret_cast<char*>(start) + 10, 2);
    length |= static_cast<std::size_t>(start[10]) << 16 | static_cast<std::size_t>(start[11]) << 24;
    prefix = 12;
  }
  constexpr std::size_t kLongest = 1 << 20;
  if (length > kLongest)
    refuse_header(path, Sentence("its header is {} bytes long, which is too long for an array.", length));
  std::string text(length, ' ');
  file.read(text.data(), static_cast<std::streamsize>(length));
  if (!file) refuse_header(path, Sentence("it is cut short inside its header."));

  NpyHeader header;
  header.data_offset = prefix + length;
  read_type(value_of(text, "descr", path), path, header);
  const bool matrix = read_shape(value_of(text, "shape", path), path, header);
  if (matrix && value_of(text, "fortran_order", path).starts_with("True"))
    refuse_header(path, Sentence("it is a matrix in Fortran order; save it with numpy.ascontiguousarray."));
  return header;
}

}  // namespace lanescope
