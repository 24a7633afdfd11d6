// The sentences of what a user's kernel does wrong.
#pragma once

#include "engine/base/sentence.h"

namespace lanescope::finding_words {

inline constexpr const char* kOutside =
    pattern("Thread {} of block {} reads or writes element {} of {}, which has {} (line {}).");
inline constexpr const char* kReadsOutside =
    pattern("Thread {} of block {} reads element {} of {}, which has {} (line {}).");
inline constexpr const char* kWritesOutside =
    pattern("Thread {} of block {} writes element {} of {}, which has {} (line {}).");
/// One of these three.
inline bool is_outside(const Sentence& sentence) {
  return sentence.is_of(kOutside) || sentence.is_of(kReadsOutside) || sentence.is_of(kWritesOutside);
}
inline constexpr const char* kFreed =
    pattern("Thread {} of block {} reads or writes element {} of {}, which was freed in line {} (line {}).");
// Of a kernel of which nobody says how large its arrays are: the mistake may be that.
inline constexpr const char* kOutsideUntold = pattern(
    "Thread {} of block {} comes to element {} of {}, which was given {} (line {}). Nobody said how many it has: "
    "--arguments {} says it, with other numbers for n where the kernel needs them. If {} is right, a check of the "
    "index is missing.");
inline constexpr const char* kOutsideShared = pattern(
    "Thread {} of block {} reads or writes at byte {} of the block's shared memory, which belongs to no array "
    "(line "
    "{}).");
inline constexpr const char* kWithoutBytes = pattern(
    "Thread {} of block {} reads or writes {}, which is extern __shared__, and its launch gives it no bytes (line "
    "{}). The third "
    "number between <<< and >>> says how many.");
inline constexpr const char* kOfHost = pattern(
    "Thread {} of block {} reads or writes memory of the host, where no kernel comes (line {}). cudaMalloc() and "
    "cudaMallocManaged() give memory that it may use.");
inline constexpr const char* kVariableOfHost = pattern(
    "Thread {} of block {} uses {}, a variable of the host, which no kernel has (line {}): mark it __device__, "
    "__constant__ or __managed__, or hand its value over as an argument.");
inline constexpr const char* kNowhere =
    pattern("Thread {} of block {} reads or writes at an address that belongs to no array (line {}).");
inline constexpr const char* kOutsideOwn =
    pattern("Thread {} of block {} reads or writes past the end of one of its own arrays (line {}).");
inline constexpr const char* kMisaligned = pattern(
    "Thread {} of block {} reads or writes {} bytes at byte {} of {}, which is no multiple of them (line {}).");
inline constexpr const char* kConstant = pattern("Thread {} of block {} writes to constant memory (line {}).");
inline constexpr const char* kDivergentBarrier =
    pattern("Threads {} and {} of block {} wait at different barriers: lines {} and {}.");
inline constexpr const char* kSkippedBarrier = pattern(
    "Thread {} of block {} waits at the barrier of line {}, and thread {} runs past it to the end of the kernel: "
    "no "
    "barrier may stand in a branch that not all threads take.");
inline constexpr const char* kStuckWarp =
    pattern("Thread {} of block {} waits forever in line {}: thread {} of its warp never comes there.");
inline constexpr const char* kEndless =
    pattern("Thread {} of block {} does not end: line {} is run again and again.");
inline constexpr const char* kWaitsForWaiting = pattern(
    "Thread {} of block {} does not end: line {} is run again and again until element {} of {} changes, and no "
    "thread that could change it can go on: thread {} waits in line {}.");
inline constexpr const char* kWaitsForNobody = pattern(
    "Thread {} of block {} does not end: line {} is run again and again until element {} of {} changes, and no "
    "thread that could change it can go on.");
inline constexpr const char* kTooLong = pattern(
    "The kernel is not done after {} s: thread {} of block {}, of {} blocks, is in line {}. A GPU is faster: give "
    "the emulator fewer elements, blocks or rounds.");
inline constexpr const char* kTooLongSomewhere = pattern(
    "The kernel is not done after {} s: thread {} of block {}, of {} blocks, still runs. A GPU is faster: give the "
    "emulator fewer elements, blocks or rounds.");
// Of a process that answers no more.
inline constexpr const char* kStopped = pattern(
    "The kernel was stopped after {} s: an endless loop, or more work than the emulator does in that time.");
// Of a program: the number of its launch, and the kernel's name.
inline constexpr const char* kLaunchTooLong = pattern(
    "The program is not done after {} s: in launch {}, of {}, thread {} of block {}, of {} blocks, is in line {}. "
    "A GPU is faster: give the emulator fewer elements, blocks, rounds or launches.");
inline constexpr const char* kLaunchTooLongSomewhere = pattern(
    "The program is not done after {} s: in launch {}, of {}, thread {} of block {}, of {} blocks, still runs. A "
    "GPU is faster: give the emulator fewer elements, blocks, rounds or launches.");
inline constexpr const char* kHostTooLong =
    pattern("The program is not done after {} s: the host's code is in line {}. Give it less to do.");
// No findings, but remarks: it may be meant so.
inline constexpr const char* kReadsBesideUpdates = pattern(
    "Line {} reads elements of {} to which other threads add atomically in the same launch (line {}): which value "
    "it "
    "gets depends on who comes first. Where the result must not, the read belongs behind a barrier or into a "
    "launch "
    "of its own.");
inline constexpr const char* kCopiesUnwritten = pattern(
    "Line {} copies elements of {} to the host that nobody has written, {} of {}, {} first: what the program uses "
    "of "
    "them is any value.");
inline constexpr const char* kCopiesUnwrittenBytes = pattern(
    "Line {} copies bytes of {} to the host that nobody has written, {} of {}, {} first: what the program uses of "
    "them is any value.");
inline constexpr const char* kNeverLoaded = pattern(
    "Variables of the file were not made after {} s: the constructor of one of them does not end, or does more "
    "than "
    "the emulator does in that time.");
inline constexpr const char* kNoGrid = pattern(
    "Thread {} of block {} waits for all blocks of the grid (line {}), which only a launch by "
    "cudaLaunchCooperativeKernel() may.");
inline constexpr const char* kBlockLeft =
    pattern("Thread {} of block {} waits for all blocks of the grid, and block {} has ended (line {}).");
inline constexpr const char* kStack = pattern(
    "Thread {} of block {} runs out of its stack of {} KiB (line {}): an endless recursion, or large arrays of its "
    "own.");
inline constexpr const char* kCrash = pattern("Thread {} of block {} crashes: {} (line {}).");
inline constexpr const char* kSystemCall = pattern(
    "Thread {} of block {} asks the operating system for something (call {}), which no kernel can (line {}).");
inline constexpr const char* kRaceInWarp = pattern(
    "Thread {} of block {} (line {}) and thread {} of block {} (line {}), of one warp, access {}, and nothing says "
    "in "
    "which order: a __syncwarp() is missing between them.");
inline constexpr const char* kRaceInBlock = pattern(
    "Thread {} of block {} (line {}) and thread {} of block {} (line {}) access {}, and nothing says in which "
    "order: a "
    "__syncthreads() is missing between them.");
inline constexpr const char* kRaceOfBlocks = pattern(
    "Thread {} of block {} (line {}) and thread {} of block {} (line {}) access {}, and nothing says in which "
    "order: "
    "blocks need an atomic, or a __threadfence() and a flag.");
// Two threads in one line, of which one writes.
inline constexpr const char* kRaceOfLineInWarp = pattern(
    "Thread {} of block {} and thread {} of block {}, of one warp, access {} in one line ({}), one of them to "
    "write it, "
    "and nothing says in which order: a __syncwarp() is missing there, as between two rounds of a loop.");
inline constexpr const char* kRaceOfLineInBlock = pattern(
    "Thread {} of block {} and thread {} of block {} access {} in one line ({}), one of them to write it, and "
    "nothing "
    "says in which order: a __syncthreads() is missing there, as between two rounds of a loop.");
// Two threads in one line, which no barrier can tell apart.
inline constexpr const char* kRaceOfWrites = pattern(
    "Thread {} of block {} and thread {} of block {} both write {} (line {}), and nothing says in which order: "
    "each "
    "needs an element of its own there, or an atomic; or, where they come in different rounds of a loop, a "
    "__syncthreads() is missing between those.");
inline constexpr const char* kRaceOfWritesOfBlocks = pattern(
    "Thread {} of block {} and thread {} of block {} both write {} (line {}), and nothing says in which order: "
    "each "
    "needs an element of its own there, or an atomic.");
// The host's line, the element, the kernel, and the line of its launch.
inline constexpr const char* kHostReadsBeside = pattern(
    "Line {} of the host reads {} while {}, launched in line {}, may still write it: the host must wait before, as "
    "by "
    "cudaDeviceSynchronize().");
inline constexpr const char* kHostWritesBeside = pattern(
    "Line {} of the host writes {} while {}, launched in line {}, may still use it: the host must wait before, as "
    "by "
    "cudaDeviceSynchronize().");
inline constexpr const char* kHostOutside =
    pattern("Line {} of the host reads or writes element {} of {}, which has {}.");
inline constexpr const char* kHostByteOutside =
    pattern("Line {} of the host reads or writes byte {} of {}, which has {} bytes.");
inline constexpr const char* kHostHeap =
    pattern("The host's code writes past the end of the {} bytes that it got in line {}.");
inline constexpr const char* kHostHeapSomewhere =
    pattern("The host's code writes past the end of {} bytes that it got from malloc() or new.");
inline constexpr const char* kHostFreesTwice = pattern("Line {} of the host frees memory that was freed already.");
inline constexpr const char* kHostFreesInside =
    pattern("Line {} of the host frees a place in the midst of memory that it got, and not its first byte.");
inline constexpr const char* kHostBlock = pattern("the memory that the host got in line {}");
inline constexpr const char* kHostBlockSomewhere = pattern("memory that the host got");
inline constexpr const char* kHostFreed =
    pattern("Line {} of the host reads or writes element {} of {}, which was freed in line {}.");
inline constexpr const char* kHostByteFreed =
    pattern("Line {} of the host reads or writes byte {} of {}, which was freed in line {}.");
inline constexpr const char* kUnwritten =
    pattern("Thread {} of block {} reads {}, which nobody has written yet (line {}).");
inline constexpr const char* kCopiedUnwritten =
    pattern("Thread {} of block {} reads {}, which the host copied there without having written it (line {}).");
inline constexpr const char* kOutsideMask = pattern(
    "Thread {} of block {} calls a function of its warp with the mask {}, which does not name it (line {}).");
inline constexpr const char* kAbsentLane =
    pattern("Thread {} of block {} takes a value from lane {} of its warp, which does not take part (line {}).");
inline constexpr const char* kNestedLaunch =
    pattern("Thread {} of block {} launches a kernel (line {}); the emulator runs launches of the host alone.");
inline constexpr const char* kCopyOutsideGiven =
    pattern("A copy of {} bytes goes past the end of {}, which has {} from there on (line {}).");
inline constexpr const char* kHostTouchesDevice =
    pattern("The host's code reads or writes device memory (line {}); it must be copied by cudaMemcpy().");
inline constexpr const char* kAborts = "it calls abort()";  // among why it crashes
inline constexpr const char* kHostCrash = pattern("The host's code crashes: {} (line {}).");
// Where no line of the file is known.
inline constexpr const char* kHostCrashSomewhere = pattern("The host's code crashes: {}.");
inline constexpr const char* kHostTooLongSomewhere =
    pattern("The program is not done after {} s: the host's code is in a library. Give it less to do.");
inline constexpr const char* kUncaughtSomewhere =
    pattern("The host's code throws an exception that nothing catches: {}.");
inline constexpr const char* kUncaught =
    pattern("The host's code throws an exception that nothing catches: {} (line {}).");
inline constexpr const char* kNoRoomForChecks =
    pattern("The checks have no memory for an array of {} bytes. Give the program smaller arrays.");
inline constexpr const char* kThrows =
    pattern("Thread {} of block {} throws an exception, which no kernel can (line {}).");
inline constexpr const char* kAssertion = pattern("Thread {} of block {}: {} (line {}).");

inline constexpr const char* kAll[] = {kOutside,
                                       kReadsOutside,
                                       kWritesOutside,
                                       kOutsideOwn,
                                       kFreed,
                                       kWithoutBytes,
                                       kOfHost,
                                       kVariableOfHost,
                                       kNowhere,
                                       kOutsideUntold,
                                       kOutsideShared,
                                       kMisaligned,
                                       kConstant,
                                       kDivergentBarrier,
                                       kSkippedBarrier,
                                       kStuckWarp,
                                       kEndless,
                                       kWaitsForWaiting,
                                       kWaitsForNobody,
                                       kTooLong,
                                       kTooLongSomewhere,
                                       kLaunchTooLong,
                                       kLaunchTooLongSomewhere,
                                       kStack,
                                       kCrash,
                                       kSystemCall,
                                       kThrows,
                                       kAssertion,
                                       kRaceInWarp,
                                       kRaceInBlock,
                                       kRaceOfBlocks,
                                       kRaceOfLineInWarp,
                                       kRaceOfLineInBlock,
                                       kRaceOfWrites,
                                       kRaceOfWritesOfBlocks,
                                       kHostReadsBeside,
                                       kHostWritesBeside,
                                       kHostOutside,
                                       kHostByteOutside,
                                       kHostHeap,
                                       kHostFreesTwice,
                                       kHostFreesInside,
                                       kHostFreed,
                                       kHostByteFreed,
                                       kUnwritten,
                                       kCopiedUnwritten,
                                       kOutsideMask,
                                       kAbsentLane,
                                       kNestedLaunch,
                                       kCopyOutsideGiven,
                                       kHostTouchesDevice,
                                       kHostCrash,
                                       kHostTooLong,
                                       kReadsBesideUpdates,
                                       kCopiesUnwritten,
                                       kCopiesUnwrittenBytes,
                                       kNeverLoaded,
                                       kNoGrid,
                                       kBlockLeft,
                                       kUncaught,
                                       kHostCrashSomewhere,
                                       kHostTooLongSomewhere,
                                       kUncaughtSomewhere,
                                       kNoRoomForChecks};

}  // namespace lanescope::finding_words
