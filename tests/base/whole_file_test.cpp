// Files are written whole or not at all, whatever stands in their place, and however many write at once.
#include "engine/base/whole_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "engine/base/error.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

class WholeFile : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  static std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static mode_t mode_of(const std::string& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_mode : 0;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  /// The sentence, which names the file.
  static std::string refusal(const std::string& path, std::string_view bytes = "new") {
    try {
      write_whole_file(path, bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::failed);
      const std::string start = path + ": it cannot be written there: ", text = error.what();
      EXPECT_TRUE(text.starts_with(start)) << text;
      return text.substr(std::min(start.size(), text.size()));
    }
    return "written";
  }

  fs::path folder_ = fs::temp_directory_path() / ("lanescope_whole_file_" + std::to_string(getpid()));
};

TEST_F(WholeFile, IsNewWithTheModeThatTheUmaskLeaves) {
  const mode_t before = ::umask(027);
  write_whole_file(at("a"), "one");
  ::umask(before);
  EXPECT_EQ(text_of(at("a")), "one");
  EXPECT_EQ(mode_of(at("a")) & 07777, 0640u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(WholeFile, KeepsItsMode) {
  for (const mode_t mode : {0600u, 0664u, 0755u}) {
    write_whole_file(at("a"), "one");
    ASSERT_EQ(::chmod(at("a").c_str(), mode), 0);
    write_whole_file(at("a"), "two");
    EXPECT_EQ(text_of(at("a")), "two");
    EXPECT_EQ(mode_of(at("a")) & 07777, mode);
  }
}

TEST_F(WholeFile, FollowsLinks) {
  fs::create_directories(folder_ / "deep");
  write_whole_file(at("deep/target"), "one");
  fs::create_symlink("deep/target", at("link"));
  fs::create_symlink(at("link"), at("link_to_link"));
  fs::create_symlink("deep/not_there_yet", at("dangling"));
  for (const char* name : {"link", "link_to_link"}) {
    write_whole_file(at(name), name);
    EXPECT_EQ(text_of(at("deep/target")), name);
  }
  write_whole_file(at("dangling"), "made");
  EXPECT_EQ(text_of(at("deep/not_there_yet")), "made");
  for (const char* name : {"link", "link_to_link", "dangling"}) EXPECT_TRUE(fs::is_symlink(at(name))) << name;
  fs::create_symlink(at("circle"), at("circle"));
  EXPECT_NE(refusal(at("circle")), "written");
}

TEST_F(WholeFile, IsTheSameFileUnderItsOtherNames) {
  write_whole_file(at("a"), "long before");
  fs::create_hard_link(at("a"), at("b"));
  write_whole_file(at("a"), "two");
  EXPECT_EQ(text_of(at("b")), "two");
  write_whole_file(at("b"), "longer than it was before");
  EXPECT_EQ(text_of(at("a")), "longer than it was before");
}

TEST_F(WholeFile, LeavesTheFilesOfOthersAlone) {
  std::ofstream(at("a.part")) << "mine";
  std::ofstream(at("a.new")) << "mine, too";
  write_whole_file(at("a"), "one");
  EXPECT_EQ(text_of(at("a.part")) + text_of(at("a.new")), "minemine, too");
  EXPECT_EQ(files(), 3u);
}

TEST_F(WholeFile, TakesTheLongestNames) {
  const std::string name(250, 'n');
  write_whole_file(at(name), "one");
  EXPECT_EQ(text_of(at(name)), "one");
}

TEST_F(WholeFile, WritesThroughDevicesAndPipes) {
  write_whole_file("/dev/null", "gone");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/null")));
  EXPECT_EQ(refusal("/dev/full"), "No space left on device.");
  EXPECT_TRUE(S_ISCHR(mode_of("/dev/full")));
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(at("pipe")), "no process reads from the other end of the pipe.");
  std::string read;
  const int end = ::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(end, 0);
  write_whole_file(at("pipe"), "through");
  char buffer[16] = {};
  EXPECT_EQ(::read(end, buffer, sizeof buffer), 7);
  EXPECT_STREQ(buffer, "through");
  ::close(end);
  EXPECT_TRUE(S_ISFIFO(mode_of(at("pipe"))));
}

TEST_F(WholeFile, WritesToAnOpenFileOfTheProcess) {
  const int file = ::open(at("a").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_GE(file, 0);
  struct stat before = {}, after = {};
  ASSERT_EQ(::fstat(file, &before), 0);
  write_whole_file("/proc/self/fd/" + std::to_string(file), "one");
  ASSERT_EQ(::stat(at("a").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(text_of(at("a")), "one");
  ::close(file);
}

TEST_F(WholeFile, RefusesFoldersAndWhatIsProtected) {
  EXPECT_EQ(refusal(folder_.string()), "it is a folder.");
  EXPECT_EQ(refusal(at("no/such/folder")), "No such file or directory.");
  if (::geteuid() == 0) return;  // whom nothing is protected from
  write_whole_file(at("a"), "one");
  ASSERT_EQ(::chmod(at("a").c_str(), 0400), 0);
  EXPECT_EQ(refusal(at("a")), "Permission denied.");
  ASSERT_EQ(::chmod(at("a").c_str(), 0600), 0);
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  EXPECT_EQ(refusal(at("a"), "two"), "written") << "in place, where the folder takes no new files";
  EXPECT_EQ(text_of(at("a")), "two");
  EXPECT_EQ(refusal(at("b")), "Permission denied.");
  ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
}

/// A disk that is full after so many bytes.
class FullAfter {
 public:
  explicit FullAfter(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullAfter() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_ = {};
  void (*signal_)(int);
};

TEST_F(WholeFile, IsAsItWasWhereTheDiskIsFull) {
  write_whole_file(at("a"), "before");
  write_whole_file(at("b"), "before");
  fs::create_hard_link(at("b"), at("c"));
  const std::string large(1 << 16, 'x');
  {
    const FullAfter limit(1000);
    for (const char* name : {"a", "b", "new"}) EXPECT_EQ(refusal(at(name), large), "File too large.") << name;
  }
  EXPECT_EQ(text_of(at("a")), "before");
  EXPECT_EQ(text_of(at("b")), "before");
  EXPECT_FALSE(fs::exists(at("new")));
  EXPECT_EQ(files(), 3u) << "nothing unfinished is left";
}

TEST_F(WholeFile, IsWholeWhileManyWriteIt) {
  constexpr int kWriters = 8, kTimes = 60;
  constexpr std::size_t kBytes = 20'000;
  write_whole_file(at("a"), std::string(kBytes, '0'));
  std::atomic<int> failed{0}, done{0}, torn{0};
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer)
    threads.emplace_back([&, writer] {
      for (int i = 0; i < kTimes; ++i) try {
          write_whole_file(at("a"), std::string(kBytes, static_cast<char>('A' + writer)), Durability::in_system);
        } catch (const Error&) {
          ++failed;
        }
      ++done;
    });
  while (done < kWriters) {
    const std::string text = text_of(at("a"));
    torn += text.size() != kBytes || text.find_first_not_of(text[0]) != std::string::npos;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace lanescope
