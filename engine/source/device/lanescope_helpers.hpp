// What programs take from helper_cuda.h, helper_functions.h, helper_string.h, helper_timer.h and
// cuda_profiler_api.h.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "lanescope_cuda.hpp"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

/// Of CUDA, and of libraries, whose 0 is good, too.
template <class E>
void lanescope_check(E state, const char* what, const char* file, int line) {
  const auto error = static_cast<cudaError_t>(state);
  if (error == cudaSuccess) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<int>(error),
          cudaGetErrorName(error), what);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(what) lanescope_check((what), #what, __FILE__, __LINE__)
#define getLastCudaError(words) lanescope_check(cudaGetLastError(), words, __FILE__, __LINE__)
#define printLastCudaError(words) ((void)cudaGetLastError())
inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
inline int _ConvertSMVer2Cores(int, int) { return 128; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "Hopper"; }
inline int findCudaDevice(int, const char**) { return 0; }
inline int gpuDeviceInit(int) { return 0; }
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline bool checkCudaCapabilities(int, int) { return true; }

/// What stands behind -NAME or --NAME; null without it, empty without a value.
inline const char* lanescope_flag(int argc, const char** argv, const char* name) {
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    const std::size_t length = strlen(name);
    if (strncmp(word, name, length) != 0 || (word[length] != '\0' && word[length] != '=')) continue;
    return word[length] == '=' ? word + length + 1 : "";
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return lanescope_flag(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* word = lanescope_flag(argc, argv, name);
  return word ? atoi(word) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* word = lanescope_flag(argc, argv, name);
  return word ? static_cast<float>(atof(word)) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value) {
  const char* word = lanescope_flag(argc, argv, name);
  *value = const_cast<char*>(word);
  return word != nullptr;
}
template <class T>
bool getCmdLineArgumentValue(int argc, const char** argv, const char* name, T* value) {
  const char* word = lanescope_flag(argc, argv, name);
  if (word) std::istringstream(word) >> *value;
  return word != nullptr;
}
inline char* sdkFindFilePath(const char* name, const char*) { return strdup(name); }

template <class T>
bool compareData(const T* reference, const T* data, unsigned count, T epsilon, float threshold) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < count; ++i) {
    const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
    wrong += !(difference <= static_cast<double>(epsilon) && -difference <= static_cast<double>(epsilon));
  }
  return threshold == 0 ? wrong == 0 : static_cast<float>(wrong) < threshold * static_cast<float>(count);
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned count, float epsilon) {
  double error = 0, size = 0;
  for (unsigned i = 0; i < count; ++i) {
    error += (double(reference[i]) - data[i]) * (double(reference[i]) - data[i]);
    size += double(reference[i]) * reference[i];
  }
  return size > 0 && error <= double(epsilon) * epsilon * size;
}

