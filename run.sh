#!/usr/bin/env bash
# Installs what is missing, builds, and runs lanescope with the arguments given. What the build has to say goes to
# standard error, so that results can be piped. The second start does none of it again.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
build="$root/build/release"

"$root/third_party/install_packages.sh"

# A CUDA toolkit that came or went since the last time changes what is built.
nvcc=$(PATH="$PATH:/usr/local/cuda/bin" command -v nvcc || echo none)
if [ ! -f "$build/build.ninja" ] || [ "$(cat "$build/.nvcc" 2>/dev/null)" != "$nvcc" ]; then
  mkdir -p "$build"
  if ! (cd "$root" && cmake --preset release --fresh >"$build/configure.log" 2>&1); then
    cat "$build/configure.log" >&2
    exit 1
  fi
  grep '^-- Lanescope' "$build/configure.log" | sed 's/^-- //' >&2 || true
  echo "$nvcc" >"$build/.nvcc"
fi

if [ -x "$build/lanescope" ]; then
  ninja -C "$build" lanescope | sed '/no work to do/d; /Entering directory/d' >&2
else
  ninja -C "$build" lanescope >&2
fi
exec "$build/lanescope" "$@"
