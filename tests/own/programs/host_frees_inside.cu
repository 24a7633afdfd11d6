// finding: crash 6
#include <cstdlib>
int main() {
  int* numbers = (int*)malloc(64);
  for (int i = 0; i < 4; ++i) *numbers++ = i;
  free(numbers);
}
