// Unpacks the lanes of a grid of masks: one texel a (warp, step), one bit a lane. Lanes of two pixels or more are drawn
// each; where they are thinner, a cell is filled to the fraction that works. A pixel that covers several rows shows their
// mean (viz/render/mask_rows.h).
uniform highp usampler2D u_masks;   // one after another, kept row by kept row, 4096 in a row of the texture
uniform highp usampler2D u_rows;    // of each row of pixels those below it: twice the kept row, plus 1 where it is done; the share
uniform float u_first;          // how far the middle of the first row of pixels is below the grid's top
uniform float u_pitch;          // of a warp, gaps included
uniform float u_cell;           // of a warp, without its gap
uniform vec2 u_lane;            // pitch of a lane, and its width without the gap
uniform int u_warps;
uniform uint u_live;            // lanes that exist
uniform int u_part_warp;        // the one that has fewer of them, or -1
uniform uint u_part_live;       // those
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
  float filled = u_cell * lanes_in(mask) / lanes_in(u_live);
  // A single lane is never lost.
  return clamp(max(filled, min(1.0, 0.25 * u_cell)) - x + 0.5, 0.0, 1.0);
}

uint live_of(int warp) {
  return warp == u_part_warp ? u_part_live : u_live;
}

// Of a warp in a kept row, `x` pixels from the cell's left.
vec4 color_of(int warp, uint row, float x) {
  int index = int(row >> 1u) * u_warps + warp;
  uint live = live_of(warp);
  uint mask = texelFetch(u_masks, ivec2(index & 4095, index >> 12), 0).r & live;
  vec4 color = mask == 0u ? u_retired : u_active;
  if (mask != 0u && mask != live) {
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, u_period) < u_period * 0.4 ? 1.0 : 0.0;
    color = mix(mix(u_divergent_masked, u_divergent_hatch, stripe), u_divergent_active, lit_at(mask, x));
  }
  return (row & 1u) == 0u ? mix(color, u_background, 0.6) : color;
}

void main() {
  int warp = min(int(v_point.x / u_pitch), u_warps - 1);
  float x = v_point.x - float(warp) * u_pitch;
  if (x > u_cell * lanes_in(live_of(warp)) / lanes_in(u_live)) {
    discard;
  }
  ivec2 most = textureSize(u_rows, 0);
  int pixel = clamp(int(floor(v_point.y - u_first + 0.5)), 0, most.y - 1);
  vec4 sum = vec4(0.0);
  float shares = 0.0;
  for (int i = 0; i < most.x; ++i) {
    uvec2 row = texelFetch(u_rows, ivec2(i, pixel), 0).rg;
    float share = uintBitsToFloat(row.g);
    if (share == 0.0) {
      break;
    }
    sum += share * color_of(warp, row.r, x);
    shares += share;
  }
  if (shares == 0.0) {
    discard;
  }
  float gap = 0.0;
  if (u_lane.y < u_lane.x) {
    gap = clamp(x - floor(x / u_lane.x) * u_lane.x - u_lane.y + 0.5, 0.0, 1.0);
  }
  o_color = mix(sum / shares, u_background, gap);
}
