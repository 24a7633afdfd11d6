// What programs of CUDA's first years take from cutil.h and cutil_inline.h: checks of errors, timers that have
// numbers, comparisons, and arrays in text files.
#pragma once

#include <cmath>
#include <deque>
#include <fstream>

#include "lanescope_helpers.hpp"

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

#define CUDA_SAFE_CALL_NO_SYNC(...) checkCudaErrors((__VA_ARGS__))
#define CUDA_SAFE_CALL(...) checkCudaErrors((__VA_ARGS__))
#define CU_SAFE_CALL(...) checkCudaErrors((__VA_ARGS__))
#define cutilSafeCallNoSync(...) checkCudaErrors((__VA_ARGS__))
#define cutilSafeCall(...) checkCudaErrors((__VA_ARGS__))
#define cutilSafeThreadSync() checkCudaErrors(cudaDeviceSynchronize())
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define CUT_CHECK_ERROR(words) lanescope_check(cudaGetLastError(), words, __FILE__, __LINE__)
#define cutilCheckMsg(words) lanescope_check(cudaGetLastError(), words, __FILE__, __LINE__)
#define CUT_SAFE_CALL(...) lanescope_cut_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define cutilCheckError(...) lanescope_cut_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define cutilCondition(...) lanescope_cut_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CUT_CONDITION(...) lanescope_cut_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CUT_DEVICE_INIT(...) ((void)0)
#define CUT_BANK_CHECKER(array, index) ((array)[index])
#define CUT_EXIT(...) exit(EXIT_SUCCESS)
#define cutilExit(...) exit(EXIT_SUCCESS)

inline void lanescope_cut_check(bool good, const char* what, const char* file, int line) {
  if (good) return;
  fprintf(stderr, "cutil error at %s:%d: %s\n", file, line, what);
  exit(EXIT_FAILURE);
}
inline int cutilDeviceInit(int, char**) { return 0; }
inline int cutilChooseCudaDevice(int, char**) { return 0; }
inline int cutGetMaxGflopsDeviceId() { return 0; }
inline void cutilThreadSynchronize() { cudaDeviceSynchronize(); }

// --- timers: 1, 2, ... in the order in which they are made ---
inline std::deque<StopWatchInterface>& lanescope_cut_timers() {
  static std::deque<StopWatchInterface> timers;
  return timers;
}
/// A number that no timer has gets one that measures nothing.
inline StopWatchInterface& lanescope_cut_timer(unsigned number) {
  static StopWatchInterface none;
  auto& timers = lanescope_cut_timers();
  return number >= 1 && number <= timers.size() ? timers[number - 1] : none;
}
inline CUTBoolean cutCreateTimer(unsigned* number) {
  lanescope_cut_timers().emplace_back();
  *number = static_cast<unsigned>(lanescope_cut_timers().size());
  return CUTTrue;
}
inline CUTBoolean cutDeleteTimer(unsigned) { return CUTTrue; }
inline CUTBoolean cutStartTimer(unsigned number) { return lanescope_cut_timer(number).start(), CUTTrue; }
inline CUTBoolean cutStopTimer(unsigned number) { return lanescope_cut_timer(number).stop(), CUTTrue; }
inline CUTBoolean cutResetTimer(unsigned number) { return lanescope_cut_timer(number).reset(), CUTTrue; }
inline float cutGetTimerValue(unsigned number) { return lanescope_cut_timer(number).getTime(); }
inline float cutGetAverageTimerValue(unsigned number) {
  const StopWatchInterface& timer = lanescope_cut_timer(number);
  return timer.rounds > 0 ? timer.getTime() / static_cast<float>(timer.rounds) : 0;
}

// --- words of the command line ---
inline CUTBoolean cutCheckCmdLineFlag(int argc, const char** argv, const char* name) {
  return checkCmdLineFlag(argc, argv, name) ? CUTTrue : CUTFalse;
}
inline CUTBoolean cutGetCmdLineArgumenti(int argc, const char** argv, const char* name, int* value) {
  const char* word = lanescope_flag(argc, argv, name);
  return word && *word ? (*value = atoi(word), CUTTrue) : CUTFalse;
}
inline CUTBoolean cutGetCmdLineArgumentf(int argc, const char** argv, const char* name, float* value) {
  const char* word = lanescope_flag(argc, argv, name);
  return word && *word ? (*value = static_cast<float>(atof(word)), CUTTrue) : CUTFalse;
}
inline CUTBoolean cutGetCmdLineArgumentstr(int argc, const char** argv, const char* name, char** value) {
  return getCmdLineArgumentString(argc, argv, name, value) ? CUTTrue : CUTFalse;
}
inline char* cutFindFilePath(const char* name, const char* path) { return sdkFindFilePath(name, path); }
inline void cutFree(void* place) { free(place); }

