int g(void) { int x = 3 return x; }
