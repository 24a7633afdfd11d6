#include "viz/kit/listing.h"

#include <algorithm>
#include <deque>
#include <set>
#include <sstream>
#include <string_view>

#include "engine/counters/branch_sites.h"
#include "engine/listing/plain_cuda.h"
#include "engine/request/catalogue.h"
#include "engine/source/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kRemembered = 8;

/// Steps without a condition have no line of their own in plain CUDA; the next line stands for them.
struct Statement {
  std::uint32_t first = 0, last = 0;  ///< lines of the kernel's file
  const LineCounts* counts = nullptr;
};

std::vector<Statement> statements_of(const KernelInfo& kernel, const std::vector<LineCounts>& counts) {
  std::vector<Statement> statements;
  for (const StepLine& line : step_lines(kernel))
    statements.push_back({line.line, line.alone ? line.line + 1 : line.last_line, at_line(counts, line.line)});
  // Steps that a word of the vocabulary makes, such as the shuffles of cta.reduce_warp.
  for (const LineCounts& entry : counts)
    if (std::none_of(statements.begin(), statements.end(),
                     [&](const Statement& statement) { return statement.first == entry.line; }))
      statements.push_back({entry.line, entry.line, &entry});
  return statements;
}

void add_counts(LineCounts& sum, const LineCounts& other) {
  sum.steps.insert(sum.steps.end(), other.steps.begin(), other.steps.end());
  sum.active_threads += other.active_threads;
  sum.divergent_warps += other.divergent_warps;
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind) sum.accesses[kind] += other.accesses[kind];
}

/// Puts each entry on the first line of the listing that restates its line of the file.
void place_counts(ListedKernel& listed, const Listing& listing, const std::vector<LineCounts>& counts) {
  for (const LineCounts& entry : counts) {
    const unsigned at = listing.line_of(entry.line);
    if (at == 0) continue;
    std::optional<LineCounts>& place = listed.lines[at - 1].counts;
    if (place)
      add_counts(*place, entry);
    else
      place = entry;
  }
}

/// A user's file as it is.
Listing own_listing(const KernelInfo& kernel) {
  Listing listing{kernel.file_text, {}};
  const auto lines = std::count(listing.text.begin(), listing.text.end(), '\n') + 1;
  for (long line = 1; line <= lines; ++line) listing.file_lines.push_back(static_cast<unsigned>(line));
  return listing;
}

/// Each at every line that takes part in it.
void place_mistakes(ListedKernel& listed, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    for (const unsigned line : std::set(finding.lines.begin(), finding.lines.end()))
      if (line > 0 && line <= listed.lines.size()) listed.lines[line - 1].mistakes.push_back(finding.sentence);
}

/// The first mistake; where there is none, the kernel.
std::size_t start_of(const ListedKernel& listed, const std::string& text, const OwnKernel& own) {
  const auto wrong = std::find_if(listed.lines.begin(), listed.lines.end(),
                                  [](const ListingLine& line) { return !line.mistakes.empty(); });
  if (wrong != listed.lines.end()) return static_cast<std::size_t>(wrong - listed.lines.begin());
  const std::string name = own.name.substr(0, own.name.find('<'));
  for (const ScannedKernel& kernel : scan_kernels(text))
    if (kernel.name == name && kernel.line <= listed.lines.size()) return kernel.line - 1;
  return 0;
}

ListedKernel make_listing(const Run& run) {
  const KernelInfo& kernel = entry_info(run.launch.entry);
  const Listing listing = kernel.own
                              ? own_listing(kernel)
                              : plain_cuda_listing(kernel, run.request.op, run.request.type, run.launch.combining);
  const auto counts = run.trace ? line_counts(*run.trace, run.request.block) : std::vector<LineCounts>();
  const auto statements = statements_of(kernel, counts);
  ListedKernel result;
  std::istringstream text(listing.text);
  for (std::string words; std::getline(text, words);) {
    ListingLine line{highlight(words), words.size(), listing.file_lines[result.lines.size()], std::nullopt, {}, {}};
    for (const Statement& statement : statements)
      if (statement.counts && line.file_line >= statement.first && line.file_line <= statement.last)
        line.steps.insert(line.steps.end(), statement.counts->steps.begin(), statement.counts->steps.end());
    std::sort(line.steps.begin(), line.steps.end());
    if (!kernel.own && (words.starts_with("__global__") || words.starts_with("template <unsigned")))
      if (result.body == 0) result.body = result.lines.size();
    result.lines.push_back(std::move(line));
  }
  place_counts(result, listing, counts);
  place_mistakes(result, run.findings);
  result.start = kernel.own ? start_of(result, listing.text, *kernel.own) : result.body;
  return result;
}

}  // namespace

std::shared_ptr<const ListedKernel> listed(const Run& run) {
  struct Entry {
    std::weak_ptr<const Trace> trace;
    RunRequest request;
    std::shared_ptr<const ListedKernel> listed;
  };
  thread_local std::deque<Entry> remembered;
  for (const Entry& entry : remembered)
    if (entry.trace.lock() == run.trace && entry.request == run.request) return entry.listed;
  remembered.push_front({run.trace, run.request, std::make_shared<const ListedKernel>(make_listing(run))});
  if (remembered.size() > kRemembered) remembered.pop_back();
  return remembered.front().listed;
}

std::optional<std::uint32_t> step_from(const ListingLine& line, std::uint32_t position) {
  if (line.steps.empty()) return std::nullopt;
  const auto next = std::lower_bound(line.steps.begin(), line.steps.end(), position);
  return next == line.steps.end() ? line.steps.front() : *next;
}

std::vector<CodePiece> wrapped(const ListingLine& line, std::size_t room, bool is_narrow) {
  constexpr std::size_t kLeast = 6;
  std::string text;
  for (const TokenSpan& span : line.spans) text += span.text;
  const std::size_t lead = std::min(text.find_first_not_of(' '), text.size());
  std::vector<CodePiece> pieces;
  const std::size_t kept = is_narrow ? lead / 2 : lead;
  std::size_t indent = kept;
  for (std::size_t begin = lead; begin < text.size();) {
    const std::size_t most = std::max(kLeast, room - std::min(room, indent));
    std::size_t end = std::min(text.size(), begin + most);
    if (end < text.size())
      for (std::size_t at = end; at > begin + most / 2; --at)
        if (std::string_view(" ,;(").find(text[at - 1]) != std::string_view::npos) {
          end = at;
          break;
        }
    pieces.push_back({begin, end, indent});
    begin = std::min(text.find_first_not_of(' ', end), text.size());
    indent = kept + 2;
  }
  if (pieces.empty()) pieces.push_back({});
  return pieces;
}

}  // namespace lanescope
