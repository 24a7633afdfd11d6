// Signals of a kernel that goes wrong, and of a clock that runs out.
#pragma once

#include "engine/source/job.h"

namespace lanescope {

/// A crash of a lane becomes a finding; one of the process outside of any lane, and objects that are never made,
/// call `answer`, which does not return.
void catch_crashes(void (*answer)(const JobAnswer&));

/// The same for lanes that run in this further thread.
void catch_crashes_of_thread();

enum class ClockOf { loading, kernel };

/// From now on the machine is told to stop after so many seconds in which this thread, or each of so many workers,
/// worked; after kTimesOnTheWall as many in any case. Constructors of the file's objects run while it is loaded:
/// there the process answers with a finding.
void start_clock(unsigned seconds, unsigned workers, ClockOf what = ClockOf::kernel);
void stop_clock();
/// How many of them have gone.
double seconds_worked();

}  // namespace lanescope
