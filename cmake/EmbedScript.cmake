# Run by embed_text() and embed_bytes(): writes the header and the source file that hold the files.
if(KIND STREQUAL "TEXT")
  set(type EmbeddedText)
  set(fields "const char* path;\n  const char* text;")
else()
  set(type EmbeddedBytes)
  set(fields "const char* path;\n  const unsigned char* bytes;\n  unsigned long size;")
endif()

set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE place)
  if(KIND STREQUAL "TEXT")
    file(READ ${place} text)
    string(APPEND entries "{\"${file}\", R\"embedded(${text})embedded\"},\n")
  else()
    file(READ ${place} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char kBytes${number}[] = {${bytes}};\n")
    string(APPEND entries "{\"${file}\", kBytes${number}, sizeof kBytes${number}},\n")
  endif()
  math(EXPR number "${number} + 1")
endforeach()

# No array is empty: its last element stands behind the files.
file(WRITE ${FOLDER}/${TARGET}.h "#pragma once\n\n#include <span>\n\nnamespace ${NAMESPACE} {\n
struct ${type} {\n  ${fields}\n};\n
extern const std::span<const ${type}> kFiles;\n\n}\n")
file(WRITE ${FOLDER}/${TARGET}.cpp "#include \"${TARGET}.h\"\n\nnamespace ${NAMESPACE} {\n
${arrays}\nstatic constexpr ${type} kAll[] = {\n${entries}{}};\n
constinit const std::span<const ${type}> kFiles{kAll, ${number}};\n\n}\n")
