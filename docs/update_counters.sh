#!/usr/bin/env bash
# Writes the table of docs/counters.md anew from recordings/h200_counters.csv. update_counters.sh [LANESCOPE]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lanescope=${1:-build/release/lanescope}
table=$("$lanescope" verify --counters --recording recordings/h200_counters.csv)
page=$(sed '/^```text$/q' docs/counters.md)
printf '%s\n%s\n```\n' "$page" "$table" > docs/counters.md
