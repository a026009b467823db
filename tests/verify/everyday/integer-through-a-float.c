//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// A float has not.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  float d = n;
  assert((long)d == n); //~ violated assertion
  return 0;
}
