// A program of its own in the same folder, which defines the same.
extern "C" int twice_and_one(int) { return -1; }
int main() { return 1; }
