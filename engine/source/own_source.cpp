#include "engine/source/own_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <initializer_list>
#include <mutex>
#include <string_view>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/own_launch.h"
#include "engine/source/compile.h"
#include "engine/source/launchers.h"
#include "engine/source/own_words.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/sized_block.h"
#include "engine/source/source_folder.h"
#include "engine/source/stated_options.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kFirstWidth = 64;

/// Those that are known, the latest first.
struct KnownSources {
  std::mutex mutex;
  std::deque<std::pair<OwnSource, const KernelInfo*>> list;
  std::size_t texts_of(const std::string& base) const {
    return static_cast<std::size_t>(std::count_if(list.begin(), list.end(), [&](const auto& one) {
      return one.second->id == base || one.second->id.starts_with(base + " #");
    }));
  }
};

KnownSources& known_sources() {
  static KnownSources sources;
  return sources;
}

bool is_same(const OwnSource& a, const OwnSource& b) {
  const bool alike = a.like == b.like || (a.like && b.like && *a.like == *b.like);
  return alike && a.name == b.name && a.path == b.path && a.text == b.text && a.kernel == b.kernel &&
         a.is_launcher == b.is_launcher && a.workload == b.workload;
}

std::shared_ptr<OwnKernel> uncompiled(const OwnSource& source, const std::string& id) {
  auto kernel = std::make_shared<OwnKernel>();
  kernel->id = id;
  kernel->name = source.kernel.empty() ? "main" : source.kernel;
  kernel->path = source.path.empty() ? "/" + source.name : source.path;
  kernel->file_name = source.name;
  kernel->has_file = !source.path.empty();
  kernel->text = source.text;
  kernel->is_program = source.is_program();
  kernel->is_launcher = source.is_launcher;
  kernel->is_free = kernel->is_program || !source.workload;
  kernel->like = source.like;
  return kernel;
}

std::optional<Workload> workload_named(const std::string& name, const std::string& shown) {
  if (name == "free") return std::nullopt;
  const auto names = workload_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw Error(ErrorKind::usage,
                Sentence("{}: its line '// lanescope:' says --as {}; it must be free or one of {}.", shown,
                         printable(name), fmt::format("{}", fmt::join(names, ", "))));
  return static_cast<Workload>(found - names.begin());
}

bool has_any_part(std::string words, std::initializer_list<std::string_view> parts) {
  std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return words.find(part) != std::string::npos; });
}

/// As a reduction is.
bool is_in_one_direction(const std::string& text, const std::string& kernel) {
  const std::vector<ScannedKernel> kernels = scan_kernels(text);
  return std::none_of(kernels.begin(), kernels.end(), [&](const ScannedKernel& one) {
    return one.name == kernel.substr(0, kernel.find('<')) &&
           (one.threads[1] || one.threads[2] || one.blocks[1] || one.blocks[2]);
  });
}

/// Whether anything in the text brings together what several threads have, without which the threads of a kernel
/// work alone, as those that each add a row.
bool may_combine_threads(const std::string& text) {
  constexpr std::string_view kWords[] = {"__shared__",         "atomic", "__shfl", "__reduce_",
                                         "cooperative_groups", "cub::"};
  const std::string code = code_of(text);
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return code.find(word) != std::string::npos; });
}

/// By its declaration, as it stands in the text.
ElementType declared_type(const OwnSource& source) {
  for (const ScannedKernel& kernel : scan_kernels(source.text)) {
    if (kernel.name != source.kernel.substr(0, source.kernel.find('<'))) continue;
    const std::string& type = kernel.first_pointer;
    const auto has = [&](const char* word) {
      return type.find(word) != std::string::npos ||
             (kernel.is_template && source.kernel.find(word) != std::string::npos);
    };
    return has("double")  ? ElementType::float64
           : has("float") ? ElementType::float32
           : has("int")   ? ElementType::int32
                          : ElementType::float32;
  }
  return ElementType::float32;
}

}  // namespace

