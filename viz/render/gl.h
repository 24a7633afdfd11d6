// OpenGL objects that delete themselves, and errors as exceptions.
#pragma once

#include <glad/gl.h>

#include <string>
#include <utility>

namespace lanescope {

/// Owns one OpenGL name; `Delete` is a function of (GLuint).
template <auto Delete>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(GLuint name) : name_(name) {}
  ~GlObject() { reset(); }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  GLuint get() const { return name_; }

 private:
  void reset() {
    if (name_ != 0) Delete(name_);
    name_ = 0;
  }
  GLuint name_ = 0;
};

inline void delete_texture(GLuint name) {
  glDeleteTextures(1, &name);
}
inline void delete_buffer(GLuint name) {
  glDeleteBuffers(1, &name);
}
inline void delete_vertex_array(GLuint name) {
  glDeleteVertexArrays(1, &name);
}
inline void delete_framebuffer(GLuint name) {
  glDeleteFramebuffers(1, &name);
}
inline void delete_program(GLuint name) {
  glDeleteProgram(name);
}

using GlTexture = GlObject<delete_texture>;
using GlBuffer = GlObject<delete_buffer>;
using GlVertexArray = GlObject<delete_vertex_array>;
using GlFramebuffer = GlObject<delete_framebuffer>;
using GlProgram = GlObject<delete_program>;

inline GlTexture make_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return GlTexture(name);
}
inline GlBuffer make_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return GlBuffer(name);
}
inline GlVertexArray make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return GlVertexArray(name);
}
inline GlFramebuffer make_framebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return GlFramebuffer(name);
}

/// First line of shaders.
#ifdef __EMSCRIPTEN__
inline constexpr const char* kShadingLanguage = "#version 300 es";
#else
inline constexpr const char* kShadingLanguage = "#version 330 core";
#endif

/// Throws Error(failed) with OpenGL's message if a call since the last check failed.
void check_gl(const char* what);

/// The program of shaders/NAME.vert and shaders/NAME.frag, with the #version line of this build in front.
/// Throws Error(failed) with the compiler's log.
GlProgram load_program(const std::string& name);

}  // namespace lanescope
