#include "engine/source/value_bytes.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/json/json_fields.h"

namespace lanescope {
namespace {

using nlohmann::json;

template <class T>
json bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return json::binary(std::move(bytes));
}

[[noreturn]] void refuse_values(const Sentence& why) {
  throw Error(ErrorKind::usage, why);
}

template <class T>
std::vector<T> from_bytes(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_binary() || found->get_binary().size() % sizeof(T) != 0)
    refuse_values(Sentence("its values are cut short."));
  const auto& bytes = found->get_binary();
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
  return values;
}

}  // namespace

json values_to_json(const BlockValues& values) {
  return {
      {"block", values.block}, {"accesses", bytes_of(values.accesses)}, {"exchanges", bytes_of(values.exchanges)}};
}

BlockValues values_from_json(const json& object, const LaunchConfig& launch, std::size_t steps) {
  require_object(object, "values");
  BlockValues values;
  read_field(object, "block", values.block);
  values.accesses = from_bytes<ValueAccess>(object, "accesses");
  values.exchanges = from_bytes<ValueExchange>(object, "exchanges");
  const auto is_step_of = [&](std::int32_t step) { return step >= -1 && step < static_cast<std::int64_t>(steps); };
  for (const ValueAccess& access : values.accesses)
    if (access.thread >= launch.block_dim || !is_step_of(access.step) ||
        static_cast<std::size_t>(access.kind) >= kAccessKinds || access.array > ArrayId::file_variable)
      refuse_values(Sentence("its values are of no thread, step or array of the block."));
  ValueExchange last;
  for (const ValueExchange& exchange : values.exchanges) {
    if (exchange.thread >= launch.block_dim || exchange.from >= launch.block_dim || !is_step_of(exchange.step))
      refuse_values(Sentence("its values are of no thread, step or array of the block."));
    if (exchange.after < last.after || exchange.after > values.accesses.size() || exchange.meeting < last.meeting)
      refuse_values(Sentence("its values are not in their order."));
    last = exchange;
  }
  return values;
}

}  // namespace lanescope
