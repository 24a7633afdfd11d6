# embed_bytes(TARGET NAMESPACE ns FILES a b): the same as embed_text() for files that are no text:
#   struct EmbeddedBytes { const char* path; const unsigned char* bytes; unsigned long size; };
function(embed_bytes target)
  cmake_parse_arguments(arg "" "NAMESPACE" "FILES" ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/embedded/${target})
  set(absolute "")
  foreach(file IN LISTS arg_FILES)
    list(APPEND absolute ${CMAKE_SOURCE_DIR}/${file})
  endforeach()
  add_custom_command(
    OUTPUT ${folder}/${target}.h ${folder}/${target}.cpp
    COMMAND ${CMAKE_COMMAND} -DTARGET=${target} -DNAMESPACE=${arg_NAMESPACE} "-DFILES=${arg_FILES}"
            -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DFOLDER=${folder} -P ${CMAKE_SOURCE_DIR}/cmake/EmbedBytesScript.cmake
    DEPENDS ${absolute} ${CMAKE_SOURCE_DIR}/cmake/EmbedBytesScript.cmake
    VERBATIM)
  add_library(${target} STATIC ${folder}/${target}.cpp ${folder}/${target}.h)
  target_include_directories(${target} PUBLIC ${folder})
endfunction()
