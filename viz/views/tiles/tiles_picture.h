// The picture of one block in M, N and P: what it reads now, what it has already read, and what it computes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/tile_schedule.h"
#include "viz/kit/matrix_sheet.h"
#include "viz/kit/painter.h"
#include "viz/views/view.h"

namespace lanescope {

class TilesPicture {
 public:
  explicit TilesPicture(const ViewInput& input);

  Scene draw();

 private:
  const Palette& colors() const { return painter_.colors; }
  float unit() const { return painter_.unit; }
  bool running() const { return position_ > 0 && position_ <= schedule_.rows(); }
  bool done() const { return position_ > schedule_.rows() || schedule_.rows() == 0; }
  bool multiplying() const { return running() && round_.loads == TileRound::Loads::nothing; }

  Focus to_phase(std::uint32_t phase) const;

  void header();

  std::string where() const;

  /// One box per phase, or per several phases if there are many; a click goes to its beginning.
  void phase_strip();

  Color faded(Color color) const { return mix(color, colors().background, 0.72f); }

  /// What the block has loaded so far, and what it saved; to the right of the matrices if there is room.
  void notes();

  static std::string bytes_text(std::uint64_t bytes) { return grouped(bytes) + " B"; }

  std::uint64_t loaded_so_far() const;

  std::optional<unsigned> thread_in_focus() const;
  struct ThreadPlace {
    std::uint64_t x, y;
  };
  ThreadPlace place_of(unsigned thread) const { return {thread % launch_.tile_width, thread / launch_.tile_width}; }
  /// "P[3][5] [21] [37]": its row, and its columns.
  std::string elements_of(unsigned thread) const;

  /// All three at the same scale: side by side, M times N is P; or where that makes them much larger as textbooks
  /// draw them, N above P and M to its left, so that a row and a column meet in P.
  void place_matrices();
  struct Placing {
    bool meeting = false;
    float element = 0;  ///< pixels
  };
  Placing best_placing() const;

  // tiles_window.cpp
  /// Large matrices are drawn in part, so that tiles can be seen: around the block in view, and page by page along
  /// its phases.
  struct Window {
    MatrixSizes first, shown;
  };
  void choose_window();
  /// With so many tiles beside those of the block.
  Window window_of(std::uint64_t more) const;
  /// Rows or columns of a matrix that are drawn, of so many as there are.
  struct Extent {
    std::uint64_t first = 0, shown = 0, all = 0;
    bool whole() const { return shown == all; }
  };
  /// What is drawn of it, and a small picture of where that lies in the whole; strips where it goes on.
  void name_sheet(const std::string& name, const MatrixSheet& sheet, float width, const Extent& rows,
                  const Extent& columns);
  void draw_beyond(const MatrixSheet& sheet, const Extent& rows, const Extent& columns);

  Rect used_by(const Placing& placing) const;
  /// As large as that share of the height allows.
  Placing placed_in(float share, bool meeting) const;
  Placing best_placing(bool meeting) const;
  /// Where three enlarged tiles have most room: beside the matrices or below, and how large they are then.
  struct TileRoom {
    Rect room;
    float side = 0;
  };
  TileRoom tile_room(const Placing& placing) const;
  void sign_between(float x, const std::string& sign);

  /// The rows of M that the block reads, phase by phase.
  void draw_m();

  /// The columns of N, those of one output after another in each phase.
  void draw_n();

  /// What the block computes: one tile per output, with the current one highlighted.
  void draw_p();
  std::uint64_t column_of(std::uint32_t output) const;

  /// The columns of P that a thread computes: of the one in focus, else of all of the block, each of which adds its
  /// tx.
  void mark_columns(std::optional<unsigned> thread, Color color);
  /// The tiles of M and N that the block holds in this phase, and its threads, enlarged; to the right of the
  /// matrices if there is room.
  void draw_shared_memory();

  /// A square of cells, with the longest of its names that fits. The first `rows` and `columns` are inside the
  /// matrix; the others are zeros.
  MatrixSheet shared_tile(const Rect& place, const std::vector<std::string>& names, std::uint64_t rows,
                          std::uint64_t columns, Color color);

  // tiles_motion.cpp
  /// While a step is under way: the rows of a tile on their way from global memory to shared memory, or what a
  /// round takes from the tiles, spread over the threads that need it.
  void draw_tile_motion();
  void load_tile(const Rect& from, const MatrixSheet& to);
  void spread(const Rect& from, const Rect& to, Color color);

  // tiles_tips.cpp
  void pick_m();
  void pick_n();
  template <class PartOf, class WordsOf>
  void pick_band(std::uint64_t inner, PartOf part_of, WordsOf words_of, const char* name);
  /// The last of `count` from `first` on, of so many as there are.
  static std::uint64_t last_of(std::uint64_t first, std::uint64_t count, std::uint64_t size);
  void pick_blocks();
  std::string block_tip(std::uint64_t block, std::uint64_t row, std::uint64_t column) const;
  /// Each element of P belongs to a thread, which can be pointed at.
  void threads(const Rect& part, std::uint32_t output);
  void pick_elements_of_tiles(const MatrixSheet& m, const MatrixSheet& n);
  std::string thread_tip(unsigned thread) const;
  std::string tile_tip(std::uint32_t output) const;

  const Run& run_;
  const LaunchConfig& launch_;
  const VariantView& state_;
  const TileSchedule schedule_;
  Painter painter_;
  std::uint32_t position_ = 0;
  TileRound round_;
  std::uint64_t row_ = 0, column_ = 0;  ///< of P, where the block's first tile begins
  Window window_;
  Placing placing_;
  MatrixSheet m_, n_, p_;
  std::optional<MatrixSheet> tile_m_, tile_n_, sums_;  ///< enlarged, where they have room
};

}  // namespace lanescope
