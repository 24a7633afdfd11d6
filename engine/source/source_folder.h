// The files that are compiled: CUDA's headers as Lanescope has them, and the user's file and the headers beside it,
// rewritten, in folders as they stand to one another.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/scratch_folder.h"

namespace lanescope {

inline constexpr std::size_t kMaxSourceBytes = 1 << 20;

/// The text of a file, without carriage returns. Throws Error(usage) for what is no text, or too much of it.
std::string read_source(const std::string& path);

/// Writes CUDA's headers as Lanescope has them, and those that stand for others. Throws Error(failed).
void write_device_headers(const std::filesystem::path& folder);

class SourceFolder {
 public:
  /// `path`: of the user's file.
  explicit SourceFolder(const std::string& path);

  /// Writes the headers of a text that lie beside it, and theirs, with their launches rewritten. `of`: the text's
  /// folder, from that of the user's file.
  void copy_headers(std::string_view text, const std::filesystem::path& of = {});
  /// Their texts, as they are in the files.
  const std::string& copied_headers() const { return copied_headers_; }
  /// Name of a source beside the user's file, without a main(), that defines one of these functions and was not
  /// copied: what a build would link to it. Empty: none.
  std::string source_that_defines(const std::vector<std::string>& functions) const;
  /// A header of that name, as a file includes it: empty, or ours for one that is known without its folders; false
  /// where it cannot be, or was already.
  bool write_empty_header(const std::string& name);

  /// Removes all but this file: nothing is compiled here any more.
  void keep_only(const std::string& name);

  std::string file(const std::string& name) const { return folder_.file(name); }
  const ScratchFolder& folder() const { return folder_; }
  /// Where the copies of what lies beside the user's file are.
  std::string copies() const { return base_.string(); }
  std::string unit() const { return (base_ / "unit.cpp").string(); }
  std::string missing() const { return folder_.file("missing/in/in/in/in"); }
  std::string beside() const { return beside_.string(); }

 private:
  ScratchFolder folder_;
  std::filesystem::path beside_;  ///< where the user's file is
  std::string own_name_;          ///< of the user's file
  std::filesystem::path base_;    ///< where its copy is
  unsigned copied_ = 0;
  std::string copied_headers_;
};

/// Name of a file as the compiled text gives it.
std::string line_name(const std::string& path);

/// What of ours stands for a header that a file names, also with folders before it; null: nothing.
const char* known_header(const std::string& name);

void write_text(const std::string& path, std::string_view text);

}  // namespace lanescope
