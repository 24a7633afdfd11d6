// Without an end, and all of it is work of a library.
#include <cstdlib>
int main() {
  static int numbers[1 << 16];
  for (;;) std::qsort(numbers, 1 << 16, sizeof(int), [](const void* a, const void* b) { return a < b ? -1 : 1; });
}
