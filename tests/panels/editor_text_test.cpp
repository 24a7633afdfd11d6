// What Enter begins a line with.
#include "viz/panels/editor_text.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

TEST(EditorText, IndentsALineAsTheOneAbove) {
  EXPECT_EQ(indentation_below(""), "");
  EXPECT_EQ(indentation_below("int a;"), "");
  EXPECT_EQ(indentation_below("{\n    int a;"), "    ");
  EXPECT_EQ(indentation_below("a\n\tb;"), "\t");
  EXPECT_EQ(indentation_below("  "), "  ") << "of a line that was begun";
}

TEST(EditorText, IndentsDeeperBehindAnOpenBrace) {
  EXPECT_EQ(indentation_below("void f() {"), "  ");
  EXPECT_EQ(indentation_below("  if (x) {  "), "    ");
  EXPECT_EQ(indentation_below("\tif (x) {"), "\t\t");
  EXPECT_EQ(indentation_below("  if (x) { f(); }"), "  ");
  EXPECT_EQ(indentation_below("    if (x) {", "    "), "        ");
  EXPECT_EQ(indentation_below("void f() {", "\t"), "\t");
}

TEST(EditorText, GoesDeeperByWhatTheTextDoes) {
  EXPECT_EQ(indentation_unit(""), "");
  EXPECT_EQ(indentation_unit("int a;\n  int b;\n"), "") << "behind no open brace";
  EXPECT_EQ(indentation_unit("void f() {\n    if (x) {\n        g();\n    }\n}\n"), "    ");
  EXPECT_EQ(indentation_unit("void f()\n{\n\n\tg();\n}\n"), "\t");
  EXPECT_EQ(indentation_unit("a {\n        b\n}\nc {\n   d"), "   ") << "the least";
  EXPECT_EQ(indentation_unit("a {\r\n    b\r\n}\r\n"), "    ");
}

}  // namespace
}  // namespace lanescope
