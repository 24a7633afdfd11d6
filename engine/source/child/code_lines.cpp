#include "engine/source/child/code_lines.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {
namespace {

std::vector<std::string> file_names;               // of other files, whose numbers begin with 1
std::map<std::string, std::uint32_t> known_files;  // by their paths: what their lines have in the upper half

/// Of a file that the user wrote: it is in the folder of the kernel's, or around that.
bool is_users(std::string_view name, std::string_view source) {
  const std::string_view folder = source.substr(0, source.rfind('/') + 1),
                         around = folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
  const bool is_of_system = name.starts_with("/usr/") || name.find("/lanescope_device/") != name.npos ||
                            name.ends_with("/lanescope");  // what is put around the user's text
  return !is_of_system && name.starts_with(around.size() > 1 ? around : folder);
}

/// What lines of a file have in their upper half; none: they are no lines of the user's.
std::optional<std::uint32_t> number_of_file(std::string_view name, std::string_view source) {
  constexpr std::size_t kMostFiles = 0x7fff;
  if (name == source) return 0;
  if (!is_users(name, source)) return std::nullopt;
  const std::string short_name(name.substr(name.rfind('/') + 1));
  const auto known = std::find(file_names.begin(), file_names.end(), short_name);
  const auto number = static_cast<std::size_t>(known - file_names.begin());
  if (number >= kMostFiles) return std::nullopt;
  if (known == file_names.end()) file_names.push_back(short_name);
  return static_cast<std::uint32_t>(number + 1) << 16;
}

void note_file(const char* name, const std::string& source) {
  if (!name || known_files.contains(name)) return;
  if (const auto number = number_of_file(name, source)) known_files[name] = *number;
}

/// Also of files without code of their own, whose functions became part of others.
void note_files(Dwarf_Die& unit, const std::string& source) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(&unit, &files, &count) != 0) return;
  for (std::size_t i = 0; i < count; ++i) note_file(dwarf_filesrc(files, i, nullptr, nullptr), source);
}

}  // namespace

std::uint32_t line_in_file(const char* path, int line) {
  static thread_local const char* last = nullptr;  // most ask again and again from one file
  static thread_local std::optional<std::uint32_t> file;
  if (path != last) {
    const auto known = known_files.find(path);
    file = known == known_files.end() ? std::nullopt : std::optional(known->second);
    last = path;
  }
  return file && line > 0 ? *file | std::min(static_cast<std::uint32_t>(line), kMostLines) : 0;
}

void keep_own_lines(std::vector<unsigned>& lines) {
  std::erase_if(lines, [](unsigned line) { return !is_own_line(line); });
}

std::string line_text(std::uint32_t line) {
  const std::uint32_t file = line >> 16;
  const std::string number = std::to_string(line & kMostLines);
  return file == 0 || file > file_names.size() ? number : file_names[file - 1] + ":" + number;
}

namespace {

/// A text without comments, and where its lines begin.
struct LinedText {
  explicit LinedText(std::string text) : code(std::move(text)), begins{0} {
    for (std::size_t at = code.find('\n'); at != std::string::npos; at = code.find('\n', at + 1))
      begins.push_back(at + 1);
  }
  /// Of a place that is counted from 1; kNone: it is behind the text.
  std::size_t place(int line, int column) const {
    if (line < 1 || column < 1 || static_cast<std::size_t>(line) > begins.size()) return source_text::kNone;
    const std::size_t at = begins[static_cast<std::size_t>(line) - 1] + static_cast<std::size_t>(column) - 1;
    return at < code.size() ? at : source_text::kNone;
  }

  std::string code;
  std::vector<std::size_t> begins;
};

/// Those of the user's files, as far as they can be read.
class LinedTexts {
 public:
  LinedTexts(const std::string& source, const std::string& text) { texts_.emplace(source, text); }
  const LinedText& of(const std::string& path) {
    const auto known = texts_.find(path);
    return known != texts_.end() ? known->second : texts_.emplace(path, text_at(path)).first->second;
  }

