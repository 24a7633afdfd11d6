// finding: uninitialised 10
// Half of the objects are written; of those all is read.
struct Particle {
  int id;
  double mass, charge;
};
__global__ void set(Particle* particles) { if (threadIdx.x < 32) particles[threadIdx.x] = {(int)threadIdx.x, 1, 2}; }
__global__ void add(const Particle* particles, double* sum) {
  const int i = threadIdx.x;
  const Particle p = particles[i];
  sum[i] = p.mass + p.charge + p.id;
}
int main() {
  Particle* particles;
  double* sum;
  cudaMalloc(&particles, 64 * sizeof *particles);
  cudaMalloc(&sum, 64 * sizeof *sum);
  set<<<1, 64>>>(particles);
  add<<<1, 64>>>(particles, sum);
  cudaDeviceSynchronize();
}
