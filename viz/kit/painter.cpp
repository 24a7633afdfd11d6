// Shared pieces of the pictures: header, legend, empty state, numbers.
#include "viz/kit/painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "viz/kit/text_width.h"

namespace lanescope {

namespace {

/// Lower pictures, in units, have no room for a line with a legend.
constexpr float kLegendBelowFrom = 90;
/// In those that are lower than that, a line with a legend would take too much of what is drawn: beside the name it
/// comes before the subtitle.
constexpr float kLegendBesideBelow = 150;
/// And on the stage a lower one has none for its title.
constexpr float kTitleOnStageFrom = 240;
constexpr float kSmallestLetters = 0.8f;  // of the usual small ones

}  // namespace

Painter::Painter(const VariantView& state, SceneSize size)
    : colors(palette(state.theme)),
      unit(size.scale * (state.projector ? 1.6f : 1.0f)),
      small(std::round(11 * unit)),
      body(std::round(13 * unit)),
      title(std::round(15 * unit)),
      on_stage(state.projector),
      head(state.head) {
  set_language(state.language);
  scene.width = size.width;
  scene.height = size.height;
  scene.background = colors.background;
  const float edge = margin();
  content = {edge, edge, std::max(0.0f, size.width - 2 * edge), std::max(0.0f, size.height - 2 * edge)};
}

float Painter::least_letters() const {
  return on_stage ? std::min(small, kReadFromTheLastRow) : kSmallestLetters * small;
}

void Painter::text(float x, float y, const std::string& words, FontFace face, float size, Align align,
                   Color color) {
  if (words.empty()) return;
  scene.texts.push_back({x, y, size, face, align, color, words});
}

void Painter::fitted_text(float x, float y, const std::string& words, FontFace face, float size, float width,
                          Color color) {
  text(x, y, fitted(words, face, size, width), face, size, Align::left, color);
}

std::string Painter::parts_within(std::string words, FontFace face, float size, float width) const {
  while (!words.empty() && width_of(words, face, size) > width) {
    const std::size_t dot = words.rfind(" · ");
    words.resize(dot == std::string::npos ? 0 : dot);
  }
  return words;
}

void Painter::outline(Rect rect, float stroke, Color color, float radius) {
  scene.overlays.push_back({.rect = rect, .color = color, .radius = radius, .stroke = stroke});
}

bool Painter::has_legend_beside(const std::string& name, const std::string& subtitle,
                                const std::vector<LegendEntry>& legend, float taken) const {
  const float name_w = width_of(name, FontFace::sans_bold, title);
  const float subtitle_w = subtitle.empty() ? 0 : width_of(subtitle, FontFace::sans, body) + 12 * unit;
  return !legend.empty() && name_w + subtitle_w + legend_width(legend) + 24 * unit <= content.w - taken;
}

void Painter::header(const std::string& name, const std::string& subtitle, const std::vector<LegendEntry>& legend,
                     float taken) {
  if (head == Head::none) return;
  if (head == Head::alone) return draw_head_alone(name, legend, content.w - taken);
  const float line = 24 * unit, middle = content.y + 10 * unit;
  const float legend_w = legend.empty() ? 0 : legend_width(legend);
  const float name_w = width_of(name, FontFace::sans_bold, title);
  float title_room = content.w - taken;
  if (const auto instead = legend_on_stage(legend, title_room); !instead.empty()) {
    const float low = 20 * unit;  // for its small letters
    draw_legend(content.x, content.y + 8 * unit, instead);
    content.y += low;
    content.h = std::max(0.0f, content.h - low);
    return;
  }
  if (legend_w > 0) {
    const bool instead = wants_legend_beside() && !has_legend_beside(name, subtitle, legend, taken) &&
                         has_legend_beside(name, "", legend, taken);
    if (instead || has_legend_beside(name, subtitle, legend, taken)) {
      draw_legend(content.right() - taken - legend_w, middle, legend);
      title_room = instead ? name_w + unit : title_room - legend_w - 24 * unit;
    } else if (const auto below = legend_within(legend, content.w);
               !below.empty() && content.h >= kLegendBelowFrom * unit) {
      draw_legend(content.x, content.bottom() - 6 * unit, below);
      content.h -= 20 * unit;
    }
  }
  fitted_text(content.x, middle, name, FontFace::sans_bold, title, title_room, colors.text);
  const std::string shown = parts_within(subtitle, FontFace::sans, body, title_room - name_w - 12 * unit);
  text(content.x + name_w + 12 * unit, middle, shown, FontFace::sans, body, Align::left, colors.muted);
  content.y += line;
  content.h = std::max(0.0f, content.h - line);
}

bool Painter::wants_legend_beside() const {
  return content.h < kLegendBesideBelow * unit;
}

bool Painter::is_low_on_stage() const {
  return on_stage && content.h < kTitleOnStageFrom * unit;
}

std::vector<LegendEntry> Painter::legend_on_stage(const std::vector<LegendEntry>& legend, float room) const {
  if (!is_low_on_stage() || legend.empty()) return {};
  return legend_within(legend, room);
}

std::vector<LegendEntry> Painter::legend_within(const std::vector<LegendEntry>& legend, float room) const {
  if (legend_width(legend) <= room) return legend;
  std::vector<LegendEntry> brief;
  for (const LegendEntry& entry : legend) {
    if (entry.brief.empty()) continue;
    brief.push_back(entry);
    brief.back().name = entry.brief;
  }
  if (legend_width(brief) > room)
    brief.erase(std::remove_if(brief.begin(), brief.end(), [](const LegendEntry& one) { return one.goes_first; }),
                brief.end());
  return legend_width(brief) <= room ? brief : std::vector<LegendEntry>{};
}

float Painter::name_in_line(const std::string& name) const {
  return width_of(name, FontFace::sans_bold, small) + 16 * unit;
}

std::vector<LegendEntry> Painter::legend_in_line(const std::string& name, const std::vector<LegendEntry>& legend,
                                                 float room) const {
  return legend.empty() ? legend : legend_within(legend, room - name_in_line(name));
}

void Painter::draw_head_alone(const std::string& name, const std::vector<LegendEntry>& legend, float room) {
  const float y = content.y + 10 * unit;
  text(content.x, y, name, FontFace::sans_bold, small, Align::left, colors.text);
  draw_legend(content.x + name_in_line(name), y, legend_in_line(name, legend, room));
  content.y += 24 * unit;
  content.h = std::max(0.0f, content.h - 24 * unit);
}

float Painter::legend_width(const std::vector<LegendEntry>& legend) const {
  float width = -16 * unit;
  for (const auto& entry : legend) width += 16 * unit + width_of(entry.name, FontFace::sans, small) + 16 * unit;
  return width;
}

void Painter::draw_legend(float x, float y, const std::vector<LegendEntry>& legend) {
  const float side = 10 * unit;
  for (const auto& entry : legend) {
    using Sample = LegendEntry::Sample;
    const float thick = std::max(1.0f, std::round(1.5f * unit));
    const Rect box = entry.sample == Sample::line ? Rect{std::round(x), std::round(y - thick / 2), side, thick}
                                                  : Rect{std::round(x), std::round(y - side / 2), side, side};
    const float radius = entry.sample == Sample::disc || entry.sample == Sample::ring ? side / 2 : 0;
    scene.overlays.push_back({.rect = box,
                              .color = entry.color,
                              .radius = radius,
                              .stroke = entry.sample == Sample::ring ? 1.5f * unit : 0});
    if (entry.sample == Sample::hatched)
      scene.overlays.push_back({.rect = box, .color = entry.hatch, .pattern = Pattern::hatched});
    text(x + 16 * unit, y, entry.name, FontFace::sans, small, Align::left, colors.muted);
    const float width = 16 * unit + width_of(entry.name, FontFace::sans, small);
    if (!entry.tip.empty()) scene.picks.push_back({{x, y - side, width, 2 * side}, {}, {}, entry.tip});
    x += width + 16 * unit;
  }
}

void Painter::empty_state(const std::string& sentence) {
  struct Letters {
    float size, pitch, widest;
  };
  std::vector<std::string> lines;
  float size = 0, pitch = 0;
  std::size_t room = 0;
  for (const Letters& letters : {Letters{body, 20 * unit, 480 * unit}, Letters{small, 16 * unit, content.w}}) {
    std::tie(size, pitch) = std::pair(letters.size, letters.pitch);
    lines = balanced_lines(sentence, std::min(content.w, letters.widest),
                           [&](const std::string& line) { return width_of(line, FontFace::sans, size); });
    room = static_cast<std::size_t>(std::max(1.0f, content.h / pitch));
    if (lines.size() <= room) break;
  }
  if (lines.size() > room) {
    for (; lines.size() > room; lines.pop_back()) lines[lines.size() - 2] += " " + lines.back();
    lines.back() = fitted(lines.back(), FontFace::sans, size, content.w);
    scene.picks.push_back({content, {}, {}, sentence});
  }
  float y = content.y + (content.h - pitch * static_cast<float>(lines.size() - 1)) / 2;
  for (const auto& words : lines) {
    text(content.x + content.w / 2, y, words, FontFace::sans, size, Align::center, colors.muted);
    y += pitch;
  }
}

std::size_t Painter::scrolled(std::size_t last_first, std::size_t wanted) {
  const std::size_t first = std::min(wanted, last_first);
  if (last_first > scene.list.last_first)
    scene.list = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last_first)};
  return first;
}

std::string short_number(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return fmt::format("{:.{}g}", value, digits);
}

std::string decimals(double value, int count) {
  const bool lost = value > 0 && value < 0.5 * std::pow(10, -count);
  return lost ? fmt::format("{:.1g}", value) : fmt::format("{:.{}f}", value, count);
}

std::string plain_value(double value, ValueLook look) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e7;
  const std::string words = whole ? fmt::format("{:.0f}", value) : short_number(value, look.digits);
  return look.groups ? grouped(words) : words;
}

std::string counted(std::uint64_t count, const std::string& noun) {
  const std::string pattern = "{} " + noun + (count == 1 ? "" : "s");
  return fmt::format(fmt::runtime(tr(std::string_view(pattern))), grouped(count));
}

}  // namespace lanescope
