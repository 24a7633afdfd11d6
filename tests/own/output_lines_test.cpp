#include "engine/source/output_lines.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

using namespace std::string_literals;
using OfLines = std::vector<std::string>;

TEST(OutputLines, AreWhatATerminalShows) {
  EXPECT_EQ(output_lines("").lines, OfLines{});
  EXPECT_EQ(output_lines("總和 = 3\n\nnaïve").lines, (OfLines{"總和 = 3", "", "naïve"}));
  EXPECT_EQ(output_lines("a\tb\n總和\tb\n\t\tc\n").lines,
            (OfLines{"a       b", "總和      b", "                c"}));
  EXPECT_EQ(output_lines("of Windows\r\n10 %\r100 %\r\r\n").lines, (OfLines{"of Windows", "100 %"}));
  EXPECT_EQ(output_lines("\x1b[1;32mPASSED\x1b[0m\x1b[K, \x1b[2J\x1b[3").lines, OfLines{"PASSED, \\x1b[2J\\x1b[3"});
  EXPECT_EQ(output_lines("an end that is printed\0, caf\xe9\n"s).lines,
            OfLines{"an end that is printed\\x00, caf\\xe9"});
}

TEST(OutputLines, OfBytesThatAreNoTextAreADump) {
  const OutputLines dump = output_lines("AB\n\0\1\0\0\0\xff\xff\xff\xff\x10\0\0\0z\n"s);
  EXPECT_EQ(dump.lines, (OfLines{"00000000  41 42 0a 00 01 00 00 00  ff ff ff ff 10 00 00 00  |AB..............|",
                                 "00000010  7a 0a                                             |z.|", "00000012"}));
  EXPECT_EQ(dump.lost, 0u);
  const OutputLines long_dump = output_lines(std::string((64 << 10) + 17, '\0'));
  EXPECT_EQ(long_dump.lines.size(), 4097u);
  EXPECT_EQ(long_dump.lost, 2u);
}

}  // namespace
}  // namespace lanescope
