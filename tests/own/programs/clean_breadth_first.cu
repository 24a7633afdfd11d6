// expect: PASSED
#include <cstdio>
#include <vector>
#include <queue>
__global__ void bfs_level(const int* rowptr, const int* col, int* level, int n, int cur, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == cur) for (int e = rowptr[v]; e < rowptr[v + 1]; ++e) {
    int u = col[e];
    if (atomicCAS(&level[u], -1, cur + 1) == -1) *changed = 1;
  }
}
int main() {
  const int n = 500; std::vector<int> row(n + 1), col, lev(n, -1), want(n, -1);
  for (int i = 0; i < n; i++) { row[i] = col.size(); for (int k = 1; k <= 3; k++) col.push_back((i * 5 + k * 37) % n); } row[n] = col.size();
  std::queue<int> q; q.push(0); want[0] = 0; while (!q.empty()) { int v = q.front(); q.pop(); for (int e = row[v]; e < row[v + 1]; e++) if (want[col[e]] < 0) { want[col[e]] = want[v] + 1; q.push(col[e]); } }
  lev[0] = 0; int *dr, *dc, *dl, *ch, c = 1;
  cudaMalloc(&dr, row.size() * 4); cudaMalloc(&dc, col.size() * 4); cudaMalloc(&dl, n * 4); cudaMalloc(&ch, 4);
  cudaMemcpy(dr, row.data(), row.size() * 4, cudaMemcpyHostToDevice); cudaMemcpy(dc, col.data(), col.size() * 4, cudaMemcpyHostToDevice); cudaMemcpy(dl, lev.data(), n * 4, cudaMemcpyHostToDevice);
  for (int cur = 0; c; cur++) { cudaMemset(ch, 0, 4); bfs_level<<<(n + 127) / 128, 128>>>(dr, dc, dl, n, cur, ch); cudaMemcpy(&c, ch, 4, cudaMemcpyDeviceToHost); }
  cudaMemcpy(lev.data(), dl, n * 4, cudaMemcpyDeviceToHost);
  printf("%s\n", lev == want ? "PASSED" : "FAILED");
}
