#!/usr/bin/env bash
# The largest inputs a GPU holds: results by 64-bit indices, and the time from start to end of each command.
#   bench/large_n.sh [build/release/lanescope [2^33]]
set -uo pipefail
program=${1:-build/release/lanescope} n=${2:-2^33}
failed=0
for kernel in segmented "coarsened --coarse 8" two_pass_shared_tree warp_shuffle "convergent_shared --combine relaunch" \
  convergent_global atomic_per_thread two_pass_blocked; do
  echo "== $kernel --n $n"
  start=$SECONDS
  # shellcheck disable=SC2086
  "$program" run $kernel --n "$n" --input ones --repeat 5 --backend cuda || failed=1
  echo "took $((SECONDS - start)) s"
done
exit $failed
