// Writes what kernels of users include, when the program is built: make_device_folder FOLDER. Where there is no
// compiler for them it says so, and the program is built all the same.
#include <iostream>

#include "engine/base/error.h"
#include "engine/source/toolchain.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_device_folder FOLDER\n";
    return 2;
  }
  try {
    lanescope::make_device_folder(argv[1]);
    return 0;
  } catch (const lanescope::Error& error) {
    std::cerr << error.what() << '\n';
    return error.kind() == lanescope::ErrorKind::unavailable ? 0 : 1;
  }
}
