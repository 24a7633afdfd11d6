// Where a compiled kernel's shared arrays are: its thread-local variables, as the library's symbols tell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/elf_symbols.h"

namespace lanescope {

/// A shared array with a size.
struct SharedArray {
  std::string name;          ///< the symbol's
  std::uint64_t place = 0;   ///< in the thread-local memory
  std::uint64_t offset = 0;  ///< in the block's shared memory
  std::uint64_t bytes = 0;
};

struct SharedLayout {
  std::vector<SharedArray> arrays;
  unsigned static_bytes = 0;  ///< extern __shared__ begins behind them
  std::string dynamic_name;   ///< as the file calls extern __shared__; empty where it has several names for it
  std::uint64_t dynamic_place = 0;  ///< of extern __shared__ in the thread-local memory
  std::uint64_t marker_place = 0;   ///< of lanescope_shared_marker
};

/// Whether a symbol is what the host's compiler notes in that a shared array has been made, as it does for arrays
/// of classes with constructors, also with those that do nothing. A GPU has none.
inline bool is_guard(std::string_view symbol) {
  return symbol.starts_with("_ZGV");
}

/// "s" of "reduce(float*, float*, int)::s".
std::string short_name(const std::string& symbol);
/// The function that has it, as far as it is in no namespace and no class: "reduce"; empty: it is in none.
std::string function_of(const std::string& symbol);

/// Two rows of 64 doubles; and a multiple of all alignments that arrays have, so that the others keep theirs.
inline constexpr std::uint64_t kGapBehindShared = 1024;

/// GCC's assembly, in which nobody's memory lies behind every shared array, so that an index past its end meets no
/// other array.
std::string with_gaps_behind_shared(std::string_view assembly);

/// The same in which the blocks that write guards of thread-local arrays call nobody: no GPU has them.
std::string without_guards_watched(std::string_view assembly);

/// Of a library that was made so. Offsets are without the gaps.
SharedLayout shared_layout(const std::vector<ElfSymbol>& symbols);

/// What a function has by its own arrays, each instance of a template for itself.
struct SharedOfFunction {
  std::string function;  ///< as function_of() calls it
  std::uint64_t bytes = 0;
};
/// The one that has most; without a name where none has any.
SharedOfFunction largest_shared(const SharedLayout& layout);

}  // namespace lanescope
