// finding: crash 7
// What crashes is in the C library, called by a function of its header that is part of main().
#include <cstdio>
#include <cstdlib>
int main(int, char** words) {
  printf("begins\n");
  const int n = atoi(words[1]);
  printf("%d\n", n);
}
