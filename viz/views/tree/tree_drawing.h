// Puts the lines and nodes of a reduction tree on a scene; reduction_tree.cpp says which, where and how lit.
#pragma once

#include "viz/views/tree/tree_frame.h"
#include "viz/views/tree/tree_values.h"

namespace lanescope {

/// When the values of a step have arrived, as a moment of it; then they merge.
inline constexpr float kArrival = 0.75f;
inline constexpr float kLabelGap = 2.5f;  // units between the labels of two columns, lest they read as one number

class TreeDrawing {
 public:
  TreeDrawing(Painter& painter, const TreeLayout& layout, const TreeFrame& frame, const Run& run,
              const History& history, const VariantView& state, const TreeRounding* rounding);

  void draw_edges();
  void draw_leaves();
  /// What the row of elements has: their values, or which elements they are.
  std::string leaves_word() const;
  std::map<std::uint32_t, std::string> folded_labels() const;
  std::map<std::uint32_t, std::string> labels_of_first_pair(
      const std::map<std::uint32_t, std::string>& labels) const;
  bool covered_by_label(const std::map<std::uint32_t, std::string>& labels, std::uint32_t column, float side) const;
  /// Whether there is a line for the numbers of elements and of those that are folded, above which nothing stands.
  bool elements_have_a_line() const { return layout_.folded() && frame_.leaf_pitch >= 0.7f * painter_.small; }
  /// A wedge over each folded subtree, from its node up to the row of elements, with how many those are.
  void draw_folded();
  /// The numbers of the threads over their columns; brighter, of those that work in the current step.
  void draw_threads();
  void draw_nodes();
  /// Where the block's result goes, by one atomic update or one an element, and what it is once it has gone there.
  void draw_output();
  /// What a node is made of, down to the elements; or the operations of a step, warp and lane.
  void draw_focus(const Focus& focus, float stroke, Color color);
  /// While the current step is under way: the values that it combines travel from where they stand to their owner,
  /// and merge; lanes that wait for others of their warp stand.
  void draw_motion();

 private:
  struct DrawnNode {
    std::uint32_t operation = 0;
    float x = 0;
    float gap = 0;  ///< to the nearer neighbour
    std::uint32_t merged = 1;
  };
  /// How the nodes of one row look: all alike.
  struct RowShape {
    bool pills = false;    ///< with values; else discs
    bool threads = false;  ///< thread numbers under the values
    float width = 0, height = 0;
    ValueLook look;
    float letters = 0;  ///< size of its font
  };
  /// What the look of a row's nodes follows from.
  struct RowContent {
    float pitch = 0, gap = 1e6f;  ///< to the next row, and between its nearest nodes
    float widest_thread = 0;
    std::vector<double> values = {};
  };
  /// How values of a row are written: with as many digits as leave room beside each other.
  struct ValueFormat {
    ValueLook look;
    float width = 0;  ///< of the widest; 0: they do not fit at all
  };
  enum class Progress { done, current, future };

  Progress progress(std::uint32_t step) const;
  Color warp_color(std::uint32_t operation) const;
  Color node_color(std::uint32_t operation) const;
  double shown_value(std::uint32_t operation) const;
  float x_of(std::uint32_t node) const;
  float y_of(std::uint32_t node, std::uint32_t drawn_row) const;
  std::vector<DrawnNode> visible_nodes(const TreeRow& row) const;
  void edge(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation, float width, Color color);
  void row_edges(const TreeRow& row, std::uint32_t index, float width, const Color* color);
  Color edge_color(std::uint32_t operation, bool from_element) const;
  Color leaf_color(std::uint32_t leaf) const;
  Color leaf_word_color(std::uint32_t leaf) const;
  float apart(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation) const;
  float crowding(std::uint32_t from_node, std::uint32_t row, std::uint32_t operation) const;
  void clipped_line(float x0, float y0, float x1, float y1, float width, Color color);
  RowContent row_content(std::uint32_t index) const;
  RowShape row_shape(const RowContent& content) const;
  void shape_rows();
  std::uint32_t current_row() const;
  bool travels(std::uint32_t node) const;
  float travelling_width(std::uint32_t node, std::uint32_t row) const;
  /// How the operands of a row travel.
  enum class Travelling { discs, beside, stacked };
  Travelling travelling_in(std::uint32_t row) const;
  void travel(std::uint32_t from_node, std::uint32_t row, const DrawnNode& to, Travelling look, float side);
  void travel_to_output();
  void draw_waiting_lanes(std::uint32_t row);
  std::string value_of(std::uint32_t node, ValueLook look) const;
  Rect node_rect(const DrawnNode& node, std::uint32_t row) const;
  bool works_now(std::uint32_t thread) const;
  std::string output_value() const;
  std::string output_words() const;
  void draw_row(std::uint32_t index, Progress done);
  void disc_row(std::uint32_t index, Progress done);
  void pill_row(std::uint32_t index, Progress done);
  void pill(float x, float y, float width, float height, Color fill, bool filled);
  float pill_x(float x, float width) const;
  void pick(float x, float y, float width, float height, const Focus& focus);
  Focus focus_of(std::uint32_t operation) const;
  ValueFormat leaf_format() const;
  ValueFormat fit_values(const std::vector<double>& values, float room, float letters) const;
  void light(const TreeLayout::Subtree& lit, float stroke, Color color);
  TreeLayout::Subtree operations_of(const Focus& focus) const;

  Painter& painter_;
  const TreeLayout& layout_;
  const TreeFrame& frame_;
  float leaf_foot_ = 0;  ///< from the middle of an element to where its edges begin
  const Run& run_;
  const History& history_;
  std::uint32_t position_;
  bool moving_;
  const TreeRounding* rounding_;  ///< null where nodes show their values
  ValueFormat leaf_format_;       ///< of the values of elements; without width they are not written
  std::map<std::uint32_t, std::string>
      leaf_labels_;  ///< by column: which elements they are, where their values are not
  std::vector<RowShape> shapes_;
};

}  // namespace lanescope
