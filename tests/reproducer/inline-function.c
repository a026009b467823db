//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// C99 has no definition of `twice` here; the old meaning of `inline` has.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
inline int twice(int x)
{
    return x + x;
}
int main(void)
{
    if (twice(__VERIFIER_nondet_int()) == 24690)
        reach_error(); //~ violated unreach-call
    return 0;
}
