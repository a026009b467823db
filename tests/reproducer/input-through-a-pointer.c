//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// A function that asks for inputs is defined also where only a pointer calls it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int (*input)(void) = __VERIFIER_nondet_int;
    if (input() == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
