#include "engine/base/date.h"

#include <cstdlib>
#include <ctime>

namespace lanescope {
namespace {

std::string utc_text(std::time_t time) {
  std::tm utc{};
  gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

std::string iso_time() {
  return utc_text(std::time(nullptr));
}

std::string picture_date() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  char* end = nullptr;
  const long long seconds = epoch ? std::strtoll(epoch, &end, 10) : 0;
  const bool given = epoch && end != epoch && *end == '\0' && seconds >= 0 && seconds < 253402300800;  // year 10000
  return utc_text(given ? static_cast<std::time_t>(seconds) : std::time(nullptr)).substr(0, 10);
}

}  // namespace lanescope
