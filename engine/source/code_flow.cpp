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
  constexpr std::string_view kOthers[] = {"b", "br", "cbz", "cbnz", "tbz", "tbnz", "notrack"};
  return name.starts_with("j") || name.starts_with("b.") ||
         std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
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
      computed_ = static_cast<std::uint32_t>(blocks_.size()) - 1;
    block.falls_through = !is_unconditional(name);
    return true;
  }
  /// An entry of a table, to which the last computed jump before it may go.
  void add_target(std::string_view name) {
    if (computed_ != kNoBlock) blocks_[computed_].targets.push_back(name);
  }
  void label(std::string_view name) { labels_.emplace(name, static_cast<std::uint32_t>(blocks_.size()) - 1); }
  std::size_t size() const { return blocks_.size(); }
  bool is_empty() const { return blocks_.empty(); }

  /// Numbers of blocks, in the order in which they are run; behind them those that nothing comes to.
  std::vector<std::uint32_t> order() {
    connect();
    find_loops();
    std::vector<std::uint32_t> order;
    is_put_.assign(blocks_.size(), false);
    put_loops_together(forward_order(), order, 0);
    for (std::uint32_t i = 0; i < order.size(); ++i)
      for (std::uint32_t head = blocks_[order[i]].loop; head != kNoBlock; head = outer_[head])
        blocks_[head].last = i;
    for (std::uint32_t i = 0; i < blocks_.size(); ++i)
      if (!is_reached_[i]) order.push_back(i);
    return order;
  }
  /// Where in the order the loop ends that a block heads; kNoBlock: it heads none.
  std::uint32_t last_of(std::uint32_t block) const { return blocks_[block].last; }

 private:
  void connect() {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      std::vector<std::uint32_t>& next = blocks_[i].next;
      for (const std::string_view target : blocks_[i].targets)
        if (const auto found = labels_.find(target); found != labels_.end()) next.push_back(found->second);
      if (blocks_[i].falls_through && i + 1 < blocks_.size()) next.push_back(i + 1);
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      for (const std::uint32_t to : next) blocks_[to].before.push_back(i);
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
    is_reached_.assign(blocks_.size(), false);
    walk([&](std::uint32_t block) { is_reached_[block] = true; },
         [&](std::uint32_t from, std::uint32_t to) { latches[to].push_back(from); });
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> loops;
    for (auto& [head, open] : latches) {
      std::vector<std::uint32_t> body = {head};
      std::vector<bool> has(blocks_.size());
      has[head] = true;
      while (!open.empty()) {
        const std::uint32_t one = open.back();
        open.pop_back();
        if (has[one] || !is_reached_[one]) continue;
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

  /// Behind the head of a loop all of it, in the order that is given.
  void put_loops_together(const std::vector<std::uint32_t>& given, std::vector<std::uint32_t>& order,
                          unsigned depth) {
    constexpr unsigned kMostDepth = 200;  // of loops in each other; deeper ones stay as they are
    for (const std::uint32_t block : given) {
      if (is_put_[block]) continue;
      is_put_[block] = true;
      order.push_back(block);
      if (blocks_[block].loop != block || depth == kMostDepth) continue;
      std::vector<std::uint32_t> body;
      for (const std::uint32_t other : given)
        if (!is_put_[other] && is_in(other, block)) body.push_back(other);
      put_loops_together(body, order, depth + 1);
    }
  }

  std::vector<Block> blocks_;
  std::vector<bool> is_reached_, is_put_;
  std::uint32_t computed_ = kNoBlock;  // the last block that ends in a computed jump
  std::vector<std::uint32_t> outer_;   // of a head: that of the loop around its own
  std::unordered_map<std::string_view, std::uint32_t> labels_;
};

/// The local label that a line of a table of addresses is of; empty: it is none.
std::string_view label_in_table(std::string_view line) {
  constexpr std::string_view kWords[] = {"\t.long\t", "\t.quad\t", "\t.word\t", "\t.hword\t", "\t.byte\t"};
  for (const std::string_view word : kWords) {
    if (!line.starts_with(word)) continue;
    const std::string_view value = line.substr(std::min(line.find_first_not_of('(', word.size()), line.size()));
    return value.starts_with(kLocal) ? value.substr(0, value.find_first_of("-+ )")) : std::string_view();
  }
  return {};
}

}  // namespace

std::string with_flow(std::string_view assembly) {
  std::string marked, table;
  marked.reserve(assembly.size() + assembly.size() / 8);
  Flow flow;
  std::uint32_t first = 0;  // number of the function's first block
  bool is_inside = false, begins = false, is_code = true;
  const auto begin_block = [&] {
    marked += fmt::format(".Llanescope_block{}:\n", first + flow.size());
    flow.begin_block();
    begins = false;
  };
  for (const std::string_view line : source_text::lines_of(assembly)) {
    if (line.starts_with("\t.section") || line == "\t.text") is_code = line.find(".text") != std::string_view::npos;
    if (line == "\t.cfi_startproc") {
      is_inside = begins = true;
    } else if (line == "\t.cfi_endproc" && is_inside) {
      is_inside = false;
      const std::vector<std::uint32_t> order = flow.is_empty() ? std::vector<std::uint32_t>() : flow.order();
      for (std::uint32_t i = 0; i < order.size(); ++i) {
        const std::uint32_t last = flow.last_of(order[i]);
        table += fmt::format("\t.quad .Llanescope_block{} - ., {}\n", first + order[i],
                             last == kNoBlock ? 0 : first + last + 1);
      }
      first += static_cast<std::uint32_t>(order.size());
      flow = {};
    } else if (is_inside && !is_code) {
      if (const std::string_view target = label_in_table(line); !target.empty()) flow.add_target(target);
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
