# Run by embed_bytes(): writes the header and the source file that hold the bytes.
list(LENGTH FILES count)
set(header "#pragma once\n\nnamespace ${NAMESPACE} {\n
struct EmbeddedBytes {\n  const char* path;\n  const unsigned char* bytes;\n  unsigned long size;\n};\n
inline constexpr int kFileCount = ${count};\nextern const EmbeddedBytes kFiles[kFileCount];\n\n}\n")
set(source "#include \"${TARGET}.h\"\n\nnamespace ${NAMESPACE} {\n\n")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ ${SOURCE_DIR}/${file} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND source "static const unsigned char kBytes${number}[] = {${bytes}};\n")
  string(APPEND entries "{\"${file}\", kBytes${number}, sizeof kBytes${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND source "\nconst EmbeddedBytes kFiles[kFileCount] = {\n${entries}};\n\n}\n")
file(WRITE ${FOLDER}/${TARGET}.h "${header}")
file(WRITE ${FOLDER}/${TARGET}.cpp "${source}")
