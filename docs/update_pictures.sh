#!/bin/sh
# Makes every picture of the documents anew: docs/update_pictures.sh [LANESCOPE]
set -eu
cd "$(dirname "$0")/.."
lanescope=${1:-build/release/lanescope}
mkdir -p docs/views
# The date on a picture is that of the sources, so that the same sources make the same pictures.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct -- viz)}
export SOURCE_DATE_EPOCH

"$lanescope" render window --preset divergence --size 1600x900 -o docs/window.png

# Every view in the list, as its line there says.
"$lanescope" list --views --json | python3 -c '
import json, sys
for view in json.load(sys.stdin):
    print(view["id"], view["example"])
' | while read -r id example; do
  # shellcheck disable=SC2086  # kernels and options, a word each
  "$lanescope" render "$id" $example --size 1200x480 -o "docs/views/$id.png"
done