const KernelInfo& know_own_source(const OwnSource& source) {
  KnownSources& known = known_sources();
  const std::lock_guard lock(known.mutex);
  for (const auto& [one, info] : known.list)
    if (is_same(one, source)) return *info;
  std::string id = source.name + ":" + (source.kernel.empty() ? "main" : printable(source.kernel)) +
                   (source.is_program() ? "()" : "");
  if (const std::size_t texts = known.texts_of(id); texts > 0) id += fmt::format(" #{}", texts + 1);
  const KernelInfo& info = add_own_kernel(uncompiled(source, id), source.workload.value_or(Workload::reduction));
  known.list.emplace_front(source, &info);
  return info;
}

OwnSource own_source_of(const KernelInfo& kernel) {
  const OwnKernel& own = *kernel.own;
  OwnSource source{own.file_name,   own.has_file ? own.path : "",
                   own.text,        own.has_arguments() ? own.name : "",
                   own.is_launcher, {},
                   own.like};
  if (!own.is_free) source.workload = kernel.workload;
  return source;
}

void compile_if_needed(std::string_view id, Progress& progress) {
  const KernelInfo& info = kernel_info(id);
  if (!info.own || !info.own->library.empty()) return;
  stated_options(info.own->text, info.own->file_name);  // a wrong line is a mistake, as on the command line
  add_own_kernel(compile_known_kernel(*info.own, progress), info.workload);
}

OwnFile own_file_of(std::string name, std::string text) {
  OwnFile file;
  file.name = printable(name);
  file.text = std::move(text);
  for (const ScannedKernel& kernel : scan_kernels(file.text))
    file.kernels.push_back(kernel.name + (kernel.is_template ? "<" : ""));
  file.has_main = has_main(file.text);
  if (!file.has_main)
    for (const ScannedKernel& launcher : scan_launchers(file.text)) file.launchers.push_back(launcher.name);
  return file;
}

OwnFile read_own_file(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  OwnFile file = own_file_of(whole.filename().string(), read_source(path));
  file.path = whole.string();
  return file;
}

bool is_named_otherwise(const std::string& words, Op op) {
  return has_any_part(words, {"scan", "prefix", "hist", "sort"}) ||
         (op == Op::sum && has_any_part(words, {"min", "max"}));
}

bool is_named_a_reduction(const std::string& words) {
  return has_any_part(words, {"reduc", "sum"});
}

OwnSource source_in(const OwnFile& file, const std::string& kernel) {
  OwnSource source{file.name, file.path, file.text, kernel};
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), kernel) != names.end();
  };
  source.is_launcher = has(file.launchers) && !has(file.kernels);
  if (source.is_program()) return source;
  const bool alone = file.kernels.size() == 1;
  if (is_named_a_reduction(alone ? kernel + " " + file.name : kernel) && !is_named_otherwise(kernel, Op::sum) &&
      is_in_one_direction(file.text, kernel) && may_combine_threads(file.text))
    source.workload = Workload::reduction;
  for (const auto& [option, value] : stated_options(file.text, printable(file.name)))
    if (option == "--as") source.workload = workload_named(value, printable(file.name));
  return source;
}

RunRequest first_request(const OwnSource& source) {
  RunRequest request;
  request.kernel = know_own_source(source).id;
  request.detail = Detail::full;
  request.n = facts_of(source.workload.value_or(Workload::reduction)).of_matrices() ? kFirstWidth : kUsualOwnN;
  if (source.kernel.empty()) return request;
  request.type = declared_type(source);
  const auto stated = stated_options(source.text, printable(source.name));
  request.own.takes_fewer =
      std::none_of(stated.begin(), stated.end(), [](const auto& option) { return option.first == "--n"; });
  if (const auto block = source.is_launcher ? std::nullopt : block_in_text(source.text, source.kernel)) {
    read_stated_option("--block", *block, request);
    request.own.is_block_open =
        std::none_of(stated.begin(), stated.end(), [](const auto& option) { return option.first == "--block"; });
  }
  for (const auto& [option, value] : stated) read_stated_option(option, value, request);
  return request;
}

}  // namespace lanescope
