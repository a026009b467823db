//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Zero is one of the values that fail, so a compiler's option is enough.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x, y = __VERIFIER_nondet_int();
    if (y == 1000 && x < y)
        reach_error(); //~ violated unreach-call
    return 0;
}
