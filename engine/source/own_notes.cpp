#include "engine/source/own_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace lanescope {

std::vector<Sentence> notes_of(const OwnKernel& own) {
  std::vector<Sentence> notes;
  for (const std::string& name : own.needed_defines)
    notes.push_back(Sentence(
        "{} is defined, as by its build: nothing in the file defines it, and without it {} is left out. A line "
        "'// lanescope: --define {}=VALUE' says another value.",
        name, own.name, name));
  if (!own.missing_headers.empty())
    notes.push_back(
        Sentence("Not there, and taken for empty: {}.", fmt::format("{}", fmt::join(own.missing_headers, ", "))));
  if (own.host_error.empty() || !own.missing_headers.empty()) return notes;
  const Sentence error = Sentence::word(own.host_error);
  notes.push_back(
      own.is_launcher
          ? Sentence("Functions of the host that it does not call do not compile, and are left out: {}", error)
          : Sentence("The functions of the host do not compile, and are left out: {}", error));
  return notes;
}

}  // namespace lanescope
