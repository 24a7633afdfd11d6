// The ladder: every reduction, from the plainest to the fastest, and the kernels of other workloads. The command line,
// the window, the tests, the bench and the documents iterate over these lists. A new kernel is its file and its name
// here.
#pragma once

#include "kernels/elementwise/rgb_to_gray.h"
#include "kernels/elementwise/vector_add.h"
#include "kernels/histogram/histogram_contiguous.h"
#include "kernels/histogram/histogram_interleaved.h"
#include "kernels/histogram/histogram_private.h"
#include "kernels/matrix/matmul_coarsened.h"
#include "kernels/matrix/matmul_naive.h"
#include "kernels/matrix/matmul_tiled.h"
#include "kernels/matrix/transpose_coarsened.h"
#include "kernels/matrix/transpose_naive.h"
#include "kernels/matrix/transpose_padded.h"
#include "kernels/matrix/transpose_tiled.h"
#include "kernels/merge/merge_basic.h"
#include "kernels/merge/merge_coarsened.h"
#include "kernels/reduction/atomic_per_element.h"
#include "kernels/reduction/atomic_per_thread.h"
#include "kernels/reduction/coarsened.h"
#include "kernels/reduction/convergent_global.h"
#include "kernels/reduction/convergent_shared.h"
#include "kernels/reduction/cub.h"
#include "kernels/reduction/interleaved_global.h"
#include "kernels/reduction/interleaved_shared.h"
#include "kernels/reduction/segmented.h"
#include "kernels/reduction/sequential.h"
#include "kernels/reduction/serial.h"
#include "kernels/reduction/shared_tree.h"
#include "kernels/reduction/single_pass_last_block.h"
#include "kernels/reduction/strided_index_shared.h"
#include "kernels/reduction/two_pass_blocked.h"
#include "kernels/reduction/two_pass_interleaved.h"
#include "kernels/reduction/two_pass_shared_tree.h"
#include "kernels/reduction/two_pass_unrolled.h"
#include "kernels/reduction/two_pass_warp_sync.h"
#include "kernels/reduction/vectorized.h"
#include "kernels/reduction/warp_shuffle.h"
#include "kernels/scan/scan_brent_kung.h"
#include "kernels/scan/scan_coarsened.h"
#include "kernels/scan/scan_hierarchical.h"
#include "kernels/scan/scan_kogge_stone.h"
#include "kernels/scan/scan_single_pass.h"
#include "kernels/sort/radix_sort_bit.h"
#include "kernels/sort/radix_sort_coarsened.h"
#include "kernels/sort/radix_sort_digit.h"
#include "kernels/stencil/stencil_basic.h"
#include "kernels/stencil/stencil_coarsened.h"

namespace lanescope {

/// Loops on the host. They have a result and no trace.
using HostKernels = KernelList<Sequential>;

/// Reductions of the GPU and the emulator.
using DeviceKernels =
    KernelList<Serial, AtomicPerElement, AtomicPerThread, InterleavedGlobal, ConvergentGlobal, InterleavedShared,
               StridedIndexShared, ConvergentShared, SharedTree, Segmented, Coarsened, TwoPassBlocked,
               TwoPassInterleaved, TwoPassSharedTree, TwoPassWarpSync, TwoPassUnrolled, SinglePassLastBlock,
               WarpShuffle,
               Vectorized>;

/// Libraries of the GPU, measured beside the kernels. They have a result and no trace.
using LibraryKernels = KernelList<Cub>;

/// Kernels of the GPU and the emulator whose result is an array.
using ArrayKernels =
    KernelList<VectorAdd, RgbToGray, MatmulNaive, MatmulTiled, MatmulCoarsened, StencilBasic, StencilCoarsened,
               ScanKoggeStone, ScanBrentKung, ScanCoarsened, ScanHierarchical, ScanSinglePass, HistogramPrivate,
               HistogramContiguous, HistogramInterleaved, MergeBasic, MergeCoarsened, TransposeNaive,
               TransposeTiled, TransposePadded, TransposeCoarsened, RadixSortBit, RadixSortDigit,
               RadixSortCoarsened>;

/// Calls `visit(Kernel{})` for each kernel of the list.
template <class... Kernels>
constexpr void for_each_kernel(KernelList<Kernels...>, auto&& visit) {
  (visit(Kernels{}), ...);
}

/// The same for every kernel that has lanes.
constexpr void for_each_traced_kernel(auto&& visit) {
  for_each_kernel(DeviceKernels{}, visit);
  for_each_kernel(ArrayKernels{}, visit);
}

/// A kernel whose launches run entries of other files.
template <class Kernel>
concept HasEntries = requires { typename Kernel::Entries; };

/// The same for all that is launched: kernels with code of their own, and the entries of the others. An entry that several
/// kernels launch is visited once for each of them.
constexpr void for_each_entry(auto&& visit) {
  for_each_traced_kernel([&]<class Kernel>(Kernel kernel) {
    if constexpr (HasEntries<Kernel>) {
      for_each_kernel(typename Kernel::Entries{}, visit);
    } else {
      visit(kernel);
    }
  });
}

}  // namespace lanescope
