#include "engine/input/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "engine/base/foreign_text.h"
#include "engine/base/point.h"
#include "engine/input/csv_numbers.h"
#include "engine/input/npy_header.h"
#include "engine/machine/memory.h"

namespace lanescope {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read as this machine stores its numbers");

enum class Format { npy, csv, bin, none };

template <class T>
constexpr std::string_view kTypeName = std::is_same_v<T, std::int32_t> ? "int32"
                                       : std::is_same_v<T, double>     ? "float64"
                                                                       : "float32";

[[noreturn]] void refuse(const std::string& path, const Sentence& reason) {
  throw Error(ErrorKind::usage, Sentence("--input {}: {}", path, reason));
}

/// In fmt's shortest form: 1 as 1, without unneeded digits.
template <class Number>
std::string written(Number number) {
  return fmt::format("{}", number);
}

Format format_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".npy") return Format::npy;
  if (extension == ".csv") return Format::csv;
  if (extension == ".bin") return Format::bin;
  return Format::none;
}

std::ifstream open(const std::string& path, std::uint64_t& file_bytes) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) refuse(path, Sentence("there is no such file."));
  if (!std::filesystem::is_regular_file(status)) refuse(path, Sentence("it is not a plain file."));
  std::ifstream file(path, std::ios::binary);
  file_bytes = std::filesystem::file_size(path, error);
  if (!file || error) refuse(path, Sentence("it cannot be read (permissions?)."));
  return file;
}

std::string whole_text(std::ifstream& file, std::uint64_t bytes, const std::string& path) {
  if (static_cast<double>(bytes) > available_memory_bytes())
    refuse(path, Sentence("its text is larger than this machine's memory."));
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  if (!file) refuse(path, Sentence("it cannot be read to its end."));
  return text;
}

/// Place and type of the elements in a binary file: a .bin is a .npy without its header.
template <class T>
NpyHeader layout_of(std::ifstream& file, std::uint64_t file_bytes, Format format, const std::string& path) {
  if (format == Format::bin) {
    if (file_bytes % sizeof(T) != 0)
      refuse(path, Sentence("its {} bytes are not a whole number of {} elements ({} bytes each).", file_bytes,
                            kTypeName<T>, sizeof(T)));
    return {.kind = std::is_floating_point_v<T> ? 'f' : 'i',
            .element_bytes = sizeof(T),
            .big_endian = false,
            .elements = file_bytes / sizeof(T),
            .data_offset = 0};
  }
  const NpyHeader header = read_npy_header(file, path);
  const std::uint64_t held = file_bytes - header.data_offset;
  if (held != header.elements * header.element_bytes)
    refuse(path,
           Sentence("its header announces {} elements of {} bytes, but {} bytes follow; the file is damaged or cut "
                    "short.",
                    header.elements, header.element_bytes, held));
  return header;
}

/// One element as stored, of type S, as a T of the same value.
template <class S, class T>
T converted(const char* bytes, bool big_endian, std::uint64_t index, const std::string& path,
            Infinities infinities) {
  char ordered[sizeof(S)];
  std::memcpy(ordered, bytes, sizeof(S));
  if (big_endian) std::reverse(ordered, ordered + sizeof(S));
  S value;
  std::memcpy(&value, ordered, sizeof(S));
  if constexpr (std::is_floating_point_v<S>) {
    if (std::isnan(value))
      refuse(path, Sentence("element {} is {}; it must be a finite number.", index, written(value)));
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isinf(value) && infinities == Infinities::refused)
        refuse(path, Sentence("element {} is {}: {}", index, written(value), Sentence(kInfinityRefusal)));
      if (std::isinf(value)) return static_cast<T>(value);
    }
  }
  // Compared as long doubles, which hold every value of every type here, before a cast that could be undefined.
  const auto exact = static_cast<long double>(value);
  const bool inside = exact >= static_cast<long double>(std::numeric_limits<T>::lowest()) &&
                      exact <= static_cast<long double>(std::numeric_limits<T>::max());
  if (!inside || static_cast<long double>(static_cast<T>(value)) != exact)
    refuse(path, Sentence("element {} is {}, which {} cannot hold exactly; save the array as {} first.", index,
                          written(value), kTypeName<T>, kTypeName<T>));
  return static_cast<T>(value);
}

template <class S, class T>
void read_as(std::ifstream& file, const NpyHeader& layout, const std::string& path, const Progress& progress,
             Infinities infinities, std::vector<T>& out) {
  constexpr std::uint64_t kPiece = 1 << 16;
  std::vector<char> buffer(std::min<std::uint64_t>(kPiece, out.size()) * sizeof(S));
  file.seekg(static_cast<std::streamoff>(layout.data_offset));
  for (std::uint64_t begin = 0; begin < out.size(); begin += kPiece) {
    progress.check();
    const std::uint64_t count = std::min<std::uint64_t>(kPiece, out.size() - begin);
    file.read(buffer.data(), static_cast<std::streamsize>(count * sizeof(S)));
    if (!file) refuse(path, Sentence("it cannot be read to its end."));
    for (std::uint64_t i = 0; i < count; ++i)
      out[begin + i] = converted<S, T>(&buffer[i * sizeof(S)], layout.big_endian, begin + i, path, infinities);
  }
}

