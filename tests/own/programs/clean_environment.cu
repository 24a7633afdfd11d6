// What the text asks for by its name is there, and nothing else of the environment.
// expect: of another name: none
#include <cstdio>
#include <cstdlib>
#include <string>
__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
int main() {
  const char* said = getenv("LANESCOPE_TEST_VALUE");
  const std::string name = "LANESCOPE_TEST_";
  const char* other = std::getenv((name + "OTHER").c_str());
  int *device, value = 0;
  cudaMalloc(&device, 32 * sizeof(int));
  fill<<<1, 32>>>(device, said ? atoi(said) : -1);
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  printf("the value is %d\n", value);
  printf("of another name: %s\n", other ? other : "none");
}
