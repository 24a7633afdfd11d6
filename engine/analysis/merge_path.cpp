#include "engine/analysis/merge_path.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

/// The next output's place from this one's.
std::pair<std::uint64_t, std::uint64_t> corner_after(const MergeStep& step, bool from_a) {
  return {step.a + (from_a ? 1 : 0), step.b + (from_a ? 0 : 1)};
}

/// Follows one thread through its program.
class MergingThread {
 public:
  MergingThread(std::uint32_t thread, MergePath& path) : thread_(thread), path_(path) {}

  /// False if this is no merge.
  bool take(std::int32_t step, const ElementUse& use) {
    if (lost_) return true;
    if (use.array == ArrayId::output) return writes(use.kind) && write(step, use.element);
    const bool of_a = use.array == ArrayId::input;
    if ((!of_a && use.array != ArrayId::second_input) || writes(use.kind)) return false;
    Loaded& loaded = of_a ? a_ : b_;
    loaded = {use.element, use.value, step, true};
    latest_is_a_ = of_a;
    const Loaded& other = of_a ? b_ : a_;
    if (last_ < 0 && other.known && other.step == step)
      path_.probes.push_back({thread_, step, a_.element, b_.element});
    (of_a ? a_since_ : b_since_) = true;
    return true;
  }

  /// What the last output was made of, if the thread's next loads or the values tell.
  void finish() {
    if (last_ >= 0 && !lost_)
      path_.steps[static_cast<std::size_t>(last_)].from_a = a_since_ ? true : b_since_ ? false : by_values();
  }

 private:
  struct Loaded {
    std::uint64_t element = 0;
    std::optional<double> value;
    std::int32_t step = 0;
    bool known = false;
  };

  bool write(std::int32_t step, std::uint64_t output) {
    // The loads for the first output are no probe.
    std::erase_if(path_.probes,
                  [&](const MergeProbe& p) { return last_ < 0 && p.thread == thread_ && p.step == step; });
    std::uint64_t a = 0, b = 0;
    if (last_ < 0) {
      if (!first_corner(output, a, b)) return false;
    } else {
      MergeStep& before = path_.steps[static_cast<std::size_t>(last_)];
      before.from_a = taken(before);
      lost_ = !before.from_a;
      if (lost_) return true;
      std::tie(a, b) = corner_after(before, *before.from_a);
      if (a + b != output) return false;
    }
    if (a > path_.a_size || b > path_.b_size) return false;
    last_ = static_cast<std::ptrdiff_t>(path_.steps.size());
    path_.steps.push_back({output, thread_, step, a, b, {}});
    a_since_ = b_since_ = false;
    return true;
  }

  /// The elements loaded last are the next of both arrays; of an array that is used up none is.
  bool first_corner(std::uint64_t output, std::uint64_t& a, std::uint64_t& b) const {
    if (!a_.known && !b_.known) return false;
    a = a_.element;
    b = b_.element;
    if (a_.known && b_.known && a + b == output) return true;
    const bool a_used_up = !latest_is_a_;
    (a_used_up ? a : b) = a_used_up ? path_.a_size : path_.b_size;
    return a + b == output;
  }

  /// A thread that goes on loads the next element of the array that it took one from, unless that is used up.
  std::optional<bool> taken(const MergeStep& before) const {
    if (a_since_ != b_since_) return a_since_;
    if (before.a >= path_.a_size) return false;
    if (before.b >= path_.b_size) return true;
    const bool a_ends = before.a + 1 == path_.a_size, b_ends = before.b + 1 == path_.b_size;
    if (a_ends != b_ends) return a_ends;
    return by_values();
  }

  std::optional<bool> by_values() const {
    const MergeStep& last = path_.steps[static_cast<std::size_t>(last_)];
    if (last.a >= path_.a_size) return false;
    if (last.b >= path_.b_size) return true;
    if (!a_.value || !b_.value || a_.element != last.a || b_.element != last.b) return std::nullopt;
    return *a_.value <= *b_.value;
  }

  const std::uint32_t thread_;
  MergePath& path_;
  Loaded a_, b_;
  bool latest_is_a_ = false, a_since_ = false, b_since_ = false;
  bool lost_ = false;         ///< where its path goes on cannot be told: one element is left in each array
  std::ptrdiff_t last_ = -1;  ///< its last output, in the path
};

/// Puts the outputs in order; what was taken for one is then seen from the next.
bool join(std::vector<MergeStep>& steps) {
  std::sort(steps.begin(), steps.end(), [](const auto& x, const auto& y) { return x.output < y.output; });
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const MergeStep& next = steps[i + 1];
    const bool from_a = next.a == steps[i].a + 1;
    if (corner_after(steps[i], from_a) != std::pair{next.a, next.b}) return false;
    steps[i].from_a = from_a;
  }
  return true;
}

}  // namespace

std::optional<MergePath> merge_path(const ElementFlow& flow, std::uint64_t a_size, std::uint64_t b_size) {
  MergePath path{a_size, b_size, {}, {}};
  std::map<std::uint32_t, MergingThread> threads;
  for (std::int32_t step = -1; step < flow.steps(); ++step)
    for (const ElementUse& use : flow.at(step))
      if (!threads.try_emplace(use.thread, use.thread, path).first->second.take(step, use)) return std::nullopt;
  for (auto& [number, thread] : threads) thread.finish();
  if (path.steps.empty() || !join(path.steps)) return std::nullopt;
  return path;
}

}  // namespace lanescope
