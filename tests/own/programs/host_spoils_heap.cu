// finding: bounds 6
// So far behind the end that nothing else of the host's may lie there, or all that follows is spoiled.
#include <cstdio>
#include <cstdlib>
int main() {
  char* small = (char*)malloc(16);
  for (int i = 0; i < 40000; ++i) small[i] = 1;
  for (int i = 1; i < 100; ++i) free(malloc(50 * i));
  free(small);
}
