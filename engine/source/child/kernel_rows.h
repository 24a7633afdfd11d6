// The rows of one block: those that its warps went through between two barriers of the block, put together, and of
// them those that show something. They become the block's History.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/source/child/lane_path.h"
#include "engine/source/child/value_log.h"
#include "engine/trace/request_log.h"
#include "engine/trace/trace.h"

namespace lanescope {

class KernelRows {
 public:
  explicit KernelRows(unsigned warps) : warps_(warps), cursors_(warps) {}
  void set_element_bytes(unsigned bytes) { element_bytes_ = bytes; }
  /// What the lanes of the block whose addresses are kept read and wrote.
  ValueLog& values() { return values_; }
  const ValueLog& values() const { return values_; }

  void begin(std::uint64_t block, bool with_accesses, bool keep_addresses);

  /// Takes what a warp did in its epoch number `epoch` since the last barrier of the block: rows and requests,
  /// whose steps are rows of the path.
  void take(unsigned warp, std::uint32_t epoch, const LanePath& path, const RequestLog& log);

  /// All warps are at the barrier, or done. False where the history would have too many rows, after which it takes
  /// no more.
  bool finish_epochs();
  void barrier() { ++history_.barriers; }

  const History& history() const { return history_; }
  /// The kept addresses, ordered by warp.
  BlockAddresses addresses() const;

  static constexpr std::size_t kMostRows = LanePath::kMostRows;

 private:
  struct Row {
    std::uint32_t epoch, place, order, context, line, next;
    bool shown;  ///< it works, or parts a warp
    AccessTable accesses;
  };

  std::uint32_t row_of(unsigned warp, std::uint32_t epoch, const LanePath::Row& from);
  void take_requests(unsigned warp, const LanePath& path, const RequestLog& log);
  /// Whether other lanes of the row access another array by the same instruction; it is noted as part of their
  /// request.
  bool joins_another(const RequestLog::Pending& pending);

  unsigned warps_, element_bytes_ = 4;
  bool with_accesses_ = false, keep_addresses_ = false, is_full_ = false;
  History history_;
  BlockAddresses kept_;
  ValueLog values_;
  std::size_t first_kept_ = 0;  // of the requests since the last barrier
  std::vector<Row> rows_;
  std::vector<std::uint32_t> masks_;    // of the rows, by warp
  std::vector<std::uint32_t> cursors_;  // the row that each warp was in last
  std::vector<std::uint32_t> row_of_path_;
  // Of the epoch that is taken: the lanes of requests of some lanes of their rows, by row and instruction.
  std::unordered_map<std::uint64_t, std::uint32_t> parts_;
  std::uint32_t first_ = LanePath::kNone;
};

}  // namespace lanescope
