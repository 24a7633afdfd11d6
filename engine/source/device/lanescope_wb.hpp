// What course programs take from wb.h: their input files, a log, and the comparison with the expected output. The
// words of the command line are libwb's: -i in0.raw,in1.raw -e expected.raw -o out.raw -t vector. Without files,
// inputs are made up.
#pragma once

#include "lanescope_helpers.hpp"

struct wbArg_t {
  std::vector<std::string> inputs;
  std::string expected, output, type;
};
inline std::vector<std::string> lanescope_words(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}
inline wbArg_t wbArg_read(int argc, char** argv) {
  wbArg_t arguments;
  for (int i = 1; i + 1 < argc; ++i) {
    const std::string word = argv[i], value = argv[i + 1];
    if (word == "-i") arguments.inputs = lanescope_words(value);
    if (word == "-e") arguments.expected = value;
    if (word == "-o") arguments.output = value;
    if (word == "-t") arguments.type = value;
  }
  return arguments;
}
inline const char* wbArg_getInputFile(const wbArg_t& arguments, int i) {
  return static_cast<std::size_t>(i) < arguments.inputs.size() ? arguments.inputs[i].c_str() : "";
}
inline int wbArg_getInputCount(const wbArg_t& arguments) { return static_cast<int>(arguments.inputs.size()); }

enum wbLog_level_t { OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE };
#define wbLog(level, ...) lanescope_log(#level, __VA_ARGS__)
template <class... A>
void lanescope_log(const char* level, const A&... words) {
  std::cout << level << ": ";
  (std::cout << ... << words) << std::endl;
}
#define wbTime_start(...) ((void)0)
#define wbTime_stop(...) ((void)0)
#define wbCUDA_DEVICE_QUERY ((void)0)

/// The whole numbers that stand before the values, and the values. Empty where there is no such file.
template <class T>
std::vector<T> lanescope_read(const char* name, int* sizes, int dimensions) {
  std::ifstream file(name);
  for (int i = 0; i < dimensions; ++i)
    if (!(file >> sizes[i])) return {};
  std::vector<T> values;
  for (double value; file >> value;) values.push_back(static_cast<T>(value));
  return values;
}
template <class T>
T* lanescope_import(const char* name, int* sizes, int dimensions) {
  std::vector<T> values = lanescope_read<T>(name, sizes, dimensions);
  if (values.empty()) {
    std::size_t count = 1;
    for (int i = 0; i < dimensions; ++i) count *= sizes[i] = dimensions == 1 ? 500 : 48;
    for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<T>(i * 37 % 101 % 16));
    std::cout << "wbImport: '" << name << "' is no file that can be read; " << count << " values are made up."
              << std::endl;
  }
  T* memory = static_cast<T*>(malloc(values.size() * sizeof(T)));
  std::copy(values.begin(), values.end(), memory);
  return memory;
}
inline void* wbImport(const char* name, int* length, const char* type = "Real") {
  if (strcmp(type, "Integer") == 0 || strcmp(type, "integer") == 0) return lanescope_import<int>(name, length, 1);
  return lanescope_import<float>(name, length, 1);
}
inline void* wbImport(const char* name, int* rows, int* columns, const char* = "Real") {
  int sizes[2];
  void* values = lanescope_import<float>(name, sizes, 2);
  *rows = sizes[0];
  *columns = sizes[1];
  return values;
}
template <class T>
bool lanescope_solution(const wbArg_t& arguments, const T* values, std::size_t count, int dimensions) {
  int sizes[2] = {};
  const auto expected = lanescope_read<double>(arguments.expected.c_str(), sizes, dimensions);
  if (expected.empty()) {
    std::cout << "wbSolution: there is no expected output to compare with." << std::endl;
    return true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = i < expected.size() ? expected[i] - static_cast<double>(values[i]) : 1e300;
    if (difference < 1e-2 && difference > -1e-2) continue;
    std::cout << "The solution did NOT match the expected results at " << i << "." << std::endl;
    return false;
  }
  std::cout << "The solution is correct." << std::endl;
  return true;
}
template <class T>
bool wbSolution(const wbArg_t& arguments, const T* values, int count) {
  return lanescope_solution(arguments, values, count, 1);
}
template <class T>
bool wbSolution(const wbArg_t& arguments, const T* values, int rows, int columns) {
  return lanescope_solution(arguments, values, std::size_t(rows) * columns, 2);
}
inline bool wbSolution(const wbArg_t& arguments, void* values, int count) {
  return wbSolution(arguments, static_cast<float*>(values), count);
}
