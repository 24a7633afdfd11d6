#include "engine/json/safe_cbor.h"

#include <nlohmann/json.hpp>

namespace lanescope {
namespace {

using nlohmann::json;

/// Stops the parser at deeply nested values: it is recursive, and a hostile file could overflow the stack.
class DepthGuard : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kDeepest; }
  bool start_array(std::size_t) override { return ++depth_ <= kDeepest; }
  bool end_object() override { return depth_-- > 0; }
  bool end_array() override { return depth_-- > 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  static constexpr int kDeepest = 16;
  int depth_ = 0;
};

}  // namespace

std::optional<json> parse_cbor(std::string_view bytes) {
  DepthGuard guard;
  if (!json::sax_parse(bytes.begin(), bytes.end(), &guard, json::input_format_t::cbor)) return std::nullopt;
  return json::from_cbor(bytes.begin(), bytes.end());
}

}  // namespace lanescope
