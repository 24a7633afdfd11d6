#!/usr/bin/env bash
# Fuzzes each target for some seconds with libFuzzer, under the address and undefined-behaviour sanitizers.
#   tests/fuzz/run.sh [SECONDS [TARGET...]]     default: 600 seconds each, all targets
# What is found lands in build/fuzz/findings/TARGET; once corrected, it belongs into tests/fuzz/findings/TARGET, where
# every build replays it. Needs clang with its runtime (Debian: clang libclang-rt-14-dev).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-600}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(input_files options recording sweep counters lesson source views)

cmake --preset fuzz >/dev/null
for target in "${targets[@]}"; do
  ninja -C build/fuzz --quiet "fuzz_$target"
done
failed=0
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target findings=build/fuzz/findings/$target known=tests/fuzz/findings/$target
  mkdir -p "$corpus" "$findings"
  arguments=("$corpus" "tests/fuzz/corpus/$target")
  [ ! -d "$known" ] || arguments+=("$known")
  [ ! -f "tests/fuzz/$target.dict" ] || arguments+=("-dict=tests/fuzz/$target.dict")
  log=build/fuzz/$target.log
  build/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
    -artifact_prefix="$findings/" "${arguments[@]}" >"$log" 2>&1 || failed=1
  echo "$target: $(grep -E '^#.*(DONE|NEW|REDUCE|pulse)' "$log" | tail -1 | tr '\t' ' ')"
  grep -E 'number_of_executed_units|peak_rss' "$log" || true
  ls -A "$findings" | sed "s|^|  found: $findings/|"
done
exit $failed
