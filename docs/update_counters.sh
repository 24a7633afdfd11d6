#!/usr/bin/env bash
# Writes the tables of docs/counters.md anew from the counters in recordings/. update_counters.sh [LANESCOPE]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lanescope=${1:-build/release/lanescope}
page=$(sed '/^```text$/,$d' docs/counters.md)
block() { printf '```text\n%s\n```\n' "$("$lanescope" verify --counters --recording "recordings/$1")"; }
{
  printf '%s\n\n' "$page"
  block h200_counters.csv
  printf '\nThe same for `recordings/h200_workloads_counters.csv`:\n\n'
  block h200_workloads_counters.csv
} > docs/counters.md.new
mv docs/counters.md.new docs/counters.md
