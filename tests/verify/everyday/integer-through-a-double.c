//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// A double has room for every int.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  double d = n;
  assert((int)d == n);
  return 0;
}
