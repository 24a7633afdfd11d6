#include "tests/own/stated_program.h"

#include <fstream>
#include <sstream>

#include "engine/source/own_run.h"

namespace lanescope {

StatedProgram stated(const std::string& name) {
  StatedProgram program;
  program.path = std::string(LANESCOPE_SOURCE_DIR) + "/tests/own/programs/" + name;
  std::ifstream file(program.path);
  for (std::string line; std::getline(file, line); program.text += line + "\n") {
    const auto behind = [&](const char* mark) {
      const std::string begin = std::string("// ") + mark + ": ";
      return line.starts_with(begin) ? line.substr(begin.size()) : std::string();
    };
    if (const std::string words = behind("expect"); !words.empty()) program.expects.push_back(words);
    if (const std::string words = behind("finding"); !words.empty()) program.findings.insert(words);
    if (const std::string words = behind("n"); !words.empty()) program.n = std::stoull(words);
    if (const std::string words = behind("as"); !words.empty()) program.as = words;
    std::istringstream words(behind("arguments"));
    for (std::string word; words >> word;) program.words.push_back(word);
  }
  return program;
}

std::string id_of_program(const StatedProgram& program) {
  Progress progress;
  return std::string(load_own_program(program.path, progress).id);
}

Run run_of_program(const StatedProgram& program, const std::string& id, bool checks, Detail detail) {
  Progress progress;
  RunRequest request;
  request.own.checks = checks;
  request.detail = detail;
  request.backend = BackendChoice::emulator;
  request.kernel = id;
  request.own.words = program.words;
  return run(request, progress);
}

Run run_plainly(const std::string& name) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(stated(name).path, progress).id;
  request.backend = BackendChoice::emulator;
  return run(request, progress);
}

}  // namespace lanescope