template <class T>
void read_binary(std::ifstream& file, const NpyHeader& layout, const std::string& path, const Progress& progress,
                 Infinities infinities, std::vector<T>& out) {
  const auto read = [&](auto stored) { read_as<decltype(stored)>(file, layout, path, progress, infinities, out); };
  switch (layout.kind * 16 + static_cast<int>(layout.element_bytes)) {
    case 'f' * 16 + 4:
      return read(float{});
    case 'f' * 16 + 8:
      return read(double{});
    case 'i' * 16 + 1:
      return read(std::int8_t{});
    case 'i' * 16 + 2:
      return read(std::int16_t{});
    case 'i' * 16 + 4:
      return read(std::int32_t{});
    case 'i' * 16 + 8:
      return read(std::int64_t{});
    case 'u' * 16 + 1:
      return read(std::uint8_t{});
    case 'u' * 16 + 2:
      return read(std::uint16_t{});
    case 'u' * 16 + 4:
      return read(std::uint32_t{});
    default:
      return read(std::uint64_t{});
  }
}

void require(std::uint64_t held, std::uint64_t n, const std::string& path) {
  if (n > held) refuse(path, Sentence("it holds {} elements and --n asks for {}; use 0 to {}.", held, n, held));
}

Format known_format(const std::string& path) {
  const Format format = format_of(path);
  if (format == Format::none)
    refuse(path,
           Sentence("no such input; use uniform, ones, ramp, normal, or a file that ends in .npy, .csv or .bin."));
  return format;
}

template <class T>
std::vector<T> read_numbers(const std::string& path, std::uint64_t n, Infinities infinities,
                            const Progress& progress) {
  const Format format = known_format(path);
  std::uint64_t file_bytes = 0;
  std::ifstream file = open(path, file_bytes);
  std::vector<T> numbers;
  if (format == Format::csv) {
    numbers = parse_csv<T>(whole_text(file, file_bytes, path), path, infinities);
    require(numbers.size(), n, path);
    numbers.resize(n);
    return numbers;
  }
  const NpyHeader layout = layout_of<T>(file, file_bytes, format, path);
  require(layout.elements, n, path);
  numbers.resize(n);
  read_binary(file, layout, path, progress, infinities, numbers);
  return numbers;
}

template <class T>
std::uint64_t count_numbers(const std::string& path) {
  const Format format = known_format(path);
  std::uint64_t file_bytes = 0;
  std::ifstream file = open(path, file_bytes);
  if (format == Format::csv)
    return parse_csv<T>(whole_text(file, file_bytes, path), path, Infinities::allowed).size();
  return layout_of<T>(file, file_bytes, format, path).elements;
}

constexpr std::uint64_t kCoordinates = 3;  // of a point, one after another in a file

std::vector<Point> points_of(const std::vector<float>& numbers) {
  std::vector<Point> points(numbers.size() / kCoordinates);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float* at = &numbers[kCoordinates * i];
    points[i] = {at[0], at[1], at[2], static_cast<unsigned>(i)};
  }
  return points;
}

}  // namespace

bool is_input_file_name(const std::string& path) {
  return format_of(path) != Format::none;
}

template <class T>
std::vector<T> read_elements(const std::string& path, std::uint64_t n, Infinities infinities,
                             const Progress& progress) {
  if constexpr (std::is_same_v<T, Point>) {
    require(count_file_elements<Point>(path), n, path);
    return points_of(read_numbers<float>(path, kCoordinates * n, Infinities::refused, progress));
  } else {
    return read_numbers<T>(path, n, infinities, progress);
  }
}

Sentence header_of(const std::string& path) {
  if (format_of(path) != Format::csv) return {};
  std::uint64_t file_bytes = 0;
  std::ifstream file = open(path, file_bytes);
  const std::string text = whole_text(file, std::min<std::uint64_t>(file_bytes, kHeaderBytes), path);
  const auto header = csv_header(text);
  if (!header) return {};
  return Sentence("--input {}: line {} ({}) is read as column names.", printable(path), header->line,
                  printable(header->text));
}

template <class T>
std::uint64_t count_file_elements(const std::string& path) {
  if constexpr (std::is_same_v<T, Point>) {
    const std::uint64_t numbers = count_numbers<float>(path);
    if (numbers % kCoordinates != 0)
      refuse(path, Sentence("its {} numbers are not a whole number of points (x, y and z each).", numbers));
    return numbers / kCoordinates;
  } else {
    return count_numbers<T>(path);
  }
}

template std::vector<std::int32_t> read_elements(const std::string&, std::uint64_t, Infinities, const Progress&);
template std::vector<float> read_elements(const std::string&, std::uint64_t, Infinities, const Progress&);
template std::vector<double> read_elements(const std::string&, std::uint64_t, Infinities, const Progress&);
template std::vector<Point> read_elements(const std::string&, std::uint64_t, Infinities, const Progress&);
template std::uint64_t count_file_elements<std::int32_t>(const std::string&);
template std::uint64_t count_file_elements<float>(const std::string&);
template std::uint64_t count_file_elements<double>(const std::string&);
template std::uint64_t count_file_elements<Point>(const std::string&);

}  // namespace lanescope
