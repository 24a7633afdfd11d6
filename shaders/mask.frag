// Unpacks the lanes of a grid of masks: one texel a (warp, step), one bit a lane. A pixel that covers several lanes
// shows their mean, a single working lane among them never less than a third.
uniform highp usampler2D u_masks;   // one after another, step by step, in rows as wide as the texture
uniform vec2 u_pitch;           // of a cell (one warp at one step), gaps included
uniform vec2 u_cell;            // of a cell, without its gaps
uniform vec2 u_lane;            // pitch of a lane, and its width without the gap
uniform ivec2 u_count;          // warps, steps
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

// Fraction of the lanes under [from, to) that the mask holds. `from` and `to` count lanes.
float lit_fraction(uint mask, float from, float to) {
  int first = int(floor(from));
  int last = min(int(ceil(to)), 32);
  float lit = 0.0;
  for (int lane = max(first, 0); lane < last; ++lane) {
    float part = min(to, float(lane + 1)) - max(from, float(lane));
    lit += ((mask >> uint(lane)) & 1u) == 1u ? part : 0.0;
  }
  return lit / max(to - from, 0.0001);
}

void main() {
  ivec2 cell = min(ivec2(v_point / u_pitch), u_count - 1);
  vec2 inside = v_point - vec2(cell) * u_pitch;
  if (inside.x > u_cell.x || inside.y > u_cell.y) {
    discard;
  }
  int index = cell.y * u_count.x + cell.x;
  int width = textureSize(u_masks, 0).x;
  uint mask = texelFetch(u_masks, ivec2(index % width, index / width), 0).r & u_live;
  bool divergent = mask != 0u && mask != u_live;
  vec4 color = mask == 0u ? u_retired : u_active;
  float gap = 0.0;
  if (u_lane.y < u_lane.x) {
    gap = clamp(inside.x - floor(inside.x / u_lane.x) * u_lane.x - u_lane.y + 0.5, 0.0, 1.0);
  }
  if (divergent) {
    float lane_px = u_lane.x;
    float lit;
    if (lane_px >= 5.0) {
      int lane = int(inside.x / lane_px);
      lit = float((mask >> uint(lane)) & 1u);
    } else {
      lit = lit_fraction(mask, max(inside.x - 0.5, 0.0) / lane_px, min(inside.x + 0.5, u_cell.x) / lane_px);
      lit = lit > 0.0 ? max(lit, 0.34) : 0.0;
    }
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, u_period) < u_period * 0.4 ? 1.0 : 0.0;
    color = mix(mix(u_divergent_masked, u_divergent_hatch, stripe), u_divergent_active, lit);
  }
  if (cell.y >= u_rows_done) {
    color = mix(color, u_background, 0.6);
  }
  o_color = mix(color, u_background, gap);
}
