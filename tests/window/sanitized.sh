#!/usr/bin/env bash
# The window under a sanitizer: tests/window/sanitized.sh [asan|tsan [SECONDS]]
# Builds the preset with the window, drives it as the tests do, then by random input for SECONDS (default 120). Takes
# some twenty minutes on two cores, too long for ./test.sh. What the OpenGL driver leaks or races is its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
preset=${1:-asan}
seconds=${2:-120}
cmake --preset "$preset" -DLANESCOPE_GUI=ON >/dev/null
ninja -C "build/$preset" --quiet lanescope
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:disable_coredump=0:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
# llvmpipe's threads hand work to each other in ways that ThreadSanitizer, which did not compile them, cannot follow.
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:${TSAN_OPTIONS:-}
tests/window/run.sh "build/$preset/lanescope"
python3 tests/window/random_input.py "build/$preset/lanescope" "$seconds"
