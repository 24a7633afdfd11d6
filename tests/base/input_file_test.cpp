// Input files: good ones of every format, and bad ones, each of which must say file, place and what is allowed.
#include "engine/input/input_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "engine/input/input.h"

namespace lanescope {
namespace {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;

class InputFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& bytes) {
    const auto path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  static Input read(const std::string& path, std::uint64_t n, ElementType type) {
    RunRequest request;
    request.n = n;
    request.type = type;
    request.input = {InputKind::file, path, 1};
    Progress progress;
    return make_input(request, progress);
  }

  static Input read_all(const std::string& path, ElementType type) {
    return read(path, count_elements(path, type), type);
  }
  static Floats floats(const std::string& path) { return std::get<Floats>(read_all(path, ElementType::float32)); }
  static Ints ints(const std::string& path) { return std::get<Ints>(read_all(path, ElementType::int32)); }

  /// The message with the file's path replaced by FILE.
  static std::string refusal_of(const std::string& path, ElementType type, std::uint64_t n = 1) {
    try {
      read(path, n, type);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      std::string text = error.what();
      const auto at = text.find(path);
      EXPECT_NE(at, std::string::npos) << text;
      return at == std::string::npos ? text : text.replace(at, path.size(), "FILE");
    }
    return "taken";
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("lanescope_input_" + std::to_string(getpid()));
};

template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string header = dictionary;
  const std::size_t prefix = version == 1 ? 10 : 12;
  header.resize((prefix + header.size() + 1 + 63) / 64 * 64 - prefix - 1, ' ');
  header += '\n';
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) text += static_cast<char>(header.size() >> (8 * i));
  return text + header + data;
}

std::string dictionary(const std::string& type, const std::string& shape, const char* fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

TEST_F(InputFile, reads_npy_of_both_types_and_every_version) {
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(floats(file("a.npy", npy(dictionary("<f4", "(3,)"), raw<float>({1.5f, -2, 0.1f}), version))),
              (Floats{1.5f, -2, 0.1f}));
    EXPECT_EQ(ints(file("b.npy", npy(dictionary("<i4", "(2,)"), raw<std::int32_t>({7, -8}), version))),
              (Ints{7, -8}));
  }
}

TEST_F(InputFile, converts_npy_types_whose_values_fit_exactly) {
  EXPECT_EQ(floats(file("a.npy", npy(dictionary("<f8", "(2,)"), raw<double>({0.5, 3})))), (Floats{0.5f, 3}));
  EXPECT_EQ(floats(file("b.npy", npy(dictionary("<i4", "(2,)"), raw<std::int32_t>({1 << 24, -1})))),
            (Floats{16777216, -1}));
  EXPECT_EQ(ints(file("c.npy", npy(dictionary("|u1", "(2,)"), raw<std::uint8_t>({255, 0})))), (Ints{255, 0}));
  EXPECT_EQ(ints(file("d.npy", npy(dictionary("<i8", "(1,)"), raw<std::int64_t>({-5})))), (Ints{-5}));
  EXPECT_EQ(ints(file("e.npy", npy(dictionary("<f4", "(1,)"), raw<float>({12})))), (Ints{12}));
}

TEST_F(InputFile, swaps_the_bytes_of_big_endian_npy) {
  EXPECT_EQ(ints(file("a.npy", npy(dictionary(">i4", "(1,)"), std::string("\0\0\1\2", 4)))), (Ints{258}));
}

