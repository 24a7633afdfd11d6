#!/usr/bin/env bash
# Builds the window as one page for a browser, and says where it is. Installs what is missing.
#   ./web.sh         builds build/web/lanescope.html
#   ./web.sh test    builds it, and the command line and the engine's tests under node, and tests all
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cd "$root"
case "${1:-}" in
  "" | test) ;;
  *)
    echo "web.sh: there is no '$1'; use nothing, or test." >&2
    exit 2
    ;;
esac
build=build/web
page=$build/lanescope.html

packages=(emscripten python3-fonttools fonts-noto-cjk)
[ "${1:-}" = test ] && packages+=(chromium firefox-esr node-ws)
third_party/install_packages.sh "${packages[@]}"
web/fetch_sources.sh build/web_sources

if [ ! -f $build/build.ninja ] || [ CMakePresets.json -nt $build/build.ninja ]; then
  mkdir -p $build
  if ! cmake --preset web >$build/configure.log 2>&1; then
    cat $build/configure.log >&2
    exit 1
  fi
fi
targets=(lanescope_page)
[ "${1:-}" = test ] && targets+=(lanescope node_tests)
ninja -C $build --quiet "${targets[@]}" >&2
echo "$root/$page: $(($(stat -c %s $page) / 1024)) KiB; a double click opens it, and any web server can have it." >&2
[ "${1:-}" = test ] || exit 0

# The native program that the page is compared with: that of ./test.sh, or of ./run.sh.
native=build/release/lanescope
[ -x $native ] || ./run.sh --version >/dev/null
say() { printf '\n== %s (%d s)\n' "$1" "$SECONDS" >&2; }
say "the engine's tests under node"
ctest --test-dir $build --output-on-failure --timeout 1500 -j "$(nproc)" >$build/ctest.log 2>&1 || { cat $build/ctest.log >&2; exit 1; }
grep 'tests passed' $build/ctest.log >&2
say "the emulator under node and the native one"
python3 tests/web/same_traces.py $native $build/lanescope.js ${LANESCOPE_WEB_QUICK:+--quick}
say "the page in headless Chromium"
node tests/web/page_test.mjs $page --native $native
node tests/web/random_input.mjs $page 30
say "the page in Firefox"
node tests/web/firefox_test.mjs $page
say "the page is as it should be"
