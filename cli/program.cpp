#include "cli/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <iostream>

#include "cli/watched_run.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/catalogue.h"
#include "engine/trace/refused_call.h"

namespace lanescope {
namespace {

constexpr const char* kPretended =
    "It ran on the emulator, as on an NVIDIA H100; times that it printed are those of the emulator.";
constexpr const char* kMeasured = "Times are those of each launch alone, once, by events before and behind it.";

std::string kernel_name(const Run& run, const RunLaunch& launch) {
  return launch.launch.entry.substr(std::min(run.request.kernel.size() + 1, launch.launch.entry.size()));
}

/// A launch in a stream that was being captured has no time.
std::string time_of_launch(const Run& run, std::size_t index) {
  const double time_us = run.timing->launch_us[index];
  return std::isnan(time_us) ? "-" : fmt::format("{:.2f} us", time_us);
}

/// Launches that follow each other and differ in nothing that the list shows, as in programs that measure, have one
/// row: where the one that begins here ends.
std::size_t end_of_row(const Run& run, std::size_t begin) {
  const LaunchConfig& first = run.launches[begin].launch;
  std::size_t end = begin + 1;
  const auto is_alike = [&](const LaunchConfig& other) {
    return other.entry == first.entry && other.grid_dim == first.grid_dim && other.block_dim == first.block_dim;
  };
  while (!run.timing && end < run.launches.size() && is_alike(run.launches[end].launch) &&
         run.launches[end].checked_blocks == run.launches[begin].checked_blocks)
    ++end;
  return end;
}

std::string launches_text(const Run& run) {
  const bool is_checked = is_checked_in_part(run);
  std::vector<Table::Column> columns = {{"launch"}, {"kernel", true}, {"grid"}, {"block"}};
  if (run.timing) columns.push_back({"time"});
  if (is_checked) columns.push_back({"blocks checked"});
  Table table(columns);
  for (std::size_t i = 0, end = 0; i < run.launches.size(); i = end) {
    const RunLaunch& launch = run.launches[i];
    end = end_of_row(run, i);
    const std::string numbers = std::to_string(i + 1) + (end == i + 1 ? "" : fmt::format("-{}", end));
    std::vector<std::string> cells = {numbers, kernel_name(run, launch), grouped(launch.launch.grid_dim),
                                      std::to_string(launch.launch.block_dim)};
    if (run.timing) cells.push_back(time_of_launch(run, i));
    if (is_checked) cells.push_back(grouped(launch.checked_blocks));
    table.add(std::move(cells));
  }
  std::string text = table.text();
  if (run.launch_count > run.launches.size())
    text += fmt::format("The list has the first {} of {} launches.\n", grouped(run.launches.size()),
                        grouped(run.launch_count));
  return text;
}

/// Files that it wrote are gone.
std::string unkept_text(const Run& run) {
  if (run.unkept_files.empty()) return "";
  return fmt::format("What it wrote into files is not kept: {}.\n", fmt::join(run.unkept_files, ", "));
}

/// Of a program that would take too long otherwise.
std::string watched_text(const Run& run) {
  if (run.partly_watched_launches == 0) return "";
  return fmt::format(
      "Launches in which loads were looked at in some blocks only, which is faster: {} of {}. 'lanescope check "
      "FILE.cu --main' looks at more.\n",
      grouped(run.partly_watched_launches), grouped(run.launch_count));
}

std::string printed_lines_text(const Run& run) {
  std::string text;
  for (const std::string& line : run.printed) text += line + '\n';
  return text;
}

std::string seen_by_checks_text(const Run& run) {
  if (run.seen_by_checks.empty()) return "";
  const std::string lines = finding_lines(run.seen_by_checks);
  if (!run.findings.empty()) return "Checks find this, too:\n" + lines;
  return fmt::format("With checks it has {}; what it printed may be wrong because of that:\n{}",
                     count_with_noun(mistakes_of(run.seen_by_checks).size(), "finding"), lines);
}

OrderedJson program_json(const Run& run, bool traced) {
  OrderedJson json = {{"kernel", printable(run.request.kernel)},
                      {"backend", run.provenance.backend},
                      {"kind", name_of(run.provenance.kind)},
                      {"exit_code", run.findings.empty() ? OrderedJson(*run.exit_code) : OrderedJson(nullptr)},
                      {"printed", run.printed},
                      {"lost_lines", run.lost_lines},
                      {"unkept_files", run.unkept_files},
                      {"missing_files", run.missing_files},
                      {"refused_launches", texts_of(run.refused_launches)},
                      {"refused_allocations", texts_of(run.refused_allocations)}};
  json["findings"] = findings_json(run.findings);
  json["seen_by_checks"] = findings_json(run.seen_by_checks);
  json["launch"] = run.request.launch;
  json["launch_count"] = run.launch_count;
  json["partly_watched_launches"] = run.partly_watched_launches;
  json["launches"] = launches_json(run, traced);
  return json;
}

int exit_code_of(const Run& run) {
  return run.findings.empty() && *run.exit_code == 0 ? 0 : 1;
}

void say_how_it_ended(const Run& run) {
  for (const Finding& finding : run.findings) say(finding.sentence.text());
  if (run.findings.empty() && *run.exit_code != 0) say(how_it_ended_text(run));
}

/// What of a check is missing, and what to do about it.
std::vector<std::string> why_checked_in_part(const Run& run) {
  std::vector<std::string> sentences;
  if (run.partly_checked_launches > 0)
    sentences.push_back(fmt::format(
        "Checks take long, so not all blocks were checked in {} of {}{}.", grouped(run.partly_checked_launches),
        count_with_noun(run.launch_count, "launch"), run.stopped ? "" : ": the others ran without"));
  if (!run.refused_allocations.empty())
    sentences.emplace_back(
        "What the program does with memory for which the emulator has no room was not looked at.");
  if (run.stopped) sentences.push_back("What comes behind was not looked at: " + run.stopped->text());
  sentences.emplace_back(
      "To have all of it checked, give the program smaller sizes, by words behind --main if it takes any, or in "
      "its text.");
  return sentences;
}

}  // namespace

std::string how_it_ended_text(const Run& run) {
  return fmt::format("{}: {}() ended with {}.", printable(run.request.kernel),
                     kernel_info(run.request.kernel).own->name, *run.exit_code);
}

bool is_checked_in_part(const Run& run) {
  return run.request.own.checks &&
         (run.partly_checked_launches > 0 || run.stopped || !run.refused_allocations.empty());
}

std::string checked_part_text(const Run& run) {
  if (!is_checked_in_part(run)) return "";
  return (run.launches.empty() ? "" : launches_text(run)) +
         fmt::format("{}\n", fmt::join(why_checked_in_part(run), "\n"));
}

OrderedJson refused_calls_json(const Run& run) {
  OrderedJson calls = OrderedJson::array();
  for (const RefusedCall& call : run.refused_launches)
    calls.push_back({{"kind", "refused"},
                     {"lines", call.line > 0 ? std::vector{call.line} : std::vector<unsigned>{}},
                     {"message", call.sentence.text()}});
  return calls;
}

OrderedJson checked_part_json(const Run& run) {
  OrderedJson launches = launches_json(run, false);
  for (std::size_t i = 0; i < launches.size(); ++i) launches[i]["checked_blocks"] = run.launches[i].checked_blocks;
  return {{"kind", "partial"},
          {"message", fmt::format("{}", fmt::join(why_checked_in_part(run), " "))},
          {"stopped", run.stopped ? OrderedJson(run.stopped->text()) : OrderedJson(nullptr)},
          {"refused_allocations", texts_of(run.refused_allocations)},
          {"launch_count", run.launch_count},
          {"partly_checked_launches", run.partly_checked_launches},
          {"launches", std::move(launches)}};
}

std::string not_launched_text(const Run& run) {
  std::string text = run.launch_count > 0           ? ""
                     : run.refused_launches.empty() ? "It launched no kernel of its own.\n"
                                                    : "No kernel of its own ran.\n";
  for (const std::string& call : texts_of(run.refused_launches)) text += "Refused, as by a GPU: " + call + "\n";
  for (const std::string& words : texts_of(run.refused_allocations))
    text += "The emulator has no room for an allocation, and a GPU may: " + words + "\n";
  if (!run.missing_files.empty())
    text += fmt::format("It asked for files that are not there, in the folder of its source: {}.\n",
                        fmt::join(run.missing_files, ", "));
  return text;
}

int show_program(const RunRequest& request, bool json) {
  const Run run = run_watched(request);
  if (json) {
    print_json(program_json(run, false));
  } else {
    std::cout << printed_lines_text(run) << lost_lines_text(run) << '\n'
              << unjudged_launch_text(run.request) << (run.launches.empty() ? "" : launches_text(run))
              << watched_text(run) << not_launched_text(run) << seen_by_checks_text(run) << unkept_text(run)
              << (run.timing ? provenance_text(run.provenance) + ". " + kMeasured : std::string(kPretended))
              << '\n';
  }
  say_how_it_ended(run);
  return exit_code_of(run);
}

int show_program_launch(const RunRequest& request, ProgramForm form) {
  const Run run = run_watched(request);
  if (request.launch > run.launches.size()) {
    say_how_it_ended(run);
    throw Error(ErrorKind::usage, fmt::format("--launch {}: the program made {}.", request.launch,
                                              count_with_noun(run.launches.size(), "launch")));
  }
  if (!run.trace) {
    say_how_it_ended(run);
    throw Error(ErrorKind::failed,
                fmt::format("--launch {}: it has no trace: it did not end, or it comes to more lines than a trace "
                            "holds.",
                            request.launch));
  }
  if (form == ProgramForm::csv) {
    std::cout << steps_csv(run);
  } else if (form == ProgramForm::json) {
    OrderedJson json = program_json(run, true);
    json["n"] = run.launch.n;
    json["grid_dim"] = run.launch.grid_dim;
    json["block_dim"] = run.launch.block_dim;
    json["block"] = block_json(run);
    json["totals"] = totals_json(run.metrics.totals);
    print_json(json);
  } else {
    std::cout << fmt::format("{}: grid {} x block {}{}; {}\n", printable(run.launch.entry),
                             grouped(run.launch.grid_dim), run.launch.block_dim, looked_at_text(run),
                             provenance_text(run.provenance))
              << block_text(run) << '\n'
              << totals_text(run) << printed_text(run);
  }
  say_how_it_ended(run);
  return exit_code_of(run);
}

}  // namespace lanescope
