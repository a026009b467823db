//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The program's own error function does nothing, so it has to be watched.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void)
{
    if (__VERIFIER_nondet_int() == 12345)
        reach_error(); //~ violated unreach-call
    return 0;
}
