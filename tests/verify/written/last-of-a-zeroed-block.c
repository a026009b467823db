//@ run: verify %s --cpu-time 20
//@ truth: holds
//@ verdict: true
// What `calloc` gives is zero, up to the last element of however many.
#include <stdlib.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0) return 0;
  int *p = calloc(n, sizeof *p);
  if (!p) return 1;
  assert(p[n - 1] == 0);
  free(p);
  return 0;
}
