// Signals of a kernel that goes wrong, and of a clock that runs out.
#pragma once

#include <string>

namespace lanescope {

class KernelMachine;

/// A crash of a lane becomes a finding; one of the process outside of any lane calls `answer_error`, which does not
/// return.
void catch_crashes(void (*answer_error)(const std::string& why));

/// The same for lanes that run in this further thread.
void catch_crashes_of_thread();

/// From now on the machine is told to stop after so many seconds in which this thread, or each of so many workers,
/// worked; after kTimesOnTheWall as many in any case.
void start_clock(unsigned seconds, unsigned workers);
/// How many of them have gone.
double seconds_worked();

}  // namespace lanescope
