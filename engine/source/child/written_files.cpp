#include "engine/source/child/written_files.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "engine/source/child/host_program.h"
#include "engine/source/child/system_function.h"

namespace lanescope {
namespace {

constexpr int kWays = O_WRONLY | O_RDWR | O_CREAT;

/// As fopen() takes it.
int flags_of(const char* mode) {
  const bool both = std::strchr(mode, '+') != nullptr;
  if (*mode == 'r') return both ? O_RDWR : O_RDONLY;
  return (both ? O_RDWR : O_WRONLY) | O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
}

int open_any(const char* path, int flags, unsigned mode) {
  static const auto real = system_function<int (*)(const char*, int, unsigned)>("open");
  if (the_program) {
    const int written = written_files().open(path, flags);
    if (written >= 0) return written;
  }
  const int opened = real(path, flags, mode);
  if (opened < 0 && the_program) written_files().note_missing(path);
  return opened;
}

FILE* open_stream(const char* path, const char* mode) {
  static const auto real = system_function<FILE* (*)(const char*, const char*)>("fopen");
  if (!the_program) return real(path, mode);
  const int written = written_files().open(path, flags_of(mode));
  if (written >= 0) return fdopen(written, mode);
  FILE* const opened = real(path, mode);
  if (!opened) written_files().note_missing(path);
  return opened;
}

/// As the stream's own descriptor, in which what was there is found no more. The system's function opens files by
/// itself.
FILE* open_again(const char* path, const char* mode, FILE* stream) {
  static const auto real = system_function<FILE* (*)(const char*, const char*, FILE*)>("freopen");
  if (!the_program || !path) return real(path, mode, stream);
  std::fflush(stream);
  const int opened = open_any(path, flags_of(mode), 0600);
  if (opened < 0) return nullptr;
  __fpurge(stream);
  const bool replaced = dup2(opened, fileno(stream)) >= 0;
  close(opened);
  std::clearerr(stream);
  return replaced ? stream : nullptr;
}

}  // namespace

void WrittenFiles::reserve() {
  while (memory_.size() < kMost) {
    const int descriptor = memfd_create("lanescope written", MFD_CLOEXEC);
    if (descriptor < 0) return;
    memory_.push_back(descriptor);
  }
}

int WrittenFiles::open(const std::string& path, int flags) {
  auto found = std::find(names_.begin(), names_.end(), path);
  if (found == names_.end()) {
    const bool makes = (flags & O_CREAT) != 0 || ((flags & kWays) != 0 && access(path.c_str(), F_OK) == 0);
    if (!makes || path.empty() || path.starts_with("/dev/") || names_.size() >= memory_.size()) return -1;
    names_.push_back(path);
    found = names_.end() - 1;
  }
  const int kept = memory_[static_cast<std::size_t>(found - names_.begin())];
  if (flags & O_TRUNC && ftruncate(kept, 0) != 0) return -1;
  const int descriptor = fcntl(kept, F_DUPFD, 0);
  // The copies share one place in the file.
  if (descriptor >= 0) lseek(descriptor, 0, flags & O_APPEND ? SEEK_END : SEEK_SET);
  return descriptor;
}

void WrittenFiles::note_missing(const char* path) {
  constexpr const char* kOfSystem[] = {"/usr/",  "/lib",  "/etc/",
                                       "/proc/", "/sys/", "/dev/"};  // which libraries ask for
  const int error = errno;
  const bool is_of_system = std::any_of(std::begin(kOfSystem), std::end(kOfSystem), [&](const char* folder) {
    return std::strncmp(path, folder, std::strlen(folder)) == 0;
  });
  const bool is_known = std::find(missing_.begin(), missing_.end(), path) != missing_.end();
  if ((error == ENOENT || error == EACCES) && !is_of_system && !is_known && missing_.size() < kMost)
    missing_.emplace_back(path);
  errno = error;
}

WrittenFiles& written_files() {
  static WrittenFiles files;
  return files;
}

}  // namespace lanescope

// These stand before the system's functions, also for the standard library's streams. Their names are given apart
// from the declarations of the headers, which some systems make inline.
extern "C" {
int lanescope_open(const char* path, int flags, ...) __asm__("open");
int lanescope_open(const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, unsigned) : 0;
  va_end(values);
  return lanescope::open_any(path, flags, mode);
}
int lanescope_open64(const char* path, int flags, ...) __asm__("open64");
int lanescope_open64(const char* path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(values, unsigned) : 0;
  va_end(values);
  return lanescope::open_any(path, flags, mode);
}
int lanescope_creat(const char* path, unsigned mode) __asm__("creat");
int lanescope_creat(const char* path, unsigned mode) {
  return lanescope::open_any(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
FILE* lanescope_fopen(const char* path, const char* mode) __asm__("fopen");
FILE* lanescope_fopen(const char* path, const char* mode) {
  return lanescope::open_stream(path, mode);
}
FILE* lanescope_freopen(const char* path, const char* mode, FILE* stream) __asm__("freopen");
FILE* lanescope_freopen(const char* path, const char* mode, FILE* stream) {
  return lanescope::open_again(path, mode, stream);
}
FILE* lanescope_freopen64(const char* path, const char* mode, FILE* stream) __asm__("freopen64");
FILE* lanescope_freopen64(const char* path, const char* mode, FILE* stream) {
  return lanescope::open_again(path, mode, stream);
}
FILE* lanescope_fopen64(const char* path, const char* mode) __asm__("fopen64");
FILE* lanescope_fopen64(const char* path, const char* mode) {
  return lanescope::open_stream(path, mode);
}
}
