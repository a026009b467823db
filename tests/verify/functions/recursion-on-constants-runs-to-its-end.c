//@ run: verify %s --property unreach-call
//@ run: verify %s --engine bounded --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody is asked for anything, so there is one run; its calls are far too many to be inlined.
extern void reach_error(void);

static unsigned tribonacci(unsigned n) {
  if (n < 3) return n == 2;
  return tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3);
}

int main(void) {
  if (tribonacci(16) != 3136) reach_error();
  return 0;
}
