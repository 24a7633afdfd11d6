#!/bin/sh
# Drives the real window on a virtual display of its own: tests/window/run.sh build/release/lanescope
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec python3 "$here/window_test.py" "${1:-$here/../../build/release/lanescope}"
