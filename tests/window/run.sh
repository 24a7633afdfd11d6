#!/bin/sh
# Drives the real window on a virtual display of its own: tests/window/run.sh [build/release/lanescope [PART]]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here/../../build/release/lanescope"
exec python3 "$here/window_test.py" "$@"
