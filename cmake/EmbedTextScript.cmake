# Run by embed_text(): writes the header and the source file that hold the texts.
list(LENGTH FILES count)
set(header "#pragma once\n\nnamespace ${NAMESPACE} {\n
struct EmbeddedText {\n  const char* path;\n  const char* text;\n};\n
inline constexpr int kFileCount = ${count};\nextern const EmbeddedText kFiles[kFileCount];\n\n}\n")
set(source "#include \"${TARGET}.h\"\n\nnamespace ${NAMESPACE} {\n\nconst EmbeddedText kFiles[kFileCount] = {\n")
foreach(file IN LISTS FILES)
  file(READ ${SOURCE_DIR}/${file} text)
  string(APPEND source "{\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
string(APPEND source "};\n\n}\n")
file(WRITE ${FOLDER}/${TARGET}.h "${header}")
file(WRITE ${FOLDER}/${TARGET}.cpp "${source}")
