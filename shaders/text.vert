// Glyphs: a rectangle of the atlas on a rectangle of the picture.
uniform vec2 u_size;

layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_texel;      // of the atlas, 0 to 1
layout(location = 2) in vec4 a_color;

out vec2 v_texel;
flat out vec4 v_color;

void main() {
  v_texel = a_texel;
  v_color = a_color;
  gl_Position = vec4(a_position / u_size * 2.0 - 1.0, 0.0, 1.0);
}
