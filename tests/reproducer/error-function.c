//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The error function is nobody's, so the reproducer defines it.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x < 0);
    __VERIFIER_nondet_int();
    if (c == 200 && __VERIFIER_nondet_int() == -x)
        reach_error(); //~ violated unreach-call
    return 0;
}
