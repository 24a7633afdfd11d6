extern "C" int twice_and_one(int x);
int twice_and_one(int x) { return 2 * x + 1; }
