// The sentences of what CUDA's runtime refuses to a user's program, and of memory for which the emulator has no
// room.
#pragma once

#include "engine/base/sentence.h"

namespace lanescope::refusal_words {

// What was asked for, a launch by the name of its kernel; in which line; and why it is refused.
inline constexpr const char* kCall = pattern("{}, line {}: {}.");
inline constexpr const char* kCallSomewhere = pattern("{}: {}.");

inline constexpr const char* kLaunch = pattern("a launch");
inline constexpr const char* kNode = pattern("a node of a graph");
inline constexpr const char* kCopy = pattern("a copy");
inline constexpr const char* kFill = pattern("a fill");
inline constexpr const char* kFree = pattern("a free");

// Of launches, and of nodes of graphs.
inline constexpr const char* kNoBlocks = pattern("its grid has no blocks");
inline constexpr const char* kNoThreads = pattern("its blocks have no threads");
inline constexpr const char* kThreads = pattern("the threads of its block are {}, and at most {} are allowed");
inline constexpr const char* kBounds =
    pattern("the threads of its block are {}, and at most {} are allowed by its __launch_bounds__");
inline constexpr const char* kExtent = pattern("{} is {}, and at most {} are allowed");
inline constexpr const char* kShared =
    pattern("the bytes of its dynamic shared memory are {}, and at most {} are allowed");
inline constexpr const char* kSharedUnasked = pattern(
    "the bytes of its dynamic shared memory are {}, and at most {} are allowed where cudaFuncSetAttribute() did "
    "not "
    "ask for more");
inline constexpr const char* kCooperative =
    pattern("it is cooperative and has {} threads, and at most {} are on a GPU together");
inline constexpr const char* kLevels =
    pattern("its level of launches by kernels is {}, and at most {} are allowed");
inline constexpr const char* kPending =
    pattern("with it the launches that wait for the end of their kernel are {}, and at most {} are allowed");
inline constexpr const char* kNoKernel =
    pattern("no kernel is known at its address; where the file casts one it has to name it, as in (void*)kernel");
inline constexpr const char* kNoOtherNode =
    pattern("what it would wait for is no other node of the graph, or the same one twice");

// Of copies and fills.
inline constexpr const char* kToHost = pattern("its kind says to the device, and its target is memory of the host");
inline constexpr const char* kFromHost =
    pattern("its kind says from the device, and its source is memory of the host");
inline constexpr const char* kOfHost = pattern("it is of memory of the host");
inline constexpr const char* kTarget = pattern("its target");
inline constexpr const char* kSource = pattern("its source");
inline constexpr const char* kNull = pattern("{} is a null pointer");
inline constexpr const char* kInNoArray = pattern("{} is in no array that is still there");
inline constexpr const char* kTooFew = pattern("{}, {}, has {} bytes from there on, and the call is of {}");

// Of frees.
inline constexpr const char* kFreed = pattern("{} was freed in line {} already");
inline constexpr const char* kFreedSomewhere = pattern("{} was freed already");
inline constexpr const char* kOfNoArray = pattern("it is of memory that belongs to no array");
inline constexpr const char* kInside = pattern("it is of a place inside of {}, and not of its first byte");
inline constexpr const char* kFreeOfHost = pattern("it is of memory of the host, which cudaFreeHost() frees");
inline constexpr const char* kFreeOfDevice = pattern("it is of memory of the device, which cudaFree() frees");

// An array to which no kernel has given a name yet.
inline constexpr const char* kAllocation = pattern("allocation {}");

inline constexpr const char* kNoRoom =
    pattern("line {}: {} bytes, of {} that there are for all arrays, of which {} are free.");
inline constexpr const char* kNoRoomSomewhere =
    pattern("{} bytes, of {} that there are for all arrays, of which {} are free.");

inline constexpr const char* kAll[] = {
    kCall,        kCallSomewhere, kLaunch,       kNode,       kCopy,           kFill,
    kFree,        kNoBlocks,      kNoThreads,    kThreads,    kBounds,         kExtent,
    kShared,      kSharedUnasked, kCooperative,  kLevels,     kPending,        kNoKernel,
    kNoOtherNode, kToHost,        kFromHost,     kOfHost,     kTarget,         kSource,
    kNull,        kInNoArray,     kTooFew,       kFreed,      kFreedSomewhere, kOfNoArray,
    kInside,      kFreeOfHost,    kFreeOfDevice, kAllocation, kNoRoom,         kNoRoomSomewhere};

}  // namespace lanescope::refusal_words
