#include "engine/base/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/error.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = 1ull << 30;
constexpr mode_t kModeBits = 07777, kNewFileMode = 0666;  // less what the umask takes

[[noreturn]] void refuse_file(const std::string& path, const Sentence& reason) {
  throw Error(ErrorKind::usage, Sentence("{}: {}", path, reason));
}

[[noreturn]] void fail(const std::string& path, const Sentence& reason) {
  throw Error(ErrorKind::failed, Sentence("{}: {}", path, Sentence("it cannot be written there: {}.", reason)));
}

/// The system's own messages; those that users see have translations.
Sentence sentence_of_system(int error) {
  constexpr std::pair<int, const char*> kKnown[] = {{ENOSPC, pattern("No space left on device")},
                                                    {EACCES, pattern("Permission denied")},
                                                    {ENOENT, pattern("No such file or directory")},
                                                    {EROFS, pattern("Read-only file system")}};
  std::string words = std::generic_category().message(error);
  for (const auto& [number, english] : kKnown)
    if (number == error && words == english) return Sentence::of(english);
  return Sentence::word(std::move(words));
}

[[noreturn]] void fail(const std::string& path, int error = errno) {
  fail(path, sentence_of_system(error));
}

/// An open file. close() reports errors that the destructor would swallow: some systems report a full disk only
/// there.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  int get() const { return number_; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(number_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }

  /// Not every file system supports this.
  bool reach(Durability durability) {
    return durability == Durability::in_system || ::fsync(number_) == 0 || errno == EINVAL || errno == ENOTSUP;
  }

 private:
  int number_;
};

/// Makes a broken pipe an error here, instead of the end of the program.
class WithoutPipeSignal {
 public:
  WithoutPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~WithoutPipeSignal() {
    if (before_ != SIG_ERR) std::signal(SIGPIPE, before_);
  }
  WithoutPipeSignal(const WithoutPipeSignal&) = delete;
  WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

 private:
  void (*before_)(int);
};

/// Writes to a device, a pipe or an open file of a process, which cannot be replaced.
void write_through(const std::string& path, std::string_view bytes) {
  // Does not wait for a reader of the pipe: the window would freeze.
  Descriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.is_open())
    errno == ENXIO ? fail(path, Sentence("no process reads from the other end of the pipe")) : fail(path);
  ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);
  const WithoutPipeSignal quiet;
  if (!file.write(bytes) || !file.close()) fail(path);
}

/// Overwrites in place, which other names of the file see, too. Room is allocated first, so a full disk does no
/// harm.
void overwrite(const std::string& path, std::string_view bytes, Durability durability) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  struct stat before = {};
  if (!file.is_open() || ::fstat(file.get(), &before) != 0) fail(path);
  const auto size = static_cast<off_t>(bytes.size());
  if (const int error = size > 0 ? ::posix_fallocate(file.get(), 0, size) : 0; error != 0) {
    if (::ftruncate(file.get(), before.st_size) != 0) fail(path);
    fail(path, error);
  }
  if (!file.write(bytes) || ::ftruncate(file.get(), size) != 0 || !file.reach(durability) || !file.close())
    fail(path);
}

/// A new file in `folder` with a name that no other writer has, or errno.
std::pair<int, std::string> open_beside(const fs::path& folder) {
  static std::atomic<unsigned> next{0};
  for (;;) {
    std::string name = (folder / fmt::format(".lanescope-{}-{}.part", ::getpid(), next++)).string();
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kNewFileMode);
    if (file >= 0 || errno != EEXIST) return {file, std::move(name)};
  }
}

/// Gives the new file the old one's mode and owner; returns false if that is not possible.
bool copy_mode_and_owner(const Descriptor& file, const struct stat& old) {
  struct stat made = {};
  if (::fstat(file.get(), &made) != 0) return false;
  if ((made.st_uid != old.st_uid || made.st_gid != old.st_gid) && ::fchown(file.get(), old.st_uid, old.st_gid) != 0)
    return false;
  return ::fchmod(file.get(), old.st_mode & kModeBits) == 0;
}

/// Writes beside the old file and moves the new one over it; returns false if the old one must be overwritten in
/// place.
bool replace(const std::string& path, const fs::path& target, const std::optional<struct stat>& old,
             std::string_view bytes, Durability durability) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  auto [number, beside] = open_beside(folder);
  Descriptor file(number);
  if (!file.is_open()) {
    if (old) return false;
    fail(path);
  }
  if (old && !copy_mode_and_owner(file, *old)) {
    ::unlink(beside.c_str());
    return false;
  }
  if (!file.write(bytes) || !file.reach(durability) || !file.close() ||
      std::rename(beside.c_str(), target.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    fail(path, error);
  }
  if (durability == Durability::on_disk) {
    Descriptor entry(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (entry.is_open())
      entry.reach(durability);  // the file is whole in any case; only a power failure could undo the move
  }
  return true;
}

/// The end of a chain of links, which need not exist yet. Nothing for a link in /proc, which names an open file
/// and not a place. Throws if the links form a circle.
std::optional<fs::path> target_of(const std::string& path) {
  constexpr int kMaxLinks = 40;  // as many as Linux follows
  fs::path target = path;
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    if (!fs::is_symlink(fs::symlink_status(target, error))) return target;
    const fs::path folder = fs::canonical(target.has_parent_path() ? target.parent_path() : fs::path("."), error);
    if (error) fail(path, error.value());
    if (folder.string().starts_with("/proc/")) return std::nullopt;
    const fs::path leads_to = fs::read_symlink(target, error);
    if (error) fail(path, error.value());
    target = folder / leads_to;
  }
  fail(path, ELOOP);
}

}  // namespace

void write_whole_file(const std::string& path, std::string_view bytes, Durability durability) {
  struct stat status = {};
  std::optional<struct stat> old;
  if (::stat(path.c_str(), &status) == 0) old = status;
  if (old && S_ISDIR(old->st_mode)) fail(path, Sentence("it is a folder"));
  const auto target = target_of(path);
  if (old && (!S_ISREG(old->st_mode) || !target)) return write_through(path, bytes);
  if (!target) fail(path, ENOENT);
  if (old && ::access(path.c_str(), W_OK) != 0) fail(path);
  if (old && old->st_nlink > 1) return overwrite(path, bytes, durability);
  if (!replace(path, *target, old, bytes, durability)) overwrite(path, bytes, durability);
}

std::string read_whole_file(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) refuse_file(path, Sentence("there is no such file."));
  if (!fs::is_regular_file(path, error)) refuse_file(path, Sentence("it is not a plain file."));
  const auto size = fs::file_size(path, error);
  if (error || size > kMaxFileBytes) refuse_file(path, Sentence("it is too large to be a recording."));
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) refuse_file(path, Sentence("it cannot be read (permissions?)."));
  return bytes;
}

}  // namespace lanescope
