#!/bin/sh
# Prints time to the first frame, frame times while playing, and slider to picture, in a window of 1600 x 900 on a
# virtual display with the software rasteriser: bench/window_bench.sh [BINARY] [FRAMES [OPTIONS...]]
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
binary=$(realpath "${1:-$here/../build/release/lanescope}")
frames=${2:-400}
[ $# -ge 2 ] && shift 2 || shift $#
config=$(mktemp -d)
trap 'rm -rf "$config"' EXIT
mkdir -p "$config/lanescope"
# blockDim 1024, two steps a second: a frame between steps finds nothing changed, so those that drew are told apart.
cat > "$config/lanescope/settings.json" <<JSON
{"view": {"version": 1, "request": {"kernel": "interleaved_shared", "n": 1048576, "block_dim": 1024}, "speed": 1},
 "window": {"width": 1600, "height": 900}}
JSON
XDG_CONFIG_HOME=$config LANESCOPE_FRAME_TIMES=$frames LIBGL_ALWAYS_SOFTWARE=1 WAYLAND_DISPLAY='' \
  xvfb-run -a -s "-screen 0 1600x900x24" "$binary" "$@"
