// A rectangle with round corners, filled or outlined, its edge softened over one pixel; or diagonal stripes in it.
in vec4 v_local;
flat in vec4 v_style;
flat in vec4 v_color;

out vec4 o_color;

float distance_to_edge(vec2 point, vec2 half_size, float radius) {
  vec2 outside = abs(point) - half_size + radius;
  return length(max(outside, 0.0)) + min(max(outside.x, outside.y), 0.0) - radius;
}

void main() {
  float edge = distance_to_edge(v_local.xy, v_local.zw, v_style.x);
  float cover = clamp(0.5 - edge, 0.0, 1.0);
  if (v_style.y > 0.0) {
    cover -= clamp(0.5 - edge - v_style.y, 0.0, 1.0);
  }
  if (v_style.z > 0.0) {
    float along = mod(gl_FragCoord.x + gl_FragCoord.y, v_style.z);
    cover *= clamp(v_style.z * 0.4 - along + 0.5, 0.0, 1.0) * clamp(along + 0.5, 0.0, 1.0);
  }
  o_color = vec4(v_color.rgb, v_color.a * cover);
}
