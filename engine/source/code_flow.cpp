#include "engine/source/code_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/source/source_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kLocal = ".L";
constexpr std::uint32_t kNoBlock = 0xffffffffu;

struct Block {
  std::vector<std::uint32_t> next, before;
  std::vector<std::string_view> targets;  ///< labels that it may jump to
  bool falls_through = true;
  bool jumps_anywhere = false;    ///< to a place that is computed
  std::uint32_t loop = kNoBlock;  ///< the head of the innermost loop that has it
  std::uint32_t depth = 0;        ///< how many loops do
  std::uint32_t last = kNoBlock;  ///< of the loop that it heads, in the order
};

/// Of `.L4:` the name; empty: the line is no local label.
std::string_view label_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  return line.starts_with(kLocal) && colon != std::string_view::npos ? line.substr(0, colon) : std::string_view();
}

bool is_instruction(std::string_view line) {
  return line.size() > 1 && line[0] == '\t' && std::isalpha(static_cast<unsigned char>(line[1])) != 0;
}

std::string_view last_operand(std::string_view line) {
  constexpr std::string_view kBetween = " \t,";
  const std::string_view words = line.substr(0, line.find_last_not_of(kBetween) + 1);
  return words.substr(words.find_last_of(kBetween) + 1);
}

/// Jumps of x86-64 begin with j; those of aarch64 are b, b.CONDITION, br, and comparisons that jump.
bool is_jump(std::string_view name) {
  return name.starts_with("j") || name == "b" || name.starts_with("b.") || name == "br" || name.starts_with("cb") ||
         name.starts_with("tb") || name == "notrack";
}

bool is_unconditional(std::string_view name) {
  return name == "jmp" || name == "b" || name == "br" || name == "notrack";
}

bool ends_function(std::string_view name) {
  return name == "ret" || name == "ud2" || name == "hlt" || name == "udf" || name == "brk";
}

/// The blocks of one function.
class Flow {
 public:
  void begin_block() { blocks_.emplace_back(); }
  /// Whether the instruction is the last one of its block.
  bool take(std::string_view line) {
    const std::string_view words = line.substr(1), name = words.substr(0, words.find_first_of(" \t"));
    Block& block = blocks_.back();
    if (ends_function(name)) {
      block.falls_through = false;
      return true;
    }
    if (!is_jump(name)) return false;
    const std::string_view target = last_operand(line);
    if (target.starts_with(kLocal))
      block.targets.push_back(target);
    else
      block.jumps_anywhere = true;
    block.falls_through = !is_unconditional(name);
    return true;
  }
  void label(std::string_view name) { labels_.emplace(name, static_cast<std::uint32_t>(blocks_.size()) - 1); }
  std::size_t size() const { return blocks_.size(); }
  bool is_empty() const { return blocks_.empty(); }

  /// Numbers of blocks, in the order in which they are run.
  std::vector<std::uint32_t> order(const std::vector<std::string_view>& table_labels) {
    connect(table_labels);
    find_loops();
    std::vector<std::uint32_t> order = forward_order();
    std::vector<bool> has(blocks_.size());
    for (const std::uint32_t one : order) has[one] = true;
    for (std::uint32_t i = 0; i < blocks_.size(); ++i)
      if (!has[i]) order.push_back(i);
    for (std::uint32_t i = 0; i < order.size(); ++i)
      for (std::uint32_t head = blocks_[order[i]].loop; head != kNoBlock; head = outer_[head])
        blocks_[head].last = i;
    return order;
  }
  /// Where in the order the loop ends that a block heads; kNoBlock: it heads none.
  std::uint32_t last_of(std::uint32_t block) const { return blocks_[block].last; }

