#include "engine/source/signature.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kMagic = 0x4c534b31u, kMostParameters = 32, kMostFields = 64;

enum class Form : std::uint8_t { value, pointer, container };

/// Parameter of device/lanescope_entry.hpp.
struct Record {
  Form form;
  std::uint8_t is_const, kind, parts;
  std::uint32_t bytes;
};

struct FieldRecord {
  std::uint32_t parameter, offset;
  Record what;
};

OwnParameter parameter_of(const Record& record) {
  OwnParameter parameter;
  parameter.is_pointer = record.form != Form::value;
  parameter.has_size = record.form == Form::container;
  parameter.is_const = record.is_const != 0;
  parameter.kind = record.kind <= static_cast<std::uint8_t>(OwnKind::pointer) ? static_cast<OwnKind>(record.kind)
                                                                              : OwnKind::other;
  parameter.bytes = record.bytes;
  if (record.parts > 0) parameter.parts = record.parts;
  return parameter;
}

template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

}  // namespace

std::vector<OwnParameter> parameters_of(std::string_view signature, const std::vector<std::string>& names,
                                        const std::vector<std::vector<std::string>>& fields) {
  const auto count = value_at<std::uint32_t>(signature, 4);
  if (value_at<std::uint32_t>(signature, 0) != kMagic || count > kMostParameters ||
      signature.size() < 8 + count * sizeof(Record))
    throw Error(ErrorKind::failed, Sentence("The compiled kernel does not say what its parameters are."));
  std::vector<OwnParameter> parameters;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto record = value_at<Record>(signature, 8 + i * sizeof(Record));
    OwnParameter& parameter = parameters.emplace_back(parameter_of(record));
    if (names.size() == count) parameter.name = names[i];
  }
  constexpr std::size_t kCount = 8 + kMostParameters * sizeof(Record), kFields = kCount + 4;
  const auto field_count = std::min(value_at<std::uint32_t>(signature, kCount), kMostFields);
  for (std::uint32_t i = 0; i < field_count; ++i) {
    const auto record = value_at<FieldRecord>(signature, kFields + i * sizeof(FieldRecord));
    if (record.parameter >= std::min<std::size_t>(parameters.size(), fields.size())) continue;
    OwnParameter& parent = parameters[record.parameter];
    const std::vector<std::string>& called = fields[record.parameter];
    OwnParameter field = parameter_of(record.what);
    const bool fits = field.bytes > 0 && record.offset <= parent.bytes &&
                      (field.is_pointer ? sizeof(void*) : field.bytes) <= parent.bytes - record.offset;
    if (!fits || parent.fields.size() >= called.size()) continue;
    field.offset = record.offset;
    field.name = called[parent.fields.size()];
    parent.fields.push_back(std::move(field));
  }
  return parameters;
}

}  // namespace lanescope
