// finding: crash 9
// The second free() is told as what it is.
#include <cstdio>
#include <cstdlib>
int main(int words, char**) {
  int* numbers = (int*)malloc(64);
  for (int i = 0; i < 16; ++i) numbers[i] = i * words;
  for (int i = 0; i < 2; ++i) {
    free(numbers);
    printf("%d\n", i);
  }
}
