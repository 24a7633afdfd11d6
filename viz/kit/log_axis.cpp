#include "viz/kit/log_axis.h"

#include <algorithm>
#include <cmath>

#include "viz/kit/painter.h"

namespace lanescope {
namespace {

constexpr std::size_t kFewTicks = 3;
constexpr double kRounding = 1e-9;  // a tick at the very end of the axis is in range

/// Those of `more`, too, that have room between the others, so that no part of the axis is without a number.
std::vector<Tick> with_more(std::vector<Tick> ticks, const std::vector<Tick>& more, float pitch) {
  for (const Tick& one : more)
    if (std::none_of(ticks.begin(), ticks.end(),
                     [&](const Tick& tick) { return std::abs(tick.at - one.at) < pitch; }))
      ticks.push_back(one);
  std::sort(ticks.begin(), ticks.end(), [](const Tick& a, const Tick& b) { return a.value < b.value; });
  return ticks;
}

}  // namespace

LogAxis::LogAxis(double least, double greatest, float from, float to)
    : least_(least), greatest_(greatest), from_(from), to_(to) {}

float LogAxis::at(double value) const {
  const double share = std::log(value / least_) / std::log(greatest_ / least_);
  return from_ + static_cast<float>(share) * (to_ - from_);
}

double LogAxis::value(float at) const {
  return least_ * std::pow(greatest_ / least_, static_cast<double>((at - from_) / (to_ - from_)));
}

bool LogAxis::apart(const std::vector<Tick>& ticks, float pitch) const {
  for (std::size_t i = 1; i < ticks.size(); ++i)
    if (std::abs(ticks[i].at - ticks[i - 1].at) < pitch) return false;
  return true;
}

std::vector<Tick> LogAxis::powers_of_two(float pitch) const {
  const int first = static_cast<int>(std::ceil(std::log2(least_) - kRounding));
  const int last = static_cast<int>(std::floor(std::log2(greatest_) + kRounding));
  for (int every = 1;; ++every) {
    std::vector<Tick> ticks;
    for (int power = first; power <= last; ++power)
      if (power % every == 0) ticks.push_back({std::ldexp(1.0, power), at(std::ldexp(1.0, power))});
    if (apart(ticks, pitch)) return ticks;
  }
}

std::vector<Tick> LogAxis::decimal(float pitch) const {
  const int first = static_cast<int>(std::floor(std::log10(least_) - kRounding));
  const int last = static_cast<int>(std::floor(std::log10(greatest_) + kRounding));
  const auto ticks_of = [&](const std::vector<int>& digits, int every) {
    std::vector<Tick> ticks;
    for (int power = first; power <= last; ++power)
      for (const int digit : digits) {
        const double value = digit * std::pow(10.0, power);
        const bool inside = value >= least_ * (1 - kRounding) && value <= greatest_ * (1 + kRounding);
        if (inside && power % every == 0) ticks.push_back({value, at(value)});
      }
    return ticks;
  };
  const std::vector<int> all{1, 2, 3, 4, 5, 6, 7, 8, 9}, some{1, 2, 5}, one{1};
  if (ticks_of(all, 1).size() < kFewTicks) return equal_steps(pitch);
  for (const auto& digits : {all, some, one})
    if (const auto ticks = ticks_of(digits, 1); apart(ticks, pitch))
      return ticks.size() < kFewTicks ? with_more(ticks, ticks_of(all, 1), pitch) : ticks;
  for (int every = 2;; ++every)
    if (const auto ticks = ticks_of(one, every); apart(ticks, pitch)) return ticks;
}

std::vector<Tick> LogAxis::equal_steps(float pitch) const {
  const double span = greatest_ - least_;
  const double most = std::max(2.0f, std::floor(std::abs(to_ - from_) / pitch));
  double step = std::pow(10.0, std::floor(std::log10(span / most)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (span / (step * factor) <= most) {
      step *= factor;
      break;
    }
  std::vector<Tick> ticks;
  for (double k = std::ceil(least_ / step - kRounding); k * step <= greatest_ * (1 + kRounding); ++k) {
    const Tick tick{k * step, at(k * step)};
    if (ticks.empty() || std::abs(tick.at - ticks.back().at) >= pitch) ticks.push_back(tick);
  }
  return ticks;
}

std::string time_with_unit(double time_us) {
  if (time_us >= 1e6 * 0.9995) return short_number(time_us * 1e-6, 3) + " s";
  if (time_us >= 1e3 * 0.9995) return short_number(time_us * 1e-3, 3) + " ms";
  return short_number(time_us, 3) + " µs";
}

}  // namespace lanescope
