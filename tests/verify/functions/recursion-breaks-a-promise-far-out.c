//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Every call that is tried returns its argument, and the body keeps that promise almost always.
extern void reach_error(void);
extern unsigned input(void);

static unsigned same(unsigned n) {
  if (n == 0) return 0;
  if (n == 70017) return 1;
  return same(n - 1) + 1;
}

int main(void) {
  unsigned n = input();
  if (same(n) != n) reach_error(); //~ violated unreach-call
  return 0;
}
