# The same dependencies for WebAssembly, for which the distribution has no libraries: headers of its packages, and its source
# packages compiled here. web/fetch_sources.sh unpacked those in LANESCOPE_WEB_SOURCES.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)  # there are none
set(LANESCOPE_HAS_OWN_KERNELS OFF PARENT_SCOPE)

# The tests' library: the package of its sources, which that of its headers brings with it.
if(LANESCOPE_TESTS)
  find_path(gtest_folder src/gtest-all.cc PATHS /usr/src/googletest/googletest REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  add_library(gtest STATIC EXCLUDE_FROM_ALL ${gtest_folder}/src/gtest-all.cc ${gtest_folder}/src/gtest_main.cc)
  target_include_directories(gtest PRIVATE ${gtest_folder})
  target_include_directories(gtest SYSTEM PUBLIC ${gtest_folder}/include)
  target_compile_options(gtest PRIVATE -w)
  set_target_properties(gtest PROPERTIES UNITY_BUILD OFF)
  add_library(GTest::gtest ALIAS gtest)
  add_library(GTest::gtest_main ALIAS gtest)
endif()

# A folder with those headers and no others: /usr/include is of another platform.
set(web_include ${CMAKE_BINARY_DIR}/packages/include)
file(MAKE_DIRECTORY ${web_include})
foreach(place fmt nlohmann CLI stb cmark.h cmark_export.h cmark_version.h)
  find_path(WEB_${place} ${place} PATHS /usr/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  file(CREATE_LINK ${WEB_${place}}/${place} ${web_include}/${place} SYMBOLIC)
endforeach()
foreach(name fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 stb)
  string(REPLACE "::" "_" target web_${name})
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${web_include})
  add_library(${name} ALIAS ${target})
endforeach()
target_compile_definitions(web_fmt_fmt INTERFACE FMT_HEADER_ONLY)
target_include_directories(web_stb SYSTEM INTERFACE ${web_include}/stb)

# Markdown of lessons. What its own build would find out of the compiler.
file(WRITE ${CMAKE_BINARY_DIR}/packages/cmark/config.h
  "#define HAVE_STDBOOL_H\n#define HAVE___BUILTIN_EXPECT\n#define HAVE___ATTRIBUTE__\n#define CMARK_ATTRIBUTE(list) __attribute__(list)\n"
  "#define CMARK_INLINE inline\n#include <stdbool.h>\n")
file(GLOB cmark_files ${LANESCOPE_WEB_SOURCES}/cmark/src/*.c)
list(FILTER cmark_files EXCLUDE REGEX "/main\\.c$")
add_library(cmark STATIC ${cmark_files})
target_include_directories(cmark SYSTEM PUBLIC ${web_include})
target_include_directories(cmark PRIVATE ${CMAKE_BINARY_DIR}/packages/cmark)
target_compile_definitions(cmark PUBLIC CMARK_STATIC_DEFINE)
target_compile_options(cmark PRIVATE -w)
set_target_properties(cmark PROPERTIES UNITY_BUILD OFF)

# The fonts, each with the characters that the program writes: whole they would be five times the program.
find_program(web_python NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)  # the distribution's, which has fonttools
set(latin_fonts "")
set(fonts "")
foreach(font opentype/inter/Inter-Regular.otf opentype/inter/Inter-SemiBold.otf truetype/jetbrains-mono/JetBrainsMono-Regular.ttf)
  cmake_path(GET font FILENAME name)
  list(APPEND latin_fonts /usr/share/fonts/${font})
  list(APPEND fonts ${CMAKE_BINARY_DIR}/fonts/${name})
endforeach()
file(GLOB font_texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/viz/text/*.json ${CMAKE_SOURCE_DIR}/lessons/*.md
  ${CMAKE_SOURCE_DIR}/lessons/*/*.md)
add_custom_command(
  OUTPUT ${fonts} ${CMAKE_BINARY_DIR}/fonts/NotoSansCJK.ttc
  COMMAND ${web_python} ${CMAKE_SOURCE_DIR}/web/subset_fonts.py ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/fonts
          /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc ${latin_fonts}
  DEPENDS ${CMAKE_SOURCE_DIR}/web/subset_fonts.py ${font_texts}
  VERBATIM)
add_custom_target(web_fonts DEPENDS ${fonts})
set(LANESCOPE_FONTS ${fonts} PARENT_SCOPE)
set(LANESCOPE_CJK_FONT ${CMAKE_BINARY_DIR}/fonts/NotoSansCJK.ttc PARENT_SCOPE)

# OpenGL ES 3, which WebGL 2 is, in the place of the desktop's loader.
file(WRITE ${CMAKE_BINARY_DIR}/packages/gl/glad/gl.h "#pragma once\n#include <GLES3/gl3.h>\n")
add_library(glad INTERFACE)
target_include_directories(glad SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/packages/gl)
add_library(egl INTERFACE)
add_library(glfw INTERFACE)

set(imgui_folder ${LANESCOPE_WEB_SOURCES}/imgui)
add_library(imgui STATIC ${imgui_folder}/imgui.cpp ${imgui_folder}/imgui_draw.cpp ${imgui_folder}/imgui_tables.cpp
  ${imgui_folder}/imgui_widgets.cpp ${imgui_folder}/misc/cpp/imgui_stdlib.cpp
  ${imgui_folder}/backends/imgui_impl_opengl3.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${imgui_folder} ${imgui_folder}/misc/cpp)
target_compile_definitions(imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_compile_options(imgui PRIVATE -w)
set_target_properties(imgui PROPERTIES UNITY_BUILD OFF)
set(LANESCOPE_HAS_GUI ${LANESCOPE_GUI} PARENT_SCOPE)