TEST_F(InputFile, flattens_matrices_in_row_order) {
  const auto data = raw<std::int32_t>({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(ints(file("a.npy", npy(dictionary("<i4", "(2, 3)"), data))), (Ints{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(ints(file("b.npy", npy(dictionary("<i4", "(6,)", "True"), data))), (Ints{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(refusal_of(file("c.npy", npy(dictionary("<i4", "(2, 3)", "True"), data)), ElementType::int32),
            "--input FILE: it is a matrix in Fortran order; save it with numpy.ascontiguousarray.");
}

TEST_F(InputFile, reads_empty_and_scalar_arrays) {
  EXPECT_EQ(floats(file("a.npy", npy(dictionary("<f4", "(0,)"), ""))), Floats{});
  EXPECT_EQ(floats(file("b.npy", npy(dictionary("<f4", "()"), raw<float>({4})))), Floats{4});
  EXPECT_EQ(floats(file("c.bin", "")), Floats{});
  EXPECT_EQ(floats(file("d.csv", "")), Floats{});
}

TEST_F(InputFile, reads_doubles_with_all_their_digits) {
  const auto doubles = [&](const std::string& path) {
    return std::get<std::vector<double>>(read(path, 2, ElementType::float64));
  };
  const std::vector<double> expected = {0.1, -1e200};
  EXPECT_EQ(doubles(file("a.npy", npy(dictionary("<f8", "(2,)"), raw<double>({0.1, -1e200})))), expected);
  EXPECT_EQ(doubles(file("b.csv", "0.1\n-1e200\n")), expected);
  EXPECT_EQ(doubles(file("c.bin", raw<double>({0.1, -1e200}))), expected);
  EXPECT_EQ(refusal_of(file("d.csv", "1e999"), ElementType::float64),
            "--input FILE, line 1, column 1: '1e999' is beyond the range of float64.");
}

TEST_F(InputFile, reads_points_from_three_columns) {
  const auto check = [&](const std::string& path) {
    const auto points = std::get<std::vector<Point>>(read(path, 2, ElementType::point3));
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[1].x, 4);
    EXPECT_EQ(points[1].z, 6);
    EXPECT_EQ(points[1].index, 1u);
  };
  check(file("a.csv", "x,y,z\n1,2,3\n4,5,6\n"));
  check(file("b.npy", npy(dictionary("<f4", "(2, 3)"), raw<float>({1, 2, 3, 4, 5, 6}))));
  check(file("c.bin", raw<float>({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(refusal_of(file("d.csv", "1 2 3 4"), ElementType::point3),
            "--input FILE: its 4 numbers are not a whole number of points (x, y and z each).");
}

TEST_F(InputFile, takes_n_elements_from_the_start) {
  EXPECT_EQ(std::get<Ints>(read(file("a.csv", "1 2 3"), 2, ElementType::int32)), (Ints{1, 2}));
  EXPECT_EQ(std::get<Ints>(read(file("a.bin", raw<std::int32_t>({4, 5, 6})), 2, ElementType::int32)), (Ints{4, 5}));
  for (const auto& path : {file("b.csv", "1,2"), file("b.bin", raw<float>({1, 2}))})
    EXPECT_EQ(refusal_of(path, ElementType::float32, 3),
              "--input FILE: it holds 2 elements and --n asks for 3; use 0 to 2.");
}

TEST_F(InputFile, refuses_bad_npy_with_the_reason) {
  const auto good = npy(dictionary("<f4", "(2,)"), raw<float>({1, 2}));
  const struct {
    std::string bytes;
    const char* message;
  } cases[] = {
      {"", "it is not a .npy file (it does not begin with \\x93NUMPY)."},
      {"PK\3\4 a zip file", "it is not a .npy file (it does not begin with \\x93NUMPY)."},
      {good.substr(0, 40), "it is cut short inside its header."},
      {good.substr(0, good.size() - 1),
       "its header announces 2 elements of 4 bytes, but 7 bytes follow; the file is damaged or cut short."},
      {good + "x",
       "its header announces 2 elements of 4 bytes, but 9 bytes follow; the file is damaged or cut short."},
      {npy(dictionary("<f4", "(2,)"), "", 9), "it has .npy version 9; only 1 to 3 can be read."},
      {npy(dictionary("<c8", "(1,)"), "12345678"),
       "its elements are of type '<c8'; use floats of 4 or 8 bytes or whole numbers of 1 to 8 bytes."},
      {npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"),
       "its elements are of type structure; use floats of 4 or 8 bytes or whole numbers of 1 to 8 "
       "bytes."},
      {npy("{'fortran_order': False, 'shape': (1,), }", "1234"), "its header has no 'descr'."},
      {npy(dictionary("<f4", "x"), "1234"), "its shape is unreadable."},
      {npy(dictionary("<f4", "(-1,)"), "1234"), "its shape is unreadable."},
      {npy(dictionary("<f4", "(4294967296, 4294967296)"), "1234"), "its shape is larger than any file."},
      {npy(dictionary("<f4", "(1,)"), raw<float>({std::numeric_limits<float>::quiet_NaN()})),
       "element 0 is nan; it must be a finite number."},
      {npy(dictionary("<f8", "(1,)"), raw<double>({0.1})),
       "element 0 is 0.1, which float32 cannot hold exactly; save the array as float32 first."},
      {npy(dictionary("<f8", "(1,)"), raw<double>({1e300})),
       "element 0 is 1e+300, which float32 cannot hold exactly; save the array as float32 first."},
      {npy(dictionary("<i4", "(1,)"), raw<std::int32_t>({16777217})),
       "element 0 is 16777217, which float32 cannot hold exactly; save the array as float32 first."},
  };
  for (const auto& c : cases)
    EXPECT_EQ(refusal_of(file("a.npy", c.bytes), ElementType::float32), std::string("--input FILE: ") + c.message);
  EXPECT_EQ(refusal_of(file("b.npy", npy(dictionary("<f4", "(1,)"), raw<float>({2.5f}))), ElementType::int32),
            "--input FILE: element 0 is 2.5, which int32 cannot hold exactly; save the array as int32 first.");
}

TEST_F(InputFile, survives_any_cut_of_a_npy_header) {
  const auto good = npy(dictionary("<f4", "(2,)"), raw<float>({1, 2}));
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_NE(refusal_of(file("a.npy", good.substr(0, length)), ElementType::float32), "taken") << length;
}

TEST_F(InputFile, reads_csv_as_people_write_it) {
  const Floats expected{1, -2.5f, 3e2f, 4};
  for (const char* text : {"1\n-2.5\n3e2\n4\n", "1,-2.5,3e2,4", "1;-2.5;3e2;4\n", "1 -2.5\t3e2   4",
                           "1, -2.5\n3e2 ,4\r\n", "value\n1\n-2.5\n300\n4", "a,b\n1,-2.5\n3e2,4\n",
                           "\xef\xbb\xbf"
                           "1,-2.5,+3e2,4.0",
                           "# 2 columns\n1 -2.5\n\n3e2 4\n"})
    EXPECT_EQ(floats(file("a.csv", text)), expected) << text;
  EXPECT_EQ(ints(file("b.csv", "-2147483648,2147483647,+5")),
            (Ints{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), 5}));
}

TEST_F(InputFile, refuses_bad_csv_and_names_line_and_column) {
  const std::string decimals = "write it as 12, -0.5 or 1e-3.";
  const struct {
    const char* text;
    std::string message;
  } cases[] = {{"1\n2\nx", "line 3, column 1: 'x' is not a number; " + decimals},
               {"1,2,abc", "line 1, column 5: 'abc' is not a number; " + decimals},
               {"1,,2", "line 1, column 3: a number is missing before ','."},
               {"1,2,\n3", "line 1, column 5: a number is missing after the last separator."},
               {",1", "line 1, column 1: a number is missing before ','."},
               {"1,5;2,5",
                "line 1, column 4: the line mixes ',' and ';'; allowed is one of them, with '.' as the "
                "decimal point."},
               {"a,1", "line 1, column 1: 'a' is not a number; " + decimals},
               {"1\nnan", "line 2, column 1: 'nan' is not a number; " + decimals},
               {"nan\n1", "line 1, column 1: 'nan' is not a number; " + decimals},
               {"NaN,NaN\n1,2", "line 1, column 1: 'NaN' is not a number; " + decimals},
               {"0x10\n1", "line 1, column 1: '0x10' is not a number; " + decimals},
               {"\"5\"\n1", "line 1, column 1: '\"5\"' is not a number; " + decimals},
               {"N/A\n1", "line 1, column 1: 'N/A' is not a number; " + decimals},
               {"2nd\n1", "line 1, column 1: '2nd' is not a number; " + decimals},
               {"x,7\n1,2", "line 1, column 1: 'x' is not a number; " + decimals},
               {"x\ny\n1", "line 2, column 1: 'y' is not a number; " + decimals},
               {"1 inf", std::string("line 1, column 3: 'inf': ") + kInfinityRefusal},
               {"-Infinity\n1", std::string("line 1, column 1: '-Infinity': ") + kInfinityRefusal},
               {"0x10 1", "line 1, column 1: '0x10' is not a number; " + decimals},
               {"1e", "line 1, column 1: '1e' is not a number; " + decimals},
               {"1-2", "line 1, column 1: '1-2' is not a number; " + decimals},
               {"1e39", "line 1, column 1: '1e39' is beyond the range of float32."}};
  for (const auto& c : cases)
    EXPECT_EQ(refusal_of(file("a.csv", c.text), ElementType::float32), "--input FILE, " + c.message) << c.text;
  EXPECT_EQ(refusal_of(file("b.csv", "hello\n"), ElementType::float32), "--input FILE: it contains no numbers.");
  for (const char* text : {"2.5", "2147483648", "-2147483649", "1e3", "+-5", "++5"})
    EXPECT_EQ(refusal_of(file("c.csv", text), ElementType::int32),
              "--input FILE, line 1, column 1: '" + std::string(text) +
                  "' is not an int32; it must be a whole number from -2147483648 to 2147483647.");
}

TEST_F(InputFile, reads_raw_elements_and_refuses_part_of_one) {
  EXPECT_EQ(floats(file("a.bin", raw<float>({1, 2.5f}))), (Floats{1, 2.5f}));
  EXPECT_EQ(ints(file("A.BIN", raw<std::int32_t>({-1}))), (Ints{-1}));
  EXPECT_EQ(refusal_of(file("b.bin", "12345"), ElementType::float32),
            "--input FILE: its 5 bytes are not a whole number of float32 elements (4 bytes each).");
  EXPECT_EQ(
      refusal_of(file("c.bin", raw<float>({1, std::numeric_limits<float>::infinity()})), ElementType::float32, 2),
      std::string("--input FILE: element 1 is inf: ") + kInfinityRefusal);
}

TEST_F(InputFile, takes_infinities_for_the_smallest_and_the_largest) {
  const float infinite = std::numeric_limits<float>::infinity();
  const Floats expected{infinite, -infinite, 1};
  RunRequest request;
  request.n = 3;
  for (const Op op : {Op::min, Op::max})
    for (const std::string& path :
         {file("a.csv", "inf,-Infinity,1"), file("b.bin", raw<float>({infinite, -infinite, 1})),
          file("c.npy", npy(dictionary("<f8", "(3,)"), raw<double>({infinite, -infinite, 1})))}) {
      request.op = op;
      request.input = {InputKind::file, path, 1};
      Progress progress;
      EXPECT_EQ(std::get<Floats>(make_input(request, progress)), expected) << path;
    }
  request.kernel = "scan_kogge_stone";
  Progress progress;
  EXPECT_THROW(make_input(request, progress), Error) << "a scan adds, whatever the operator says";
}

TEST_F(InputFile, says_which_line_it_takes_for_names) {
  EXPECT_EQ(header_of(file("a.csv", "# 1\n\n a, \"b c\";_d\xc3\xa9 \n1\n"))
                .text()
                .substr(8 + (folder_ / "a.csv").string().size()),
            ": line 3 (a, \"b c\";_d\xc3\xa9) is read as column names.");
  for (const char* text : {"", "1\na\n", "# a\n1\n", "nan\n", "\n\n"})
    EXPECT_EQ(header_of(file("b.csv", text)).text(), "") << text;
  EXPECT_EQ(header_of(file("c.bin", "a")).text(), "");
}

TEST_F(InputFile, refuses_what_is_no_file) {
  EXPECT_EQ(refusal_of((folder_ / "none.npy").string(), ElementType::float32),
            "--input FILE: there is no such file.");
  std::filesystem::create_directories(folder_ / "folder.csv");
  EXPECT_EQ(refusal_of((folder_ / "folder.csv").string(), ElementType::float32),
            "--input FILE: it is not a plain file.");
  EXPECT_EQ(refusal_of("unifrm", ElementType::float32),
            "--input FILE: no such input; use uniform, ones, ramp, normal, or a file that ends in .npy, .csv or "
            ".bin.");
}

}  // namespace
}  // namespace lanescope
