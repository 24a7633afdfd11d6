#!/usr/bin/env bash
# Speed of kernels of a user's file on the emulator, everything recorded: elements a second, and elements a second of processor time,
# which says the same on a machine that has other work; both between N = 2^20 and 2^22, so that compiling and starting are not counted.
# Textbook reductions, one element a thread but for the last, which has two. Then the time from a text to its picture: compile, run, draw.
# own_bench.sh [LANESCOPE [ROUNDS]]
set -euo pipefail
shopt -s inherit_errexit
lanescope=${1:-build/release/lanescope}
rounds=${2:-3}
command -v "$lanescope" >/dev/null || { echo "own_bench.sh: there is no program '$lanescope'" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%R %U %S'

tree() {  # name, what a thread loads, elements a block, steps of the loop, condition
  cat >"$folder/$1.cu" <<CUDA
__global__ void reduce(const float* input, float* output) {
  extern __shared__ float partial[];
  const unsigned t = threadIdx.x, i = $3 * blockIdx.x + t;
  partial[t] = $2;
  for ($4) {
    __syncthreads();
    if ($5) partial[t] += partial[t + stride];
  }
  if (t == 0) atomicAdd(output, partial[0]);
}
CUDA
}
halving='unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2'
tree interleaved 'input[i]' blockDim.x 'unsigned stride = 1; stride < blockDim.x; stride *= 2' 't % (2 * stride) == 0'
tree convergent 'input[i]' blockDim.x "$halving" 't < stride'
tree two_elements 'input[i] + input[i + blockDim.x]' '2 * blockDim.x' "$halving" 't < stride'
cat >"$folder/shuffle.cu" <<'CUDA'
__device__ float sum_of_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}
__global__ void reduce(const float* input, float* output) {
  __shared__ float sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = sum_of_warp(input[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return;
  sum = sum_of_warp(lane < blockDim.x / 32 ? sums[lane] : 0);
  if (lane == 0) atomicAdd(output, sum);
}
CUDA

least() {  # the least elapsed time of some rounds of a command, and the least processor time
  for _ in $(seq "$rounds"); do { time "$@" >/dev/null; } 2>&1; done |
    awk '{ cpu = $2 + $3; if (NR == 1 || $1 < wall) wall = $1; if (NR == 1 || cpu < best) best = cpu } END { print wall, best }'
}
trace() {  # name, N, elements a thread
  least "$lanescope" trace "$folder/$1.cu" --n "$2" --block 256 --grid $(($2 / 256 / $3)) --json
}

for name in interleaved convergent shuffle two_elements; do
  [ $name = two_elements ] && per_thread=2 || per_thread=1
  echo "$(trace $name $((1 << 20)) $per_thread) $(trace $name $((1 << 22)) $per_thread)" |
    awk -v name=$name '{ more = 3 * 2 ^ 20 / 1e6; printf "%-12s %.1fe6 elements/s, %.1fe6 a second of processor time\n", name, more / ($3 - $1), more / ($4 - $2) }'
done
least "$lanescope" render activity "$folder/convergent.cu" --n $((1 << 16)) --block 256 -o "$folder/picture.png" |
  awk '{ printf "text to picture at N = 2^16: %.2f s, %.2f s of processor time\n", $1, $2 }'
