#include "tests/own/listed_lanes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {
namespace {

/// The lines of the listing that a step guards: its own, or the body of its if.
struct Lines {
  unsigned first = 0, last = 0;
  bool selects = false;  ///< one line, in which a ?: decides who loads

  /// Whether something can be seen there: registers cannot.
  bool shows(const std::vector<std::string_view>& text) const {
    for (unsigned line = first; line <= last; ++line)
      for (const char* sign : {"[", "atomic", "__shfl"})
        if (text[line - 1].find(sign) != std::string::npos) return true;
    return false;
  }
  /// The same lines of a file that has so many before the listing.
  Lines behind(unsigned before) const { return {first + before, last + before, selects}; }
};

Lines guarded_lines(const std::vector<std::string_view>& lines, unsigned line) {
  const std::string_view text = lines[line - 1];
  if (text.find(" ? ") != std::string::npos) return {line, line, true};
  if (text.find("if (") == std::string::npos || !text.ends_with("{")) return {line, line + 1};
  const std::size_t indentation = text.find_first_not_of(' ');
  unsigned last = line + 1;
  while (last < lines.size() && lines[last - 1].find_first_not_of(' ') > indentation) ++last;
  return {line + 1, last - 1};
}

/// The masks of a warp at a step's line, one after another, without empty ones.
using Masks = std::vector<std::uint32_t>;

Masks masks_at_step(const Run& run, unsigned file_line, unsigned warp) {
  const History& history = run.trace->history(run.request.block);
  Masks masks;
  for (std::size_t step = 0; step < history.steps(); ++step)
    if (history.source_lines[step] == file_line && history.masks[step * run.trace->warps_per_block() + warp] != 0)
      masks.push_back(history.masks[step * run.trace->warps_per_block() + warp]);
  return masks;
}

/// Rows of a line in the block in view; `with_accesses`: those alone that have some, of these kinds.
std::vector<std::size_t> rows_at(const Run& run, unsigned line, bool with_accesses,
                                 const std::vector<AccessKind>& kinds) {
  const History& history = run.trace->history(run.request.block);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < history.steps(); ++row) {
    std::uint64_t requests = 0;
    for (const AccessKind kind : kinds)
      requests += history.accesses[row + 1][static_cast<std::size_t>(kind)].requests;
    if (history.source_lines[row] == line && (!with_accesses || requests > 0)) rows.push_back(row);
  }
  return rows;
}

/// The rows that a step guards: those of the first line of the range with accesses, or else with rows; of a line
/// that selects what it loads, the rows that load.
std::vector<std::size_t> guarded_rows(const Run& run, Lines lines) {
  const std::vector<AccessKind> loads = {AccessKind::global_load, AccessKind::shared_load};
  const std::vector<AccessKind> all = {AccessKind::global_load, AccessKind::global_store,
                                       AccessKind::shared_load, AccessKind::shared_store,
                                       AccessKind::atomic,      AccessKind::shared_atomic};
  if (lines.selects) return rows_at(run, lines.first, true, loads);
  for (const bool with_accesses : {true, false})
    for (unsigned line = lines.first; line <= lines.last; ++line)
      if (!rows_at(run, line, with_accesses, all).empty()) return rows_at(run, line, with_accesses, all);
  return {};
}

Masks masks_at_lines(const Run& run, Lines lines, unsigned warp) {
  const History& history = run.trace->history(run.request.block);
  Masks masks;
  for (const std::size_t row : guarded_rows(run, lines))
    if (const auto mask = history.masks[row * run.trace->warps_per_block() + warp]) masks.push_back(mask);
  return masks;
}

/// A line of several basic blocks, such as one with a ?:, has as many rows each time; together they are the step.
void expect_same_masks(const Masks& rows, const Masks& steps, const std::string& where) {
  const std::size_t blocks = steps.empty() ? 1 : std::max<std::size_t>(1, rows.size() / steps.size());
  Masks united;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % blocks == 0) united.push_back(0);
    united.back() |= rows[i];
  }
  EXPECT_EQ(united, steps) << where;
}

/// How often each lane comes there.
std::map<unsigned, unsigned> visits_of(const Masks& masks) {
  std::map<unsigned, unsigned> visits;
  for (std::uint32_t mask : masks)
    for (; mask != 0; mask &= mask - 1) ++visits[static_cast<unsigned>(__builtin_ctz(mask))];
  return visits;
}

std::vector<std::vector<SeenRequest>> requests_of(const Run& run, auto&& listed_line) {
  std::vector<std::vector<SeenRequest>> warps(run.trace->warps_per_block());
  const BlockAddresses kept = run.trace->addresses_of(run.request.block)->all();
  for (const Request& request : kept.requests) {
    const auto first = kept.offsets.begin() + static_cast<std::ptrdiff_t>(request.first_offset);
    warps[request.warp].push_back({listed_line(request.source_line),
                                   request.kind,
                                   request.mask,
                                   {first, first + __builtin_popcount(request.mask)}});
  }
  for (auto& warp : warps) std::sort(warp.begin(), warp.end());
  return warps;
}

}  // namespace

std::string instance_of(const KernelInfo& kernel, const RunRequest& request) {
  if (kernel.unrolled) return fmt::format("{}<{}>", kernel.id, request.block_dim);
  if (kernel.known_factor) return fmt::format("{}<{}>", kernel.id, request.coarse_factor);
  return std::string(kernel.id);
}

std::vector<std::vector<SeenRequest>> requests_of_built_in(const Run& run, const PlacedListing& placed) {
  return requests_of(run, [&](unsigned line) { return placed.listing.line_of(line); });
}

std::vector<std::vector<SeenRequest>> requests_of_file(const Run& run, const PlacedListing& placed) {
  return requests_of(run, [&](unsigned line) { return line - placed.before; });
}

void expect_same_lanes(const Run& of_file, const Run& built_in, const PlacedListing& placed,
                       const std::string& but_for, bool by_lane) {
  const History& history = built_in.trace->history(built_in.request.block);
  const std::vector<std::string_view> lines = placed.lines();
  const std::set<unsigned> step_lines(history.source_lines.begin(), history.source_lines.end());
  for (const unsigned file_line : step_lines) {
    const unsigned line = placed.listing.line_of(file_line);
    const Lines guarded = guarded_lines(lines, line);
    const std::string_view text = lines[line - 1];
    if (!but_for.empty() && text.find(but_for) != std::string::npos) continue;
    for (unsigned warp = 0; guarded.shows(lines) && warp < built_in.trace->warps_per_block(); ++warp) {
      const std::string where = fmt::format("line {} of the listing, warp {}: {}", line, warp, text);
      const Masks rows = masks_at_lines(of_file, guarded.behind(placed.before), warp),
                  steps = masks_at_step(built_in, file_line, warp);
      if (by_lane)
        EXPECT_EQ(visits_of(rows), visits_of(steps)) << where;
      else
        expect_same_masks(rows, steps, where);
    }
  }
}

}  // namespace lanescope
