#!/bin/sh
# Drives the real window against a real GPU: tests/window/on_gpu.sh [LANESCOPE [FOLDER]]
# Needs nvidia-smi with a GPU, xdotool, and Xvfb or a display. Ends with 0 (good), 1 (something is wrong) or, after a
# sentence that says what is missing, 77 (nothing was tried). Screenshots go to FOLDER (default: the current one).
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
binary=$(realpath -- "${1:-$here/../../build/release/lanescope}")
skip() {
  echo "skipped: $1"
  exit 77
}
[ -x "$binary" ] || skip "$binary is not there; build it first."
nvidia-smi -L 2>/dev/null | grep -q . || skip "nvidia-smi finds no GPU here."
command -v xdotool >/dev/null || skip "xdotool is not installed."
command -v Xvfb >/dev/null || [ -n "${DISPLAY:-}" ] || skip "there is neither Xvfb nor a display."
command -v python3 >/dev/null || skip "python3 is not installed."
code=0
reason=$("$binary" run convergent_shared --n 1000 --backend cuda 2>&1 >/dev/null) || code=$?
[ "$code" -ne 3 ] || skip "this program cannot use the GPU: $reason"
exec python3 "$here/on_gpu.py" "$binary" "${2:-.}"
