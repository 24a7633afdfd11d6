#!/bin/sh
# Makes every picture of the documents anew: docs/update_pictures.sh [LANESCOPE]
set -eu
cd "$(dirname "$0")/.."
lanescope=${1:-build/release/lanescope}
mkdir -p docs/views

"$lanescope" render window --preset divergence --size 1600x900 -o docs/window.png

# view ID ARGUMENTS: one picture of one view.
view() {
  id=$1
  shift
  "$lanescope" render "$id" "$@" --size 1200x480 -o "docs/views/$id.png"
}
view tree coarsened --n 32 --block 8 --coarse 2
view activity interleaved_shared convergent_shared --block 512
view steps convergent_shared --n 2048 --block 1024 --step 9
view comparison --preset divergence
view memory two_pass_blocked two_pass_interleaved --n 2^16 --block 64 --step 1
view banks strided_index_shared convergent_shared --block 256 --step 6
view timing --preset coarsening
view sweep coarsened --n 2^22
view sms coarsened --n 2^22 --block 256 --coarse 16
view source convergent_shared --n 2048 --block 1024 --step 9
view counters interleaved_shared --n 2^20 --block 256 --step 6
view work --preset coarsening_figure
view tiles matmul_coarsened --n 96 --tile 16 --coarse 2 --step 86
view price matmul_tiled matmul_coarsened --n 256 --tile 32 --coarse 4
view resources matmul_coarsened --n 1024 --tile 32 --coarse 4
view roofline --preset tiling
