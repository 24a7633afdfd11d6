#include "engine/source/signature.h"

#include <cstdint>
#include <cstring>

#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kMagic = 0x4c534b31u, kMostParameters = 32;

struct Record {
  std::uint8_t is_pointer, is_const, kind, parts;
  std::uint32_t bytes;
};

template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

}  // namespace

std::vector<OwnParameter> parameters_of(std::string_view signature, const std::vector<std::string>& names) {
  const auto count = value_at<std::uint32_t>(signature, 4);
  if (value_at<std::uint32_t>(signature, 0) != kMagic || count > kMostParameters ||
      signature.size() < 8 + count * sizeof(Record))
    throw Error(ErrorKind::failed, Sentence("The compiled kernel does not say what its parameters are."));
  std::vector<OwnParameter> parameters;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto record = value_at<Record>(signature, 8 + i * sizeof(Record));
    OwnParameter& parameter = parameters.emplace_back();
    parameter.is_pointer = record.is_pointer != 0;
    parameter.is_const = record.is_const != 0;
    parameter.kind = record.kind < 3 ? static_cast<OwnKind>(record.kind) : OwnKind::other;
    parameter.bytes = record.bytes;
    if (record.parts > 0) parameter.parts = record.parts;
    if (names.size() == count) parameter.name = names[i];
  }
  return parameters;
}

}  // namespace lanescope
