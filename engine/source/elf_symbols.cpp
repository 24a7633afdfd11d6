#include "engine/source/elf_symbols.h"

#include <elf.h>

#include <cstring>
#include <optional>

namespace lanescope {
namespace {

/// The n-th record of a table in the file, if it lies within the file.
template <class T>
std::optional<T> record_at(std::string_view file, std::uint64_t begin, std::uint64_t index) {
  if (begin > file.size() || index > file.size() / sizeof(T)) return std::nullopt;
  const std::uint64_t at = begin + index * sizeof(T);
  if (at > file.size() || file.size() - at < sizeof(T)) return std::nullopt;
  T record;
  std::memcpy(&record, file.data() + at, sizeof(T));
  return record;
}

std::optional<Elf64_Ehdr> head_of(std::string_view file) {
  const auto head = record_at<Elf64_Ehdr>(file, 0, 0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64)
    return std::nullopt;
  return head;
}

std::string text_at(std::string_view file, const Elf64_Shdr& table, std::uint32_t at) {
  if (table.sh_offset > file.size() || at >= file.size() - table.sh_offset) return {};
  const std::string_view rest = file.substr(table.sh_offset + at);
  return std::string(rest.substr(0, rest.find('\0')));
}

}  // namespace

std::vector<ElfSymbol> elf_symbols(std::string_view file) {
  std::vector<ElfSymbol> symbols;
  const auto head = head_of(file);
  if (!head) return symbols;
  for (unsigned i = 0; i < head->e_shnum; ++i) {
    const auto section = record_at<Elf64_Shdr>(file, head->e_shoff, i);
    if (!section || section->sh_type != SHT_SYMTAB) continue;
    const auto names = record_at<Elf64_Shdr>(file, head->e_shoff, section->sh_link);
    for (std::uint64_t k = 0; names && k < section->sh_size / sizeof(Elf64_Sym); ++k) {
      const auto symbol = record_at<Elf64_Sym>(file, section->sh_offset, k);
      if (!symbol) break;
      symbols.push_back({text_at(file, *names, symbol->st_name), symbol->st_value, symbol->st_size,
                         ELF64_ST_TYPE(symbol->st_info) == STT_TLS, symbol->st_shndx == SHN_UNDEF,
                         ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT});
    }
  }
  return symbols;
}

std::string_view bytes_of(std::string_view file, const ElfSymbol& symbol) {
  const auto head = head_of(file);
  for (unsigned i = 0; head && i < head->e_phnum; ++i) {
    const auto part = record_at<Elf64_Phdr>(file, head->e_phoff, i);
    if (!part || part->p_type != PT_LOAD || symbol.value < part->p_vaddr) continue;
    const std::uint64_t inside = symbol.value - part->p_vaddr;
    if (inside > part->p_filesz || symbol.size > part->p_filesz - inside) continue;
    if (part->p_offset > file.size() || inside + symbol.size > file.size() - part->p_offset) continue;
    return file.substr(part->p_offset + inside, symbol.size);
  }
  return {};
}

}  // namespace lanescope
