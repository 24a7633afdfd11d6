// A text of a .cu file that is made known before it is compiled, as the window and its sessions bring them: so it
// can be asked for at once, and is compiled by whoever runs it. Each text is a kernel of its own, so that what an
// earlier one did can still be shown.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/request/catalogue.h"

namespace lanescope {

struct OwnSource {
  std::string name;                             ///< of the file, without folders, printable: "reduce.cu"
  std::string path;                             ///< of the file; empty: the text is in none
  std::string text;                             ///< without carriage returns
  std::string kernel;                           ///< with its template arguments; empty: the program of its main()
  bool is_launcher = false;                     ///< `kernel` is a function of the host that launches kernels
  std::optional<Workload> workload = {};        ///< what its result is judged as; none: it is not judged
  std::shared_ptr<const RunRequest> like = {};  ///< see OwnKernel

  bool is_program() const { return kernel.empty() || is_launcher; }
};

/// Puts it into the catalogue; the same source is the same kernel. Its id is the file and the kernel, with a number
/// behind it for every later text of those. Nothing is compiled. Thread-safe.
const KernelInfo& know_own_source(const OwnSource& source);

/// What a kernel of the catalogue was made of. It must be a user's.
OwnSource own_source_of(const KernelInfo& kernel);

/// Compiles the kernel of that id if it is a user's and has not been compiled. Throws Error (usage, as SourceError
/// where it is about the text; unavailable), Cancelled.
void compile_if_needed(std::string_view id, Progress& progress);

/// A file with all its kernels. Throws Error(usage) for what is no text or cannot be read.
struct OwnFile {
  std::string name, path, text;
  std::vector<std::string> kernels;    ///< names, in their order; of templates with "<" behind
  std::vector<std::string> launchers;  ///< functions of the host that launch them, of a file without a main()
  bool has_main = false;

  std::size_t choices() const { return kernels.size() + launchers.size() + (has_main ? 1 : 0); }
};
OwnFile read_own_file(const std::string& path);
/// The same of a text that is in no file.
OwnFile own_file_of(std::string name, std::string text);

/// The source of one of its kernels or launchers; of "" the program. What it is judged as follows from its line
/// `// lanescope: --as ...`, else from its name, or its file's if it is alone there, if anything in the file brings
/// together what several threads have; else it is not judged.
OwnSource source_in(const OwnFile& file, const std::string& kernel);

/// By words in it: "reduce", "blockSum".
bool is_named_a_reduction(const std::string& words);

/// As a scan or a histogram is, or a minimum where the operator is a sum.
bool is_named_otherwise(const std::string& words, Op op);

/// How it is launched first: what its lines `// lanescope:` state, else the defaults. Throws Error(usage).
RunRequest first_request(const OwnSource& source);

}  // namespace lanescope
