// Files that somebody else may write while the window shows what is in them: read when they change, on a thread of
// its own, so that no frame waits for a disk.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/sentence.h"

namespace lanescope {

class FileWatch {
 public:
  /// `wake` is called on another thread when take() would return something.
  explicit FileWatch(std::function<void()> wake = {}) : wake_(std::move(wake)) {}
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// From now on these, and no others.
  void watch(const std::set<std::string>& paths);

  /// What a file has now, or why it cannot be read.
  struct Change {
    std::string path;
    std::optional<std::string> text;
    Sentence error;
  };
  /// Of every file once when it is first watched, and then whenever it has changed.
  std::vector<Change> take();

 private:
  /// What tells that a file is another one.
  struct Stamp {
    bool there = false;
    long long seconds = 0, nanoseconds = 0, bytes = 0;
    unsigned long long inode = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::string& path);
  static Change read(const std::string& path);
  void work();

  const std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable stop_;
  std::map<std::string, std::optional<Stamp>> files_;  ///< as last read; none: not read yet
  std::vector<Change> changes_;
  bool stopping_ = false;
  std::thread thread_;  ///< started with the first file
};

}  // namespace lanescope
