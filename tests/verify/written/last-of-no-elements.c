//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(valid-deref)
// Where there may be none, there is no last one.
#include <stdlib.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = calloc(n, sizeof *p);
  if (!p) return 1;
  assert(p[n - 1] == 0); //~ violated valid-deref
  free(p);
  return 0;
}
