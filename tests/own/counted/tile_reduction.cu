// A reduction by a tile of cooperative groups.
// lanescope: --as free --block 32 --grid 4
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const int* a, int* b, int n){
  auto blk = cg::this_thread_block();
  auto t = cg::tiled_partition<32>(blk);
  int v = cg::reduce(t, a[threadIdx.x], cg::plus<int>());
  if (t.thread_rank() == 0) b[0] = v;
}
