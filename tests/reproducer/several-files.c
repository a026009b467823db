//@ run: verify %s tests/verify/units/input/counter.c --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// The other file of the program is compiled with this one, and not replaced.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int count;
int limit = 100;
extern void advance(void);
int main(void)
{
    count = __VERIFIER_nondet_int();
    if (count != 41)
        return 0;
    advance();
    if (count == 43)
        reach_error(); //~ violated unreach-call
    return 0;
}
