// The header of a NumPy array file (format versions 1 to 3): what its elements are, and where they begin.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace lanescope {

struct NpyHeader {
  char kind = 'f';  ///< f: IEEE float, i: signed, u: unsigned whole number
  unsigned element_bytes = 4;
  bool big_endian = false;
  std::uint64_t elements = 0;  ///< product of the shape
  std::uint64_t data_offset = 0;
};

/// Reads from the start of the file. Throws Error(usage) that names `path`.
NpyHeader read_npy_header(std::ifstream& file, const std::string& path);

}  // namespace lanescope
