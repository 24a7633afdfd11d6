#include "engine/request/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/nearest_name.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/ops.h"
#include "engine/workload/workload.h"
#include "kernel_texts.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

/// The text after `// label` at the head of a kernel's file, its lines joined.
std::string head_comment(std::string_view text, std::string_view label) {
  const auto begin = text.find(fmt::format("// {}", label));
  if (begin == std::string_view::npos) return {};
  const auto start = begin + 3 + label.size();
  const auto end = text.find('\n', start);
  std::string sentence(text.substr(start, end - start));
  sentence.erase(0, sentence.find_first_not_of(' '));
  return sentence;
}

template <class Kernel>
KernelInfo info_of() {
  KernelInfo info{Kernel::facts};
  if (!info.coarsens) info.max_coarse_factor = 1;
  if constexpr (HasEntries<Kernel>)
    for_each_kernel(typename Kernel::Entries{},
                    [&]<class Entry>(Entry) { info.entries.push_back(Entry::facts.id); });
  const std::string file_name = fmt::format("/{}.h", info.id);
  for (const auto& file : kernel_texts::kFiles) {
    if (!std::string_view(file.path).ends_with(file_name)) continue;
    info.file = file.path;
    info.file_text = file.text;
  }
  info.lesson = head_comment(info.file_text, "Lesson:");
  info.watch = head_comment(info.file_text, "Watch:");
  return info;
}

/// The first workload of the same group.
Workload first_of_group(Workload workload) {
  auto first = Workload{};
  while (!same_group(first, workload)) first = static_cast<Workload>(static_cast<unsigned char>(first) + 1);
  return first;
}

/// Groups and workloads become neighbours in the order of the workloads; the kernels of one stay in that of the
/// ladder.
void put_together(std::vector<KernelInfo>& infos) {
  const auto place = [](const KernelInfo& info) { return std::pair(first_of_group(info.workload), info.workload); };
  std::stable_sort(infos.begin(), infos.end(),
                   [&](const KernelInfo& a, const KernelInfo& b) { return place(a) < place(b); });
}

