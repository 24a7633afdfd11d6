// Only wiring: the command line, and the window that it may open.
#include "app/make_window_port.h"
#include "cli/cli.h"

int main(int argc, char** argv) {
  const auto port = lanescope::make_window_port();
  return lanescope::cli_main(argc, argv, *port);
}
