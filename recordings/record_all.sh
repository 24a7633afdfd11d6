#!/bin/sh
# Makes everything in recordings/ anew, on a machine with an NVIDIA GPU: record_all.sh LANESCOPE FOLDER [PART...]
# LANESCOPE is the program, FOLDER takes the files, and PART is one of
#   sweeps     times of every launch that the presets and the sliders come to        about 170 s on an H200
#   benches    every reduction beside CUB and the read limit                         about 100 s
#   why        what the two-pass kernels wait for, by Nsight Compute (ncu)           about 30 s
#   resources  registers and shared memory of every kernel                           a few seconds
#   counters   hardware counters of every kernel, by ncu                             about 60 s
#   traces     runs with their traces                                                a few seconds
# Without a PART it makes all of them. Files are named after the GPU; each says on which GPU, with which driver, when
# and by which command it was made. A part that fails is told at the end, and the others are made all the same.
set -u
[ $# -ge 2 ] || { sed -n '2,11s/^# //p' "$0"; exit 2; }
lanescope=$(realpath "$1") && mkdir -p "$2" && cd "$2" || exit 2
shift 2
[ $# -gt 0 ] || set -- sweeps benches why resources counters traces
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | sed 's/.* //' | tr '[:upper:]' '[:lower:]')
[ -n "$gpu" ] || { echo "record_all.sh: there is no NVIDIA GPU here."; exit 3; }
# The command that a file keeps is the plain one.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
ln -s "$lanescope" "$tools/lanescope"
PATH=$tools:$PATH
failed=""

# make NAME COMMAND...: runs it, and tells how long it took, how many launches it left out, and what went wrong.
make() {
  name=$1
  shift
  start=$(date +%s)
  "$@" > "$tools/log" 2>&1 || { failed="$failed $name"; tail -5 "$tools/log"; }
  printf '%-34s %4d s' "$name" $(($(date +%s) - start))
  grep -c 'too slow' "$tools/log" | sed 's/^0$//; s/\(..*\)/   \1 too slow/'
}

sweeps() {
  two_pass="two_pass_blocked two_pass_interleaved two_pass_shared_tree two_pass_warp_sync two_pass_unrolled"
  elementwise="vector_add rgb_to_gray"
  others="stencil_basic stencil_coarsened scan_kogge_stone scan_brent_kung scan_coarsened merge_basic merge_coarsened"
  products="matmul_naive matmul_tiled matmul_coarsened"
  transposes="transpose_naive transpose_tiled transpose_padded transpose_coarsened"
  sorts="radix_sort_bit radix_sort_digit radix_sort_coarsened"
  histograms="histogram_private histogram_contiguous histogram_interleaved"
  # keep NAME ARGUMENTS...: the lists of kernels above are words, so they are not quoted below.
  keep() {
    name=${gpu}_$1.sweep
    shift
    make "$name" lanescope sweep "$@" --backend cuda -o "$name"
  }
  keep sum_float32 --n 2^12:2^28:x4 --block 32:1024:x2 --coarse 1:64:x2
  # The article's own launch, and the grid in between.
  keep two_pass_float32 $two_pass --n 2^20:2^28:x4 --grid 512,1024 --block 256,1024
  keep workloads_matrix_float32 $products --n 256:4096:x2 --tile 8,16,32 --coarse 1:8
  keep workloads_vector_float32 $elementwise $others --n 2^16:2^24:x4 --block 256 --coarse 1:64:x2
  keep workloads_large_float32 $elementwise $others --n 2^28 --block 256 --coarse 1:64:x2
  keep workloads_scan_float32 scan_hierarchical scan_single_pass --n 2^16:2^28:x16 --block 256 --coarse 1:16:x2
  keep workloads_transpose_float32 $transposes --n 1024:8192:x2 --tile 8,16,32 --coarse 1:8:x2
  keep workloads_sort_int32 $sorts --n 2^12:2^24:x16 --block 256 --coarse 1:16:x2 --type int32
  keep workloads_histogram_int32 $histograms --n 2^16:2^24:x4 --block 256 --coarse 1:64:x2 --type int32
}

benches() {
  make "${gpu}_bench_float32_sum.json" lanescope bench -o "${gpu}_bench_float32_sum.json"
  for pair in float32:min float64:sum float64:product float64:min float64:max int32:sum int32:min; do
    type=${pair%:*} op=${pair#*:}
    name=${gpu}_bench_${type}_$op.json
    make "$name" lanescope bench vectorized cub --type "$type" --op "$op" -o "$name"
  done
}

# The first launch of each two-pass kernel, with cold caches: what its warps wait for, and what they read.
why() {
  metrics=gpu__time_duration.sum,sm__warps_active.avg.pct_of_peak_sustained_active
  metrics=$metrics,smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio
  metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
  metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum,lts__t_sectors_op_read.sum
  metrics=$metrics,dram__bytes_read.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed
  {
    echo "# What the first launch of each two-pass kernel waits for and reads, with cold caches"
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 | sed 's/^/# gpu, driver: /'
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# command: ncu --clock-control none --launch-count 1 --metrics ... lanescope run KERNEL --n N --grid GRID --block BLOCK"
    echo "kernel,n,grid_dim,block_dim,$metrics"
  } > "${gpu}_two_pass_stalls.csv"
  for launch in "2^22 128 256" "2^22 1024 1024" "2^26 1024 1024"; do
    for kernel in two_pass_blocked two_pass_interleaved two_pass_shared_tree two_pass_warp_sync two_pass_unrolled; do
      set -- $launch
      ncu --clock-control none --csv --page raw --print-kernel-base mangled --launch-count 1 --metrics "$metrics" \
        lanescope run "$kernel" --n "$1" --grid "$2" --block "$3" --repeat 1 --backend cuda > "$tools/ncu.txt" 2>&1 ||
        { cat "$tools/ncu.txt"; return 1; }
      only "$metrics" < "$tools/ncu.txt" | sed "s/^/$kernel,$1,$2,$3,/" >> "${gpu}_two_pass_stalls.csv"
    done
  done
}

# Of what ncu prints, the last row's numbers of these metrics.
only() {
  python3 -c '
import csv, sys
rows = list(csv.reader(line for line in sys.stdin if line.startswith("\"")))
print(*(rows[-1][rows[0].index(name)].replace(",", "") for name in sys.argv[1].split(",")), sep=",")' "$1"
}

resources() { lanescope resources --table -o "${gpu}_resources.csv"; }
# Of the reductions every launch that verify makes, of the others a few.
counters() {
  single="serial atomic_per_element atomic_per_thread shared_tree segmented coarsened warp_shuffle vectorized"
  trees="interleaved_global convergent_global interleaved_shared strided_index_shared convergent_shared"
  two_pass="two_pass_blocked two_pass_interleaved two_pass_shared_tree two_pass_warp_sync two_pass_unrolled"
  vectors="vector_add rgb_to_gray stencil_basic stencil_coarsened scan_kogge_stone scan_brent_kung scan_coarsened"
  whole="scan_hierarchical scan_single_pass radix_sort_bit radix_sort_digit radix_sort_coarsened"
  matrices="matmul_naive matmul_tiled matmul_coarsened transpose_naive transpose_tiled transpose_padded transpose_coarsened"
  others="histogram_private histogram_contiguous histogram_interleaved merge_basic merge_coarsened"
  lanescope verify --counters $single $trees $two_pass single_pass_last_block -o "${gpu}_counters.csv" &&
    lanescope verify --counters --few $vectors $whole $matrices $others -o "${gpu}_workloads_counters.csv"
}

traces() {
  lanescope record --n 2^20 --block 256 --backend cuda -o "${gpu}_ladder.lanescope" &&
    lanescope record --n 100003 --block 64 --backend cuda -o "${gpu}_ragged.lanescope" &&
    lanescope record --preset coarsening --backend cuda -o "${gpu}_coarsening.lanescope"
}

for part; do
  case $part in
    sweeps | benches) $part ;;
    why | resources | counters | traces) make "$part" "$part" ;;
    *) echo "record_all.sh: there is no part $part."; exit 2 ;;
  esac
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
