// What a program reads from files and writes to them by the system, which tells nobody of the pages that it
// touches: they are touched here before.
#include <sys/uio.h>

#include <cstdio>

#include "engine/source/child/host_program.h"
#include "engine/source/child/system_function.h"

namespace lanescope {
namespace {

void touch(const void* place, std::size_t bytes, bool writes) {
  if (!the_program || the_machine) return;
  the_program->order().touch_all(reinterpret_cast<std::uintptr_t>(place), bytes, writes,
                                 [] { return the_program->line_of_call(); });
}

}  // namespace
}  // namespace lanescope

using lanescope::system_function;
using lanescope::touch;

// As in written_files.cpp, their names are given apart.
extern "C" {
ssize_t lanescope_read(int file, void* to, std::size_t bytes) __asm__("read");
ssize_t lanescope_read(int file, void* to, std::size_t bytes) {
  static const auto real = system_function<decltype(&lanescope_read)>("read");
  touch(to, bytes, true);
  return real(file, to, bytes);
}
ssize_t lanescope_write(int file, const void* from, std::size_t bytes) __asm__("write");
ssize_t lanescope_write(int file, const void* from, std::size_t bytes) {
  static const auto real = system_function<decltype(&lanescope_write)>("write");
  touch(from, bytes, false);
  return real(file, from, bytes);
}
ssize_t lanescope_writev(int file, const iovec* parts, int count) __asm__("writev");
ssize_t lanescope_writev(int file, const iovec* parts, int count) {
  static const auto real = system_function<decltype(&lanescope_writev)>("writev");
  for (int i = 0; i < count; ++i) touch(parts[i].iov_base, parts[i].iov_len, false);
  return real(file, parts, count);
}
std::size_t lanescope_fread(void* to, std::size_t bytes, std::size_t count, FILE* file) __asm__("fread");
std::size_t lanescope_fread(void* to, std::size_t bytes, std::size_t count, FILE* file) {
  static const auto real = system_function<decltype(&lanescope_fread)>("fread");
  touch(to, bytes * count, true);
  return real(to, bytes, count, file);
}
std::size_t lanescope_fwrite(const void* from, std::size_t bytes, std::size_t count, FILE* file) __asm__("fwrite");
std::size_t lanescope_fwrite(const void* from, std::size_t bytes, std::size_t count, FILE* file) {
  static const auto real = system_function<decltype(&lanescope_fwrite)>("fwrite");
  touch(from, bytes * count, false);
  return real(from, bytes, count, file);
}
}