 private:
  static std::string text_at(const std::string& path) {
    try {
      return code_of(read_whole_file(path));
    } catch (const Error&) {
      return {};
    }
  }
  std::map<std::string, LinedText> texts_;
};

/// Whether the name of a class stands there, of `struct alignas(8) Name {` or `typedef struct {...} Name;`: that is
/// where the compiler places copies that it makes by itself.
bool is_name_of_class(const LinedText& lined, int line, int column) {
  const std::string_view text = lined.code;
  const std::size_t at = lined.place(line, column);
  if (at == source_text::kNone || !source_text::is_word_sign(text[at])) return false;
  const std::size_t end = source_text::end_of_word(text, at);
  const std::size_t next = text.find_first_not_of(" \t\r\n", end);
  if (next == source_text::kNone) return false;
  const std::string_view word = text.substr(at, end - at),
                         before = text.substr(0, source_text::skip_space_back(text, at));
  if (before.ends_with('}'))
    return text[next] == ';' && word != "return" && word != "break" && word != "continue" && word != "else";
  const bool opens = text[next] == '{' || text[next] == ':' || text.substr(next).starts_with("final");
  const std::string_view head = before.substr(before.find_last_of(";{}") + 1);  // from 0 where there is none
  return opens && source_text::has_any_word(head, {"struct", "class", "union"}) &&
         head.find('=') == source_text::kNone;
}

/// Where the vectors of CUDA are declared, by a macro.
bool is_of_vectors(std::string_view path) {
  return path.ends_with("/lanescope_vectors.hpp");
}

}  // namespace

void CodeLines::read(const std::string& library, const std::string& source, const std::string& text,
                     std::uintptr_t base, std::size_t code_bytes) {
  set_text(text);
  LinedTexts texts(source, code_);
  base_ = base;
  known_.assign(code_bytes, kUnknown);
  const int file = open(library.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (Dwarf* information = dwarf_begin(file, DWARF_C_READ)) {
    Dwarf_Off offset = 0, next = 0;
    std::size_t head_bytes = 0;
    while (dwarf_nextcu(information, offset, &next, &head_bytes, nullptr, nullptr, nullptr) == 0) {
      Dwarf_Die unit;
      Dwarf_Lines* lines = nullptr;
      std::size_t count = 0;
      if (dwarf_offdie(information, offset + head_bytes, &unit) && dwarf_getsrclines(&unit, &lines, &count) == 0) {
        note_files(unit, source);
        for (std::size_t i = 0; i < count; ++i) {
          Dwarf_Line* line = dwarf_onesrcline(lines, i);
          Dwarf_Addr address = 0;
          int number = 0, column = 0;
          bool ends = false;
          dwarf_lineaddr(line, &address);
          dwarf_lineno(line, &number);
          dwarf_linecol(line, &column);
          dwarf_lineendsequence(line, &ends);
          const char* name = dwarf_linesrc(line, nullptr, nullptr);
          const std::uint32_t in_file = name ? line_in_file(name, number) : 0;
          const bool is_of_caller =
              name && (is_of_vectors(name) || (in_file != 0 && is_name_of_class(texts.of(name), number, column)));
          entries_.push_back({address, in_file, ends, is_of_caller});
        }
      }
      offset = next;
    }
    dwarf_end(information);
  }
  close(file);
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.address < b.address; });
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].is_of_caller) entries_[i].line = i > 0 && !entries_[i - 1].ends ? entries_[i - 1].line : 0;
}

void CodeLines::set_text(const std::string& text) {
  code_ = code_of(text);
  code_of_lines_ = source_text::lines_of(code_);
}

bool CodeLines::adds_atomically(std::uint32_t line) const {
  constexpr std::string_view kAdditions[] = {"atomicAdd", "atomicSub", "fetch_add", "fetch_sub"};
  const std::string_view code = code_of_line(line);
  return std::any_of(std::begin(kAdditions), std::end(kAdditions),
                     [&](std::string_view one) { return code.find(one) != code.npos; });
}

std::vector<CodeLines::Entry>::const_iterator CodeLines::entry_behind(std::uint32_t place) const {
  const std::uint64_t address = place == 0 ? 0 : place - 1;
  return std::upper_bound(entries_.begin(), entries_.end(), address,
                          [](std::uint64_t at, const Entry& one) { return at < one.address; });
}

std::uint32_t CodeLines::look_up(std::uint32_t place) const {
  auto entry = entry_behind(place);
  if (entry == entries_.begin()) return 0;
  --entry;
  return entry->ends ? 0 : entry->line;
}

std::uint32_t CodeLines::last_line_before(std::uint32_t place) const {
  if (place >= known_.size()) return 0;
  for (auto entry = entry_behind(place); entry != entries_.begin();)
    if ((--entry)->line != 0) return entry->line;
  return 0;
}

}  // namespace lanescope
