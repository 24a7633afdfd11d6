#!/usr/bin/env bash
# Speed of kernels of a user's file on the emulator, everything recorded: elements a second between N = 2^20 and 2^23, so that
# compiling and starting are not counted. Textbook reductions: one element a thread, and two.
# own_bench.sh [LANESCOPE]
set -euo pipefail
shopt -s inherit_errexit
lanescope=${1:-build/release/lanescope}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

kernel() {  # name, what a thread loads, elements a block
  cat >"$folder/$1.cu" <<CUDA
__global__ void reduce(const float* input, float* output) {
  extern __shared__ float partial[];
  const unsigned t = threadIdx.x, i = $3 * blockIdx.x + t;
  partial[t] = $2;
  for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (t < stride) partial[t] += partial[t + stride];
  }
  if (t == 0) atomicAdd(output, partial[0]);
}
CUDA
}

seconds() {  # file, N, elements a thread
  local grid=$(($2 / 256 / $3)) times=()
  for _ in 1 2 3; do
    local start=$EPOCHREALTIME
    "$lanescope" trace "$folder/$1.cu" --n "$2" --block 256 --grid "$grid" --json >"$folder/trace.json"
    times+=("$(echo "$EPOCHREALTIME - $start" | bc)")
  done
  printf '%s\n' "${times[@]}" | sort -n | sed -n 2p
}

kernel one 'input[i]' blockDim.x
kernel two 'input[i] + input[i + blockDim.x]' '2 * blockDim.x'
for name in one two; do
  [ $name = one ] && per_thread=1 || per_thread=2
  small=$(seconds $name $((1 << 20)) $per_thread)
  large=$(seconds $name $((1 << 23)) $per_thread)
  echo "$name element(s) a thread: $(echo "scale=1; 7 * 1048576 / ($large - $small) / 1000000" | bc)e6 elements/s"
done
