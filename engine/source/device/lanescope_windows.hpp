// The little that programs written under Windows take from windows.h and conio.h: clocks, and waiting for a key.
#pragma once

#include <cstdio>
#include <ctime>

typedef unsigned long DWORD;
typedef int BOOL;
typedef unsigned char BYTE;
typedef union {
  long long QuadPart;
} LARGE_INTEGER;
typedef struct {
  DWORD dwLowDateTime, dwHighDateTime;
} FILETIME;

inline BOOL QueryPerformanceFrequency(LARGE_INTEGER* frequency) { return frequency->QuadPart = 1000000000, 1; }
inline BOOL QueryPerformanceCounter(LARGE_INTEGER* count) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  count->QuadPart = now.tv_sec * 1000000000ll + now.tv_nsec;
  return 1;
}
/// Tenths of microseconds since 1601.
inline void GetSystemTimeAsFileTime(FILETIME* time) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const unsigned long long ticks = (now.tv_sec + 11644473600ull) * 10000000ull + now.tv_nsec / 100;
  *time = {static_cast<DWORD>(ticks & 0xffffffffull), static_cast<DWORD>(ticks >> 32)};
}
inline DWORD GetTickCount() {
  LARGE_INTEGER count;
  QueryPerformanceCounter(&count);
  return static_cast<DWORD>(count.QuadPart / 1000000);
}
inline void Sleep(DWORD ms) {
  const timespec time{static_cast<time_t>(ms / 1000), static_cast<long>(ms % 1000) * 1000000};
  nanosleep(&time, nullptr);
}
inline int getch() { return getchar(); }
inline int _getch() { return getchar(); }
inline int _kbhit() { return 0; }
