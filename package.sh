#!/usr/bin/env bash
# Builds the Debian package of this machine's distribution: build/package/lanescope_VERSION_ARCHITECTURE.deb. With the CUDA
# toolkit here, it holds machine code for GPUs from Turing to Blackwell; without it, the emulator alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

third_party/install_packages.sh dpkg-dev file  # they find out which packages hold the libraries
mkdir -p build/package
if ! cmake --preset package --fresh >build/package/configure.log 2>&1; then
  cat build/package/configure.log >&2
  exit 1
fi
grep '^-- Lanescope' build/package/configure.log | sed 's/^-- //' >&2 || true
ninja -C build/package lanescope >&2
rm -f build/package/lanescope_*.deb
(cd build/package && cpack >cpack.log 2>&1) || { cat build/package/cpack.log >&2; exit 1; }
echo "$PWD"/build/package/lanescope_*.deb