std::vector<KernelInfo> make_kernels() {
  std::vector<KernelInfo> infos;
  for_each_kernel(HostKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  for (auto& info : infos) info.on_host = true;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  const auto first_library = static_cast<std::ptrdiff_t>(infos.size());
  for_each_kernel(LibraryKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  std::for_each(infos.begin() + first_library, infos.end(), [](KernelInfo& info) { info.is_library = true; });
  for_each_kernel(ArrayKernels{}, [&]<class Kernel>(Kernel) { infos.push_back(info_of<Kernel>()); });
  put_together(infos);
  return infos;
}

/// The latest first. Others keep references to them.
struct OwnKernels {
  std::mutex mutex;
  std::list<KernelInfo> infos;
};

OwnKernels& own_kernels() {
  static OwnKernels kernels;
  return kernels;
}

}  // namespace

const KernelInfo* find_own_kernel(std::string_view id) {
  OwnKernels& own = own_kernels();
  const std::lock_guard lock(own.mutex);
  const auto found =
      std::find_if(own.infos.begin(), own.infos.end(), [&](const KernelInfo& info) { return info.id == id; });
  return found == own.infos.end() ? nullptr : &*found;
}

const KernelInfo& add_own_kernel(std::shared_ptr<const OwnKernel> kernel, Workload workload) {
  KernelInfo info;
  info.id = kernel->id;
  info.title = kernel->name;
  info.source = kernel->file_name;
  info.file = kernel->path;
  info.file_text = kernel->text;
  info.workload = workload;
  info.grid = GridRule::chosen;
  info.combining = Combining::host;
  // What is known of its rounding: a thread takes its share, and one thread may take what the others of its block
  // have.
  info.tail = BlockTail::serial;
  info.max_coarse_factor = kMaxCoarseFactor;
  info.coarsens = true;
  info.own = std::move(kernel);
  OwnKernels& own = own_kernels();
  const std::lock_guard lock(own.mutex);
  return own.infos.emplace_front(std::move(info));
}

std::span<const KernelInfo> all_kernels() {
  static const std::vector<KernelInfo> infos = make_kernels();
  return infos;
}

std::span<const KernelInfo> all_entries() {
  static const std::vector<KernelInfo> entries = [] {
    std::vector<KernelInfo> infos;
    for_each_traced_kernel([&]<class Kernel>(Kernel) {
      if constexpr (HasEntries<Kernel>)
        for_each_kernel(typename Kernel::Entries{}, [&]<class Entry>(Entry) {
          const auto is_known = [](const KernelInfo& info) { return info.id == Entry::facts.id; };
          if (std::none_of(infos.begin(), infos.end(), is_known)) infos.push_back(info_of<Entry>());
        });
    });
    return infos;
  }();
  return entries;
}

std::span<const KernelInfo> kernels_of(Workload workload) {
  const auto infos = all_kernels();
  const auto is_of = [&](const KernelInfo& info) { return info.workload == workload; };
  const auto first = std::find_if(infos.begin(), infos.end(), is_of);
  return {first, std::find_if_not(first, infos.end(), is_of)};
}

std::span<const KernelInfo> reductions() {
  return kernels_of(Workload::reduction);
}

std::span<const KernelInfo> array_kernels() {
  return all_kernels().subspan(reductions().size());
}

const std::vector<KernelGroup>& kernel_groups() {
  static const std::vector<KernelGroup> groups = [] {
    std::vector<KernelGroup> found;
    for (const KernelInfo& info : all_kernels()) {
      if (found.empty() || !same_group(found.back().kernels.front().workload, info.workload))
        found.push_back({title_of(info.workload), std::span<const KernelInfo>(&info, std::size_t{0})});
      auto& kernels = found.back().kernels;
      kernels = {kernels.data(), kernels.size() + 1};
    }
    return found;
  }();
  return groups;
}

const KernelGroup& group_of(const KernelInfo& kernel) {
  const auto& groups = kernel_groups();
  return *std::find_if(groups.begin(), groups.end(), [&](const KernelGroup& group) {
    return same_group(group.kernels.front().workload, kernel.workload);
  });
}

std::string kernel_ids(const std::function<bool(const KernelInfo&)>& fits) {
  std::string ids;
  for (const KernelInfo& info : all_kernels())
    if (fits(info)) ids.append(ids.empty() ? "" : ", ").append(info.id);
  return ids;
}

const KernelInfo& kernel_info(std::string_view id) {
  const auto infos = all_kernels();
  const auto found =
      std::find_if(infos.begin(), infos.end(), [&](const KernelInfo& info) { return info.id == id; });
  if (found != infos.end()) return *found;
  if (const KernelInfo* own = find_own_kernel(id)) return *own;
  std::vector<std::string> ids;
  for (const KernelInfo& info : infos) ids.emplace_back(info.id);
  throw Error(ErrorKind::usage,
              Sentence("KERNEL '{}': there is no such kernel; did you mean {}? `lanescope list` shows all {}.", id,
                       fmt::format("{}", fmt::join(nearest_names(id, ids), " or ")), ids.size()));
}

bool is_part(std::string_view entry) {
  const auto entries = all_entries();
  return std::any_of(entries.begin(), entries.end(), [&](const KernelInfo& info) { return info.id == entry; });
}

const KernelInfo& entry_info(std::string_view entry) {
  const auto entries = all_entries();
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const KernelInfo& info) { return info.id == entry; });
  return found != entries.end() ? *found : kernel_info(entry);
}

bool uses_shared_memory(const KernelInfo& kernel) {
  return kernel.shared_per_thread > 0 || kernel.shared_per_element > 0 || kernel.shared_per_block > 0;
}

std::vector<Combining> combinings_of(const KernelInfo& kernel) {
  if (kernel.any_combining) return {Combining::atomic, Combining::relaunch, Combining::host};
  return {kernel.combining};
}

}  // namespace lanescope
