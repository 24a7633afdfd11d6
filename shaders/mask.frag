// Unpacks the lanes of a grid of masks: one texel a (warp, step), one bit a lane. Lanes of two pixels or more are drawn
// each; where they are thinner, a cell is filled to the fraction that works. A pixel that covers several rows shows their
// mean.
uniform highp usampler2D u_masks;   // one after another, step by step, in rows as wide as the texture
uniform vec2 u_pitch;           // of a cell (one warp at one step), gaps included
uniform vec2 u_cell;            // of a cell, without its gaps
uniform vec2 u_lane;            // pitch of a lane, and its width without the gap
uniform ivec2 u_count;          // warps, steps
uniform ivec3 u_repeats[4];     // steps that come again: the first, how many, how often
uniform int u_repeat_count;
uniform uint u_live;            // lanes that exist
uniform int u_rows_done;
uniform float u_period;         // of the hatching
uniform vec4 u_background;
uniform vec4 u_active;
uniform vec4 u_divergent_active;
uniform vec4 u_divergent_masked;
uniform vec4 u_divergent_hatch;
uniform vec4 u_retired;

in vec2 v_point;

out vec4 o_color;

const float k_least_lane = 2.0;   // pixels from which lanes are told apart
const int k_most_rows = 16;       // that a pixel looks at; up to twice as many where it needs no more

float lanes_in(uint mask) {
  mask -= (mask >> 1u) & 0x55555555u;
  mask = (mask & 0x33333333u) + ((mask >> 2u) & 0x33333333u);
  return float((((mask + (mask >> 4u)) & 0x0f0f0f0fu) * 0x01010101u) >> 24u);
}

// How much of the pixel around `x` works, in a cell whose lanes do not all do the same.
float lit_at(uint mask, float x) {
  if (u_lane.x >= k_least_lane) {
    return float((mask >> uint(x / u_lane.x)) & 1u);
  }
  float filled = u_cell.x * lanes_in(mask) / lanes_in(u_live);
  // A single lane is never lost.
  return clamp(max(filled, min(1.0, 0.25 * u_cell.x)) - x + 0.5, 0.0, 1.0);
}

// The row of masks that a step has.
int kept_row(int step) {
  int more = 0;
  for (int i = 0; i < u_repeat_count; ++i) {
    int inside = step - u_repeats[i].x - more;
    if (inside < 0) {
      break;
    }
    if (inside < u_repeats[i].y * u_repeats[i].z) {
      return u_repeats[i].x + inside % u_repeats[i].y;
    }
    more += u_repeats[i].y * (u_repeats[i].z - 1);
  }
  return step - more;
}

// Of a warp at a step, `x` pixels from the cell's left.
vec4 color_of(ivec2 cell, float x) {
  int index = kept_row(cell.y) * u_count.x + cell.x;
  int width = textureSize(u_masks, 0).x;
  uint mask = texelFetch(u_masks, ivec2(index % width, index / width), 0).r & u_live;
  vec4 color = mask == 0u ? u_retired : u_active;
  if (mask != 0u && mask != u_live) {
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, u_period) < u_period * 0.4 ? 1.0 : 0.0;
    color = mix(mix(u_divergent_masked, u_divergent_hatch, stripe), u_divergent_active, lit_at(mask, x));
  }
  return cell.y >= u_rows_done ? mix(color, u_background, 0.6) : color;
}

// Rows thinner than a pixel, each as far as it lies under it.
vec4 mean_of_rows(int warp, float x) {
  float from = max(v_point.y - 0.5, 0.0) / u_pitch.y;
  float to = min((v_point.y + 0.5) / u_pitch.y, float(u_count.y));
  int first = int(from);
  int last = min(int(ceil(to)), u_count.y);
  int every = ((last - first) / k_most_rows) | 1;  // odd, as rows that differ mostly alternate
  vec4 sum = vec4(0.0);
  float parts = 0.0;
  for (int row = first; row < last; row += every) {
    float part = min(to, float(row + 1)) - max(from, float(row));
    sum += part * color_of(ivec2(warp, row), x);
    parts += part;
  }
  return parts > 0.0 ? sum / parts : u_background;
}

void main() {
  ivec2 cell = min(ivec2(v_point / u_pitch), u_count - 1);
  vec2 inside = v_point - vec2(cell) * u_pitch;
  if (inside.x > u_cell.x) {
    discard;
  }
  float gap = 0.0;
  if (u_lane.y < u_lane.x) {
    gap = clamp(inside.x - floor(inside.x / u_lane.x) * u_lane.x - u_lane.y + 0.5, 0.0, 1.0);
  }
  vec4 color;
  if (u_pitch.y < 0.999) {
    color = mean_of_rows(cell.x, inside.x);
  } else {
    if (inside.y > u_cell.y) {
      discard;
    }
    color = color_of(cell, inside.x);
  }
  o_color = mix(color, u_background, gap);
}
