// Coverage of a glyph, from the atlas's red channel.
uniform sampler2D u_atlas;

in vec2 v_texel;
flat in vec4 v_color;

out vec4 o_color;

void main() {
  o_color = vec4(v_color.rgb, v_color.a * texture(u_atlas, v_texel).r);
}
