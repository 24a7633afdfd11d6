# The same dependencies for WebAssembly, for which the distribution has no libraries: headers of its packages, and its source
# packages compiled here. web/fetch_sources.sh unpacked those in LANESCOPE_WEB_SOURCES.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)  # there are none
add_library(LanescopeFibers INTERFACE)  # engine/emulator/unwinding needs no library
set(LANESCOPE_HAS_OWN_KERNELS OFF PARENT_SCOPE)

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
