//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: false(unreach-call)
// One element was written since.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) return 0;
  long *p = calloc(n, sizeof *p);
  if (!p) return 1;
  p[n / 2] = 1;
  for (int i = 0; i < n; i++) assert(p[i] == 0); //~ violated assertion
  free(p);
  return 0;
}
