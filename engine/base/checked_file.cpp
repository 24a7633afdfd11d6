#include "engine/base/checked_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "engine/base/error.h"

namespace lanescope {

namespace {

/// FNV-1a. It detects damage, not manipulation, so the contents are checked as well.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return hash;
}

[[noreturn]] void refuse(const std::string& name, const Sentence& reason) {
  throw Error(ErrorKind::usage, Sentence("{}: {}", name, reason));
}

}  // namespace

std::string with_first_line(const FileFormat& format, const std::string& body) {
  return fmt::format("{} {} {:016x}\n", format.magic, format.version, checksum(body)) + body;
}

std::string_view checked_body(const FileFormat& format, std::string_view bytes, const std::string& name) {
  const std::string start = std::string(format.magic) + ' ';
  if (!bytes.starts_with(start)) refuse(name, Sentence("it is not a {}.", Sentence::of(format.name)));
  const auto line_end = bytes.find('\n');
  const std::string_view line = bytes.substr(start.size(), line_end - start.size());
  int version = 0;
  const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), version);
  if (error != std::errc() || version < 1 || line_end == std::string_view::npos)
    refuse(name, Sentence("it is damaged in its first line."));
  if (version > format.version)
    refuse(name, Sentence("it has version {} of the format, and this program reads up to version {}; a newer "
                          "Lanescope can read it.",
                          version, format.version));
  const std::string_view body = bytes.substr(line_end + 1);
  if (std::string_view(rest, static_cast<std::size_t>(line.data() + line.size() - rest)) !=
      fmt::format(" {:016x}", checksum(body)))
    refuse(name, Sentence("it is damaged or cut short (its checksum does not match)."));
  return body;
}

}  // namespace lanescope
