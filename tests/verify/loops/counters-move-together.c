//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Two counters move together: `i + y` stays `j + x`, which no bound on one of them says.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (!(i >= 0 && j >= 0)) return 0;
  int x = i, y = j;
  while (x != 0) { x--; y--; }
  if (i == j && y != 0) reach_error();
  return 0;
}
