//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Calls nest as deep as the input says, so that no number of copies is enough; what the function
// promises of its result is.
extern void reach_error(void);
extern unsigned input(void);

static unsigned capped(unsigned n) {
  if (n == 0) return 0;
  unsigned result = capped(n - 1) + 1;
  return result > 4 ? 4 : result;
}

int main(void) {
  if (capped(input()) == 7) reach_error();
  return 0;
}
