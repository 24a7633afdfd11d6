#!/usr/bin/env bash
# fetch_sources.sh FOLDER: unpacks there the source packages of this distribution that the page is built from, checked by apt.
# They are of the release whose headers are installed. Changes nothing of the system. All output on stderr.
set -euo pipefail
mkdir -p "$1"
cd "$1"
packages=(imgui cmark)

missing=()
for package in "${packages[@]}"; do
  [ -d "$package" ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

# Lists of source packages beside those of the system, from where it gets its binary ones.
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
distribution=$(. /etc/os-release && echo "$ID")
if [ "$distribution" = ubuntu ]; then
  line="deb-src [signed-by=/usr/share/keyrings/ubuntu-archive-keyring.gpg] http://archive.ubuntu.com/ubuntu $release universe main"
else
  line="deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $release main"
fi
mkdir -p apt/lists/partial
echo "$line" >apt/sources.list
apt_here=(apt-get -q -o "Dir::Etc::sourcelist=$PWD/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt" -o APT::Sandbox::User=root)
if ! { "${apt_here[@]}" update && "${apt_here[@]}" source --download-only "${missing[@]}"; } >apt/log 2>&1; then
  tail -n 5 apt/log >&2
  echo "lanescope: apt could not fetch the sources of ${missing[*]} (its last words are above)." >&2
  exit 1
fi
for package in "${missing[@]}"; do
  mkdir "$package.part"
  tar -xf "$package"_*.orig.tar.* -C "$package.part" --strip-components 1
  mv "$package.part" "$package"
done
