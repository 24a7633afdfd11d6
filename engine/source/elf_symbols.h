// What compiled code says of itself: its symbols. The file was made by a compiler of a text that anybody wrote, so
// every offset in it is checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct ElfSymbol {
  std::string name;
  std::uint64_t value = 0, size = 0;
  bool is_thread_local = false, is_undefined = false, is_object = false;
};

/// Of an object file or a library for 64 bits. Empty if it is none.
std::vector<ElfSymbol> elf_symbols(std::string_view file);

/// The bytes that a symbol of a library stands for; empty if there are none.
std::string_view bytes_of(std::string_view file, const ElfSymbol& symbol);

}  // namespace lanescope
