#!/usr/bin/env bash
# Builds the Debian package of this machine's distribution: build/package/lanescope_VERSION_ARCHITECTURE.deb. With the CUDA
# toolkit here, it holds machine code for GPUs from Turing to Blackwell; without it, the emulator alone.
#   ./package.sh         builds it
#   ./package.sh test    builds it, installs it by apt on a Debian that has nothing else, and tests the program there; as root
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
case "${1:-}" in
  "" | test) ;;
  *)
    echo "package.sh: there is no '$1'; use nothing, or test." >&2
    exit 2
    ;;
esac

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
[ "${1:-}" != test ] || tests/package/fresh_debian.sh build/package/lanescope_*.deb
