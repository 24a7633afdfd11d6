# embed_text(TARGET NAMESPACE ns FILES a b): a library whose header <TARGET.h> declares
#   struct EmbeddedText { const char* path; const char* text; };   and   extern const std::span<const EmbeddedText> kFiles;
# in namespace ns, in the order given. Paths are those given: relative to the project, or absolute. Re-made when a file changes.
function(embed_text target)
  lanescope_embed(${target} TEXT ${ARGN})
endfunction()

# embed_bytes(TARGET NAMESPACE ns FILES a b): the same for files that are no text:
#   struct EmbeddedBytes { const char* path; const unsigned char* bytes; unsigned long size; };
function(embed_bytes target)
  lanescope_embed(${target} BYTES ${ARGN})
endfunction()

function(lanescope_embed target kind)
  cmake_parse_arguments(arg "" "NAMESPACE" "FILES" ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/embedded/${target})
  set(absolute "")
  foreach(file IN LISTS arg_FILES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    list(APPEND absolute ${file})
  endforeach()
  add_custom_command(
    OUTPUT ${folder}/${target}.h ${folder}/${target}.cpp
    COMMAND ${CMAKE_COMMAND} -DKIND=${kind} -DTARGET=${target} -DNAMESPACE=${arg_NAMESPACE} "-DFILES=${arg_FILES}"
            -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DFOLDER=${folder} -P ${CMAKE_SOURCE_DIR}/cmake/EmbedScript.cmake
    DEPENDS ${absolute} ${CMAKE_SOURCE_DIR}/cmake/EmbedScript.cmake
    VERBATIM)
  add_library(${target} STATIC ${folder}/${target}.cpp ${folder}/${target}.h)
  target_include_directories(${target} PUBLIC ${folder})
endfunction()
