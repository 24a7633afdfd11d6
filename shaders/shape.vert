// Rectangles and lines: every vertex carries its place on the picture and in its own shape.
uniform vec2 u_size;            // of the picture, in pixels

layout(location = 0) in vec2 a_position;
layout(location = 1) in vec4 a_local;      // from the shape's middle; half its size
layout(location = 2) in vec4 a_style;      // corner radius, stroke, hatching's period, unused
layout(location = 3) in vec4 a_color;

out vec4 v_local;
flat out vec4 v_style;
flat out vec4 v_color;

void main() {
  v_local = a_local;
  v_style = a_style;
  v_color = a_color;
  gl_Position = vec4(a_position / u_size * 2.0 - 1.0, 0.0, 1.0);
}
