// Shader loading and error reports.
#include "viz/render/gl.h"

#include <fmt/format.h>
#include <shader_texts.h>

#include "engine/base/error.h"

namespace lanescope {
namespace {

/// For OpenGL ES, which has none by itself; OpenGL ignores it.
constexpr const char* kPrecision = "\nprecision highp float;\nprecision highp int;\nprecision highp usampler2D;\n";

const char* shader_text(const std::string& path) {
  for (const auto& file : shader_texts::kFiles)
    if (path == file.path) return file.text;
  throw Error(ErrorKind::failed, fmt::format("The shader {} is not in this build.", path));
}

GLuint compile(GLenum kind, const std::string& path) {
  const GLuint shader = glCreateShader(kind);
  const char* parts[] = {kShadingLanguage, kPrecision, "#line 1\n", shader_text(path)};
  glShaderSource(shader, 4, parts, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  throw Error(ErrorKind::failed, fmt::format("OpenGL does not compile {}: {}", path, log));
}

const char* error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "an unknown error";
  }
}

}  // namespace

void check_gl(const char* what) {
  const GLenum error = glGetError();
  if (error != GL_NO_ERROR)
    throw Error(ErrorKind::failed, fmt::format("OpenGL reports {} in {}.", error_name(error), what));
}

GlProgram load_program(const std::string& name) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, "shaders/" + name + ".vert");
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, "shaders/" + name + ".frag");
  GlProgram program(glCreateProgram());
  glAttachShader(program.get(), vertex);
  glAttachShader(program.get(), fragment);
  glLinkProgram(program.get());
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint good = 0;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
  if (!good) {
    char log[2048] = "";
    glGetProgramInfoLog(program.get(), sizeof log, nullptr, log);
    throw Error(ErrorKind::failed, fmt::format("OpenGL does not link the shaders {}: {}", name, log));
  }
  return program;
}

}  // namespace lanescope
