#!/usr/bin/env bash
# Installs the packages of packages.txt, and those given, that are missing. Fast and silent where none is. All output on
# stderr.
set -euo pipefail
list="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/packages.txt"

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "lanescope: no apt here; if the build fails, install what third_party/packages.txt lists." >&2
  exit 0
fi

mapfile -t wanted < <(sed 's/#.*//' "$list" | awk 'NF { print $1 }')
wanted+=("$@")
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qx "$package" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  # Asking for a password needs someone to type it.
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=(sudo)
  else
    echo "lanescope: packages are missing, and this user cannot install them. Run this as root, then start again:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
fi
echo "lanescope: installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The first install is tried with the lists that are there: on most machines they are good enough.
if ! "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 </dev/null; then
  "${as_root[@]}" apt-get update >"$log" 2>&1 </dev/null || true
  if ! "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "lanescope: apt could not install ${missing[*]} (its last words are above)." >&2
    exit 1
  fi
fi
