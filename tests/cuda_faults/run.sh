#!/usr/bin/env bash
# Plants every fault, each in a process of its own.   tests/cuda_faults/run.sh [build/release/cuda_faults]
set -uo pipefail
program=${1:-build/release/cuda_faults}
failed=0
for fault in illegal_address trap device_assert out_of_memory bad_launch; do
  echo "== $fault"
  timeout 120 "$program" "$fault"
  code=$?
  [ $code -eq 0 ] || failed=1
  echo "exit code $code"
done
exit $failed
