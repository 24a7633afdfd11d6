#include "viz/model/file_watch.h"

#include <sys/stat.h>

#include <chrono>
#include <exception>
#include <utility>

#include "engine/base/error.h"
#include "engine/source/source_folder.h"

namespace lanescope {
namespace {

constexpr std::chrono::milliseconds kPause{100};

}  // namespace

FileWatch::~FileWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FileWatch::watch(const std::set<std::string>& paths) {
  const std::lock_guard lock(mutex_);
  std::erase_if(files_, [&](const auto& file) { return !paths.contains(file.first); });
  for (const std::string& path : paths) files_.try_emplace(path);
  if (!files_.empty() && !thread_.joinable()) thread_ = std::thread([this] { work(); });
}

std::vector<FileWatch::Change> FileWatch::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(changes_, {});
}

FileWatch::Stamp FileWatch::stamp_of(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) return {};
  return {true, about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_size, about.st_ino};
}

FileWatch::Change FileWatch::read(const std::string& path) {
  try {
    return {path, read_source(path), {}};
  } catch (const std::exception& error) {
    return {path, std::nullopt, sentence_of(error)};
  }
}

/// A file is read when two looks at it, a pause apart, see the same: an editor may be writing it, or has moved the
/// old one away.
void FileWatch::work() {
  std::map<std::string, Stamp> seen;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto files = files_;
    lock.unlock();
    std::vector<std::pair<Stamp, Change>> found;
    for (const auto& [path, known] : files) {
      const Stamp stamp = stamp_of(path);
      const auto before = seen.find(path);
      const bool rests = !known || (before != seen.end() && before->second == stamp);
      seen[path] = stamp;
      if (rests && known != stamp) found.emplace_back(stamp, read(path));
    }
    lock.lock();
    for (auto& [stamp, change] : found) {
      const auto file = files_.find(change.path);
      if (file == files_.end()) continue;
      file->second = stamp;
      changes_.push_back(std::move(change));
    }
    if (!found.empty() && wake_) wake_();
    stop_.wait_for(lock, kPause, [this] { return stopping_; });
  }
}

}  // namespace lanescope
