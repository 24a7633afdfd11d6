// Walks the blocks that cmark finds. A heading of the first level is the title, one of the second level begins a
// page.
#include "engine/lesson/read_lesson.h"

#include <cmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/lesson/read_blocks.h"

namespace lanescope {
namespace {

constexpr int kMarkdownOptions = CMARK_OPT_VALIDATE_UTF8;

struct NodeFree {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};

/// The words of a paragraph or heading, without marks of emphasis, in one line.
std::string words_of(cmark_node* node) {
  std::string words;
  cmark_iter* walk = cmark_iter_new(node);
  while (cmark_iter_next(walk) != CMARK_EVENT_DONE) {
    cmark_node* at = cmark_iter_get_node(walk);
    const auto type = cmark_node_get_type(at);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) words += ' ';
    if ((type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) && cmark_node_get_literal(at))
      words += cmark_node_get_literal(at);
  }
  cmark_iter_free(walk);
  return printable(words);
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {
    lesson_.id = printable(std::filesystem::path(name).stem().string());
  }

  void take(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HEADING:
        return heading(node);
      case CMARK_NODE_PARAGRAPH:
        return paragraph(node);
      case CMARK_NODE_CODE_BLOCK:
        return block(node);
      default:
        fail(node,
             fmt::format(
                 "a {} cannot be shown; a lesson has headings, paragraphs, and blocks 'show', 'ask' and 'write'.",
                 cmark_node_get_type_string(node)));
    }
  }
  Lesson finish() {
    if (lesson_.title.empty()) fail_at(name_, 1, 1, "a lesson begins with its title: '# Title'.");
    if (lesson_.pages.empty()) fail_at(name_, 1, 1, "a lesson needs a page: '## Title of the page'.");
    return std::move(lesson_);
  }

 private:
  [[noreturn]] void fail(cmark_node* node, const std::string& what) const {
    fail_at(name_, cmark_node_get_start_line(node), std::max(1, cmark_node_get_start_column(node)), what);
  }
  void heading(cmark_node* node) {
    const int level = cmark_node_get_heading_level(node);
    const std::string words = short_words(node);
    if (words.empty()) fail(node, "a heading needs words.");
    if (level == 1) {
      if (!lesson_.title.empty()) fail(node, "a lesson has one title; a page begins with '## '.");
      lesson_.title = words;
      return;
    }
    if (level > 2) fail(node, "a heading is '# ' for the title, or '## ' for a page.");
    if (lesson_.title.empty()) fail(node, "the title comes before the first page: '# Title'.");
    if (lesson_.pages.size() == kMostPages) fail(node, fmt::format("a lesson has at most {} pages.", kMostPages));
    lesson_.pages.emplace_back().title = words;
  }
  void paragraph(cmark_node* node) {
    if (lesson_.title.empty()) fail(node, "a lesson begins with its title: '# Title'.");
    std::string& text = lesson_.pages.empty() ? lesson_.about : lesson_.pages.back().text;
    text += (text.empty() ? "" : "\n") + short_words(node);
    if (text.size() > kMostWords)
      fail(node, fmt::format("a page has at most {} bytes of text; begin another one.", kMostWords));
  }
  std::string short_words(cmark_node* node) const {
    const std::string words = words_of(node);
    if (words.size() > kMostWords) fail(node, fmt::format("it is longer than {} bytes.", kMostWords));
    return words;
  }
  void block(cmark_node* node) {
    const char* info = cmark_node_get_fence_info(node);
    const std::string kind = info ? info : "";
    if (kind != "show" && kind != "ask" && kind != "write")
      fail(node,
           fmt::format("a block is 'show', 'ask' or 'write', not '{}': ```show", printable(kind.substr(0, 40))));
    if (lesson_.pages.empty()) fail(node, "a block belongs to a page, which begins with '## '.");
    const Block block{cmark_node_get_literal(node), name_, cmark_node_get_start_line(node) + 1};
    Page& page = lesson_.pages.back();
    if (kind == "show" ? page.show.has_value() : page.asks())
      fail(node, kind == "show" ? "a page has one block 'show'; begin another page."
                                : "a page has one block 'ask' or 'write'; begin another page.");
    if (kind == "show")
      page.show = read_show(block);
    else if (kind == "ask")
      page.question = read_question(block);
    else
      page.task = read_task(block);
  }

  const std::string name_;
  Lesson lesson_;
};

}  // namespace

Lesson read_lesson(std::string_view bytes, const std::string& name) {
  if (bytes.size() > kMostLessonBytes)
    fail_at(printable(name), 1, 1,
            fmt::format("the file has {} bytes; a lesson has at most {}.", bytes.size(), kMostLessonBytes));
  const std::unique_ptr<cmark_node, NodeFree> root(
      cmark_parse_document(bytes.data(), bytes.size(), kMarkdownOptions));
  if (!root) throw Error(ErrorKind::failed, printable(name) + ": it cannot be read as Markdown.");
  Reader reader(printable(name));
  for (cmark_node* node = cmark_node_first_child(root.get()); node; node = cmark_node_next(node)) reader.take(node);
  Lesson lesson = reader.finish();
  lesson.source = std::string(bytes);
  return lesson;
}

Lesson load_lesson(const std::string& path) {
  return read_lesson(read_whole_file(path), path);
}

bool is_lesson_file_name(std::string_view path) {
  return path.ends_with(".md");
}

}  // namespace lanescope
