int twice(int x) { return 2 * x; }
int big = 1;
int main(void) { return twice(1); }
