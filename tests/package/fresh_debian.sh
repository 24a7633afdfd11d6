#!/usr/bin/env bash
# Installs a package by apt on a Debian that has nothing else, and tests the program there, its window too:
# tests/package/fresh_debian.sh build/package/lanescope_VERSION_ARCHITECTURE.deb
# Needs root, debootstrap and a mirror. The Debian is a folder, made anew each time, of the release that made the package.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
package=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo "fresh_debian.sh: only root can make a Debian in a folder." >&2; exit 1; }
"$source/third_party/install_packages.sh" debootstrap

say() { printf '\n== %s (%d s)\n' "$1" "$SECONDS"; }
debian=$(mktemp -d -p "${TMPDIR:-/tmp}" lanescope-debian-XXXXXX)
chmod 755 "$debian"
cleared() {
  for mounted in source dev/pts proc; do ! mountpoint -q "$debian/$mounted" || umount "$debian/$mounted"; done
  rm -rf --one-file-system "$debian"
}
trap cleared EXIT
there() { chroot "$debian" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
install() { there DEBIAN_FRONTEND=noninteractive apt-get install -y "$@" >"$debian/apt.log" 2>&1 || { tail -n 20 "$debian/apt.log"; return 1; }; }

say "a fresh Debian"
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
debootstrap --variant=minbase "$release" "$debian" >"$debian.log" 2>&1 || { tail -n 20 "$debian.log"; exit 1; }
rm "$debian.log"
mount -t proc proc "$debian/proc"
mount -t devpts devpts "$debian/dev/pts"
cp "$package" "$debian/root/"
there apt-get update >/dev/null

say "apt install"
install "/root/$(basename "$package")"
there dpkg-query -W -f '${Package} ${Version}: ${db:Status-Status}\n' lanescope

say "the program, with nothing else there"
there sh -ec '
  cd "$HOME"
  lanescope --version
  lanescope run convergent_shared --n 1000
  lanescope render window -o first.png
  lanescope lesson list
  printf "%s\n" "__global__ void twice(const float* in, float* out, int n) {" \
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;" "  if (i < n) out[i] = 2 * in[i];" "}" > twice.cu
  lanescope run twice.cu --as free --n 1000'

say "desktop, types of files, man page"
install desktop-file-utils shared-mime-info man-db
there sh -ec '
  desktop-file-validate /usr/share/applications/lanescope.desktop /usr/share/applications/lanescope-open.desktop
  grep lanescope /usr/share/mime/globs2
  man lanescope | grep -A 1 "^NAME"'

say "its tests"
install python3 xvfb xauth xdotool
mkdir "$debian/source"
mount --bind -o ro "$source" "$debian/source"
there sh -ec '
  cd /tmp
  for test in cli_test workloads_test sessions_test lessons_test own_kernels_test; do
    echo "$test"
    python3 -B "/source/tests/cli/$test.py" /usr/bin/lanescope
  done
  python3 -B /source/tests/window/window_test.py /usr/bin/lanescope launching own restarts'

say "the package is as it should be"