// --- comparisons ---
template <class T>
CUTBoolean lanescope_cut_compare(const T* reference, const T* data, unsigned count, double epsilon) {
  for (unsigned i = 0; i < count; ++i)
    if (!(std::abs(static_cast<double>(reference[i]) - static_cast<double>(data[i])) <= epsilon)) return CUTFalse;
  return CUTTrue;
}
inline CUTBoolean cutComparef(const float* reference, const float* data, unsigned count) {
  return lanescope_cut_compare(reference, data, count, 0);
}
inline CUTBoolean cutComparei(const int* reference, const int* data, unsigned count) {
  return lanescope_cut_compare(reference, data, count, 0);
}
inline CUTBoolean cutCompareub(const unsigned char* reference, const unsigned char* data, unsigned count) {
  return lanescope_cut_compare(reference, data, count, 0);
}
inline CUTBoolean cutComparefe(const float* reference, const float* data, unsigned count, float epsilon) {
  return lanescope_cut_compare(reference, data, count, static_cast<double>(epsilon));
}
inline CUTBoolean cutComparefet(const float* reference, const float* data, unsigned count, float epsilon,
                                float threshold) {
  return compareData(reference, data, count, epsilon, threshold) ? CUTTrue : CUTFalse;
}
inline CUTBoolean cutCompareL2fe(const float* reference, const float* data, unsigned count, float epsilon) {
  return sdkCompareL2fe(reference, data, count, epsilon) ? CUTTrue : CUTFalse;
}

// --- arrays in text files, number by number ---
/// `*data` is allocated where it is null; `*count` says how many it has room for, and how many were read.
template <class T>
CUTBoolean lanescope_cut_read(const char* name, T** data, unsigned* count, bool) {
  std::ifstream file(name);
  std::vector<T> numbers;
  for (T number; file >> number;) numbers.push_back(number);
  if (numbers.empty()) return CUTFalse;
  if (*data == nullptr)
    *data = static_cast<T*>(malloc(numbers.size() * sizeof(T)));
  else if (numbers.size() > *count)
    numbers.resize(*count);
  memcpy(*data, numbers.data(), numbers.size() * sizeof(T));
  *count = static_cast<unsigned>(numbers.size());
  return CUTTrue;
}
template <class T>
CUTBoolean lanescope_cut_write(const char* name, const T* data, unsigned count) {
  std::ofstream file(name);
  for (unsigned i = 0; i < count; ++i) file << data[i] << ' ';
  return file << '\n' ? CUTTrue : CUTFalse;
}
inline CUTBoolean cutReadFilef(const char* name, float** data, unsigned* count, bool verbose = false) {
  return lanescope_cut_read(name, data, count, verbose);
}
inline CUTBoolean cutReadFiled(const char* name, double** data, unsigned* count, bool verbose = false) {
  return lanescope_cut_read(name, data, count, verbose);
}
inline CUTBoolean cutReadFilei(const char* name, int** data, unsigned* count, bool verbose = false) {
  return lanescope_cut_read(name, data, count, verbose);
}
inline CUTBoolean cutReadFileui(const char* name, unsigned** data, unsigned* count, bool verbose = false) {
  return lanescope_cut_read(name, data, count, verbose);
}
inline CUTBoolean cutWriteFilef(const char* name, const float* data, unsigned count, float, bool = false) {
  return lanescope_cut_write(name, data, count);
}
inline CUTBoolean cutWriteFilei(const char* name, const int* data, unsigned count, bool = false) {
  return lanescope_cut_write(name, data, count);
}
inline CUTBoolean cutWriteFileui(const char* name, const unsigned* data, unsigned count, bool = false) {
  return lanescope_cut_write(name, data, count);
}
