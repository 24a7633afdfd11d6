#!/usr/bin/env bash
# Builds and runs every test: include arrows, headers alone, ctest of the release build, and the engine's tests under
# the sanitizers. Needs no display, no GPU and nobody at the keyboard.
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

third_party/install_packages.sh

say "include arrows, one definition, words"
for check in include_arrows one_definition strings glossary; do
  python3 "tests/$check.py" --self-test
  python3 "tests/$check.py"
done

say "release build, each header alone too"
configure release
ninja -C build/release -j "$jobs" --quiet all all_verify_interface_header_sets

say "tests of the release build"
ctest --test-dir build/release --output-on-failure -j "$jobs" >build/release/ctest.log 2>&1 || {
  cat build/release/ctest.log
  exit 1
}
grep -A 1000 '% tests passed' build/release/ctest.log

say "engine under the address and undefined-behaviour sanitizers"
configure asan -DLANESCOPE_GUI=OFF
# fuzz.views has run with the release build: the scenes that it draws would double what is compiled here.
# tests/fuzz/run.sh runs it under the sanitizers.
ninja -C build/asan -j "$jobs" --quiet engine_tests recording_tests fuzz_engine_targets
build/asan/engine_tests --gtest_brief=1
build/asan/recording_tests --gtest_brief=1
ctest --test-dir build/asan -R '^fuzz\.' -E '^fuzz\.views$' --output-on-failure >build/asan/ctest.log 2>&1 || {
  cat build/asan/ctest.log
  exit 1
}

say "all tests passed"
