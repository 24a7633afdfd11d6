// It writes past an array of main()'s, over where main() returns to.
#include <cstdio>
void fill(volatile long* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = 1;
}
int main() {
  volatile long numbers[4];
  fill(numbers, 24);
  printf("%ld\n", numbers[3]);
}
