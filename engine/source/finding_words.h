// The sentences of what a user's kernel does wrong.
#pragma once

#include "engine/base/sentence.h"

namespace lanescope::finding_words {

inline constexpr const char* kOutside =
    pattern("Thread {} of block {} reads or writes element {} of {}, which has {} (line {}).");
inline constexpr const char* kNowhere =
    pattern("Thread {} of block {} reads or writes at an address that belongs to no array (line {}).");
inline constexpr const char* kMisaligned = pattern(
    "Thread {} of block {} reads or writes {} bytes at byte {} of {}, which is no multiple of them (line {}).");
inline constexpr const char* kConstant = pattern("Thread {} of block {} writes to constant memory (line {}).");
inline constexpr const char* kDivergentBarrier =
    pattern("Threads {} and {} of block {} wait at different barriers: lines {} and {}.");
inline constexpr const char* kStuckWarp =
    pattern("Thread {} of block {} waits forever in line {}: thread {} of its warp never comes there.");
inline constexpr const char* kEndless =
    pattern("Thread {} of block {} does not end: line {} is run again and again.");
inline constexpr const char* kTooLong =
    pattern("The kernel is not done after {} s: thread {} of block {} is in line {}.");
inline constexpr const char* kStack = pattern(
    "Thread {} of block {} runs out of its stack of {} KiB (line {}): an endless recursion, or large arrays of its "
    "own.");
inline constexpr const char* kCrash = pattern("Thread {} of block {} crashes: {} (line {}).");
inline constexpr const char* kSystemCall = pattern(
    "Thread {} of block {} asks the operating system for something (call {}), which no kernel can (line {}).");
inline constexpr const char* kAssertion = pattern("Thread {} of block {}: {} (line {}).");

inline constexpr const char* kAll[] = {kOutside, kNowhere, kMisaligned, kConstant, kDivergentBarrier, kStuckWarp,
                                       kEndless, kTooLong, kStack,      kCrash,    kSystemCall,       kAssertion};

}  // namespace lanescope::finding_words