 private:
  void connect(const std::vector<std::string_view>& table_labels) {
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
      std::vector<std::uint32_t>& next = blocks_[from].next;
      if (to >= blocks_.size() || std::find(next.begin(), next.end(), to) != next.end()) return;
      next.push_back(to);
      blocks_[to].before.push_back(from);
    };
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      for (const std::string_view target : blocks_[i].targets)
        if (const auto found = labels_.find(target); found != labels_.end()) add(i, found->second);
      if (blocks_[i].jumps_anywhere)
        for (const std::string_view label : table_labels)
          if (const auto found = labels_.find(label); found != labels_.end()) add(i, found->second);
      if (blocks_[i].falls_through) add(i, i + 1);
    }
  }

  /// Steps of a walk in depth, blocks in `visit` when all behind them is done.
  template <class Visit, class Back>
  void walk(Visit visit, Back back) const {
    enum class State : std::uint8_t { fresh, open, done };
    std::vector<State> states(blocks_.size(), State::fresh);
    std::vector<std::pair<std::uint32_t, std::size_t>> open = {{0, 0}};
    states[0] = State::open;
    while (!open.empty()) {
      auto& [block, step] = open.back();
      if (step == blocks_[block].next.size()) {
        visit(block);
        states[block] = State::done;
        open.pop_back();
        continue;
      }
      const std::uint32_t from = block, to = blocks_[block].next[step++];
      if (states[to] == State::open) back(from, to);
      if (states[to] != State::fresh) continue;
      states[to] = State::open;
      open.emplace_back(to, 0);
    }
  }

  /// The natural loop of each head: what comes to a step back to it without the head.
  void find_loops() {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> latches;
    walk([](std::uint32_t) {}, [&](std::uint32_t from, std::uint32_t to) { latches[to].push_back(from); });
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> loops;
    for (auto& [head, open] : latches) {
      std::vector<std::uint32_t> body = {head};
      std::vector<bool> has(blocks_.size());
      has[head] = true;
      while (!open.empty()) {
        const std::uint32_t one = open.back();
        open.pop_back();
        if (has[one]) continue;
        has[one] = true;
        body.push_back(one);
        open.insert(open.end(), blocks_[one].before.begin(), blocks_[one].before.end());
      }
      loops.emplace_back(head, std::move(body));
    }
    // The largest first, so that the innermost one is noted last.
    std::sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) {
      return std::pair(b.second.size(), a.first) < std::pair(a.second.size(), b.first);
    });
    outer_.assign(blocks_.size(), kNoBlock);
    for (const auto& [head, body] : loops) {
      outer_[head] = blocks_[head].loop;
      for (const std::uint32_t one : body) {
        blocks_[one].loop = head;
        ++blocks_[one].depth;
      }
    }
  }

  bool is_in(std::uint32_t block, std::uint32_t head) const {
    for (std::uint32_t loop = blocks_[block].loop; loop != kNoBlock; loop = outer_[loop])
      if (loop == head) return true;
    return false;
  }

  /// How many of the loops that have one block have the other, too.
  std::uint32_t shared_depth(std::uint32_t one, std::uint32_t other) const {
    std::uint32_t depth = blocks_[one].depth;
    for (std::uint32_t loop = blocks_[one].loop; loop != kNoBlock && !is_in(other, loop); loop = outer_[loop])
      --depth;
    return depth;
  }

  /// A walk in depth from its end. What it comes to last is first: of two blocks the one in the same loops, so that
  /// those are in one piece; else the one that stands first.
  std::vector<std::uint32_t> forward_order() {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i)
      std::sort(blocks_[i].next.begin(), blocks_[i].next.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(shared_depth(i, a), b) < std::pair(shared_depth(i, b), a);
      });
    std::vector<std::uint32_t> order;
    walk([&](std::uint32_t block) { order.push_back(block); }, [](std::uint32_t, std::uint32_t) {});
    std::reverse(order.begin(), order.end());
    return order;
  }

  std::vector<Block> blocks_;
  std::vector<std::uint32_t> outer_;  // of a head: that of the loop around its own
  std::unordered_map<std::string_view, std::uint32_t> labels_;
};

/// Local labels in tables of addresses, to which computed jumps lead.
std::vector<std::string_view> labels_in_tables(const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> labels;
  for (const std::string_view line : lines)
    for (const std::string_view word : {"\t.long\t", "\t.quad\t", "\t.word\t", "\t.hword\t", "\t.byte\t"}) {
      if (!line.starts_with(word) || !line.substr(word.size()).starts_with(kLocal)) continue;
      const std::string_view name = line.substr(word.size());
      labels.push_back(name.substr(0, name.find_first_of("-+ )")));
    }
  return labels;
}

}  // namespace

std::string with_flow(std::string_view assembly) {
  const std::vector<std::string_view> lines = source_text::lines_of(assembly);
  const std::vector<std::string_view> table_labels = labels_in_tables(lines);
  std::string marked, table;
  marked.reserve(assembly.size() + assembly.size() / 8);
  Flow flow;
  std::uint32_t first = 0;  // number of the function's first block
  bool is_inside = false, begins = false;
  const auto begin_block = [&] {
    marked += fmt::format(".Llanescope_block{}:\n", first + flow.size());
    flow.begin_block();
    begins = false;
  };
  for (const std::string_view line : lines) {
    if (line == "\t.cfi_startproc") {
      is_inside = begins = true;
    } else if (line == "\t.cfi_endproc" && is_inside) {
      is_inside = false;
      const std::vector<std::uint32_t> order =
          flow.is_empty() ? std::vector<std::uint32_t>() : flow.order(table_labels);
      for (std::uint32_t i = 0; i < order.size(); ++i) {
        const std::uint32_t last = flow.last_of(order[i]);
        table += fmt::format("\t.quad .Llanescope_block{} - ., {}\n", first + order[i],
                             last == kNoBlock ? 0 : first + last + 1);
      }
      first += static_cast<std::uint32_t>(order.size());
      flow = {};
    } else if (const std::string_view label = label_of(line); is_inside && !label.empty()) {
      // Labels of debug information begin no block, unless something jumps there, which then is not known.
      const bool is_of_code =
          label.size() > kLocal.size() && std::isdigit(static_cast<unsigned char>(label[kLocal.size()])) != 0;
      if (is_of_code) {
        begin_block();
        flow.label(label);
      }
    } else if (is_inside && is_instruction(line)) {
      if (begins) begin_block();
      begins = flow.take(line);
    }
    marked += line;
    marked += '\n';
  }
  if (table.empty()) return std::string(assembly);
  return marked + "\t.section lanescope_flow,\"a\",@progbits\n\t.balign 8\n" + table + "\t.text\n";
}

}  // namespace lanescope
