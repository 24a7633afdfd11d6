// One rectangle: the whole grid of masks.
uniform vec2 u_size;
uniform vec4 u_rect;            // x, y, width, height

layout(location = 0) in vec2 a_corner;     // 0 or 1

out vec2 v_point;               // pixels from the grid's top left

void main() {
  v_point = a_corner * u_rect.zw;
  gl_Position = vec4((u_rect.xy + v_point) / u_size * 2.0 - 1.0, 0.0, 1.0);
}
