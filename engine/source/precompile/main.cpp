// Reads what every kernel of a user includes, once, when the program is built: precompile_device_header FOLDER
#include <filesystem>
#include <iostream>

#include "engine/base/error.h"
#include "engine/source/toolchain.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: precompile_device_header FOLDER\n";
    return 2;
  }
  try {
    lanescope::precompile_device_header(argv[1]);
    return 0;
  } catch (const lanescope::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
