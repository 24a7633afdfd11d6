// expect: 36 words, 5 and 640
// Memory that others free or grow than who has got it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
__global__ void count(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }
int main() {
  FILE* file = fopen("words.txt", "w+");
  for (int i = 0; i < 36; ++i) fprintf(file, "%0*d\n", 10 * i + 1, i);
  rewind(file);
  size_t bytes = 8;
  char* line = (char*)malloc(bytes);
  int lines = 0;
  while (getline(&line, &bytes, file) > 0) ++lines;
  free(line);
  fclose(file);
  int* numbers = (int*)calloc(4, sizeof(int));
  numbers = (int*)realloc(numbers, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) numbers[i] = 10;
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += numbers[i];
  free(numbers);
  free(strdup("a copy"));
  std::unique_ptr<int[]> owned(new int[64]);
  std::vector<std::string> all(5, std::string(100, 'x'));
  for (std::string& one : all) one += one;
  int* place;
  cudaMalloc(&place, 64 * sizeof(int));
  count<<<1, 64>>>(place);
  cudaMemcpy(owned.get(), place, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d words, %zu and %d\n", lines, all.size(), sum);
}
