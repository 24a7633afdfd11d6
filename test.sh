#!/usr/bin/env bash
# Builds and runs every test: include arrows, what headers include, ctest of the release build, and the engine's tests under
# the sanitizers. Needs no display, no GPU and nobody at the keyboard. That each header also compiles alone takes as long as a
# third of the build, so it is left to .ci/run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
exec </dev/null
jobs=$(nproc)

say() { printf '\n== %s (%d s)\n' "$1" "$SECONDS"; }

configure() {  # preset, further arguments
  local log="build/$1/configure.log"
  mkdir -p "build/$1"
  if ! cmake --preset "$@" >"$log" 2>&1; then
    cat "$log"
    return 1
  fi
  grep '^-- Lanescope' "$log" || true
}

run_ctest() {  # preset, tests at a time, further arguments
  local log="build/$1/ctest.log"
  ctest --test-dir "build/$1" --output-on-failure -j "$2" "${@:3}" >"$log" 2>&1 || {
    cat "$log"
    # Once more at the end, where one looks: what the failed tests said last.
    awk '/^ *[0-9]+\/[0-9]+ Test +#/ { said = /\*\*\*/ && !/Skipped/ } /^ +Start +[0-9]+: / { said = 0 } said' "$log" | tail -n 60
    return 1
  }
  grep -A 1000 '% tests passed' "$log"
}

third_party/install_packages.sh fonts-noto-cjk  # which the tests of Chinese windows and pictures need

say "include arrows, one definition, headers, words"
for check in include_arrows one_definition headers_alone strings glossary; do
  python3 "tests/$check.py" --self-test
  python3 "tests/$check.py"
done

# The engine's tests are compiled once, for the sanitizers below. A GPU is met by the release build alone.
of_release=(-LE for_sanitizers -E '^(engine|recording)_tests_NOT_BUILT$')
targets=(lanescope emulator_bench other_tests)

say "release build"
configure release -DLANESCOPE_CUDA=ON
if nvidia-smi -L >/dev/null 2>&1; then
  of_release=()
  targets+=(tests_for_sanitizers)
fi
ninja -C build/release -j "$jobs" --quiet "${targets[@]}"

# tests/fuzz/run.sh runs fuzz.views under the sanitizers, too.
under_sanitizers() {
  configure asan -DLANESCOPE_GUI=OFF &&
    nice -n 19 ninja -C build/asan -j "$jobs" --quiet tests_for_sanitizers && run_ctest asan "$jobs" -L for_sanitizers
}

say "tests of the release build; beside them the engine under the address and undefined-behaviour sanitizers"
# Windows mostly wait, for what a user would wait for: one test more than cores, and a build that gives way to them.
mkdir -p build/asan
under_sanitizers >build/asan/said.log 2>&1 &
sanitizers=$!
failed=0
run_ctest release $((jobs + 1)) "${of_release[@]}" || failed=1

say "engine under the sanitizers"
wait "$sanitizers" || failed=1
cat build/asan/said.log
[ "$failed" = 0 ] || exit 1

say "all tests passed"
