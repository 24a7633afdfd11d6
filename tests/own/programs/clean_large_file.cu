// expect: written, as far as there is room
// More than a program may keep in files, which is as on a full disk.
#include <cstdio>
#include <vector>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  const std::vector<char> block(1 << 20, 'x');
  FILE* file = fopen("large.txt", "w");
  unsigned blocks = 0;
  while (blocks < 400 && fwrite(block.data(), 1, block.size(), file) == block.size()) ++blocks;
  fclose(file);
  printf("written%s\n", blocks < 400 ? ", as far as there is room" : "");
}
