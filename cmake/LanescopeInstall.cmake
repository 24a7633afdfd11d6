# cmake --install, and the Debian package that cpack makes of it. The program opens nothing beside itself: fonts, shaders,
# words and recordings are embedded. What is installed with it tells the desktop and the reader of it.
include(GNUInstallDirs)
find_package(Python3 COMPONENTS Interpreter)

install(TARGETS lanescope RUNTIME)
if(LANESCOPE_HAS_OWN_KERNELS)
  install(TARGETS lanescope_kernel lanescope_gpu_kernel RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lanescope)
  install(DIRECTORY ${LANESCOPE_DEVICE_FOLDER} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lanescope)
endif()

# The licences: ours, and those of what is embedded or linked statically, as their packages here have them.
set(copyright ${CMAKE_BINARY_DIR}/install/copyright)
file(READ ${CMAKE_SOURCE_DIR}/LICENSE licence)
file(WRITE ${copyright} "${licence}")
set(included nlohmann-json3-dev libcli11-dev libcmark-dev)
if(LANESCOPE_HAS_GUI)
  list(APPEND included fonts-inter fonts-jetbrains-mono libimgui-dev libstb-dev python3-glad)
endif()
if(LANESCOPE_STATIC)
  list(APPEND included libfmt-dev)
endif()
foreach(package IN LISTS included)
  set(words "See that package.\n")
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright words)
  endif()
  file(APPEND ${copyright} "\n======== The program also holds parts of what the package ${package} installs:\n\n${words}")
endforeach()
if(LANESCOPE_HAS_CUDA)
  file(APPEND ${copyright} "\n======== The program also holds NVIDIA's CUDA runtime library (libcudart_static), "
                           "under the CUDA Toolkit End User License Agreement.\n")
endif()
install(FILES ${copyright} DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Made when it is installed: the man page asks the program.
if(Python3_FOUND)
  install(CODE "
    file(ARCHIVE_CREATE OUTPUT \"${CMAKE_BINARY_DIR}/install/changelog.gz\" PATHS \"${CMAKE_SOURCE_DIR}/CHANGELOG.md\"
         FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
    execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${CMAKE_SOURCE_DIR}/packaging/man_page.py\"
                            \"$<TARGET_FILE:lanescope>\" \"${CMAKE_BINARY_DIR}/install/lanescope.1.gz\"
                    COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${CMAKE_BINARY_DIR}/install/lanescope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${CMAKE_BINARY_DIR}/install/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
else()
  message(STATUS "Lanescope: no Python here, so it installs no man page.")
endif()

if(LANESCOPE_HAS_GUI)
  install(FILES packaging/lanescope.desktop packaging/lanescope-open.desktop
          DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES packaging/lanescope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES packaging/lanescope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lanescope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Lanescope authors <lanescope@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows what the lanes of a GPU do while they reduce an array")
set(CPACK_PACKAGE_DESCRIPTION "Lanescope runs CUDA reductions, and kernels in which thread coarsening pays
off or does not, on an NVIDIA GPU or on an emulator that gives the same trace.
It draws which threads of every warp were active at every step, the reduction
tree, the memory traffic and the times.")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# A driver for the GPU back end, a compiler for kernels of one's own, and glyphs for Chinese. All else works without them.
set(recommended "")
if(LANESCOPE_HAS_OWN_KERNELS)
  list(APPEND recommended g++)
endif()
if(LANESCOPE_HAS_CUDA)
  list(APPEND recommended libcuda1)
endif()
if(LANESCOPE_HAS_GUI)
  list(APPEND recommended fonts-noto-cjk)
endif()
list(JOIN recommended ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
include(CPack)
