// .npy, .csv and .bin files of any content: numbers that are all finite, or one sentence. The first byte chooses
// the format and the element type.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "engine/input/input_file.h"
#include "tests/fuzz/fuzz.h"

namespace lanescope {
namespace {

/// In memory where the system has a folder for that.
std::string path_of(const char* extension) {
  static const std::filesystem::path folder =
      std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path();
  return (folder / ("lanescope_fuzz_" + std::to_string(getpid()) + extension)).string();
}

template <class T>
void read_all(const std::string& path) {
  std::uint64_t count = 0;
  try {
    count = count_file_elements<T>(path);
    const Progress progress;
    require(header_of(path).text().find('\n') == std::string::npos, "what is said of a header is a line");
    try {
      read_elements<T>(path, count + 1, Infinities::allowed, progress);
      require(false, "more elements than a file holds are refused");
    } catch (const Error&) {
    }
    const auto elements = read_elements<T>(path, count, Infinities::allowed, progress);
    require(elements.size() == count, "a file gives as many elements as it counts");
    for (const T element : elements) require(!std::isnan(static_cast<double>(element)), "elements are numbers");
    for (const T element : read_elements<T>(path, count, Infinities::refused, progress))
      require(std::isfinite(static_cast<double>(element)), "elements are finite where infinities are refused");
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage, "a bad file is the user's to correct");
  }
}

}  // namespace
}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  if (size == 0) return 0;
  constexpr const char* kExtensions[] = {".npy", ".csv", ".bin"};
  const std::string path = path_of(kExtensions[data[0] / 2 % 3]);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  data[0] % 2 ? read_all<float>(path) : read_all<std::int32_t>(path);
  std::filesystem::remove(path);
  return 0;
}
