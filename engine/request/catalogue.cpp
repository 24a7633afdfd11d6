#include "engine/request/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/base/error.h"
#include "engine/base/nearest_name.h"
#include "engine/workload/workload.h"
#include "kernel_texts.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

/// The text after `// label` at the head of a kernel's file, its lines joined.
std::string head_comment(const std::string& text, const std::string& label) {
  const auto begin = text.find("// " + label);
  if (begin == std::string::npos) return {};
  const auto start = begin + 3 + label.size();
  const auto end = text.find('\n', start);
  std::string sentence = text.substr(start, end - start);
  sentence.erase(0, sentence.find_first_not_of(' '));
  return sentence;
}

template <class Kernel>
KernelInfo info_of() {
  const auto& facts = Kernel::facts;
  KernelInfo info;
  info.id = facts.id;
  info.title = facts.title;
  info.source = facts.source;
  info.elements_per_thread = facts.elements_per_thread;
  info.shared_per_thread = facts.shared_per_thread;
  info.shared_per_element = facts.shared_per_element;
  info.shared_per_block = facts.shared_per_block;
  info.coarsens = facts.coarsens;
  if (facts.fine_partner) info.fine_partner = facts.fine_partner;
  info.destroys_input = facts.destroys_input;
  info.unrolled = facts.unrolled;
  info.vectorized = facts.vectorized;
  info.known_factor = facts.known_factor;
  info.grid = facts.grid;
  info.combining = facts.combining;
  info.any_combining = facts.any_combining;
  info.serial_tail = facts.serial_tail;
  info.warp_tail = facts.warp_tail;
  info.workload = facts.workload;
  info.max_coarse_factor = facts.coarsens ? facts.max_coarse_factor : 1;
  const std::string file_name = "/" + info.id + ".h";
  for (const auto& file : kernel_texts::kFiles) {
    const std::string_view path = file.path;
    if (path.size() < file_name.size() || path.substr(path.size() - file_name.size()) != file_name) continue;
    info.file = file.path;
    info.file_text = file.text;
  }
  info.lesson = head_comment(info.file_text, "Lesson:");
  info.watch = head_comment(info.file_text, "Watch:");
  return info;
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
  return infos;
}

}  // namespace

std::span<const KernelInfo> all_kernels() {
  static const std::vector<KernelInfo> infos = make_kernels();
  return infos;
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
      const auto title = title_of(info.workload);
      if (found.empty() || found.back().title != title) found.push_back({title, {&info, 0}});
      auto& kernels = found.back().kernels;
      kernels = {kernels.data(), kernels.size() + 1};
    }
    return found;
  }();
  return groups;
}

const KernelGroup& group_of(const KernelInfo& kernel) {
  const auto& groups = kernel_groups();
  return *std::find_if(groups.begin(), groups.end(),
                       [&](const KernelGroup& group) { return group.title == title_of(kernel.workload); });
}

std::string kernel_ids(const std::function<bool(const KernelInfo&)>& fits) {
  std::string ids;
  for (const KernelInfo& info : all_kernels())
    if (fits(info)) ids += (ids.empty() ? "" : ", ") + info.id;
  return ids;
}

std::uint64_t default_n(Workload workload) {
  return workload == Workload::matrix_product ? 256 : RunRequest{}.n;
}

ElementType default_type(Workload workload) {
  return facts_of(workload).of_float32 ? ElementType::float32 : types_of(workload).front();
}

const KernelInfo& kernel_info(std::string_view id) {
  const auto infos = all_kernels();
  const auto found =
      std::find_if(infos.begin(), infos.end(), [&](const KernelInfo& info) { return info.id == id; });
  if (found != infos.end()) return *found;
  std::vector<std::string> ids;
  for (const KernelInfo& info : infos) ids.push_back(info.id);
  throw Error(ErrorKind::usage,
              Sentence("KERNEL '{}': there is no such kernel; did you mean {}? All {} are in the list of "
                       "`lanescope list`.",
                       id, fmt::format("{}", fmt::join(nearest_names(id, ids), " or ")), ids.size()));
}

std::vector<Combining> combinings_of(const KernelInfo& kernel) {
  if (kernel.any_combining) return {Combining::atomic, Combining::relaunch, Combining::host};
  return {kernel.combining};
}

}  // namespace lanescope
