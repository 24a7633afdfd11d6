// Requests and launches survive JSON; what somebody broke by hand becomes a sentence.
#include "engine/json/request_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/base/error.h"

namespace lanescope {
namespace {

TEST(RequestJson, round_trips_every_field) {
  RunRequest request;
  request.kernel = "coarsened";
  request.n = (1ull << 40) + 3;
  request.block_dim = 64;
  request.coarse_factor = 8;
  request.grid_dim = 77;
  request.op = Op::max;
  request.type = ElementType::int32;
  request.input = {InputKind::file, "a b.npy", 0xffffffffffffffffu};
  request.backend = BackendChoice::cuda;
  request.repeats = 3;
  request.detail = Detail::full;
  request.block = 5;
  const auto text = nlohmann::json(request).dump();
  EXPECT_EQ(nlohmann::json::parse(text).get<RunRequest>(), request);
  request.grid_dim.reset();
  EXPECT_EQ(nlohmann::json(request).get<RunRequest>(), request);
}

TEST(RequestJson, absent_keys_keep_their_defaults) {
  EXPECT_EQ(nlohmann::json::object().get<RunRequest>(), RunRequest{});
}

TEST(RequestJson, names_key_value_and_what_is_allowed) {
  const struct {
    const char* json;
    const char* message;
  } cases[] = {
      {R"({"n": -1})", "n is -1; it must be a whole number from 0 up."},
      {R"({"n": 1.5})", "n is 1.5; it must be a whole number from 0 up."},
      {R"({"block_dim": 4294967296})", "block_dim is 4294967296; it must be a whole number that fits 32 bits."},
      {R"({"kernel": 7})", "kernel is 7; it must be a text."},
      {R"({"op": "mean"})", "op is \"mean\"; it must be one of sum, product, min, max, farthest."},
      {R"({"input": 3})", "input is 3; it must be an object."},
      {R"({"grid_dim": "x"})", "grid_dim is \"x\"; it must be a whole number from 0 up."},
      {R"([1])", "request is a value of type array; it must be an object."}};
  for (const auto& c : cases) {
    try {
      nlohmann::json::parse(c.json).get<RunRequest>();
      ADD_FAILURE() << c.json << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()), c.message);
    }
  }
}

TEST(LaunchJson, round_trips) {
  const LaunchConfig launch{1u << 30, 1u << 21, 256, 2, 1024, 256};
  EXPECT_EQ(nlohmann::json(launch).get<LaunchConfig>(), launch);
}

}  // namespace
}  // namespace lanescope