/// Numbers in a file of words. One that is written is memory.
template <class T>
bool sdkWriteFile(const char* name, const T* data, unsigned count, T epsilon, bool, bool append = false) {
  std::ofstream file(name, append ? std::ios::app : std::ios::trunc);
  if (!append) file << "# " << epsilon << "\n";
  for (unsigned i = 0; i < count; ++i) file << data[i] << ' ';
  return static_cast<bool>(file.flush());
}
/// `*data` is made where it is null.
template <class T>
bool sdkReadFile(const char* name, T** data, unsigned* count, bool) {
  std::ifstream file(name);
  std::vector<T> numbers;
  if (file.peek() == '#') file.ignore(1 << 20, '\n');
  for (T number; file >> number;) numbers.push_back(number);
  if (numbers.empty()) return false;
  if (!*data) *data = static_cast<T*>(malloc(numbers.size() * sizeof(T)));
  std::copy_n(numbers.begin(), *count != 0 ? std::min<std::size_t>(*count, numbers.size()) : numbers.size(), *data);
  *count = static_cast<unsigned>(numbers.size());
  return true;
}
/// A picture in a PGM or PPM file of bytes, `channels` of each pixel; a fourth channel is 0 in memory and not in
/// the file.
inline bool lanescope_load_picture(const char* name, unsigned char** data, unsigned* width, unsigned* height,
                                   unsigned channels) {
  std::ifstream file(name, std::ios::binary);
  const auto word = [&] {
    std::string read;
    while (file >> read && read[0] == '#') file.ignore(1 << 20, '\n');
    return read;
  };
  const std::string kind = word();
  const unsigned stored = kind == "P5" ? 1 : kind == "P6" ? 3 : 0;
  const unsigned w = atoi(word().c_str()), h = atoi(word().c_str()), most = atoi(word().c_str());
  file.ignore(1);
  if (stored != std::min(channels, 3u) || w == 0 || h == 0 || most != 255) return false;
  std::vector<char> bytes(std::size_t{w} * h * stored);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return false;
  if (!*data) *data = static_cast<unsigned char*>(malloc(std::size_t{w} * h * channels));
  for (std::size_t i = 0; i < std::size_t{w} * h; ++i)
    for (unsigned c = 0; c < channels; ++c)
      (*data)[i * channels + c] = c < stored ? static_cast<unsigned char>(bytes[i * stored + c]) : 0;
  *width = w;
  *height = h;
  return true;
}
inline bool lanescope_save_picture(const char* name, const unsigned char* data, unsigned width, unsigned height,
                                   unsigned channels) {
  std::ofstream file(name, std::ios::binary);
  const unsigned stored = std::min(channels, 3u);
  file << (stored == 1 ? "P5\n" : "P6\n") << width << "\n" << height << "\n255\n";
  for (std::size_t i = 0; i < std::size_t{width} * height; ++i)
    file.write(reinterpret_cast<const char*>(data + i * channels), stored);
  return static_cast<bool>(file.flush());
}
inline unsigned char lanescope_as_byte(unsigned char value) { return value; }
inline unsigned char lanescope_as_byte(float value) { return static_cast<unsigned char>(value * 255); }
/// Grey; floats go from 0 to 1.
template <class T>
bool sdkLoadPGM(const char* name, T** data, unsigned* width, unsigned* height) {
  unsigned char* bytes = nullptr;
  if (!lanescope_load_picture(name, &bytes, width, height, 1)) return false;
  const std::size_t count = std::size_t{*width} * *height;
  if (!*data) *data = static_cast<T*>(malloc(count * sizeof(T)));
  for (std::size_t i = 0; i < count; ++i)
    (*data)[i] = sizeof(T) == 1 ? static_cast<T>(bytes[i]) : static_cast<T>(bytes[i] / 255.0f);
  free(bytes);
  return true;
}
template <class T>
bool sdkSavePGM(const char* name, T* data, unsigned width, unsigned height) {
  std::vector<unsigned char> bytes(std::size_t{width} * height);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = lanescope_as_byte(data[i]);
  return lanescope_save_picture(name, bytes.data(), width, height, 1);
}
inline bool sdkLoadPPM4ub(const char* name, unsigned char** data, unsigned* width, unsigned* height) {
  return lanescope_load_picture(name, data, width, height, 4);
}
inline bool sdkSavePPM4ub(const char* name, unsigned char* data, unsigned width, unsigned height) {
  return lanescope_save_picture(name, data, width, height, 4);
}

struct StopWatchInterface {
  double begin = 0, total = 0;
  unsigned rounds = 0;
  static double now() { return lanescope_host::now_ms(); }
  void start() { begin = now(); }
  void stop() {
    total += now() - begin;
    ++rounds;
  }
  void reset() {
    total = 0;
    rounds = 0;
  }
  float getTime() const { return static_cast<float>(total); }
};
inline bool sdkCreateTimer(StopWatchInterface** timer) { return *timer = new StopWatchInterface, true; }
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) { return (*timer)->start(), true; }
inline bool sdkStopTimer(StopWatchInterface** timer) { return (*timer)->stop(), true; }
inline bool sdkResetTimer(StopWatchInterface** timer) { return (*timer)->reset(), true; }
inline float sdkGetTimerValue(StopWatchInterface** timer) { return (*timer)->getTime(); }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return (*timer)->rounds > 0 ? (*timer)->getTime() / static_cast<float>((*timer)->rounds) : 0;
}
