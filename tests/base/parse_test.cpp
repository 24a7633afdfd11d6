// Sizes, lists and picture sizes as users type them.
#include "engine/request/parse.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"

namespace lanescope {
namespace {

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "no error";
}

TEST(ParseSize, reads_every_form) {
  const struct {
    const char* text;
    std::uint64_t size;
  } cases[] = {{"0", 0},
               {"1000", 1000},
               {"2^20", 1 << 20},
               {"1M", 1 << 20},
               {"1K", 1024},
               {"3k", 3072},
               {"2G", 1ull << 31},
               {"10^6", 1'000'000},
               {"2^0", 1},
               {"0^5", 0},
               {"2^63", 1ull << 63},
               {"1^99999999999", 1},
               {"18446744073709551615", ~0ull}};
  for (const auto& c : cases) EXPECT_EQ(parse_size("--n", c.text), c.size) << c.text;
}

TEST(ParseSize, refuses_everything_else_and_names_option_value_and_what_is_allowed) {
  for (const char* text : {"", " ", "abc", "-1", "+1", "1.5", "1MB", "M", "2^", "^2", "2^64", "2^-1", "2^2^2",
                           "1e6", "18446744073709551616", "17179869184G", "1 000", "0x10", "1,000"}) {
    const auto message = message_of([&] { parse_size("--n", text); });
    EXPECT_NE(message.find("--n is '" + std::string(text) + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("must be a whole number from 0 up"), std::string::npos) << message;
  }
}

TEST(ParseSize, holds_its_range) {
  EXPECT_EQ(parse_size("--coarse", "64", {1, 64}), 64u);
  for (const char* text : {"0", "65"})
    EXPECT_EQ(message_of([&] {
                parse_size("--coarse", text, {1, 64});
              }),
              "--coarse is '" + std::string(text) + "'; it must be a whole number from 1 to 64.");
}

TEST(ParseSize, says_of_powers_of_two_that_they_are_wanted) {
  const SizeRange block{.min = 1, .max = 1024, .power_of_two = true};
  for (const std::uint64_t size : {1, 64, 1024})
    EXPECT_EQ(parse_size("blockDim", std::to_string(size), block), size);
  for (const char* text : {"0", "100", "2048", "x"})
    EXPECT_EQ(message_of([&] { parse_size("blockDim", text, block); }),
              "blockDim is '" + std::string(text) + "'; it must be a power of two from 1 to 1024.");
}

TEST(ParseSizeList, reads_lists_and_ranges) {
  using List = std::vector<std::uint64_t>;
  EXPECT_EQ(parse_size_list("--block", "64"), (List{64}));
  EXPECT_EQ(parse_size_list("--block", "64,2^7,1K"), (List{64, 128, 1024}));
  EXPECT_EQ(parse_size_list("--sizes", "2^10:2^16:x4"), (List{1024, 4096, 16384, 65536}));
  EXPECT_EQ(parse_size_list("--sizes", "1:8"), (List{1, 2, 4, 8}));
  EXPECT_EQ(parse_size_list("--sizes", "0:9:+4,100"), (List{0, 4, 8, 100}));
  EXPECT_EQ(parse_size_list("--sizes", "2^62:2^63:x3"), (List{1ull << 62})) << "the next one is beyond 64 bits";
}

TEST(ParseSizeList, refuses_ranges_that_do_not_end_or_begin) {
  for (const char* text : {"", "1,", ",1", "1,,2", "8:1:x2", "0:8:x2", "1:8:x1", "1:8:+0", "1:8:y2",
                           "1:8:", "1:8:x", "1:8:x2:3", ":8", "0:1000000:+1"})
    EXPECT_NE(message_of([&] { parse_size_list("--sizes", text); }).find("--sizes"), std::string::npos) << text;
}

TEST(ParsePictureSize, reads_and_refuses) {
  const auto size = parse_picture_size("--size", "1600x900");
  EXPECT_EQ(size.width, 1600);
  EXPECT_EQ(size.height, 900);
  for (const char* text :
       {"", "1600", "1600x", "x900", "0x0", "63x900", "1600x9000", "1600*900", "-1x5", "1600x900x1"})
    EXPECT_NE(message_of([&] { parse_picture_size("--size", text); }).find("it must be WIDTHxHEIGHT"),
              std::string::npos)
        << text;
}

TEST(SizeText, shortens_powers_of_two_only) {
  EXPECT_EQ(size_text(1 << 20), "2^20");
  EXPECT_EQ(size_text(1000), "1000");
  EXPECT_EQ(size_text(512), "512");
  EXPECT_EQ(size_text(0), "0");
}

}  // namespace
}  // namespace lanescope
