//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What the calls do to the counter is no part of a contract, and must not be lost.
extern void reach_error(void);
extern unsigned input(void);
static unsigned n_calls;

static unsigned half(unsigned n) {
  n_calls++;
  return n < 2 ? 0 : half(n - 2) + 1;
}

int main(void) {
  unsigned n = input();
  if (half(n) > 0x7fffffff) reach_error();
  if (n_calls == 9) reach_error(); //~ violated unreach-call
  return 0;
}
