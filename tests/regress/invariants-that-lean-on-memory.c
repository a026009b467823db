//@ run: verify %s --property unreach-call
//@ run: verify %s --engine bounded --property unreach-call
//@ truth: holds
//@ verdict: true
// Invariants of the second loop say something of `x1` that holds because of what they say of
// memory. A proof that is handed the first and not the second cannot be checked again.
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);
extern void *memcpy(void*,const void*,__SIZE_TYPE__);
signed char g0 = 1;
struct S { _Bool a; int b; unsigned c : 31; } st, st2, *ps = &st;
int main(void) {
  int x0 = __VERIFIER_nondet_int(); __VERIFIER_assume(x0 >= 0 && x0 <= 7);
  int x1 = __VERIFIER_nondet_int(); __VERIFIER_assume(x1 >= 0 && x1 <= 7);
  for (int i0 = 0; i0 < 20; i0++) { ps->a ^= st2.b; memcpy(&st2, &st, sizeof st); st.c |= x0; }
  ps->a |= 6 | -(-2 | 7ull);
  x1 = st.a; st2.b ^= -1;
  for (int i1 = 0; i1 < (g0 & 3); i1++) {
    if ((x1 ^ ~127) | (32767 >> (st.c & 7))) continue;
    ps = &st2; memcpy(&st2, &st, sizeof st);
  }
  st.c *= ps->b == ((9 - 65535) <= x1);
  if (!(ps->a >= 0 && ps->a <= 2)) reach_error();
  return 0;
}
