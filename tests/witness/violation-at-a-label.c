//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ run: check %t.yml %s
//@ verdict: false(unreach-call)
// A label is a place, too.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    if (__VERIFIER_nondet_int() == 17)
        goto ERROR;
    return 0;
ERROR: //~ violated unreach-call
    return 1;
}
