// What std::cout still has when main() returns is written, also where it has a buffer of its own.
// expect: the last words
#include <iostream>

int main() {
  std::ios_base::sync_with_stdio(false);
  std::cout << "the last words";
}
