// What is told of a block where the pointer rests on it.
#include <fmt/format.h>

#include "viz/kit/text_width.h"
#include "viz/views/grid/grid_picture.h"

namespace lanescope {
namespace {

std::string segment_words(const GridPicture& picture, std::uint64_t block) {
  const auto segment = segment_of(picture.launch(), block);
  if (!segment) return tr("It takes elements in turns with the other blocks, until none is left.");
  if (segment->size() == 0) return tr("It has no element.");
  std::string words =
      tr_format("Its segment is elements {} to {}", grouped(segment->begin), grouped(segment->end - 1));
  if (picture.launch().grid_dim > 1)
    words +=
        tr_format(": {} × {} is where it starts", grouped(block), grouped(picture.launch().elements_per_block));
  words += tr(".");
  if (is_ragged_segment(picture.launch(), block) && block > 0)
    words = told_together(words,
                          tr_format("It is ragged: {} of {} elements are there, the rest counts as the identity.",
                                    grouped(segment->size()), grouped(picture.launch().elements_per_block)));
  return words;
}

std::string steps_words(const GridPicture& picture, std::uint64_t block) {
  const History& history = picture.trace().history(block);
  const auto active = working_lanes(history, picture.trace().warps_per_block());
  if (active.empty()) return tr("It has no step: each of its threads only loads and updates.");
  std::uint64_t full = 0;
  for (std::size_t kept = 0; kept < active.kept().size(); ++kept)
    if (threads_in(active.kept()[kept]) == picture.launch().block_dim) full += active.repeats().times(kept);
  return tr_format("{} of {}, in {} of which every thread works.", counted(active.size(), "step"),
                   counted(picture.launch().block_dim, "thread"), grouped(full));
}

}  // namespace

std::string fitting(const Painter& painter, const std::vector<std::string>& texts, FontFace face, float size,
                    float width) {
  for (const std::string& words : texts)
    if (painter.width_of(words, face, size) <= width) return words;
  return fitted(texts.back(), face, size, width);
}

std::string block_words(const GridPicture& picture, std::uint64_t block) {
  std::string words = tr_format("block {} of {}", grouped(block), grouped(picture.launch().grid_dim));
  words += "\n" + segment_words(picture, block) + "\n" + steps_words(picture, block);
  if (const std::uint64_t updates = atomic_updates(picture.trace(), block); updates > 0)
    words += "\n" + tr_format("{} of the output.", counted(updates, "atomic update"));
  return words;
}

void pick_block(const GridPicture& picture, std::uint64_t block, const Rect& rect, const std::string& more) {
  std::size_t variant = 0;
  for (std::size_t i = 0; i < picture.input.variants.size(); ++i)
    if (picture.input.variants[i].get() == &picture.run()) variant = i;
  std::string words = block_words(picture, block);
  if (!more.empty()) words += "\n\n" + more;
  picture.painter.scene.picks.push_back({rect,
                                         {},
                                         {Activate{variant}, SetBlock{block}},
                                         words + tr("\nClick to look into this block."),
                                         "block/" + std::to_string(block)});
}

}  // namespace lanescope
