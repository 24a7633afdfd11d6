// An array that kernels reach by a member alone has elements as wide as what is accessed.
struct Table {
  double* values;
};

__global__ void fill(Table table, int n) { table.values[threadIdx.x + n - 32] = 1; }

int main() {
  Table table;
  cudaMalloc(&table.values, 48 * sizeof(double));
  fill<<<1, 64>>>(table, 48);
}
