//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Two functions that call each other: each keeps its promise only because the other does.
extern void reach_error(void);
extern unsigned input(void);
static unsigned down(unsigned a, unsigned b);

static unsigned up(unsigned a, unsigned b) {
  return b == 0 ? a : down(a + 1, b - 1);
}

static unsigned down(unsigned a, unsigned b) {
  return b == 0 ? a : up(a + 1, b - 1);
}

int main(void) {
  unsigned a = input(), b = input();
  if (up(a, b) != a + b) reach_error();
  return 0;
}
