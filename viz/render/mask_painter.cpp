#include "viz/render/mask_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "engine/base/error.h"
#include "engine/base/quotient.h"

namespace lanescope {

MaskPainter::MaskPainter() {
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture_);
  glBindVertexArray(corners_.get());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
  const float unit_square[] = {0, 0, 1, 0, 0, 1, 1, 1};
  glBufferData(GL_ARRAY_BUFFER, sizeof unit_square, unit_square, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 2 * sizeof(float), nullptr);
  glBindVertexArray(0);
  for (const GlTexture* numbers : {&masks_, &rows_}) {
    glBindTexture(GL_TEXTURE_2D, numbers->get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
}

/// Those that come again once. Uses as many rows of a texture as needed: a block can have more steps than one has
/// rows.
void MaskPainter::upload_masks(const MaskGrid& grid) {
  std::vector<std::uint32_t> texels = grid.masks.kept();
  const std::size_t width = std::min<std::size_t>(texels.size(), 4096);  // as in mask.frag
  const std::size_t rows = quotient_up(texels.size(), width);
  if (rows > static_cast<std::size_t>(largest_texture_))
    throw Error(ErrorKind::failed,
                "OpenGL cannot hold the masks of " + std::to_string(grid.steps) + " steps in one texture.");
  texels.resize(width * rows);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, masks_.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, static_cast<GLsizei>(width), static_cast<GLsizei>(rows), 0,
               GL_RED_INTEGER, GL_UNSIGNED_INT, texels.data());
}

/// Two texels' channels a share, as mask.frag reads them; a row ends where a share is 0.
void MaskPainter::upload_rows(const std::vector<std::vector<RowShare>>& pixels) {
  std::size_t width = 1;
  for (const auto& shares : pixels) width = std::max(width, shares.size());
  std::vector<std::uint32_t> texels(2 * width * pixels.size());
  for (std::size_t y = 0; y < pixels.size(); ++y)
    for (std::size_t i = 0; i < pixels[y].size(); ++i) {
      const auto& [kept, is_done, share] = pixels[y][i];
      std::uint32_t* const texel = &texels[2 * (y * width + i)];
      texel[0] = 2 * kept + is_done;
      std::memcpy(texel + 1, &share, sizeof share);
    }
  glBindTexture(GL_TEXTURE_2D, rows_.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI, static_cast<GLsizei>(width), static_cast<GLsizei>(pixels.size()), 0,
               GL_RG_INTEGER, GL_UNSIGNED_INT, texels.data());
}

void MaskPainter::set_uniforms(const MaskGrid& grid, const Scene& scene) const {
  const GLuint program = program_.get();
  const auto at = [program](const char* name) { return glGetUniformLocation(program, name); };
  const auto color = [&](const char* name, Color c) {
    glUniform4f(at(name), static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255,
                static_cast<float>(c.b) / 255, static_cast<float>(c.a) / 255);
  };
  const Rect cell = grid.cell(0, 0), lane = grid.lane_cell(0, 0, 0);
  glUniform1i(at("u_masks"), 0);
  glUniform1i(at("u_rows"), 1);
  glUniform2f(at("u_size"), std::ceil(scene.width), std::ceil(scene.height));
  glUniform4f(at("u_rect"), grid.rect.x, grid.rect.y, grid.rect.w, grid.rect.h);
  glUniform1f(at("u_pitch"), cell.w + grid.warp_gap);
  glUniform1f(at("u_cell"), cell.w);
  glUniform2f(at("u_lane"), lane.w + grid.lane_gap, lane.w);
  glUniform1i(at("u_warps"), static_cast<GLint>(grid.warps));
  glUniform1ui(at("u_live"), MaskGrid::first_lanes(grid.lanes));
  const bool has_part = grid.part_column < grid.warps;
  glUniform1i(at("u_part_warp"), has_part ? static_cast<GLint>(grid.part_column) : -1);
  glUniform1ui(at("u_part_live"), has_part ? grid.live_mask(grid.part_column) : 0);
  glUniform1f(at("u_period"), hatch_period(scene));
  color("u_background", grid.background);
  color("u_active", grid.active);
  color("u_divergent_active", grid.divergent_active);
  color("u_divergent_masked", grid.divergent_masked);
  color("u_divergent_hatch", grid.divergent_hatch);
  color("u_retired", grid.retired);
}

void MaskPainter::prepare(const MaskGrid& grid, const Scene& scene) {
  prepared_ = &grid;
  is_empty_ = grid.steps == 0 || grid.warps == 0 || grid.masks.size() < std::size_t{grid.steps} * grid.warps;
  if (is_empty_) return;
  // Middles of pixels lie at halves of the picture; what is above or below it is not looked at.
  const float above = 0.5f - grid.rect.y, first = above >= 0 ? above : above - std::floor(above);
  const auto pixels = shares_of_pixels(grid, first, static_cast<std::size_t>(std::ceil(scene.height)));
  is_empty_ = pixels.empty();
  if (is_empty_) return;
  upload_masks(grid);
  upload_rows(pixels);
  glUseProgram(program_.get());
  glUniform1f(glGetUniformLocation(program_.get(), "u_first"), first);
  set_uniforms(grid, scene);
}

void MaskPainter::draw(const MaskGrid& grid, const Scene& scene) {
  if (&grid != prepared_) prepare(grid, scene);
  if (is_empty_) return;
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, rows_.get());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, masks_.get());
  glUseProgram(program_.get());
  glBindVertexArray(corners_.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace lanescope
