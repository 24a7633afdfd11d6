// Groups the accesses of a warp's lanes into requests, as the hardware does when the lanes run in lock step.
// Emulator and GPU recorder both feed it one *epoch* of a warp at a time (what its lanes do between two waits, at
// a barrier, a warp barrier or a shuffle), lane after lane, and so both get the same requests in the same order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/trace/trace.h"

namespace lanescope {

class RequestLog {
 public:
  /// Identifies the instruction of an access: accesses of the same site and the same occurrence are one request.
  struct Site {
    std::int32_t step = -1;
    std::uint16_t source_line = 0;
    AccessKind kind = AccessKind::global_load;
    ArrayId array = ArrayId::input;
    std::uint8_t bytes = 0;  ///< of each lane's access, where they are not those of the array
    std::uint32_t code = 0;  ///< where the instruction is, where that is known
    bool operator==(const Site&) const = default;
  };
  struct Pending {
    Site site;
    std::uint32_t mask = 0;
    unsigned lanes = 0;
    std::array<std::uint64_t, kWarpSize> offsets;  ///< of the lanes in the mask, lowest lane first
  };

  /// Lanes come in rising order.
  void begin_lane(unsigned lane) {
    lane_bit_ = 1u << lane;
    cursor_ = 0;
    alone_ = size_ == 0;
  }

  /// An access joins a request of its site that the lane has not joined yet; for lanes on the same path, the n-th
  /// access at a site joins the n-th request of that site.
  void add(const Site& site, std::uint64_t offset) {
    if (cursor_ >= size_ || !can_join(requests_[cursor_], site)) seek(site);
    Pending& request = requests_[cursor_++];
    request.mask |= lane_bit_;
    request.offsets[request.lanes++] = offset;
  }

  std::size_t size() const { return size_; }
  const Pending& operator[](std::size_t index) const { return requests_[index]; }

  /// Ends the epoch.
  void clear() {
    size_ = 0;
    cursor_ = 0;
  }

 private:
  /// A lane has one place in a request. A lane that visits sites in another order than the lanes before it must
  /// skip the requests that it has already joined.
  bool can_join(const Pending& request, const Site& site) const {
    return request.site == site && !(request.mask & lane_bit_);
  }

  /// Moves the cursor to the first request of this site that the lane has not joined, or to a new one.
  void seek(const Site& site) {
    // A lane that runs alone has joined all of its requests: without this, a long loop of one thread would search
    // them all every time.
    for (cursor_ = alone_ ? size_ : 0; cursor_ < size_; ++cursor_) {
      if (can_join(requests_[cursor_], site)) return;
    }
    if (size_ == requests_.size()) requests_.emplace_back();
    requests_[size_].site = site;
    requests_[size_].mask = 0;
    requests_[size_].lanes = 0;
    ++size_;
  }

  std::vector<Pending> requests_;  // the first size_ are of this epoch; the rest is kept for the next
  std::size_t size_ = 0;
  std::size_t cursor_ = 0;
  std::uint32_t lane_bit_ = 1;
  bool alone_ = true;  // no other lane has made a request in this epoch
};

}  // namespace lanescope
