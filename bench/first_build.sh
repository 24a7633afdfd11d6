#!/bin/sh
# Prints how long ./run.sh takes the first time, in a clean clone and without a compiler cache (packages are already
# there), and the second time: bench/first_build.sh
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone -q "$here/.." "$clone"
export CCACHE_DISABLE=1
for start in first second; do
  before=$(date +%s%N)
  "$clone/run.sh" list > "$clone/$start.log" 2>&1 || { cat "$clone/$start.log"; exit 1; }
  after=$(date +%s%N)
  printf '%-6s start of run.sh list  %7.2f s\n' "$start" "$(awk "BEGIN { print ($after - $before) / 1e9 }")"
done
