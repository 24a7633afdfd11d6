# Compiler settings that hold for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  if(EMSCRIPTEN)
    set(compiler_type CCACHE_COMPILERTYPE=clang)  # which em++ is not by its name
  endif()
  # Without these it keeps nothing that a precompiled header went into.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${compiler_type} ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()

# Float results must not depend on what the host compiler may contract into a fused multiply-add.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wall> $<$<COMPILE_LANGUAGE:CXX>:-Wextra>
                    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
# Collecting its own garbage is 7 to 10 % of what GCC does here. It needs at most 0.7 GiB when it begins later.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=400000>)  # KiB
endif()
# GCC 12 warns of overlapping and overlong copies inside std::string's operator+ that cannot be (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict> $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow>
                      $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds>)
endif()
if(LANESCOPE_FUZZ)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)
endif()
if(LANESCOPE_FUZZ)
  set(LANESCOPE_SANITIZE address,undefined)
endif()
if(LANESCOPE_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which takes its own checks for uses
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${LANESCOPE_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=undefined>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  # A third of what GCC does for both sanitizers. The address sanitizer meets what is read through a null pointer, and what
  # comes from files is copied, never read through a pointer to it; clang's checks are in the preset fuzz.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND LANESCOPE_SANITIZE MATCHES undefined)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,alignment>)
  endif()
  add_link_options(-fsanitize=${LANESCOPE_SANITIZE})
endif()
if(LANESCOPE_SANITIZE MATCHES thread)
  add_compile_definitions(LANESCOPE_THREAD_SANITIZER)  # it is told of the fibers
endif()
if(LANESCOPE_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(LANESCOPE_GUARD_STACKS)  # a forbidden page under each fiber's stack
endif()
if(EMSCRIPTEN)
  # Exceptions of WebAssembly itself cost nothing where none is thrown; those by JavaScript would double every call.
  add_compile_options(-fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
endif()
if(LANESCOPE_STATIC)
  add_link_options(-static-libgcc -static-libstdc++)
endif()
