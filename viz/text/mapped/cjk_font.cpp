// Debian's and Ubuntu's place of the font.
#include "viz/text/cjk_font.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lanescope {
namespace {

constexpr const char* kRegular = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";
constexpr const char* kBold = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc";

std::span<const unsigned char> mapped(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  struct stat facts {};
  void* bytes = MAP_FAILED;
  if (fstat(file, &facts) == 0 && facts.st_size > 0)
    bytes = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return {};
  return {static_cast<const unsigned char*>(bytes), static_cast<std::size_t>(facts.st_size)};
}

}  // namespace

std::span<const unsigned char> cjk_font(bool bold) {
  static const std::span<const unsigned char> regular_font = mapped(kRegular), bold_font = mapped(kBold);
  return bold && !bold_font.empty() ? bold_font : regular_font;
}

}  // namespace lanescope
