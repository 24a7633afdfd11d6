// Today, as records and pictures name it.
#pragma once

#include <string>

namespace lanescope {

/// The current time, as 2026-01-31T12:34:56Z.
std::string iso_time();

/// The current day, as 2026-01-31. If SOURCE_DATE_EPOCH holds a time in seconds, the day of that, so that a
/// document's picture can be made again as it was.
std::string picture_date();

}  // namespace lanescope
